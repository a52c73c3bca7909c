"""Programs from packages that fault tests need: found, installed where that is allowed, or missed.

Where neither is possible a test is skipped in plain sight, but never where CI=true.
"""

import os
import shutil
import subprocess

import pytest

PACKAGES = {
    "haproxy": "haproxy",
    "etcd": "etcd-server",
    "redis-server": "redis-server",
    "redis-sentinel": "redis-sentinel",
    "ip": "iproute2",
}
PLACES = f"{os.environ['PATH']}:/usr/sbin:/sbin"


def needed(*names: str) -> list[str]:
    """The paths of these programs."""
    missing = [name for name in names if shutil.which(name, path=PLACES) is None]
    if missing and os.geteuid() == 0 and shutil.which("apt-get"):
        packages = [PACKAGES[name] for name in missing]
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
        subprocess.run(["apt-get", "install", "-qq", "-y", *packages], env=quiet, check=False)
    found = [shutil.which(name, path=PLACES) for name in names]
    if None in found:
        text = f"{', '.join(missing)} is not installed and cannot be: this fault is NOT tested"
        if os.environ.get("CI") == "true":
            pytest.fail(text)
        pytest.skip(text)
    return [path for path in found if path is not None]
