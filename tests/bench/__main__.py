"""Everything there is to measure, in one table.

Each module of this folder that has a `measure` gives figures; below a floor, the command fails.
"""

import sys
import time
from importlib import import_module
from pathlib import Path

from tests.bench.figures import table


def main() -> int:
    figures = []
    for path in sorted(Path(__file__).parent.glob("[!_]*.py")):
        measure = getattr(import_module(f"tests.bench.{path.stem}"), "measure", None)
        if measure is not None:
            start = time.monotonic()
            print(f"Measuring {path.stem} ...", end=" ", file=sys.stderr, flush=True)
            figures += measure()
            print(f"{time.monotonic() - start:.0f} s", file=sys.stderr)
    print(table(figures))
    return any(figure.verdict == "BELOW" for figure in figures)


if __name__ == "__main__":
    sys.exit(main())
