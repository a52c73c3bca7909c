"""The public REST API as a client sees it: requests with a token, and a stream that comes back."""

import json
import time
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from typing import Any
from urllib.parse import quote, urlsplit
from uuid import uuid4

from service.trouble import Trouble

PATIENCE = 30.0  # seconds; a stream is silent for at most fifteen
TRIES = 5


class Refused(Exception):
    """The service said no: the message is for people, the code for programs."""

    def __init__(self, problem: dict[str, Any]) -> None:
        super().__init__(problem.get("detail", "The service said no."))
        self.code = problem.get("code", "")
        self.reason = problem.get("reason", "")


class Api:
    """One service, and one caller of it."""

    def __init__(self, url: str, token: str | None = None, language: str = "en") -> None:
        parts = urlsplit(url if "://" in url else f"http://{url}")
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise Trouble(f"{url} is not the address of a service, such as http://127.0.0.1:8000")
        self._secure = parts.scheme == "https"
        self._host = parts.netloc
        self._base = parts.path.rstrip("/")
        self.token = token
        self.headers = {"accept-language": language}

    def get(self, path: str) -> Any:
        return self._ask("GET", path)

    def do(self, path: str, body: Any = None, method: str = "POST", **headers: str) -> Any:
        """A deed. It has an id, so it can be sent again when the answer is lost."""
        headers["idempotency-key"] = str(uuid4())
        for attempt in range(1, TRIES + 1):
            try:
                return self._ask(method, path, body, headers)
            except Trouble:
                if attempt == TRIES:
                    raise
                time.sleep(0.2 * 2**attempt)
        raise AssertionError("the last attempt answers or raises")

    def become_guest(self, name: str, tenant: str | None = None) -> dict[str, Any]:
        headers = {} if tenant is None else {"howdah-tenant": quote(tenant)}
        guest: dict[str, Any] = self._ask("POST", "/v1/guests", {"name": name}, headers)
        self.token = guest["token"]
        return guest

    def follow(self, table: str) -> Iterator[dict[str, Any]]:
        """Every update of a table, each once, through as many connections as it takes."""
        last = ""
        failures = 0
        while failures < TRIES:
            try:
                for id_, update in self._events(f"/v1/tables/{table}/stream", last):
                    last, failures = id_, 0
                    yield update
            except (OSError, HTTPException):
                pass  # the line was cut: come back and say what was seen last
            failures += 1
            time.sleep(0.1 * 2**failures)
        raise Trouble("the service does not answer any more")

    def _events(self, path: str, last: str) -> Iterator[tuple[str, dict[str, Any]]]:
        headers = {"accept": "text/event-stream", **({"last-event-id": last} if last else {})}
        connection, answer = self._send("GET", path, None, headers)
        with closing(connection):
            if answer.status != 200:
                raise Refused(problem_in(answer.read()))
            id_ = ""
            for line in answer:
                name, _, text = line.decode().rstrip("\n").partition(": ")
                if name == "id":
                    id_ = text
                elif name == "data":
                    yield id_, json.loads(text)

    def _ask(
        self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
    ) -> Any:
        try:
            connection, answer = self._send(method, path, body, headers or {})
            with closing(connection):
                content = answer.read()
        except (OSError, HTTPException) as error:
            raise Trouble(f"the service at {self._host} does not answer: {error}") from error
        if answer.status >= 400:
            raise Refused(problem_in(content))
        return json.loads(content) if content else None

    def _send(
        self, method: str, path: str, body: Any, headers: dict[str, str]
    ) -> tuple[HTTPConnection, HTTPResponse]:
        headers = {"accept": "application/json", **self.headers, **headers}
        if self.token is not None:
            headers["authorization"] = f"Bearer {self.token}"
        content = None
        if body is not None:
            content = json.dumps(body).encode()
            headers["content-type"] = "application/json"
        kind = HTTPSConnection if self._secure else HTTPConnection
        connection = kind(self._host, timeout=PATIENCE)
        connection.request(method, self._base + path, content, headers)
        return connection, connection.getresponse()


def problem_in(content: bytes) -> dict[str, Any]:
    try:
        problem = json.loads(content)
    except ValueError:
        problem = None
    return problem if isinstance(problem, dict) else {"detail": "This is no service of ours."}
