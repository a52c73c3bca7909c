"""Keys by their id, the number of players, guests told apart."""

from migrations.sql import run

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    run("0002_identity")
