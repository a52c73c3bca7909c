"""The statements of the migrations, as files of SQL."""

from pathlib import Path

from alembic import op


def run(name: str) -> None:
    """Execute a file as it stands: no placeholder or bind parameter is looked for in it."""
    statements = Path(__file__).with_name(f"{name}.sql").read_text()
    connection = op.get_bind().connection.driver_connection
    assert connection is not None
    connection.execute(statements)
