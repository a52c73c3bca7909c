"""The client knows the service by its public API alone."""

import ast
import sys
from pathlib import Path

import pytest

ALLOWED = {"service.client", "service.trouble", "typer"}


def imports(path):
    nodes = list(ast.walk(ast.parse(path.read_text())))
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return plain | {node.module for node in nodes if isinstance(node, ast.ImportFrom)}


@pytest.mark.parametrize("path", sorted(Path("service/client").glob("*.py")), ids=str)
def test_it_imports_nothing_of_the_service(path):
    foreign = {
        name for name in imports(path) if name.partition(".")[0] not in sys.stdlib_module_names
    }
    assert {".".join(name.split(".")[:2]) for name in foreign} <= ALLOWED
