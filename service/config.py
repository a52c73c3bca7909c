"""Every setting there is: its variable, its default, what it accepts and what it is for."""

import difflib
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_type_hints

import msgspec
from msgspec import Meta

from service.trouble import Trouble

PREFIX = "HOWDAH_"
PASSWORDS = (re.compile(r"(://[^:@/]*:)[^?]*(?=@)"), re.compile(r"([?&]password=)[^&]*"))


class Config(msgspec.Struct, frozen=True, kw_only=True):
    """The settings. A title says what is accepted, a description what it is for."""

    host: Annotated[
        str,
        Meta(min_length=1, title="a host name or address", description="where to listen"),
    ] = "127.0.0.1"
    port: Annotated[
        int,
        Meta(ge=0, le=65535, title="a port, 0 to 65535", description="where to listen; 0: any"),
    ] = 8000
    data: Annotated[
        str,
        Meta(min_length=1, title="a directory", description="what the embedded servers keep"),
    ] = ".howdah"
    database_url: (
        Annotated[
            str,
            Meta(
                pattern=r"^postgres(ql)?://",
                title="a postgresql:// URL",
                description="your own Postgres 18; unset: embedded",
            ),
        ]
        | None
    ) = None
    redis_url: (
        Annotated[
            str,
            Meta(
                pattern=r"^((rediss?|unix)://|redis\+sentinel://[^/]+/[^/]+$)",
                title="a redis://, rediss://, unix:// or redis+sentinel://HOST,.../NAME URL",
                description="your own Redis, 6.2 or newer; unset: embedded",
            ),
        ]
        | None
    ) = None
    workers: Annotated[
        int,
        Meta(ge=1, le=64, title="a number from 1 to 64", description="processes that serve"),
    ] = 1
    bot_seconds: Annotated[
        float,
        Meta(
            ge=0.05,
            le=10,
            title="seconds, 0.05 to 10",
            description="how long a strong bot may think about a move",
        ),
    ] = 1.0
    away_seconds: Annotated[
        float,
        Meta(
            ge=1,
            title="seconds, 1 or more",
            description="how long a player may keep others waiting before the substitute plays on",
        ),
    ] = 600.0
    metrics_port: (
        Annotated[
            int,
            Meta(
                ge=1,
                le=65000,
                title="a port, 1 to 65000",
                description="metrics of each process, on this port or the next free one",
            ),
        ]
        | None
    ) = None
    proxies: Annotated[
        str,
        Meta(
            # Never everybody: whoever trusts all believes what callers say of themselves.
            pattern=r"^[0-9A-Fa-f.:/, ]*$",
            title="addresses or networks with commas between",
            description="the proxies whose X-Forwarded-For is believed",
        ),
    ] = ""
    signing_key: (
        Annotated[
            str,
            Meta(
                min_length=1,
                title="a file with 64 hexadecimal digits",
                description="signs checkpoints; unset: made in HOWDAH_DATA",
            ),
        ]
        | None
    ) = None
    checkpoint_seconds: Annotated[
        float,
        Meta(
            ge=1,
            le=3600,
            title="seconds, 1 to 3600",
            description="how often what is new is signed",
        ),
    ] = 60.0
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"],
        Meta(title="debug, info, warning or error", description="debug logs every request"),
    ] = "info"

    @property
    def directory(self) -> Path:
        return Path(self.data).expanduser().absolute()


class Setting(msgspec.Struct, frozen=True):
    """A field of Config as an operator knows it."""

    field: str
    type: Any
    default: Any

    @property
    def variable(self) -> str:
        return PREFIX + self.field.upper()

    @property
    def meta(self) -> Meta:
        parts = (self.type, *get_args(self.type))
        meta: Meta = next(part.__metadata__[0] for part in parts if hasattr(part, "__metadata__"))
        return meta

    @property
    def accepts(self) -> str:
        return self.meta.title or ""

    @property
    def purpose(self) -> str:
        return self.meta.description or ""

    def read(self, text: str) -> Any:
        try:
            return msgspec.convert(text, self.type, strict=False)
        except msgspec.ValidationError:
            raise Trouble(
                f"{self.variable} must be {self.accepts}, not {redacted(text)!r}"
            ) from None


def settings() -> list[Setting]:
    types = get_type_hints(Config, include_extras=True)
    fields = msgspec.structs.fields(Config)
    return [Setting(field.name, types[field.name], field.default) for field in fields]


def read(environment: Mapping[str, str]) -> Config:
    """The settings of this environment. What is unknown or wrong is refused by name."""
    known = {setting.variable: setting for setting in settings()}
    given = {name: text for name, text in environment.items() if name.startswith(PREFIX)}
    for name in given.keys() - known.keys():
        near = difflib.get_close_matches(name, known, 1) or known
        raise Trouble(f"{name} is not a setting; there is {', '.join(near)}")
    return Config(**{known[name].field: known[name].read(text) for name, text in given.items()})


def redacted(text: str) -> str:
    """The text without the password that a URL in it may carry."""
    for password in PASSWORDS:
        text = password.sub(r"\1***", text)
    return text


def environment(config: Config) -> dict[str, str]:
    """The variables that give this configuration when read."""
    values = msgspec.structs.asdict(config)
    return {
        setting.variable: str(values[setting.field])
        for setting in settings()
        if values[setting.field] is not None
    }
