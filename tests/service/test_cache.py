"""How the address of Redis is read."""

import pytest

from service.cache import Watched, parsed
from service.config import read, redacted
from service.trouble import Trouble

URL = "redis+sentinel://:se%40cret@one:26380,two/howdah"


def test_sentinels_are_read_with_their_ports_and_the_name_they_watch():
    assert parsed(URL) == Watched([("one", 26380), ("two", 26379)], "howdah", "se@cret")
    assert read({"HOWDAH_REDIS_URL": URL}).redis_url == URL


def test_no_password_is_none():
    assert parsed("redis+sentinel://one/howdah").password is None


def test_a_password_is_not_told():
    assert redacted(URL) == "redis+sentinel://:***@one:26380,two/howdah"


@pytest.mark.parametrize("url", ["redis+sentinel://one", "redis+sentinel:///howdah"])
def test_sentinels_without_a_place_or_a_name_are_refused(url):
    with pytest.raises(Trouble, match="redis\\+sentinel://"):
        read({"HOWDAH_REDIS_URL": url})
