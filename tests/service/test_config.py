import pytest

from service.config import Config, environment, read, redacted, settings
from service.trouble import Trouble


def test_with_nothing_set_the_defaults_hold():
    assert read({}) == Config(host="127.0.0.1", port=8000, data=".howdah", workers=1)


def test_every_setting_is_read_from_its_variable():
    config = Config(
        host="0.0.0.0",
        port=9000,
        data="/srv/howdah",
        database_url="postgresql://howdah@db/howdah",
        redis_url="rediss://cache:6380/2",
        workers=4,
        proxies="10.0.0.1",
        log_level="warning",
    )
    assert read(environment(config)) == config


@pytest.mark.parametrize(
    ("variable", "text", "expected"),
    [
        ("HOWDAH_PORT", "eighty", "must be a port, 0 to 65535, not 'eighty'"),
        ("HOWDAH_PORT", "65536", "must be a port, 0 to 65535, not '65536'"),
        ("HOWDAH_PORT", "", "must be a port, 0 to 65535, not ''"),
        ("HOWDAH_WORKERS", "0", "must be a number from 1 to 64, not '0'"),
        ("HOWDAH_WORKERS", "1.5", "must be a number from 1 to 64, not '1.5'"),
        ("HOWDAH_DATA", "", "must be a directory, not ''"),
        ("HOWDAH_DATABASE_URL", "mysql://db/howdah", "must be a postgresql:// URL"),
        (
            "HOWDAH_REDIS_URL",
            "cache:6379",
            "must be a redis://, rediss://, unix:// or redis+sentinel://HOST,.../NAME URL",
        ),
        ("HOWDAH_LOG_LEVEL", "loud", "must be debug, info, warning or error, not 'loud'"),
    ],
)
def test_a_wrong_value_is_refused_by_name_in_one_line(variable, text, expected):
    with pytest.raises(Trouble, match=rf"^{variable} must be") as refused:
        read({variable: text})
    assert expected in str(refused.value)
    assert "\n" not in str(refused.value)


def test_an_unknown_setting_is_refused_with_the_nearest_known_one():
    with pytest.raises(Trouble, match=r"HOWDAH_PROT is not a setting; there is HOWDAH_PORT"):
        read({"HOWDAH_PROT": "9000"})


def test_variables_of_others_are_left_alone():
    assert read({"PATH": "/bin", "HOWDAHS": "2"}) == Config()


def test_a_password_is_never_told():
    assert redacted("postgresql://raja:s3:cr/et@db/howdah") == "postgresql://raja:***@db/howdah"
    with pytest.raises(Trouble) as refused:
        read({"HOWDAH_DATABASE_URL": "mysql://raja:secret@db/howdah"})
    assert "secret" not in str(refused.value)


def test_every_setting_says_what_it_accepts_and_what_it_is_for():
    assert all(setting.accepts and setting.purpose for setting in settings())


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("redis://:secret@cache/1", "redis://:***@cache/1"),
        ("redis://cache:6379/0", "redis://cache:6379/0"),
        ("unix:///run/redis?password=secret&db=1", "unix:///run/redis?password=***&db=1"),
        ("postgresql://raja@db:5432/howdah", "postgresql://raja@db:5432/howdah"),
    ],
)
def test_the_rest_of_a_url_is_shown(url, shown):
    assert redacted(url) == shown
