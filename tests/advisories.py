"""Ask whether anything we depend on has a known hole: `python -m tests.advisories`.

What is found fails. What could not be asked is said loudly and does not fail: whether a registry
knows of advisories or can be reached at all is no property of a change.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

LOCKS = ("deploy/requirements.txt", "tests/requirements.txt")
PATIENCE = 240


class Told(NamedTuple):
    """What was learnt of the pinned dependencies."""

    holes: list[str]
    clean: int
    unknown: list[str]


def ask(lock: str) -> Told:
    auditor = Path(sys.executable).with_name("pip-audit")
    command = [auditor, "--require-hashes", "--disable-pip", "-r", lock]
    options = ["--format=json", "--progress-spinner=off", "--timeout=10"]
    try:
        answer = subprocess.run(
            [*command, *options], capture_output=True, text=True, timeout=PATIENCE, check=False
        )
        return read(json.loads(answer.stdout))
    except subprocess.TimeoutExpired:
        return Told([], 0, [f"everything in {lock}: no answer"])
    except ValueError:
        reason = (answer.stderr.strip().splitlines() or ["it said nothing"])[-1]
        return Told([], 0, [f"everything in {lock}: {reason}"])


def read(report: dict[str, Any]) -> Told:
    """What the auditor's report says."""
    holes, clean, unknown = [], 0, []
    for found in report["dependencies"]:
        if "skip_reason" in found:
            unknown.append(found["name"])
        for hole in found.get("vulns", ()):
            mended = ", ".join(hole["fix_versions"]) or "no version yet"
            holes.append(f"{found['name']} {found['version']}: {hole['id']}, mended in {mended}")
        clean += found.get("vulns") == []
    return Told(holes, clean, unknown)


def main() -> int:
    told = [ask(lock) for lock in LOCKS]
    holes = sorted({hole for each in told for hole in each.holes})
    unknown = sorted({name for each in told for name in each.unknown})
    print(f"{sum(each.clean for each in told)} pinned dependencies have no known hole.")
    if unknown:
        print(f"NOT AUDITED, {len(unknown)} could not be asked about: {', '.join(unknown)}")
    for hole in holes:
        print(hole)
    return 1 if holes else 0


if __name__ == "__main__":
    sys.exit(main())
