"""The running service, from outside. Tests that leave it as it was share one."""

import json
import os
import signal
import socket
import time

import httpx
import psycopg
import pytest
from websockets import ConnectionClosed
from websockets.sync.client import connect

from service.embedded import Postgres
from tests.conftest import scratch, silently
from tests.running import Running, howdah, started, wait_for

KEPT = "create table if not exists kept (word text)"


def remember(running: Running, word: str) -> None:
    with psycopg.connect(running.database) as connection:
        connection.execute(KEPT)
        connection.execute("insert into kept values (%s)", (word,))


def remembered(running: Running) -> list[str]:
    with psycopg.connect(running.database) as connection:
        return [row[0] for row in connection.execute("select word from kept order by word")]


def test_it_is_ready_and_says_where(service):
    assert service.get("/readyz").json() == {
        "status": "ok",
        "checks": {"database": "ok", "redis": "ok", "commits": "ok"},
    }
    assert service.printed("API") == service.url + "/graphql"
    assert service.printed("schema") == service.url + "/schema.graphql"


def test_it_shows_what_it_does_while_it_prepares(service):
    told = service.output.read_text()
    for word in ("Preparing a database", "Starting postgres", "Starting redis", "up to date"):
        assert word in told


def test_an_answer_protects_the_browser_and_does_not_name_the_server(service):
    headers = service.get("/livez").headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert "default-src 'self'" in headers["content-security-policy"]
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert "server" not in headers


def test_an_error_is_protected_too(service):
    answer = service.get("/nowhere")
    assert answer.status_code == 404
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("asked", ["", "a b", "x" * 65, 'quote"d'])
def test_a_request_gets_an_id_of_ours(service, asked):
    given = {service.get("/livez", headers={"x-request-id": asked}).headers["x-request-id"]}
    given |= {service.get("/livez", headers={"x-request-id": asked}).headers["x-request-id"]}
    assert len(given) == 2
    assert asked not in given


def test_a_sound_id_of_the_caller_is_kept_and_logged(service):
    service.get("/livez?token=no", headers={"x-request-id": "elephant-7"})

    def lines():
        return [json.loads(line) for line in service.errors.read_text().splitlines()]

    wait_for(lambda: any(line.get("request_id") == "elephant-7" for line in lines()))
    line = next(line for line in lines() if line.get("request_id") == "elephant-7")
    assert (line["method"], line["path"], line["status"]) == ("GET", "/livez", 200)
    assert line["timestamp"].endswith("Z")
    assert "token" not in json.dumps(line)


@pytest.mark.parametrize("path", ["/graphql", "/v1/guests"])
def test_a_body_over_64_kb_is_refused(service, path):
    headers = {"content-type": "application/json"}
    answer = httpx.post(service.url + path, content=b"e" * (64 * 1024 + 1), headers=headers)
    assert answer.status_code == 413


def test_a_second_service_on_the_directory_is_refused(service):
    second = howdah("serve", data=service.data)
    assert second.returncode == 1
    assert second.stderr == (
        f"howdah: {service.data} is in use by another Howdah (process {service.process.pid}): "
        "stop it, or set HOWDAH_DATA to another directory\n"
    )
    assert service.get("/readyz").status_code == 200


def test_a_port_in_use_is_one_clear_line(data):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        refused = howdah("serve", data=data, port=port)
    assert refused.returncode == 1
    assert refused.stderr == (
        f"howdah: cannot listen on 127.0.0.1 port {port}: Address already in use; "
        "stop what holds it, or set HOWDAH_PORT to another\n"
    )


def test_an_unknown_host_is_one_clear_line(data):
    refused = howdah("serve", data=data, host="no.such.host.invalid")
    assert refused.returncode == 1
    assert refused.stderr.startswith("howdah: HOWDAH_HOST: no.such.host.invalid is no address")
    assert refused.stderr.count("\n") == 1


def test_a_wrong_value_is_one_clear_line(data):
    refused = howdah("serve", data=data, workers="many")
    assert refused.returncode == 1
    assert refused.stderr == "howdah: HOWDAH_WORKERS must be a number from 1 to 64, not 'many'\n"


def test_a_directory_that_cannot_be_written_is_one_clear_line(data):
    data.write_text("a file, where a directory should be")
    refused = howdah("serve", data=data)
    assert refused.returncode == 1
    assert refused.stderr == f"howdah: HOWDAH_DATA: cannot write in {data}: File exists\n"


