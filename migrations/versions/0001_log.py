"""The log, the tables of identity, and who may do what."""

from migrations.sql import run

revision = "0001"
down_revision = None


def upgrade() -> None:
    for name in ("0001_log", "0001_append", "0001_identity", "0001_rights"):
        run(name)
