"""The schema as a whole, and how its fields find their values."""

from collections.abc import Callable
from inspect import iscoroutinefunction
from operator import attrgetter
from typing import Any

import strawberry
from graphql import (
    GraphQLArgument,
    GraphQLInputObjectType,
    GraphQLObjectType,
    GraphQLSchema,
    Undefined,
    print_schema,
)
from strawberry.schema.config import StrawberryConfig
from strawberry.schema_directives import OneOf
from strawberry.types.arguments import StrawberryArgument
from strawberry.types.field import StrawberryField

from service.graphql import bazar, bombay
from service.graphql.catalogue import Game, games
from service.graphql.connections import (
    StandingConnection,
    TableConnection,
    standings,
    tables,
)
from service.graphql.fields import field
from service.graphql.mutations import Mutation
from service.graphql.players import Player, me, player
from service.graphql.subscriptions import Subscription
from service.graphql.tables import Table, table
from service.graphql.words import SCALARS

DEFINITION = "strawberry-definition"


@strawberry.type(description="What can be read.")
class Query:
    me: Player = field("The player who asks.", me)
    games: list[Game] = field("The games on offer; no token is needed.", games)
    table: Table | None = field("A table of the caller's tenant.", table)
    tables: TableConnection = field(
        "Tables, the newest first: those that are public, and with `mine` those where the caller "
        "sits.",
        tables,
    )
    player: Player | None = field("A player of the caller's tenant.", player)
    standings: StandingConnection = field("Who plays a game best, the best first.", standings)


class Source:
    """Where the value of a field comes from: an attribute, or a function of the value above it."""

    __slots__ = (
        "arguments",
        "function",
        "is_async",
        "lasting",
        "path",
        "takes_info",
        "takes_root",
    )

    def __init__(self, defined: StrawberryField) -> None:
        self.path: str | None = None
        self.lasting: bool = defined.metadata.get("lasting", False)
        self.function: Any = None
        self.is_async = self.takes_root = self.takes_info = False
        self.arguments: dict[str, str] = {}  # the schema's name -> the function's
        resolver = defined.base_resolver
        if resolver is None:
            self.path = defined.metadata.get("path", defined.python_name)
            return
        self.function = resolver.wrapped_func
        self.is_async = iscoroutinefunction(self.function)
        self.takes_root = resolver.parent_parameter is not None
        self.takes_info = resolver.info_parameter is not None
        self.arguments = {name_of(argument): argument.python_name for argument in defined.arguments}

    def resolver(self) -> Callable[..., Any]:
        """For the ordinary executor."""
        if self.function is None:
            assert self.path is not None
            get = attrgetter(self.path)
            return lambda root, _info: get(root)
        function, names = self.function, self.arguments
        root, info = self.takes_root, self.takes_info

        def resolve(value: Any, scope: Any, **given: Any) -> Any:
            above = ((value,) if root else ()) + ((scope,) if info else ())
            return function(*above, **{names[name]: each for name, each in given.items()})

        return resolve


def name_of(argument: StrawberryArgument) -> str:
    if argument.graphql_name:
        return argument.graphql_name
    head, *rest = argument.python_name.split("_")
    return head + "".join(part.title() for part in rest)


def build() -> tuple[strawberry.Schema, dict[tuple[str, str], Source]]:
    """The schema with resolvers that cost little: arguments stay as the executor reads them.

    Strawberry would make an object of every input and of every info; our functions take plain
    values, so that compiled documents can call the very same ones.
    """
    schema = strawberry.Schema(
        query=Query,
        mutation=Mutation,
        subscription=Subscription,
        types=[*bombay.MOVES, *bazar.MOVES],
        config=StrawberryConfig(scalar_map=SCALARS, disable_field_suggestions=True),
    )
    sources = {}
    for type_ in core(schema).type_map.values():
        if isinstance(type_, GraphQLInputObjectType):
            # Strawberry checks @oneOf itself, when it reads a value: too late to be a validation
            # error. The executor knows how, if it is told.
            type_.is_one_of = any(
                isinstance(each, OneOf) for each in type_.extensions[DEFINITION].directives
            )
            setattr(type_, "out_type", dict)  # noqa: B010 - a method, for all that mypy knows
        if not isinstance(type_, GraphQLObjectType) or type_.name.startswith("__"):
            continue
        for name, each in type_.fields.items():
            source = sources[type_.name, name] = Source(each.extensions[DEFINITION])
            each.resolve = event if type_.name == "Subscription" else source.resolver()
            for argument in each.args.values():
                argument.default_value = default_of(argument)
    return schema, sources


def event(value: Any, _info: Any, **_arguments: Any) -> Any:
    """The root field of a subscription is what happened."""
    return value


def default_of(argument: GraphQLArgument) -> Any:
    """Strawberry writes enums as their values, and "not given" as null."""
    default = argument.default_value
    if default is None:
        return Undefined
    words = getattr(argument.type, "wrapped_cls", None)
    return default if words is None or default is Undefined else words(default)


def sdl() -> str:
    """The schema as text: what is served at /schema.graphql and kept in openapi/."""
    return print_schema(core(build()[0])) + "\n"


def schema() -> None:
    """Print the GraphQL schema."""
    print(sdl(), end="")


def core(schema: strawberry.Schema) -> GraphQLSchema:
    return schema._schema
