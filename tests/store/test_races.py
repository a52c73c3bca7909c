"""Two processes with one command, or two commands for one table, at the same moment."""

import asyncio
from uuid import uuid4

import pytest

from service.store import Appended, Conflict, KeyReused, Log
from tests.store.kit import TENANT, commit

pytestmark = pytest.mark.anyio
TIMES = 60


@pytest.fixture
async def logs(database):
    async with Log(database) as one, Log(database) as other:
        yield one, other


async def both(logs, ours, theirs):
    return await asyncio.gather(
        logs[0].append(ours), logs[1].append(theirs), return_exceptions=True
    )


async def test_a_retry_that_meets_its_original_is_its_duplicate(logs):
    table, version, head = uuid4(), 0, bytes(32)
    for _ in range(TIMES):
        sale = commit(table, version, head)
        outcomes = await both(logs, sale, sale)
        assert sorted(outcome.duplicate for outcome in outcomes) == [False, True]
        assert {(each.first, each.version, each.head) for each in outcomes} == {
            (version + 1, version + 2, sale.events[-1].hash)
        }
        version, head = version + 2, sale.events[-1].hash
    assert len(await logs[0].read(TENANT, 7, table)) == 2 * TIMES


async def test_of_two_commands_for_one_version_one_gets_in(logs):
    table, version, head = uuid4(), 0, bytes(32)
    for _ in range(TIMES):
        outcomes = await both(logs, commit(table, version, head), commit(table, version, head))
        (won,) = (each for each in outcomes if isinstance(each, Appended))
        (lost,) = (each for each in outcomes if isinstance(each, Conflict))
        assert lost.actual == version + 2
        version, head = won.version, won.head


async def test_one_id_for_two_tables_gets_into_one_of_them(logs):
    for _ in range(TIMES):
        ours = commit(uuid4())
        theirs = commit(uuid4(), command=ours.command)
        outcomes = await both(logs, ours, theirs)
        assert {type(outcome) for outcome in outcomes} == {Appended, KeyReused}
        heads = [await logs[0].head(TENANT, 7, each.stream) for each in (ours, theirs)]
        assert heads.count(None) == 1
