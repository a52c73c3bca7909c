"""What docs/graphql.md says is so."""

import re
from pathlib import Path

from graphql import parse, validate

from service.errors import Problem
from service.graphql import documents, http, sockets
from service.graphql.limits import BOUNDS
from service.graphql.schema import build, core

TEXT = (Path(__file__).parents[2] / "docs" / "graphql.md").read_text()


def test_its_documents_fit_the_schema():
    documents = re.findall(r"```graphql\n(.*?)```", TEXT, re.S)
    assert len(documents) == 2
    schema = core(build()[0])
    for document in documents:
        assert validate(schema, parse(document)) == []


def test_its_limits_are_those_that_are_held():
    said = re.sub(r"(?<=\d) (?=\d{3})", "", " ".join(TEXT.split()))
    for words in (
        f"{http.BODY_LIMIT // 1024} kB",
        f"{BOUNDS.tokens} tokens",
        f"{BOUNDS.depth} levels ({BOUNDS.introspection_depth} in introspection)",
        f"{BOUNDS.aliases} aliases",
        f"{BOUNDS.root_fields} root fields",
        f"{BOUNDS.directives} directives",
        f"{BOUNDS.fragments} fragments",
        f"are {BOUNDS.cost} at most",
        f"runs {sockets.OPERATIONS} operations",
        f"every {sockets.HEARTBEAT:.0f} seconds",
        f"in {sockets.INIT_PATIENCE:.0f} seconds",
    ):
        assert words in said, words
    assert round(1 / documents.READ_COST) == 2000


def test_its_codes_are_those_there_are():
    said = {
        code: int(status)
        for codes, status in re.findall(r"^\| (`[^|]+) \| (\d+) \|", TEXT, re.M)
        for code in re.findall(r"`([A-Z_]+)`", codes)
    }
    assert said == {kind.code: kind.status for kind in Problem.__subclasses__()}
