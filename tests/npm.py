"""Packages from npm for tests, installed from a committed lock file with the Node we bring."""

import fcntl
import os
import subprocess
import sys
from pathlib import Path

BIN = Path(sys.executable).parent


def installed(project: Path) -> Path:
    """The packages of a project, installed once however many tests run side by side."""
    with (project / "package-lock.json").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (project / "node_modules" / ".package-lock.json").exists():
            subprocess.run(
                ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"],
                cwd=project,
                env={**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"},
                check=True,
                capture_output=True,
                timeout=300,
            )
    return project / "node_modules"
