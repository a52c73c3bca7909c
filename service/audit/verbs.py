"""The verbs that judge histories: `howdah verify` for files, `howdah replay` for the database."""

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path
from typing import Annotated, NamedTuple, TypeVar
from uuid import UUID

import msgspec
import typer
from rich.console import Console
from rich.progress import Progress, track

from domain import record
from domain.verify import Fault, Receipt
from domain.verify import verify as judge
from service import embedded
from service.audit import gate, signing
from service.audit.files import Piece, pieces
from service.config import read
from service.serve import say
from service.trouble import Trouble

T = TypeVar("T")

MANY = 50  # records from which on all cores are worth their start


class Finding(NamedTuple):
    piece: Piece
    holds: bool
    says: str


def verify(
    files: Annotated[list[Path], typer.Argument(help="game records, as GET /v1/.../record gives")],
    receipt: Annotated[
        list[str] | None,
        typer.Option(help="VERSION:HEAD, as an accepted move returned it; for a single record"),
    ] = None,
    checkpoint: Annotated[
        list[Path] | None,
        typer.Option(help="signed proof, as GET /v1/.../checkpoint gives; for a single record"),
    ] = None,
    keys: Annotated[
        Path | None,
        typer.Option(help="the keys you trust, as GET /.well-known/howdah-keys.json gives"),
    ] = None,
) -> None:
    """Judge game records without the service: chain, commitments, draws, moves and result.

    Ends with 0 if all hold, else with 1 and the first version that is wrong of each that does not.
    """
    receipts = tuple(read_receipt(text) for text in receipt or [])
    records = [piece for file in files for piece in pieces(file)]
    if (receipts or checkpoint) and len(records) > 1:
        raise Trouble("receipts and checkpoints are of one table: name one record with them")
    if checkpoint and keys is None:
        raise Trouble("say with --keys what you trust: a copy of /.well-known/howdah-keys.json")
    console = Console()
    if checkpoint and keys is not None:
        try:
            receipts += signed_receipts(records[0], checkpoint, keys)
        except Fault as fault:
            console.print(f"{records[0]}: {fault}", highlight=False, markup=False, soft_wrap=True)
            raise typer.Exit(1) from None
    findings = track(
        found(records, receipts),
        "Verifying",
        total=len(records),
        console=console,
        transient=True,
        disable=len(records) == 1 or not console.is_terminal,
    )
    bad = 0
    for finding in findings:
        bad += not finding.holds
        if len(records) == 1 or not finding.holds:
            text = f"{finding.piece}: {finding.says}"
            console.print(text, highlight=False, markup=False, soft_wrap=True)
    if len(records) > 1:
        console.print(f"{len(records) - bad} of {len(records)} records hold.")
    raise typer.Exit(1 if bad else 0)


def found(records: list[Piece], receipts: tuple[Receipt, ...]) -> Iterator[Finding]:
    """What is found in each record, in their order."""
    if len(records) < MANY:
        yield from (finding(piece, receipts) for piece in records)
        return
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        yield from pool.map(finding, records, chunksize=10)


def finding(piece: Piece, receipts: Sequence[Receipt] = ()) -> Finding:
    try:
        verdict = judge(record.read(piece.read()), receipts)
    except Fault as fault:
        return Finding(piece, False, str(fault))
    except ValueError as error:
        return Finding(piece, False, f"this is not a record: {error}")
    judged = "holds" if verdict.complete else "holds so far; draws are judged once the game is over"
    says = f"{judged} ({verdict.version} events, head {verdict.head})"
    fits = ", ".join(f"the {each.kind} of version {each.version}" for each in receipts)
    return Finding(piece, True, f"{says}, and fits {fits}" if fits else says)


def read_receipt(text: str) -> Receipt:
    version, _, head = text.partition(":")
    if not version.isdecimal() or len(head) != 64:
        raise Trouble(f"{text!r} is no receipt: VERSION:HEAD, a number and 64 hexadecimal digits")
    return Receipt(int(version), head.lower())


def signed_receipts(piece: Piece, checkpoints: list[Path], keys: Path) -> tuple[Receipt, ...]:
    """What the checkpoints say about the table of a record; raises Fault if one is forged."""
    trusted = loaded(keys, signing.Keys).keys
    try:
        table = record.read(piece.read()).header.table
    except ValueError:
        return ()  # there is more to say about a file that is no record
    proofs = [loaded(path, signing.Proof) for path in checkpoints]
    return tuple(signing.receipt_of(proof, table, trusted) for proof in proofs)


def loaded(path: Path, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except OSError as error:
        raise Trouble(f"cannot read {path}: {error.strerror}") from None
    except msgspec.DecodeError as error:
        raise Trouble(f"{path} is not what it should be: {error}") from None


def replay(
    table: Annotated[UUID | None, typer.Argument(help="a table's id")] = None,
    all_: Annotated[bool, typer.Option("--all", help="every table of every tenant")] = False,
) -> None:
    """Decide stored games once more with the code at hand, and name every difference.

    Run it before a new version goes live: it ends with 0 if every game comes out as it is stored.
    """
    if (table is None) != all_:
        raise Trouble("name one table, or say --all")
    console = Console()
    with embedded.reached(read(os.environ), say) as urls:
        shards = gate.sizes(urls.database)
        bar = Progress(console=console, transient=True, disable=not console.is_terminal)
        with bar, ProcessPoolExecutor(min(len(shards), os.cpu_count() or 1) or 1) as pool:
            task = bar.add_task("Replaying", total=sum(shards.values()))
            tables = events = bad = 0
            for judged in pool.map(gate.replayed, repeat(urls.database), shards, repeat(table)):
                bar.advance(task, judged.tables)
                tables, events = tables + judged.tables, events + judged.events
                bad += len(judged.faults)
                for fault in judged.faults:
                    console.print(fault, highlight=False, markup=False, soft_wrap=True)
    if table is not None and not tables:
        raise Trouble(f"there is no table {table}")
    console.print(
        f"{tables - bad:,} of {tables:,} games with {events:,} events come out as they are stored."
    )
    raise typer.Exit(1 if bad else 0)
