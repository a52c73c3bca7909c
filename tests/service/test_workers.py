"""Several workers on one socket."""

import os
import signal
import threading

import httpx

from tests.running import started, wait_for


def workers(running):
    servers = {running.server("postgres"), running.server("redis")}
    return set(running.children()) - servers


def test_a_worker_that_dies_is_replaced(used):
    with started(used, workers=2) as running:
        killed, kept = sorted(workers(running))
        os.kill(killed, signal.SIGKILL)
        wait_for(lambda: len(workers(running)) == 2 and killed not in workers(running))
        assert kept in workers(running)
        assert running.get("/readyz").status_code == 200
        assert running.stop() == 0


def test_a_renewal_replaces_all_and_fails_no_request(used):
    with started(used, workers=2) as running:
        before, failures, finished = workers(running), [], threading.Event()

        def call_all_the_while():
            while not finished.is_set():
                try:
                    httpx.get(running.url + "/livez").raise_for_status()
                except httpx.HTTPError as error:
                    failures.append(error)

        caller = threading.Thread(target=call_all_the_while)
        caller.start()
        running.process.send_signal(signal.SIGHUP)
        wait_for(lambda: "workers_renewed" in running.errors.read_text())
        finished.set()
        caller.join()
        assert failures == []
        assert len(workers(running)) == 2
        assert not workers(running) & before
        assert running.stop(signal.SIGINT) == 0
        assert "Traceback" not in running.errors.read_text()


def test_workers_do_not_outlive_a_killed_supervisor(used):
    with started(used, workers=2) as running:
        left = workers(running)
        running.stop(signal.SIGKILL)
        wait_for(lambda: not any(alive(pid) for pid in left))
    with started(used, workers=2) as again:
        assert again.get("/readyz").status_code == 200


def alive(pid):
    """Whether it still runs; one that has ended may wait a while to be noticed."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
