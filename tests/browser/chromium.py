"""Where Chromium is, and how it is started wherever tests need it."""

from tests import packages

FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()


def installed() -> str | None:
    """The path of the browser, or None if there is none and no right to install one."""
    packages.installed("chromium")
    return packages.found("chromium")
