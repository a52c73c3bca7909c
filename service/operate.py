"""What an operator does from the command line beside serving."""

import os

from service import embedded, store
from service.config import read
from service.serve import say, upgrade


def migrate() -> None:
    """Bring the database up to date. Safe to repeat, and safe while the service runs."""
    config = read(os.environ)
    with embedded.reached(config, say) as urls:
        upgrade(urls.database)
        say(f"The database is at revision {store.migrate.current(urls.database)}.")
