"""Documents that ask for too much are refused at once, whatever they look like."""

import time

import pytest
from graphql import parse
from hypothesis import given, settings
from hypothesis import strategies as st

from service.errors import OperationTooComplex, Problem
from service.graphql.compiled import Compiler
from service.graphql.documents import Documents
from service.graphql.limits import BOUNDS, check, check_variables
from service.graphql.schema import build, core
from tests.graphql.kit import TABLE

SECONDS = 0.4  # of work, for anything of 64 kB; 0.02 on a machine that does nothing else


@pytest.fixture(scope="module")
def documents():
    schema, sources = build()
    return Documents(Compiler(core(schema), sources))


def refused(text):
    with pytest.raises(OperationTooComplex) as caught:
        check(parse(text))
    return caught.value.details["limit"]


def status(documents, text):
    """200 if the document may be run."""
    try:
        documents.get(text)
    except Problem as problem:
        return problem.status
    return 200


def cost(text):
    [cost] = check(parse(text)).values()
    return cost


def nested(name, levels):
    return f"{{ {name} " * levels + "{ id }" + " }" * levels


def test_the_full_table_with_both_games_is_within_the_limits():
    assert cost(TABLE) < BOUNDS.cost / 4


def test_depth_counts_every_level():
    check(parse(nested("table", BOUNDS.depth - 1)))
    assert refused(nested("table", BOUNDS.depth)) == "depth"


def test_depth_cannot_be_hidden_in_a_fragment_met_higher_up_before():
    fragments = f"fragment F on Table {nested('a', BOUNDS.depth - 2)}"
    check(parse("{ ...F } " + fragments))
    assert refused("{ ...F x { y { ...F } } } " + fragments) == "depth"


def test_page_sizes_multiply_the_cost_of_what_is_below():
    assert cost("{ tables(first: 50) { edges { node { id } } } }") == 1 + 50 * 3
    assert cost("{ tables { edges { node { id } } } }") == 1 + 20 * 3
    assert cost("query($n: Int) { tables(first: $n) { edges { node { id } } } }") == 1 + 100 * 3
    assert cost("{ tables(first: 999999999999) { id } }") == 1 + 100
    wide = "{ tables(first: 100) { edges { node { a b c d e f g h i j k l m n o p q r s t } } } }"
    assert refused(wide) == "cost"


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("{" + "".join(f" a{n}: me {{ id }}" for n in range(31)) + " }", "aliases"),
        ("{ me { " + " ".join(f"a{n}: id" for n in range(31)) + " } }", "aliases"),
        ("{ " + " ".join(f"f{n}" for n in range(11)) + " }", "root fields"),
        ("{ ...F ...F } fragment F on Q { " + "a b c d e f " + "}", "root fields"),
        ("{ me { id " + "@skip(if: false) " * 21 + "} }", "directives"),
        ("{ me { " + "id " * 31 + "} }", "repeats of id"),
        (" ".join(f"query q{n} {{ a }}" for n in range(11)), "operations"),
        ("{ a } " + " ".join(f"fragment f{n} on T {{ a }}" for n in range(51)), "fragments"),
        ("{ a { " + "...F " * 101 + "} } fragment F on T { a }", "fragment spreads"),
        ("{ a(x: " + "[" * 9 + "]" * 9 + ") }", "value depth"),
    ],
)
def test_every_limit_is_held(text, limit):
    assert refused(text) == limit


def test_introspection_may_go_deep_but_not_round_in_circles():
    check(parse("{ __schema { types { fields { type { ofType { ofType { name } } } } } } }"))
    circle = "{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }"
    assert refused(circle) == "introspection nesting"


def test_a_bomb_of_fragments_is_measured_in_linear_time():
    bomb = "{ ...F0 } " + " ".join(
        f"fragment F{n} on Query {{ ...F{n + 1} ...F{n + 1} }}" for n in range(45)
    )
    began = time.thread_time()
    assert refused(bomb + " fragment F45 on Query { games { name } }") == "cost"
    assert time.thread_time() - began < SECONDS


def test_a_circle_of_fragments_ends(documents):
    with pytest.raises(Problem) as caught:
        documents.get("{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }")
    assert caught.value.code == "GRAPHQL_VALIDATION_FAILED"


WORST = {
    "repeated fields": "{ " + "games { name } " * 400 + "}",
    "deep": "{ games " * 700 + "}" * 700,
    "deep lists": "{ a(x: " + "[" * 1400 + "]" * 1400 + ") }",
    "many names": "{ " + " ".join(f"f{n}" for n in range(8000)) + " }",
    "one long name": "{ " + "x" * 65000 + " }",
    "one long string": '{ table(id: "' + "x" * 65000 + '") { id } }',
    "one long block string": '{ table(id: """' + "\n  x" * 13000 + '""") { id } }',
    "a comment": "#" * 65000 + "\n{ games { name } }",
    "blank space": " " * 65000 + "{ games { name } }",
    "brackets": "{" * 65000,
    "wide fragments": "{ "
    + " ".join(f"...F{n}" for n in range(50))
    + " } "
    + " ".join(f"fragment F{n} on Query {{ games {{ name title }} }}" for n in range(50)),
    "overlapping fragments": "{ games { "
    + " ".join(f"...F{n}" for n in range(49))
    + " } } "
    + " ".join(
        f"fragment F{n} on Game {{ {' '.join(f'a{n % 7}{m}: name' for m in range(6))} }}"
        for n in range(49)
    ),
    "unknown fields": "{ me { " + " ".join(f"f{n}" for n in range(700)) + " } }",
    "variables": "query(" + " ".join(f"$v{n}: Int" for n in range(300)) + ") { games { name } }",
}


@pytest.mark.parametrize("name", WORST)
def test_the_worst_documents_are_answered_in_bounded_time(documents, name):
    began = time.thread_time()
    assert status(documents, WORST[name]) in (200, 400)
    assert time.thread_time() - began < SECONDS, name


PIECES = st.sampled_from(
    [
        *("{", "}", "(", ")", "[", "]", ":", "$", "@", "!", "=", "|", "&", "...", '"', '"""', "#"),
        *("query", "mutation", "subscription", "fragment", "on", "me", "table", "tables", "games"),
        *("name", "id", "view", "first", "1", "-0", "1e999", "null", "true", "@skip", "if", "$a"),
        *("\n", " ", "\ud83d", "é", "\x00", "__schema", "__typename", "edges", "node", "rules"),
    ]
)


@settings(max_examples=300, deadline=None)
@given(pieces=st.lists(PIECES, max_size=400), times=st.integers(1, 40))
def test_any_text_is_read_or_refused_and_soon(documents, pieces, times):
    text = (" ".join(pieces) * times)[:65536]
    began = time.thread_time()
    assert status(documents, text) in (200, 400)
    assert time.thread_time() - began < SECONDS


def test_variables_are_few_and_shallow():
    check_variables({"a": {"b": [1, 2, {"c": 3}]}})
    with pytest.raises(OperationTooComplex):
        check_variables({"a": list(range(1001))})
    deep = {}
    for _ in range(10):
        deep = {"a": deep}
    with pytest.raises(OperationTooComplex):
        check_variables(deep)
