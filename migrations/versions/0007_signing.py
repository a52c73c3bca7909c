"""Checkpoints as often as they should be, however many processes sign."""

from migrations.sql import run

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    run("0007_signing")
