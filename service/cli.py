"""The command `howdah`: which verbs there are, and how their troubles are told."""

import sys
from importlib import import_module

import typer

from service.trouble import Trouble

# Name -> the function, or the group of functions, that does it. A verb's help is its docstring.
# Only what is asked for is imported.
VERBS = {
    "serve": "service.serve:serve",
    "migrate": "service.operate:migrate",
    "tenant": "service.tenants:tenant",
    "token": "service.tenants:token",
    "rebuild": "service.projectors.verbs:rebuild",
    "lag": "service.projectors.verbs:lag",
    "play": "service.client.play:play",
    "tables": "service.client.look:tables",
    "watch": "service.client.look:watch",
    "doctor": "service.doctor:doctor",
    "top": "service.top:top",
    "verify": "service.audit.verbs:verify",
    "replay": "service.audit.verbs:replay",
    "record": "service.audit.moving:write",
    "import": "service.audit.importing:import_",
    "simulate": "service.simulate:simulate",
    "arena": "service.bots.arena:arena",
    "schema": "service.graphql.schema:schema",
}


def main() -> None:
    try:
        program(sys.argv[1:2])()
    except Trouble as trouble:
        sys.exit(f"howdah: {trouble}")


def program(asked: list[str]) -> typer.Typer:
    app = typer.Typer(add_completion=False, no_args_is_help=True, pretty_exceptions_enable=False)
    app.callback()(howdah)
    for name in [name for name in asked if name in VERBS] or VERBS:
        module, _, attribute = VERBS[name].partition(":")
        verb = getattr(import_module(module), attribute)
        if isinstance(verb, typer.Typer):
            app.add_typer(verb, name=name)
        else:
            app.command(name)(verb)
    return app


def howdah() -> None:
    """Play and host the elephant games Bombay and Bombay Bazar.

    Start with `howdah serve` and open the address it prints. `howdah COMMAND --help` tells more.
    """