def test_a_database_that_does_not_answer_is_one_clear_line(data):
    url = "postgresql://raja:secret@127.0.0.1:1/howdah"
    refused = howdah("serve", data=data, database_url=url)
    assert refused.returncode == 1
    assert refused.stderr.startswith("howdah: the database does not answer: ")
    assert refused.stderr.count("\n") == 1
    assert "secret" not in refused.stderr


def test_nothing_is_lost_when_everything_is_killed(used):
    with started(used) as first:
        remember(first, "bombay")
        for pid in (first.process.pid, first.server("postgres"), first.server("redis")):
            os.kill(pid, signal.SIGKILL)
        first.process.wait()
    with started(used) as second:
        remember(second, "mysore")
        second.stop(signal.SIGKILL)
    with started(used) as third:
        assert remembered(third) == ["bombay", "mysore"]
        assert third.get("/readyz").json()["status"] == "ok"


@pytest.mark.parametrize("name", ["postgres", "redis"])
def test_an_embedded_server_that_dies_is_started_again(used, name):
    with started(used) as running:
        killed = running.server(name)
        os.kill(killed, signal.SIGKILL)
        wait_for(lambda: running.server(name) not in (None, killed))
        wait_for(lambda: running.get("/readyz").json()["status"] == "ok")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_it_stops_within_seconds_without_a_traceback(used, number):
    with started(used) as running:
        began = time.monotonic()
        assert running.stop(number) == 0
        assert time.monotonic() - began < 10
        assert "Traceback" not in running.output.read_text() + running.errors.read_text()
        assert not (used / "postgres" / "postmaster.pid").exists()


def test_it_can_be_stopped_while_it_prepares(data):
    running = Running(data, {})
    wait_for(lambda: "Preparing" in running.output.read_text())
    assert running.stop(signal.SIGINT) == 0
    assert "Traceback" not in running.errors.read_text()
    with started(data) as again:
        assert again.get("/readyz").status_code == 200


def test_servers_given_by_url_are_used(data, database, redis):
    with started(data, database_url=database, redis_url=redis.url()) as running:
        assert running.get("/readyz").json()["status"] == "ok"
        assert [path.name for path in data.iterdir()] == ["signing.key"]


def test_without_redis_it_is_degraded_but_ready(data, database):
    with started(data, database_url=database, redis_url="unix:///no/such/socket") as running:
        answer = running.get("/readyz")
        assert answer.status_code == 200
        assert answer.json() == {
            "status": "degraded",
            "checks": {"database": "ok", "redis": "unreachable", "commits": "ok"},
        }


def test_the_embedded_default_has_a_tenant_for_guests(service):
    told = howdah("tenant", "list", data=service.data).stdout
    assert ["demo", "guests", "open"] in [line.split("\t")[1:4] for line in told.splitlines()]


def test_a_database_of_your_own_gets_no_tenant(data, database, redis):
    with started(data, database_url=database, redis_url=redis.url()):
        told = howdah("tenant", "list", data=data, database_url=database, redis_url=redis.url())
    assert (told.returncode, told.stdout) == (0, "")


def test_a_database_user_who_may_create_roles_will_do(data, redis):
    with scratch() as directory:
        postgres = Postgres(directory)
        try:
            postgres.start(silently)
            with psycopg.connect(postgres.url(), autocommit=True) as connection:
                connection.execute("create role raja login createrole")
                connection.execute("create database palace owner raja")
            url = postgres.url("palace", "raja")
            with started(data, database_url=url, redis_url=redis.url()) as running:
                assert running.get("/readyz").json()["status"] == "ok"
        finally:
            postgres.kill()


def test_a_database_user_who_may_not_is_one_clear_line(data, postgres, redis):
    with psycopg.connect(postgres.url(), autocommit=True) as connection:
        connection.execute("create role beggar login")
    url = postgres.url("postgres", "beggar")
    refused = howdah("serve", data=data, database_url=url, redis_url=redis.url())
    assert refused.returncode == 1
    assert refused.stderr.startswith("howdah: the database could not be brought up to date: perm")
    assert refused.stderr.count("\n") == 1


def test_a_stop_tells_open_sockets_to_come_back(used):
    with started(used) as running:
        address = running.url.replace("http", "ws") + "/graphql"
        with connect(address, subprotocols=["graphql-transport-ws"]) as client:
            client.send('{"type": "connection_init"}')
            assert json.loads(client.recv())["type"] == "connection_ack"
            running.process.send_signal(signal.SIGTERM)
            with pytest.raises(ConnectionClosed) as closed:
                client.recv(timeout=30)
            assert closed.value.rcvd.code == 1012
        assert running.process.wait(30) == 0
