"""Group commit: together when it helps, and never at a neighbour's cost."""

import asyncio
from contextlib import asynccontextmanager
from uuid import uuid4

import psycopg
import pytest

from service.store import (
    GENESIS,
    Appended,
    Conflict,
    Log,
    Malformed,
    Overloaded,
    TooLarge,
    Unavailable,
)
from service.store.batch import MAX_BYTES, MAX_EVENTS
from tests.store.kit import OTHER, TENANT, commit
from tests.waiting import eventually

pytestmark = pytest.mark.anyio
SHARD_LOCK = "select pg_advisory_lock(1163084627, 7)"


@asynccontextmanager
async def held(database):
    """As long as this lasts, nobody can write to shard 7."""
    async with await psycopg.AsyncConnection.connect(database, autocommit=True) as connection:
        await connection.execute(SHARD_LOCK)
        yield


async def under_way(log, count):
    """As many appends as wanted have been taken from the queue or wait in it."""

    async def so():
        return len(log.appender) >= count

    await eventually(so)


async def taken(log):
    """What was asked for just now is under way, and no longer waits."""
    await asyncio.sleep(0)

    async def so():
        return len(log.appender) == 0

    await eventually(so)


async def test_what_arrives_during_a_commit_goes_into_the_next_one(log):
    first = asyncio.create_task(log.append(commit(uuid4())))
    appended = await asyncio.gather(*(log.append(commit(uuid4())) for _ in range(100)))
    await first
    assert log.appender.commands == 101
    assert log.appender.batches <= 3
    assert len({each.position for each in appended}) == 100


async def test_who_came_too_late_for_a_batch_does_not_stay_behind_for_ever(log):
    """One caller a little ahead of seven: from the second commit on they go together."""

    async def play():
        table, version, head = uuid4(), 0, GENESIS
        for _ in range(20):
            appended = await log.append(commit(table, version, head))
            version, head = appended.version, appended.head

    ahead = asyncio.create_task(play())
    await taken(log)
    await asyncio.gather(ahead, *(play() for _ in range(7)))
    assert log.appender.commands == 160
    assert log.appender.batches < 25


async def test_a_batch_over_many_shards_is_written_in_one_go(log):
    tables = [(uuid4(), shard) for shard in range(64)]
    start = [await log.end(shard) for _, shard in tables]
    await asyncio.gather(
        log.append(commit(uuid4(), shard=3)),
        *(log.append(commit(table, shard=shard)) for table, shard in tables),
    )
    assert log.appender.batches <= 2
    for (table, shard), before in zip(tables, start, strict=True):
        followed = await log.follow(shard, before, 10)
        assert [event.stream for event in followed if event.stream == table] == [table] * 2


async def test_two_commands_for_one_table_both_get_their_answer(log):
    table = uuid4()
    first, second = await asyncio.gather(
        log.append(commit(table)), log.append(commit(table)), return_exceptions=True
    )
    assert isinstance(first, Appended)
    assert isinstance(second, Conflict)
    assert second.actual == 2


async def test_a_poisonous_command_does_not_harm_its_neighbours(log):
    healthy = [commit(uuid4()) for _ in range(20)]
    poison = commit(uuid4(), lines=(b"{}",))
    poisons = [
        replaced(poison, stream=uuid4(), command=uuid4(), **bad)
        for bad in (
            {"kind": "ta\0ble"},
            {"kind": "\udc00"},
            {"kind": None},
            {"events": (replaced(poison.events[0], schema=99_999),)},
            {"events": (replaced(poison.events[0], line="a text"),)},
        )
    ]
    outcomes = await asyncio.gather(
        *(log.append(each) for each in [*healthy[:10], *poisons, *healthy[10:]]),
        return_exceptions=True,
    )
    assert [type(outcome) for outcome in outcomes[10:15]] == [Malformed] * 5
    assert all(isinstance(outcome, Appended) for outcome in outcomes[:10] + outcomes[15:])
    for each in poisons:
        assert await log.head(TENANT, 7, each.stream) is None


async def test_a_damaged_stream_does_not_harm_its_neighbours(log, database):
    """An event that nobody appended stands where the next one belongs."""
    table = uuid4()
    sale = commit(table)
    await log.append(sale)
    async with await psycopg.AsyncConnection.connect(database) as connection:
        await connection.execute(
            "insert into howdah.events (shard, pos, tenant_id, stream_id, version, command_id, ord,"
            " type, schema_version, data, hash, recorded_at) select shard, 1000000, tenant_id,"
            " stream_id, 3, command_id, 2, type, 1, data, hash, now() from howdah.events"
            " where stream_id = %s and version = 2",
            (table,),
        )
    following = commit(table, 2, sale.events[-1].hash)
    outcomes = await asyncio.gather(
        *(log.append(each) for each in [commit(uuid4()), following, commit(uuid4())]),
        return_exceptions=True,
    )
    assert [type(outcome) for outcome in outcomes] == [Appended, Malformed, Appended]


async def test_who_is_cancelled_may_ask_again(log, database):
    table = uuid4()
    sale = commit(table)
    async with held(database):
        caller = asyncio.create_task(log.append(sale))
        await asyncio.sleep(0)
        behind = asyncio.create_task(
            log.append(commit(table, expected=2, prev=sale.events[-1].hash))
        )
        await under_way(log, 1)
        caller.cancel()
        with pytest.raises(asyncio.CancelledError):
            await caller
    assert (await behind).version == 4
    again = await log.append(sale)
    assert again.duplicate
    assert (again.first, again.version) == (1, 2)
    assert len(await log.read(TENANT, 7, table)) == 4


