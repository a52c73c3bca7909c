"""Postgres and Redis inside a directory, without the service around them."""

import os
import pwd
import signal
import subprocess
import sys
from threading import Timer

import psycopg
import pytest

from service import embedded
from service.config import Config
from service.embedded import POSTGRES_BIN, Postgres, Redis, accounts
from service.trouble import Trouble
from tests.conftest import scratch, silently
from tests.running import wait_for

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root must give up rights")


@pytest.fixture(scope="module")
def home():
    """A data directory with a database already made: to make one takes a second."""
    with scratch() as directory:
        postgres = Postgres(directory)
        postgres.start(silently)
        postgres.stop()
        yield directory


def answer(url):
    with psycopg.connect(url) as connection:
        return connection.execute("select version()").fetchone()[0]


def test_it_is_postgres_18(postgres):
    assert answer(postgres.url()).startswith("PostgreSQL 18.")


def test_nobody_can_reach_them_but_through_a_closed_directory(postgres):
    with psycopg.connect(postgres.url()) as connection:
        assert connection.execute("show listen_addresses").fetchone() == ("",)
    assert postgres.sockets.stat().st_mode & 0o777 == 0o700


def test_what_is_committed_is_on_the_disk(postgres):
    with psycopg.connect(postgres.url()) as connection:
        for setting in ("fsync", "synchronous_commit", "full_page_writes", "data_checksums"):
            assert connection.execute(f"show {setting}").fetchone() == ("on",)


def test_a_path_too_long_for_a_socket_is_no_obstacle():
    with scratch() as directory:
        long = directory / ("elephant" * 12) / ("howdah" * 12)
        long.mkdir(parents=True)
        postgres, redis = Postgres(long), Redis(long)
        try:
            postgres.start(silently)
            redis.start(silently)
            assert answer(postgres.url())
            assert redis.socket.exists()
        finally:
            postgres.stop()
            redis.stop()
            redis.sockets.rmdir()


def test_a_socket_directory_laid_by_another_is_not_used(tmp_path):
    (tmp_path / "theirs").mkdir()
    (tmp_path / "run").symlink_to(tmp_path / "theirs")
    with pytest.raises(Trouble, match="belongs to another user"):
        accounts.own(tmp_path / "run", "self")


def test_a_half_made_database_is_made_anew(home):
    half = home / "half"
    (half / "postgres.new").mkdir(parents=True)
    (half / "postgres.new" / "PG_VERSION").write_text("18\n")
    half.chmod(0o711)
    postgres = Postgres(half)
    try:
        postgres.start(silently)
        assert answer(postgres.url())
    finally:
        postgres.stop()


def test_a_number_that_now_belongs_to_another_process_is_not_believed(home):
    postgres = Postgres(home)
    postgres.start(silently)
    postgres.kill()
    _, rest = postgres.pid_file.read_text().split("\n", 1)
    sleep = ["/bin/sleep", "60"]
    stranger = accounts.launched(postgres.account, signal.SIGKILL, sleep, subprocess.DEVNULL)
    postgres.pid_file.write_text(f"{stranger.pid}\n{rest}")
    try:
        postgres.start(silently)
        assert answer(postgres.url())
        assert stranger.poll() is None
    finally:
        postgres.stop()
        stranger.kill()
        stranger.wait()


def test_a_server_left_running_is_stopped_before_a_new_one_starts(home):
    orphan = Postgres(home)
    orphan.start(silently)
    told = []
    postgres = Postgres(home)
    try:
        postgres.start(told.append)
        assert told[0] == "Stopping the postgres that a killed service left behind ..."
        assert orphan.process.wait(10) == 0
        assert answer(postgres.url())
    finally:
        postgres.stop()


def test_a_backend_that_outlives_its_killed_server_is_waited_for(home):
    postgres = Postgres(home)
    postgres.start(silently)
    with psycopg.connect(postgres.url()) as connection:
        backend = connection.info.backend_pid
        os.kill(backend, signal.SIGSTOP)
        postgres.kill()
        Timer(0.5, os.kill, (backend, signal.SIGCONT)).start()
        try:
            postgres.start(silently)
            assert answer(postgres.url())
        finally:
            postgres.stop()


def test_a_server_ends_with_its_parent(home):
    program = (
        "import sys, time; from pathlib import Path; from service.embedded import Redis;"
        "Redis(Path(sys.argv[1])).start(print); print('up', flush=True); time.sleep(60)"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", program, str(home)], stdout=subprocess.PIPE, text=True
    )
    with parent:
        assert parent.stdout.readline() == "Starting redis ...\n"
        assert parent.stdout.readline() == "up\n"
        redis = Redis(home)
        assert redis.running()
        parent.kill()
    wait_for(lambda: redis.running() is None, 10)


def test_a_server_that_cannot_start_says_why(home):
    postgres = Postgres(home)
    configuration = postgres.directory / "postgresql.conf"
    kept = configuration.read_text()
    configuration.write_text("max_connections = plenty\n")
    try:
        with pytest.raises(Trouble, match=r"postgres did not start: .*postgresql\.conf"):
            postgres.start(silently)
    finally:
        configuration.write_text(kept)


def test_a_command_starts_what_it_needs_for_a_while(home):
    config = Config(data=str(home))
    with embedded.reached(config, silently) as urls:
        assert answer(urls.database)
        with embedded.reached(config, silently) as same:
            assert same == urls
            assert answer(same.database)
    assert Postgres(home).running() is None


@as_root
@pytest.mark.skipif(
    not accounts.reachable(POSTGRES_BIN / "postgres"),
    reason="nobody cannot reach the programs from here",
)
def test_root_gives_the_servers_to_nobody(home):
    redis = Redis(home)
    redis.start(silently)
    try:
        assert owner(redis.process.pid) == pwd.getpwnam("nobody").pw_uid
        assert redis.directory.stat().st_uid == pwd.getpwnam("nobody").pw_uid
    finally:
        redis.stop()


@as_root
def test_root_can_keep_its_data_where_nobody_can_go():
    with scratch() as directory:
        directory.chmod(0o700)
        postgres = Postgres(directory)
        try:
            postgres.start(silently)
            assert answer(postgres.url())
            assert postgres.directory.stat().st_uid == 0
            assert directory.stat().st_mode & 0o777 == 0o700
        finally:
            postgres.stop()


def owner(pid):
    return os.stat(f"/proc/{pid}").st_uid
