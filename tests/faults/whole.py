"""Whether what is in the log is whole, and whether it is what callers were told."""

from hashlib import sha256

import psycopg

from service.store import GENESIS
from tests.faults.playing import Playing


def whole(connection: psycopg.Connection) -> tuple[int, int, int]:
    """Check every position, version and hash. Gives the numbers of events, shards and streams."""
    events = 0
    shards: dict[int, int] = {}
    heads: dict[tuple[object, object], tuple[int, bytes]] = {}
    rows = connection.execute(
        "select shard, pos, tenant_id, stream_id, version, data, hash from howdah.events"
        " order by shard, pos"
    )
    for shard, pos, tenant, stream, version, line, hash_ in rows:
        assert pos == shards.get(shard, 0) + 1
        shards[shard] = pos
        before, head = heads.get((tenant, stream), (0, GENESIS))
        assert version == before + 1
        assert hash_ == sha256(head + line).digest()
        heads[tenant, stream] = version, hash_
        events += 1
    ends = connection.execute("select tenant_id, stream_id, version, head_hash from howdah.streams")
    assert {(tenant, stream): (version, head) for tenant, stream, version, head in ends} == heads
    return events, len(shards), len(heads)


def reckon(connection: psycopg.Connection, playing: Playing, faults: str) -> None:
    """Hold what was acknowledged and what was seen against the log, and print the figures."""
    events, _, streams = whole(connection)
    written = connection.execute(
        "select command_id::text, stream_id::text, version + command_count - 1"
        " from howdah.events where ord = 1"
    ).fetchall()
    standing = set(written)
    lost = [done for done in playing.done if tuple(done) not in standing]
    doubled = len(written) - len({command for command, _, _ in written})
    seen = sum(len(follower.versions) for follower in playing.followers)
    returns = sum(follower.returns for follower in playing.followers)
    print(
        f"\n{faults}: {len(playing.done)} commands acknowledged, {playing.indeterminate} of them "
        f"indeterminate at first, {len(lost)} lost, {doubled} doubled; {events} events in "
        f"{streams} streams, chains whole; {len(playing.followers)} followers saw {seen} events "
        f"once each and came back {returns} times; longest outage {playing.longest_silence:.1f} s,"
        f" longest wait for one answer {playing.longest_wait:.1f} s; {dict(playing.troubles)}"
    )
    assert (lost, doubled) == ([], 0)
    assert in_order(playing)
    for follower in playing.followers:
        assert follower.versions == list(range(1, follower.version + 1))


def in_order(playing: Playing) -> bool:
    """Whether each table's versions only grew, in the order in which they were acknowledged."""
    last: dict[str, int] = {}
    for done in playing.done:
        if done.version <= last.get(done.table, 0):
            return False
        last[done.table] = done.version
    return True
