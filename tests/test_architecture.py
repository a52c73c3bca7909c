"""Who may import whom. Arrows point inward: service -> projections -> domain."""

import ast
from pathlib import Path

import pytest

# Of the standard library, only what cannot reach the clock, the disk or the network.
PURE = set("collections dataclasses enum functools hashlib hmac itertools math".split())
PURE |= set("re types typing uuid".split())
ALLOWED = {
    "domain": PURE | {"msgspec", "domain"},
    "projections": PURE | {"datetime", "msgspec", "openskill", "domain", "projections"},
}
FILES = [path for layer in ALLOWED for path in Path(layer).rglob("*.py")]


def imports(path: Path) -> set[str]:
    nodes = list(ast.walk(ast.parse(path.read_text())))
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    froms = {node.module or "." for node in nodes if isinstance(node, ast.ImportFrom)}
    return {name.partition(".")[0] for name in plain | froms}


@pytest.mark.parametrize("path", FILES, ids=str)
def test_imports_point_inward(path):
    assert imports(path) <= ALLOWED[path.parts[0]]


MODULES = [path for layer in (*ALLOWED, "service") for path in Path(layer).rglob("*.py")]


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_every_module_says_what_lives_there(path):
    assert ast.get_docstring(ast.parse(path.read_text()))
