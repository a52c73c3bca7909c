"""The commands beside `serve`."""

import psycopg
import pytest

from service.cli import VERBS
from service.doctor import disk
from tests.running import howdah


@pytest.fixture
def empty(postgres):
    """A database that was never migrated."""
    with psycopg.connect(postgres.url(), autocommit=True) as connection:
        connection.execute("drop database if exists never_migrated")
        connection.execute("create database never_migrated")
    return postgres.url("never_migrated")


def test_help_names_every_verb_and_how_to_begin(data):
    told = howdah("--help", data=data)
    assert told.returncode == 0
    assert "Start with `howdah serve`" in told.stdout
    for verb in VERBS:
        assert verb in told.stdout


def test_migrate_can_be_repeated(data, empty, redis):
    for _ in range(2):
        told = howdah("migrate", data=data, database_url=empty, redis_url=redis.url())
        assert told.returncode == 0
        assert "The database is at revision" in told.stdout


def test_migrate_works_while_the_service_runs(service):
    assert howdah("migrate", data=service.data).returncode == 0


def test_the_doctor_finds_a_running_service_well(service):
    told = howdah("doctor", data=service.data)
    assert told.returncode == 0
    assert told.stdout.count(" ok  ") == 6
    assert "FAIL" not in told.stdout


def test_the_doctor_finds_a_stopped_service_well(used):
    told = howdah("doctor", data=used)
    assert told.returncode == 0
    assert "FAIL" not in told.stdout


def test_the_doctor_says_what_to_do_about_a_wrong_value(data):
    told = howdah("doctor", data=data, port="eighty")
    assert told.returncode == 1
    assert "FAIL  configuration: HOWDAH_PORT must be a port" in told.stdout
    assert "Correct or unset the variable." in told.stdout


def test_the_doctor_says_what_to_do_about_missing_migrations(data, empty, redis):
    told = howdah("doctor", data=data, database_url=empty, redis_url=redis.url())
    assert told.returncode == 1
    assert "FAIL  migrations: at none" in told.stdout
    assert "Run `howdah migrate`" in told.stdout


def test_the_doctor_says_what_to_do_about_a_database_that_is_gone(data, redis):
    url = "postgresql://raja:secret@127.0.0.1:1/howdah"
    told = howdah("doctor", data=data, database_url=url, redis_url=redis.url())
    assert told.returncode == 1
    assert "FAIL  servers: the database does not answer" in told.stdout
    assert "HOWDAH_DATABASE_URL is right" in told.stdout
    assert "secret" not in told.stdout


def test_the_doctor_says_what_to_do_about_a_redis_that_is_gone(data, database):
    told = howdah("doctor", data=data, database_url=database, redis_url="unix:///no/such/socket")
    assert told.returncode == 1
    assert "FAIL  redis: unix:///no/such/socket" in told.stdout
    assert "play goes on without it" in told.stdout


def test_the_doctor_says_what_to_do_about_a_full_disk(tmp_path):
    assert disk(tmp_path, needed=0).cure == ""
    assert f"Make room in {tmp_path}" in disk(tmp_path, needed=10**12).cure
