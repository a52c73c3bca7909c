"""Every clause has a test, every test cites a clause that exists, and the rules say it in words."""

import ast
import re
from pathlib import Path

import pytest

from domain.games import GAMES
from domain.kernel import Language

games = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)


def written(game):
    """The clauses of RULES.md, by id."""
    text = Path(f"domain/{game.name}/RULES.md").read_text().replace("\n  ", " ")
    return dict(re.findall(r"^- \*\*([A-Z]\d+)\*\* (.+)$", text, re.MULTILINE))


def cited(game):
    """The clauses that the tests of the game's rules are marked with."""
    nodes = [
        node
        for path in Path(f"tests/rules/{game.name}").glob("test_*.py")
        for node in ast.walk(ast.parse(path.read_text()))
    ]
    marks = [node for node in nodes if isinstance(node, ast.Call) and is_rule(node.func)]
    return {argument.value for mark in marks for argument in mark.args}


def is_rule(function):
    return isinstance(function, ast.Name) and function.id == "rule"


@games
def test_every_clause_is_cited_and_every_citation_exists(game):
    assert cited(game) == set(written(game))


@games
def test_the_catalogue_holds_the_clauses_as_written(game):
    assert game.clauses(Language.EN) == written(game)
