"""What comes of a command at the log."""

import asyncio
from uuid import uuid4

import pytest

from service.store import Appended, Conflict, Forked, Head, KeyReused
from tests.store.kit import OTHER, TENANT, commit

pytestmark = pytest.mark.anyio


async def test_a_command_is_read_back_as_it_was_written(log):
    table = uuid4()
    sale = commit(table, secret=b"salt and hand")
    appended = await log.append(sale)
    assert (appended.first, appended.version, appended.duplicate) == (1, 2, False)
    stored = await log.read(TENANT, 7, table)
    assert [event.line for event in stored] == [event.line for event in sale.events]
    assert [event.hash for event in stored] == [event.hash for event in sale.events]
    assert [event.secret for event in stored] == [b"salt and hand"] * 2
    assert [event.version for event in stored] == [1, 2]
    assert {event.command for event in stored} == {sale.command}
    assert await log.head(TENANT, 7, table) == Head(2, sale.events[-1].hash)


async def test_a_repeated_command_is_told_what_the_first_one_wrote(log):
    table = uuid4()
    sale = commit(table)
    first = await log.append(sale)
    await log.append(commit(table, 2, first.head))
    again = await log.append(sale)
    assert again == Appended(first.version, 1, first.head, True, first.position)
    assert len(await log.read(TENANT, 7, table)) == 4


async def test_a_command_repeated_on_a_newer_state_is_still_a_duplicate(log):
    table = uuid4()
    sale = commit(table)
    first = await log.append(sale)
    again = await log.append(commit(table, 2, first.head, command=sale.command))
    assert again.duplicate
    assert (again.first, again.version, again.head) == (1, 2, first.head)
    assert len(await log.read(TENANT, 7, table)) == 2


async def test_the_same_id_with_another_body_is_refused(log):
    table = uuid4()
    sale = commit(table)
    await log.append(sale)
    with pytest.raises(KeyReused):
        await log.append(commit(table, lines=(b'{"silk":"red"}',), command=sale.command))
    with pytest.raises(KeyReused):
        await log.append(commit(uuid4(), command=sale.command))


async def test_a_stale_command_is_told_where_the_stream_is(log):
    table = uuid4()
    await log.append(commit(table))
    with pytest.raises(Conflict) as conflict:
        await log.append(commit(table))
    assert conflict.value.actual == 2
    with pytest.raises(Conflict) as conflict:
        await log.append(commit(uuid4(), expected=5))
    assert conflict.value.actual == 0


async def test_what_is_refused_in_a_batch_leaves_the_lines_of_its_neighbours_alone(log):
    """Streams are written in their order, so the refused command comes first in the batch."""
    low, high = sorted((uuid4(), uuid4()))
    stale = commit(low, expected=5, lines=(b'{"refused":true}',))
    sale = commit(high)
    first = asyncio.create_task(log.append(commit(uuid4())))  # under way while the two gather
    refused, appended = await asyncio.gather(
        log.append(stale), log.append(sale), return_exceptions=True
    )
    await first
    assert isinstance(refused, Conflict)
    stored = await log.read(TENANT, 7, high)
    assert [event.line for event in stored] == [event.line for event in sale.events]
    assert appended.head == stored[-1].hash


async def test_another_past_is_refused(log):
    table = uuid4()
    await log.append(commit(table))
    with pytest.raises(Forked):
        await log.append(commit(table, 2, prev=bytes(31) + b"x"))
    assert len(await log.read(TENANT, 7, table)) == 2


async def test_two_tenants_may_use_the_same_ids(log):
    table = uuid4()
    ours = commit(table, lines=(b'{"silk":"red"}',))
    theirs = commit(table, lines=(b'{"silk":"blue"}',), command=ours.command, tenant=OTHER)
    assert not (await log.append(ours)).duplicate
    assert not (await log.append(theirs)).duplicate
    (event,) = await log.read(OTHER, 7, table)
    assert event.line == b'{"silk":"blue"}'


async def test_a_command_can_be_looked_up(log):
    table = uuid4()
    sale = commit(table)
    await log.append(sale)
    found = await log.find(TENANT, 7, sale.command)
    assert found is not None
    assert (found.stream, found.first, found.last) == (table, 1, 2)
    assert (found.fingerprint, found.head) == (sale.fingerprint, sale.events[-1].hash)
    assert await log.find(OTHER, 7, sale.command) is None


async def test_a_shard_is_followed_in_the_order_of_commits(log):
    start = await log.end(7)
    tables = [uuid4() for _ in range(3)]
    for table in tables:
        await log.append(commit(table))
    followed = await log.follow(7, start, 100)
    assert [event.stream for event in followed] == [t for t in tables for _ in range(2)]
    assert [event.position for event in followed] == list(range(start + 1, start + 7))
    assert {(event.tenant, event.kind) for event in followed} == {(TENANT, "table")}
