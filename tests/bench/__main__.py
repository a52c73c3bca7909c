"""Everything there is to measure, in one table.

Each module of this folder that has a `measure` gives figures; below a floor, or where something
could not be measured, the command fails. `--write` puts the table into README.md, too.

python -m tests.bench [--write] [MODULE ...]
"""

import os
import platform
import re
import sys
import time
import traceback
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path

from tests.bench.figures import Figure, attempted, markdown, table

HERE = Path(__file__).parent
TABLE = re.compile(r"(?<=<!-- table -->\n).*(?=<!-- end of table -->)", re.S)


def main(*arguments: str) -> int:
    wanted = [name for name in arguments if not name.startswith("-")]
    begun, figures = time.monotonic(), []
    for path in sorted(HERE.glob("[!_]*.py")):
        measure = getattr(import_module(f"tests.bench.{path.stem}"), "measure", None)
        if measure is not None and path.stem in (wanted or [path.stem]):
            figures += measured(path.stem, measure)
    minutes = (time.monotonic() - begun) / 60
    print(table(figures))
    print(f"\n{summary(figures)} {minutes:.1f} minutes.")
    if "--write" in arguments:
        readme = HERE / "README.md"
        when = f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC, {machine()}, {minutes:.1f} minutes.\n"
        content = f"\n{when}{summary(figures)}\n\n{markdown(figures)}\n\n"
        readme.write_text(TABLE.sub(lambda _: content, readme.read_text()))
    return any(figure.failed for figure in figures)


def measured(name, measure) -> list[Figure]:
    """One module's figures. What goes wrong in it does not cost the others theirs."""
    start = time.monotonic()
    print(f"Measuring {name} ...", end=" ", file=sys.stderr, flush=True)
    try:
        return attempted(None, measure)
    except Exception as error:
        traceback.print_exc()
        return [Figure(f"{name}: {type(error).__name__}", (), (), "")]
    finally:
        print(f"{time.monotonic() - start:.0f} s", file=sys.stderr, flush=True)


def summary(figures: list[Figure]) -> str:
    """How many reach what; rows beneath the floor and those not measured by name."""
    held = [figure for figure in figures if figure.floor is not None or figure.goal is not None]
    goals = sum(figure.verdict == "goal" for figure in held)
    failed = [f"{figure.measure} ({figure.verdict})" for figure in figures if figure.failed]
    return (
        f"{goals} of {len(held)} figures reach their goal. Failed: {', '.join(failed) or 'none'}."
    )


def machine() -> str:
    cpu = re.search(r"model name\s*: (.+)", Path("/proc/cpuinfo").read_text())
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") >> 30
    return (
        f"{os.cpu_count()} cores ({cpu[1] if cpu else platform.machine()}), {memory} GiB, "
        f"Linux {platform.release()}, Python {platform.python_version()}"
    )


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
