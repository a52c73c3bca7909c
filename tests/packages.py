"""Programs from Debian's packages: found, installed where we may, or missed in plain sight.

`python -m tests.packages` installs them all beforehand, as .ci/run does.
"""

import os
import shutil
import subprocess
import sys

import pytest

PACKAGES = {
    "chromium": "chromium",
    "etcd": "etcd-server",
    "haproxy": "haproxy",
    "ip": "iproute2",
    "redis-sentinel": "redis-sentinel",
    "redis-server": "redis-server",
}
PLACES = f"{os.environ['PATH']}:/usr/sbin:/sbin:/usr/bin"
# A server that comes with its package is not started, and whoever installs beside us has its turn.
INSTALL = "apt-get -qq -y -o DPkg::Lock::Timeout=120 install".split()
QUIETLY = {"DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
PATIENCE = 240


def found(program: str) -> str | None:
    other = f"{program}-browser"  # as some systems call Chromium
    return shutil.which(program, path=PLACES) or shutil.which(other, path=PLACES)


def installed(*programs: str) -> list[str]:
    """See that these programs are there, if we may. Gives those that are not."""
    missing = [program for program in programs if found(program) is None]
    if missing and os.geteuid() == 0 and shutil.which("apt-get"):
        packages = [PACKAGES[program] for program in missing]
        for command in (["apt-get", "-qq", "update"], [*INSTALL, *packages]):
            subprocess.run(
                command,
                env={**os.environ, **QUIETLY},
                capture_output=True,
                timeout=PATIENCE,
                check=False,
            )
    return [program for program in missing if found(program) is None]


def needed(*programs: str) -> list[str]:
    """The paths of these programs. Without them a test is skipped, but never where CI=true."""
    if missing := installed(*programs):
        text = f"{', '.join(missing)} is not installed and cannot be: this is NOT tested"
        if os.environ.get("CI") == "true":
            pytest.fail(text)
        pytest.skip(text)
    return [path for program in programs if (path := found(program)) is not None]


if __name__ == "__main__":
    sys.exit(", ".join(f"no {program}" for program in installed(*PACKAGES)) or None)
