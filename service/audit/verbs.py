"""The verbs that judge histories: `howdah verify` for files."""

import os
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec
import typer
from rich.console import Console
from rich.progress import track

from domain import record
from domain.verify import Fault, Receipt
from domain.verify import verify as judge
from service.trouble import Trouble

MANY = 50  # files from which on all cores are worth their start


class Finding(NamedTuple):
    file: Path
    holds: bool
    says: str


def verify(
    files: Annotated[list[Path], typer.Argument(help="game records, as GET /v1/.../record gives")],
    receipt: Annotated[
        list[str] | None,
        typer.Option(help="VERSION:HEAD, as an accepted move returned it; for a single file"),
    ] = None,
) -> None:
    """Judge game records without the service: chain, commitments, draws, moves and result.

    Ends with 0 if all hold, else with 1 and the first version that is wrong of each that does not.
    """
    receipts = tuple(read_receipt(text) for text in receipt or [])
    if receipts and len(files) > 1:
        raise Trouble("a receipt is for one table: name one file with it")
    console = Console()
    findings = track(
        found(files, receipts),
        "Verifying",
        total=len(files),
        console=console,
        transient=True,
        disable=len(files) == 1,
    )
    bad = 0
    for finding in findings:
        bad += not finding.holds
        if len(files) == 1 or not finding.holds:
            console.print(f"{finding.file}: {finding.says}", highlight=False, markup=False)
    if len(files) > 1:
        console.print(f"{len(files) - bad} of {len(files)} records hold.")
    raise typer.Exit(1 if bad else 0)


def found(files: list[Path], receipts: tuple[Receipt, ...]) -> Iterator[Finding]:
    """What is found in each file, in their order."""
    if len(files) < MANY:
        yield from (finding(file, receipts) for file in files)
        return
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        yield from pool.map(finding, files, chunksize=10)


def finding(file: Path, receipts: Iterable[Receipt] = ()) -> Finding:
    try:
        verdict = judge(record.read(file.read_bytes()), receipts)
    except Fault as fault:
        return Finding(file, False, str(fault))
    except (msgspec.DecodeError, ValueError) as error:
        return Finding(file, False, f"this is not a record: {error}")
    except OSError as error:
        raise Trouble(f"cannot read {file}: {error.strerror}") from None
    judged = "holds" if verdict.complete else "holds so far; draws are judged once the game is over"
    return Finding(file, True, f"{judged} ({verdict.version} events, head {verdict.head})")


def read_receipt(text: str) -> Receipt:
    version, _, head = text.partition(":")
    if not version.isdecimal() or len(head) != 64:
        raise Trouble(f"{text!r} is no receipt: VERSION:HEAD, a number and 64 hexadecimal digits")
    return Receipt(int(version), head.lower())
