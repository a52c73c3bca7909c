"""A tenant with its key, its players and a table, all made over HTTP."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import uuid4

import httpx

from tests.rest.kit import Caller, accepted, opened
from tests.running import Running, howdah, wait_for


@dataclass
class House:
    """Everyone of one tenant who may be tried at the door."""

    url: str
    key: Caller
    asha: Caller  # the host of the table
    bram: Caller  # plays there
    carla: Caller  # does not
    reader: Caller  # Carla again, with a token that is good for watching only
    revoked: Caller  # Asha again, with tokens that are good no more
    expired: Caller
    table: str
    ids: dict[str, str]  # of a player, a table and a token

    def state(self) -> dict:
        """What must not change by anything that others try."""
        return {
            "table": self.asha.get(f"/v1/tables/{self.table}").json(),
            "player": self.asha.get("/v1/me").json(),
            "tenant": self.key.get("/v1/tenant").json(),
            "players": self.key.get("/v1/players").json(),
            "tables": self.key.get("/v1/tables").json(),
        }


@contextmanager
def house(service: Running, name: str) -> Iterator[House]:
    name = f"{name} {uuid4().hex}"
    made = howdah("tenant", "create", name, data=service.data)
    assert made.returncode == 0, made.stderr
    token = howdah("token", "issue", name, data=service.data).stdout.strip()
    with ExitStack() as stack:

        def caller(token: str) -> Caller:
            return stack.enter_context(Caller(service.url, token))

        key = caller(token)
        people = {
            name: key.http.post("/v1/players", json={"name": name}).json()["id"]
            for name in ("Asha", "Bram", "Carla")
        }

        def issue(name: str, **wanted) -> dict:
            return key.http.post(f"/v1/players/{people[name]}/tokens", json=wanted).json()

        asha, bram, carla = (issue(name) for name in people)
        reader = issue("Carla", scopes=["watch"])
        revoked, expired = issue("Asha"), issue("Asha", seconds=1)
        key.http.delete(f"/v1/tokens/{revoked['id']}")
        callers = [
            caller(issued["token"]) for issued in (asha, bram, carla, reader, revoked, expired)
        ]
        table = opened(callers[0], public=False).removeprefix("/v1/tables/")
        invite = callers[0].get(f"/v1/tables/{table}").json()["invite"]
        accepted(callers[1].do(f"/v1/tables/{table}/seats", {"invite": invite}))
        accepted(callers[0].do(f"/v1/tables/{table}/start"))
        wait_for(lambda: datetime.fromisoformat(expired["expires"]) < datetime.now(UTC))
        ids = {"players": people["Asha"], "tables": table, "tokens": asha["id"]}
        yield House(service.url, key, *callers, table, ids)


def ask(caller: Caller | None, url: str, document: str, **variables) -> dict:
    """The answer to a GraphQL document, of a caller or of nobody."""
    headers = {} if caller is None else dict(caller.http.headers)
    answer = httpx.post(
        f"{url}/graphql",
        json={"query": document, "variables": variables},
        headers={**headers, "accept": "application/graphql-response+json"},
    )
    return answer.json()
