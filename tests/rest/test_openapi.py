"""The OpenAPI document: committed, true to the code, and with examples that fit."""

import json
from pathlib import Path

import jsonschema_rs
import pytest

from service.rest import openapi
from service.rest.routes import ROUTES

COMMITTED = Path("openapi/openapi.json")
DOCUMENT = json.loads(COMMITTED.read_text())
OPERATIONS = {
    operation["operationId"]: operation
    for item in DOCUMENT["paths"].values()
    for operation in item.values()
}


def resolved(part):
    """What a reference refers to, or the part itself."""
    if "$ref" not in part:
        return part
    _, *names = part["$ref"].split("/")
    found = DOCUMENT
    for name in names:
        found = found[name]
    return found


def misfits(content):
    """What is wrong with the examples of a body."""
    schema = {**content["schema"], "components": DOCUMENT["components"]}
    validator = jsonschema_rs.Draft202012Validator(schema)
    examples = [resolved(each)["value"] for each in content.get("examples", {}).values()]
    examples += [content["example"]] if "example" in content else []
    assert examples, "there is no example"
    return [str(error) for example in examples for error in validator.iter_errors(example)]


def test_the_committed_document_is_what_the_code_says():
    assert COMMITTED.read_bytes() == openapi.text(), "run python -m service.rest.openapi"


def test_the_service_serves_the_committed_document(service):
    assert service.get("/openapi.json").content == COMMITTED.read_bytes()


def test_every_route_is_described():
    assert {route.name for route in ROUTES} == set(OPERATIONS)
    assert len(OPERATIONS) == len(ROUTES)


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_request_and_answer_has_an_example_that_fits(name):
    operation = OPERATIONS[name]
    bodies = [operation["requestBody"]] if "requestBody" in operation else []
    bodies += [resolved(answer) for answer in operation["responses"].values()]
    contents = [content for body in bodies for content in body.get("content", {}).values()]
    assert [misfit for content in contents for misfit in misfits(content)] == []


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_operation_tells_how_it_can_fail(name):
    statuses = set(OPERATIONS[name]["responses"])
    assert {"400", "429", "500", "503"} <= statuses
    assert bool(OPERATIONS[name]["security"]) == ("401" in statuses)


def test_links_lead_to_operations_there_are():
    for operation in OPERATIONS.values():
        for answer in operation["responses"].values():
            for link in resolved(answer).get("links", {}).values():
                assert link["operationId"] in OPERATIONS