async def test_a_full_queue_says_when_to_come_again(database):
    async with Log(database, limit=10) as log:
        async with held(database):
            waiting = [asyncio.create_task(log.append(commit(uuid4())))]
            await taken(log)
            waiting += [asyncio.create_task(log.append(commit(uuid4()))) for _ in range(5)]
            await under_way(log, 5)
            with pytest.raises(Overloaded) as overloaded:  # half of the room is for the others
                await log.append(commit(uuid4()))
            assert overloaded.value.retry_after > 0
            for _ in range(5):
                sale = commit(uuid4(), tenant=OTHER)
                waiting.append(asyncio.create_task(log.append(sale)))
            await under_way(log, 10)
            with pytest.raises(Overloaded):
                await log.append(commit(uuid4(), tenant=uuid4()))
        outcomes = await asyncio.gather(*waiting)
    assert [outcome.version for outcome in outcomes] == [2] * 11


async def test_closing_writes_what_waits_and_takes_no_more(database):
    table = uuid4()
    async with Log(database) as log:
        waiting = asyncio.gather(*(log.append(commit(uuid4())) for _ in range(50)))
        await asyncio.sleep(0)
    assert len(await waiting) == 50
    with pytest.raises(Unavailable):
        await log.append(commit(table))


async def test_a_database_without_our_schema_is_as_good_as_none(postgres):
    async with Log(postgres.url("postgres"), patience=0.3) as log:
        with pytest.raises(Unavailable):
            await log.append(commit(uuid4()))
        with pytest.raises(Unavailable):
            await log.read(TENANT, 7, uuid4())


async def test_a_lock_that_nobody_lets_go_of_is_not_waited_for_for_ever(database):
    async with Log(database, patience=0.5) as log, held(database):
        with pytest.raises(Unavailable):
            await log.append(commit(uuid4()))


async def test_a_server_that_ends_connections_loses_and_doubles_nothing(log, database):
    heads = dict.fromkeys((uuid4() for _ in range(8)), (0, bytes(32)))
    ended = 0

    async def play(table):
        version, head = heads[table]
        while ended < 4 or version < 80:
            appended = await log.append(commit(table, version, head))
            version, head = appended.version, appended.head
        return version

    async def disturb():
        nonlocal ended
        async with await psycopg.AsyncConnection.connect(database, autocommit=True) as connection:
            while True:
                await connection.execute(
                    "select pg_terminate_backend(pid) from pg_stat_activity"
                    " where query like 'select * from howdah.append%' and pid <> pg_backend_pid()"
                )
                ended += 1
                await asyncio.sleep(0.02)

    nuisance = asyncio.create_task(disturb())
    versions = await asyncio.gather(*map(play, heads))
    nuisance.cancel()
    for table, version in zip(heads, versions, strict=True):
        stored = await log.read(TENANT, 7, table, limit=version + 1)
        assert [event.version for event in stored] == list(range(1, version + 1))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("tenant", "7e000000-0000-7000-8000-000000000001"),
        ("stream", "Indore"),
        ("command", b"\x01" * 16),
        ("command", None),
        ("shard", 64),
        ("shard", -1),
        ("expected", -1),
        ("expected", 2**31),
        ("prev", b""),
        ("fingerprint", b"short"),
        ("events", ()),
    ],
)
async def test_what_is_no_command_is_refused_before_it_is_sent(log, field, value):
    with pytest.raises(Malformed):
        await log.append(replaced(commit(uuid4()), **{field: value}))


async def test_a_hash_of_the_wrong_length_is_refused(log):
    sale = commit(uuid4())
    broken = replaced(sale.events[1], hash=b"\x00" * 31)
    with pytest.raises(Malformed):
        await log.append(replaced(sale, events=(sale.events[0], broken)))


async def test_too_much_for_one_command_is_refused_and_writes_nothing(log):
    table = uuid4()
    with pytest.raises(TooLarge):
        await log.append(commit(table, lines=(b"x" * (MAX_BYTES + 1),)))
    with pytest.raises(TooLarge):
        await log.append(commit(table, secret=b"x" * MAX_BYTES))
    with pytest.raises(TooLarge):
        await log.append(commit(table, lines=(b"{}",) * (MAX_EVENTS + 1)))
    assert await log.head(TENANT, 7, table) is None


async def test_as_much_as_one_command_may_have_is_taken(log):
    lines = (b"x" * (MAX_BYTES - MAX_EVENTS + 1), *(b"x" for _ in range(MAX_EVENTS - 1)))
    appended = await log.append(commit(uuid4(), lines=lines))
    assert appended.version == MAX_EVENTS


async def test_a_clock_that_jumps_does_not_change_the_order(log):
    table = uuid4()
    times = [b"2026-11-18T12:00:00Z", b"1970-01-01T00:00:00Z", b"2099-12-31T23:59:59Z"]
    version, head = 0, bytes(32)
    for time in times:
        appended = await log.append(commit(table, version, head, lines=(b'{"at":"%s"}' % time,)))
        version, head = appended.version, appended.head
    stored = await log.read(TENANT, 7, table)
    assert [event.line[7:-2] for event in stored] == times
    followed = [event for event in await log.follow(7, 0, 100_000) if event.stream == table]
    assert [event.version for event in followed] == [1, 2, 3]


@pytest.mark.parametrize("bad", ["Indore", 7, None])
async def test_a_read_with_what_is_no_id_is_refused(log, bad):
    with pytest.raises(Malformed):
        await log.read(bad, 7, uuid4())
    with pytest.raises(Malformed):
        await log.find(OTHER, 7, bad)


def replaced(value, **changes):
    return type(value)(
        **{field: getattr(value, field) for field in value.__struct_fields__} | changes
    )
