"""The games on offer, with their options and their rules."""

from typing import Any

import strawberry

from domain.games import AnyGame, latest, names
from domain.kernel import Language, Value
from domain.table import texts
from service.graphql.fields import field
from service.graphql.words import JSON, GameName

Root = strawberry.Parent[AnyGame]


class Sentence(Value):
    """Behind Clause."""

    id: str
    text: str


@strawberry.type(description="A numbered rule, in our own words.")
class Clause:
    id: strawberry.ID = field("Its number, as refusals cite it.")
    text: str = field("What it says.")


def game_name(root: Root) -> GameName:
    return GameName(root.name)


def least(root: Root) -> int:
    return root.seats[0]


def most(root: Root) -> int:
    return root.seats[-1]


def defaults(root: Root) -> Any:
    return root.options()


def rules(root: Root, language: Language | None = Language.EN) -> Any:
    clauses = root.clauses(language or Language.EN) | texts.clauses(language or Language.EN)
    return [Sentence(clause, text) for clause, text in clauses.items()]


@strawberry.type(description="A game that tables can be opened for.")
class Game:
    name: GameName = field("How it is called in this API.", game_name)
    title: str = field("How it is called at the table.")
    credits: str = field("Who made it, and what of it is rebuilt.")
    min_seats: int = field("The fewest players.", least)
    max_seats: int = field("The most players.", most)
    options: JSON = field("What a host may choose, with the defaults.", defaults)
    rules_version: int = field("The version of the rules that new tables play by.", path="rules")
    rules: list[Clause] = field("The rules by clause, those of the table included.", rules)


def games() -> Any:
    return [latest(name) for name in names()]
