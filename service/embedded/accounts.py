"""Who runs a server: as few rights as will do, whoever we are."""

import os
import pwd
import signal
import stat
import subprocess
import sys
from pathlib import Path
from typing import IO

from service.trouble import Trouble

LAUNCH = Path(__file__).with_name("launch.py")


def chosen(cluster: Path, program: Path) -> str:
    """Who runs the servers, as launch.py takes it.

    Postgres refuses root, and users without a name. For root we take nobody, where nobody can
    reach the programs and the data. Elsewhere (a home closed to others, a container with a bare
    number for a user) a user namespace masks who we are. A database stays with its owner.
    """
    if os.geteuid() != 0:
        return "self" if has_name(os.geteuid()) else masked(f"user {os.geteuid()} has no name here")
    if cluster.exists():
        owner = cluster.stat().st_uid
    else:
        open_to_all = reachable(program) and reachable(cluster.parent)
        owner = pwd.getpwnam("nobody").pw_uid if open_to_all else 0
    if owner:
        return str(owner)
    return masked(f"it must not be root, and others cannot reach {program} and {cluster.parent}")


def masked(why: str) -> str:
    if launched("masked", signal.SIGKILL, ["/bin/true"], subprocess.DEVNULL).wait():
        raise Trouble(f"Postgres cannot run: {why}; run Howdah as an ordinary user")
    return "masked"


def has_name(user: int) -> bool:
    try:
        return bool(pwd.getpwuid(user))
    except KeyError:
        return False


def reachable(path: Path) -> bool:
    """Whether any user may go there."""
    return all(place.stat().st_mode & stat.S_IXOTH for place in (path, *path.resolve().parents))


def own(directory: Path, account: str) -> None:
    """Make the directory if need be, closed to all but the account. Never follow a link."""
    owner = int(account) if account.isdigit() else os.geteuid()
    try:
        directory.mkdir(mode=0o700, exist_ok=True)
        found = directory.lstat()
        if not stat.S_ISDIR(found.st_mode) or found.st_uid not in (owner, os.geteuid()):
            raise Trouble(f"{directory} belongs to another user: remove it, or set HOWDAH_DATA")
        os.chown(directory, owner, -1, follow_symlinks=False)
        directory.chmod(0o700)
    except OSError as error:
        raise Trouble(f"cannot use {directory}: {error.strerror}") from None


def launched(
    account: str, farewell: signal.Signals, command: list[str], output: IO[bytes] | int
) -> "subprocess.Popen[bytes]":
    """Start a command under an account. Its own session keeps the terminal's Ctrl-C from it."""
    launcher = [sys.executable, "-IS", str(LAUNCH), account, str(os.getpid())]
    return subprocess.Popen(
        [*launcher, str(int(farewell)), *command],
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=output,
        start_new_session=True,
        cwd="/",
        env={"PATH": os.defpath, "LC_ALL": "C"},
    )
