"""Each hot statement goes by its index: on a new database, on a full one, with old statistics."""

import asyncio
import re
from uuid import uuid4

import psycopg
import pytest

from service.store import Log
from service.store import log as reader
from service.store.pools import SETTINGS
from tests.store.kit import TENANT, commit

STREAM, COMMAND, PLACE = "stream_id_version_key", "command_id_tenant_id_idx", "pkey"
READS = {
    "read": (reader.READ, {STREAM}),
    "head": (reader.HEAD, {PLACE}),
    "find": (reader.FIND, {COMMAND, STREAM}),
    "follow": (reader.FOLLOW, {PLACE}),
    "end": (reader.END, {PLACE}),
}
WRITES = {  # the statements of each function, by how they begin
    ("append", "insert into streams"): {COMMAND},
    ("append", "update streams"): {PLACE, COMMAND},
    ("append", "select pos"): {PLACE},
    ("append", "insert into events"): set(),
    ("append_one", "insert into streams"): {COMMAND},
    ("append_one", "update streams"): {PLACE, COMMAND},
    ("append_one", "select pos"): {PLACE},
    ("append_one", "insert into events"): set(),
    ("outcomes", "select e.stream_id"): {COMMAND},
    ("outcomes", "select s.version"): {PLACE},
    ("outcomes", "select e.version"): {STREAM},
}
FILL = (
    """
    insert into howdah.streams
      select shard, tenant, md5('table ' || number)::uuid, 'table', 100, sha256('')
      from generate_series(1, 300) number;
    insert into howdah.events (shard, pos, tenant_id, stream_id, version, command_id, ord,
        command_count, fingerprint, type, schema_version, data, hash, recorded_at)
      select shard, 100 * (number - 1) + version, tenant, md5('table ' || number)::uuid, version,
        gen_random_uuid(), 1, 1, sha256(''), 'bombay.silk_sold', 1, '{}', sha256(''), now()
      from generate_series(1, 300) number, generate_series(1, 100) version
""".replace("shard,", "7,", 1)
    .replace("select shard, 100", "select 7, 100")
    .replace("tenant,", f"'{TENANT}'::uuid,")
)


@pytest.fixture(scope="module", params=["new", "full", "grown since the statistics were taken"])
def filled(request, postgres):
    """A database with nothing in it, with 30 000 events, or with those and other statistics."""
    name = f"plans_{request.param_index}"
    with psycopg.connect(postgres.url(), autocommit=True) as connection:
        connection.execute(f"create database {name} template howdah_template")
    with psycopg.connect(postgres.url(name), autocommit=True) as connection:
        if request.param.startswith("grown"):
            connection.execute("alter table howdah.streams set (autovacuum_enabled = off)")
            connection.execute("alter table howdah.events_7 set (autovacuum_enabled = off)")
            connection.execute(FILL.replace("(1, 300)", "(1, 1)").replace("(1, 100)", "(1, 1)"))
            connection.execute("analyze")
            connection.execute(FILL.replace("(1, 300)", "(2, 300)"))
        elif request.param == "full":
            connection.execute(FILL)
            connection.execute("vacuum analyze")
    return postgres.url(name)


@pytest.mark.parametrize("name", READS)
def test_a_read_goes_by_its_index(filled, name):
    query, indexes = READS[name]
    with psycopg.connect(filled) as connection:
        connection.execute(SETTINGS)
        connection.execute(
            "set role howdah_" + ("projector" if name in {"follow", "end"} else "reader")
        )
        places = iter(range(1, 9))
        numbered = re.sub("%s", lambda _: f"${next(places)}", query)
        assert used(connection, numbered) == indexes


@pytest.mark.parametrize(("function", "start"), WRITES)
def test_a_write_goes_by_its_index(filled, function, start):
    with psycopg.connect(filled) as connection:
        settings, statements = source(connection, function)
        for setting in settings:
            connection.execute("select set_config(%s, %s, false)", setting.split("=", 1))
        (statement,) = (each for each in statements if each.startswith(start))
        assert used(connection, statement) == WRITES[function, start]


@pytest.mark.anyio
async def test_a_command_touches_few_rows_however_many_there_are(filled):
    """Counted by the server, over everything the functions do."""
    tables = [uuid4() for _ in range(9)]
    async with Log(filled) as log:
        lone = await log.append(commit(tables[0]))
        await log.append(commit(tables[0], lone.version, lone.head))
        before = counted(filled)
        for table in tables[1:]:
            await log.append(commit(table))
        await asyncio.gather(*(log.append(commit(uuid4())) for _ in tables))
    after = counted(filled)
    assert after["walks"] == before["walks"]
    assert after["rows"] - before["rows"] < 5 * 2 * len(tables)


def counted(url: str) -> dict[str, int]:
    """How many walks through whole tables there were, and how many rows came by index."""
    with psycopg.connect(url) as connection:
        row = connection.execute(
            "select sum(seq_scan)::int, sum(idx_tup_fetch)::int from pg_stat_user_tables"
        ).fetchone()
    return {"walks": row[0], "rows": row[1]}


def source(connection, function: str) -> tuple[list[str], list[str]]:
    """The settings of a function, and its statements with numbers for its variables."""
    text, settings, names, types = connection.execute(
        "select prosrc, proconfig, proargnames[:pronargs], proargtypes::regtype[]::text[]"
        " from pg_proc where oid = ('howdah.' || %s)::regproc",
        (function,),
    ).fetchone()
    text = re.sub(r"--.*", "", text)
    text = re.sub(r"\binto (top|known|version, head, pos|version, head)\b", "", text)
    variables = dict(zip(names, types, strict=False)) | {
        "locked": "smallint",
        "top": "bigint",
        "last": "bigint[]",
        "known.last": "int",
    }
    text = text.replace("case ord when 1 then", "case ord when 1 THEN").replace("as last", "")
    for number, (name, kind) in enumerate(variables.items(), 1):
        element = kind.removesuffix("[]")
        text = re.sub(rf"(?<![.\w]){re.escape(name)}\[i\]", f"${number}::{element}", text)
        text = re.sub(rf"(?<![.\w]){re.escape(name)}(?![.\w])", f"(${number}::{kind})", text)
    parts = re.split(r";|\bthen\b|\belse\b|\bloop\b", text)
    return settings, [" ".join(part.split()) for part in parts]


def used(connection, statement: str) -> set[str]:
    """The kinds of indexes that a statement goes by; fails if it goes by anything else."""
    (plan,) = connection.execute(f"explain (generic_plan, format json) {statement}").fetchone()
    indexes = set()
    for node in nodes(plan[0]["Plan"]):
        kind = node["Node Type"]
        assert kind not in {"Seq Scan", "Sort", "Bitmap Heap Scan", "Hash Join", "Merge Join"}, plan
        if "Index Name" in node:
            assert "Index Cond" in node, node
            wanted = 1 if "pkey" in node["Index Name"] and "events" in node["Index Name"] else 2
            assert node["Index Cond"].count(" = ") >= wanted, node
            indexes |= {
                each for each in (STREAM, COMMAND, PLACE) if node["Index Name"].endswith(each)
            }
    return indexes


def nodes(plan: dict) -> list[dict]:
    return [plan, *(node for part in plan.get("Plans", []) for node in nodes(part))]
