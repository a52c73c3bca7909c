"""Who comes next."""

from asyncio import Future, new_event_loop
from uuid import UUID, uuid4

import pytest

from service.store.queue import Queue, Waiting
from tests.store.kit import OTHER, TENANT, commit


@pytest.fixture(scope="module")
def loop():
    loop = new_event_loop()
    yield loop
    loop.close()


@pytest.fixture
def queue(loop):
    queue = Queue()

    def put(stream: UUID, tenant: UUID = TENANT, command: UUID | None = None, size: int = 1):
        waiting = Waiting(
            commit(stream, tenant=tenant, command=command), size, 0.0, Future(loop=loop)
        )
        queue.put(waiting)
        return waiting

    queue.order = put
    return queue


def test_a_batch_takes_one_command_of_each_table(queue):
    indore, surat = uuid4(), uuid4()
    first, second, third = queue.order(indore), queue.order(indore), queue.order(surat)
    assert queue.take(10, 10) == [first, third]
    assert queue.take(10, 10) == [second]
    assert queue.take(10, 10) == []


def test_commands_of_a_table_keep_their_order(queue):
    table = uuid4()
    waiting = [queue.order(table) for _ in range(5)]
    assert [queue.take(10, 10) for _ in range(5)] == [[each] for each in waiting]


def test_a_busy_tenant_does_not_keep_another_waiting(queue):
    for _ in range(100):
        queue.order(uuid4())
    theirs = [queue.order(uuid4(), OTHER) for _ in range(2)]
    batch = queue.take(4, 10)
    assert [waiting.commit.tenant for waiting in batch] == [TENANT, OTHER, TENANT, OTHER]
    assert set(theirs) <= set(batch)


def test_with_more_tenants_than_places_all_have_their_turn(queue):
    tenants = [uuid4() for _ in range(10)]
    for tenant in tenants * 3:
        queue.order(uuid4(), tenant)
    batches = [queue.take(5, 100) for _ in range(6)]
    served = [waiting.commit.tenant for batch in batches for waiting in batch]
    assert served == tenants * 3


def test_a_busy_table_does_not_keep_its_neighbours_waiting(queue):
    busy = uuid4()
    for _ in range(3):
        queue.order(busy)
    calm = queue.order(uuid4())
    assert [waiting.commit.stream for waiting in queue.take(1, 10)] == [busy]
    assert queue.take(1, 10) == [calm]


def test_one_command_id_is_never_twice_in_a_batch(queue):
    sale = uuid4()
    first, again = queue.order(uuid4(), command=sale), queue.order(uuid4(), command=sale)
    theirs = queue.order(uuid4(), OTHER, command=sale)
    assert queue.take(10, 10) == [first, theirs]
    assert queue.take(10, 10) == [again]


def test_a_batch_has_its_size_but_takes_at_least_one(queue):
    large = queue.order(uuid4(), size=500)
    small = [queue.order(uuid4(), size=40) for _ in range(3)]
    assert queue.take(10, 100) == [large]
    assert queue.take(10, 100) == small[:2]
    assert len(queue) == 1
