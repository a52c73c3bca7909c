"""The read models: lobby, my tables, standings and usage."""

from migrations.sql import run

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    run("0003_reads")
