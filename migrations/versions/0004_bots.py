"""Where bots may be on turn."""

from migrations.sql import run

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    run("0004_bots")
