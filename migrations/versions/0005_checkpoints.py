"""Signed checkpoints."""

from migrations.sql import run

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    run("0005_checkpoints")
