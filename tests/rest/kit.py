"""What tests of REST share: callers that speak HTTP and nothing else."""

from random import Random
from uuid import uuid4

import httpx


class Caller:
    """Somebody with a token, or without."""

    def __init__(self, url, token=None, **headers):
        self.http = httpx.Client(base_url=url, timeout=30, headers=headers)
        if token is not None:
            self.http.headers["authorization"] = f"Bearer {token}"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.http.close()

    def get(self, path, **options):
        return self.http.get(path, **options)

    def do(self, path, body=None, method="POST", key=None, **headers):
        """A deed: a request with an id of its own."""
        headers = {"idempotency-key": str(key or uuid4()), **headers}
        content = {} if body is None else {"json": body}
        return self.http.request(method, path, headers=headers, **content)


def guest(url, name="Asha"):
    headers = {"howdah-tenant": "demo"}
    answer = httpx.post(f"{url}/v1/guests", json={"name": name}, headers=headers)
    assert answer.status_code == 201, answer.text
    caller = Caller(url, answer.json()["token"])
    caller.player = answer.json()["player"]
    return caller


def opened(host, game="BOMBAY", seats=2, **wanted):
    """The address of a new table."""
    answer = host.do("/v1/tables", {"game": game, "seats": seats, **wanted})
    assert answer.status_code == 201, answer.text
    return answer.headers["location"]


def started(callers, game="BOMBAY", **wanted):
    """The address of a table at which these sit, in this order, and play."""
    table = opened(callers[0], game, len(callers), **wanted)
    for caller in callers[1:]:
        accepted(caller.do(f"{table}/seats", {}))
    accepted(callers[0].do(f"{table}/start"))
    return table


def play_on(callers, table, chance: Random, moves=10_000):
    """Random legal moves until the game is over or so many are made; the table then."""
    for _ in range(moves):
        state = callers[0].get(table).json()
        if state["status"] != "PLAYING":
            break
        caller = callers[state["onTurn"][0]]
        legal = caller.get(f"{table}/moves").json()
        move = chance.choice(legal["items"])["input"]
        accepted(caller.do(f"{table}/moves", move, **{"if-match": f'"{legal["version"]}"'}))
    return callers[0].get(table).json()


def accepted(answer):
    assert answer.status_code == 200, answer.text
    return answer.json()
