"""Bring a database to the schema this code is written for."""

from contextlib import suppress
from pathlib import Path

import psycopg
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from psycopg import errors, sql
from sqlalchemy import NullPool, create_engine
from sqlalchemy.exc import DBAPIError

MIGRATIONS = Path(__file__).parents[2] / "migrations"
LOCK = 1163084626  # two processes that migrate at once take turns
ROLES = ("owner", "writer", "reader", "projector", "identity")


def upgrade(url: str) -> None:
    """Create what is missing; do nothing where nothing is. Safe to run from several processes."""
    engine = create_engine(
        "postgresql+psycopg://", creator=lambda: _locked(url), poolclass=NullPool
    )
    config = _config()
    try:
        with engine.connect() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except DBAPIError as error:
        raise error.orig or error from None


def current(url: str) -> str | None:
    """The revision the database is at; None if it has never been migrated."""
    with psycopg.connect(url) as connection:
        try:
            connection.execute("set role howdah_reader")
        except errors.InvalidParameterValue:
            return None  # there is no such role in the whole cluster
        try:
            row = connection.execute("select version_num from howdah.alembic_version").fetchone()
        except (errors.UndefinedTable, errors.InsufficientPrivilege):
            return None
        return None if row is None else str(row[0])


def head() -> str:
    """The revision this code is written for."""
    revision = ScriptDirectory.from_config(_config()).get_current_head()
    assert revision is not None
    return revision


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    return config


def _locked(url: str) -> psycopg.Connection:
    """A connection that holds the lock of migrations and acts as the owner of the schema."""
    connection = psycopg.connect(url, autocommit=True)
    connection.execute("select pg_advisory_lock(%s)", (LOCK,))
    for role in ROLES:
        ensure_role(connection, f"howdah_{role}")
    connection.execute("create schema if not exists howdah authorization howdah_owner")
    connection.execute("set role howdah_owner")
    connection.execute("set lock_timeout = '5s'")  # rather fail than queue the traffic behind us
    connection.autocommit = False
    return connection


def ensure_role(connection: psycopg.Connection, name: str) -> None:
    """Create the role if need be and see that this user may take it.

    Roles belong to the whole cluster, so that another database's migration may be at the same
    work, and a user that may create roles must still be given those it created (Postgres 16).
    """
    role = sql.Identifier(name)
    with suppress(errors.DuplicateObject, errors.UniqueViolation):
        connection.execute(sql.SQL("create role {} nologin").format(role))
    may = connection.execute("select pg_has_role(%s, 'set')", (name,)).fetchone()
    if may != (True,):
        connection.execute(
            sql.SQL("grant {} to current_user with set true, inherit false").format(role)
        )
