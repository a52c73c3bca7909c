"""Whatever is sent, there is an answer, soon, and never a 500."""

import json
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis_graphql import mutations, queries

from service.graphql.schema import sdl
from tests.graphql.kit import OPEN, PLAY, TABLE, guest, started

SECONDS = 2.0  # on a machine that does other things as well
FUZZ = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
SCALARS = {"DateTime": st.just('"2026-11-18T12:00:00Z"'), "JSON": st.just("{}")}
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=20,
)
STATUSES = {200, 400, 401, 403, 404, 405, 406, 413, 415, 422, 429}


def answered(caller, content):
    """Post it; the answer has errors or data, and names nothing of our insides."""
    began = time.perf_counter()
    answer = caller.http.post(
        "/graphql", content=content, headers={"content-type": "application/json"}
    )
    assert time.perf_counter() - began < SECONDS
    assert answer.status_code in STATUSES, answer.text
    body = answer.json()
    assert set(body) <= {"data", "errors"}
    for error in body.get("errors", []):
        assert error["extensions"]["code"] != "INTERNAL_SERVER_ERROR", error
        assert not any(word in error["message"] for word in ("Traceback", "psycopg", "select "))
    return body


@FUZZ
@given(text=queries(sdl(), custom_scalars=SCALARS, allow_x00=True))
def test_generated_queries(asha, text):
    answered(asha, json.dumps({"query": text}))


@FUZZ
@given(text=mutations(sdl(), custom_scalars=SCALARS))
def test_generated_mutations(asha, text):
    answered(asha, json.dumps({"query": text}))


@FUZZ
@given(document=st.sampled_from([TABLE, OPEN, PLAY]), data=st.data())
def test_generated_variables(asha, document, data):
    names = st.sampled_from(["id", "command", "table", "input", "move", "expected", "x"])
    variables = data.draw(st.dictionaries(names, VALUES))
    answered(asha, json.dumps({"query": document, "variables": variables}))


@pytest.fixture(scope="module")
def table(service):
    with guest(service.url, "Asha") as asha, guest(service.url, "Bram") as bram:
        return started([asha, bram])


MOVES = st.sampled_from(["bombay", "bazar", "medals", "lay", "buy", "build", "endTurn", "move"])


@FUZZ
@given(move=st.recursive(VALUES, lambda inner: st.dictionaries(MOVES, inner), max_leaves=5))
def test_generated_moves(asha, table, move):
    content = {"command": "2f4c1d34-0f8b-4a0c-9f5e-00000000000f", "table": table, "move": move}
    answered(asha, json.dumps({"query": PLAY, "variables": content}))


@FUZZ
@given(body=st.binary(max_size=2000) | st.text(max_size=2000).map(str.encode))
def test_any_body(asha, body):
    answered(asha, body)


@FUZZ
@given(body=VALUES)
def test_any_json(asha, body):
    answered(asha, json.dumps(body))


@pytest.mark.parametrize("piece", ["{", "[", '{"a":', "query", "\u0000", '"', "9", "{a ", "...a "])
def test_sixty_four_kilobytes_of_one_thing(asha, piece):
    text = piece * (65536 // len(piece))
    answered(asha, text)
    answered(asha, json.dumps({"query": text[: 60000 // len(json.dumps(piece)) * len(piece)]}))
