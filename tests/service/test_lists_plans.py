"""The queries of lists walk an index in its order, however many rows there are."""

import re
from datetime import UTC, date, datetime
from uuid import UUID

import psycopg
import pytest

from service import lists
from service.feed import hub
from service.projectors import runner
from service.store.pools import SETTINGS

CLUB = UUID(int=1)
VALUES = {
    "tenant": CLUB,
    "player": UUID(int=2),
    "all": False,
    "game": "bombay",
    "opened": datetime(2026, 11, 18, tzinfo=UTC),
    "table": UUID(int=3),
    "rating": 1.0,
    "first": date(2026, 11, 1),
    "last": date(2026, 11, 30),
    "shard": 3,
    "limit": 21,
    "began": lists.BEGAN,
    "over": lists.OVER,
}
BY_STATUS = lists.TABLES + lists.OF_STATUS["open"] + lists.NEWEST.format("t")
QUERIES = {
    "newest": ("reader", lists.TABLES + lists.NEWEST.format("t"), VALUES, "tables_newest"),
    "by status": ("reader", BY_STATUS, VALUES, "tables_by_status"),
    "mine": ("reader", lists.MINE + lists.NEWEST.format("s"), VALUES, "sittings_newest"),
    "standings": ("reader", lists.STANDINGS, VALUES, "standings_best"),
    "usage": ("reader", lists.USAGE, VALUES, "usage_pkey"),
    "open tables": ("reader", lists.OPEN, VALUES, "pkey on events"),
    "behind": ("projector", lists.POSITIONS, VALUES, "pkey"),
    "heads": ("projector", hub.HEADS, ([3], [CLUB], [CLUB]), "streams_pkey"),
    "ends": ("projector", runner.ENDS, ([3],), "pkey"),
}


@pytest.fixture(scope="module")
def filled(database):
    """Enough rows for a bad plan to be tempting."""
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute(
            "insert into howdah.tables select 1, 3, %s, gen_random_uuid(), 'bombay',"
            " case n %% 100 when 0 then 'open' else 'finished' end, true,"
            " 3, 1, %s, array[%s]::uuid[], '{}', 1, now() - n * interval '1 s', now()"
            " from generate_series(1, 20000) n",
            (CLUB, UUID(int=2), UUID(int=2)),
        )
        connection.execute(
            "insert into howdah.sittings select build, shard, tenant_id, host, table_id, opened_at"
            " from howdah.tables"
        )
        connection.execute(
            "insert into howdah.standings select 1, 3, %s, 'bombay', gen_random_uuid(), 1, 1,"
            " random(), 1, 1 from generate_series(1, 5000)",
            (CLUB,),
        )
    return database


@pytest.mark.parametrize("analyzed", [False, True], ids=["no statistics", "statistics"])
@pytest.mark.parametrize("name", QUERIES)
def test_a_page_is_read_from_an_index(filled, name, analyzed):
    role, query, values, index = QUERIES[name]
    with psycopg.connect(filled, autocommit=True) as connection:
        if analyzed:
            connection.execute("analyze")
        connection.execute(f"set role howdah_{role}")
        connection.execute(SETTINGS)
        connection.execute("select set_config('howdah.tenant', %s, false)", (str(CLUB),))
        rows = connection.execute("explain " + query, values).fetchall()
    plan = "\n".join(line for (line,) in rows)
    # Without statistics two indexes in the right order look alike, and either will do.
    assert (index if analyzed else index.removesuffix("by_status")) in plan
    assert not re.search(r"Sort  \(cost", plan), plan  # the key of a Merge Append is none
    big = [line for line in plan.splitlines() if "Seq Scan" in line and "projections" not in line]
    assert not big, plan
