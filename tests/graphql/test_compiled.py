"""Compiled documents give what the ordinary executor gives."""

import msgspec
import pytest
from graphql import get_named_type, is_abstract_type, is_leaf_type, is_required_argument
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st

from service.errors import OperationTooComplex
from service.graphql.answers import encode
from tests.graphql.kit import TABLE


def same(world, text, caller, variables=None):
    quick, slow = world.both(text, caller, variables)
    assert msgspec.json.decode(encode({"data": quick})) == msgspec.json.decode(slow.body)
    return quick


def test_the_full_view_of_every_table_is_the_same_for_every_viewer(world):
    for table in world.tables:
        for caller in (world.asha, world.bram, world.watcher, world.key):
            same(world, TABLE, caller, {"id": str(table)})


def test_an_answer_keeps_the_order_of_the_document(world):
    text = "query($id: ID!) { table(id: $id) { version seats { resigned seat } id } }"
    quick = same(world, text, world.asha, {"id": str(world.tables[1])})
    assert list(quick["table"]) == ["version", "seats", "id"]
    assert list(quick["table"]["seats"][0]) == ["resigned", "seat"]


@pytest.mark.parametrize("with_seats", [True, False])
@pytest.mark.parametrize("without_id", [True, False])
def test_skip_and_include_choose_between_compiled_variants(world, with_seats, without_id):
    text = """query($id: ID!, $a: Boolean!, $b: Boolean = false) { table(id: $id) {
        id @skip(if: $b) ... @include(if: $a) { seats { seat } } version @skip(if: true)
        status @include(if: true) } }"""
    given = {"id": str(world.tables[1]), "a": with_seats, "b": without_id}
    quick = same(world, text, world.asha, given)
    wanted = {"status"} | ({"seats"} if with_seats else set()) | (set() if without_id else {"id"})
    assert set(quick["table"]) == wanted


def test_aliases_and_repeated_fields_are_merged(world):
    text = """query($id: ID!) { a: table(id: $id) { ...T seats { seat } x: version }
        b: table(id: $id) { seats { resigned } ...T } }
        fragment T on Table { seats { player { name } } version }"""
    quick = same(world, text, world.asha, {"id": str(world.tables[1])})
    assert quick["a"]["seats"][0] == {"player": {"name": "Asha"}, "seat": 0}


def test_arguments_come_from_constants_variables_and_defaults(world):
    text = """query($id: ID!, $at: Int, $first: Int = 2, $language: Language, $colour: Colour!) {
        table(id: $id) {
          view(at: $at) { __typename } other: view(at: 6) { __typename }
          history(after: 3, first: $first) { version text(language: $language) }
          explain(move: {bombay: {buy: $colour}}) { accepted code message(language: PL) }
        } }"""
    table = str(world.tables[3])
    for more in ({}, {"at": 7, "first": None}, {"language": "PT"}, {"language": None}):
        same(world, text, world.asha, {"id": table, "colour": "BLUE", **more})


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_generated_documents_give_the_same_compiled_or_not(world, data):
    table = data.draw(st.sampled_from(world.tables))
    caller = data.draw(st.sampled_from([world.asha, world.bram, world.watcher]))
    below = data.draw(selections(world.schema, world.schema.type_map["Table"], 5))
    text = f'{{ table(id: "{table}") {below} games {{ ...G }} }} fragment G on Game {{ title }}'
    try:
        same(world, text, caller)
    except OperationTooComplex:  # a document of more aliases than are allowed is never run
        reject()


# By argument: what documents may say for it. Only what gives no error: those are answered by the
# ordinary executor in any case.
ARGUMENTS = {
    "language": ["EN", "FR", "PT", "PL", "null"],
    "at": ["1", "2", "null"],
    "as": ["null"],
    "from": ["1", "2"],
    "to": ["1", "2"],
    "after": ["0", "3", "null"],
    "first": ["0", "1", "5", "null"],
    "hint": ["false", "null"],
    "move": ["{bombay: {endTurn: true}}", "{bazar: {lay: {tile: 7, rotation: 9}}}"],
}


@st.composite
def selections(draw, schema, type_, depth):
    """A selection of any fields of a type, as far down as may be."""
    if is_abstract_type(type_):
        possible = schema.get_possible_types(type_)
        chosen = draw(st.lists(st.sampled_from(possible), min_size=1, max_size=3, unique=True))
        parts = [f"... on {one.name} {draw(selections(schema, one, depth))}" for one in chosen]
        return f"{{ {draw(st.sampled_from(['', '__typename']))} {' '.join(parts)} }}"
    fields = {
        name: field
        for name, field in type_.fields.items()
        if depth > 1 or is_leaf_type(get_named_type(field.type))
    }
    names = draw(st.lists(st.sampled_from(sorted(fields)), min_size=1, max_size=5, unique=True))
    return f"{{ {' '.join(draw(selected(schema, name, fields[name], depth)) for name in names)} }}"


@st.composite
def selected(draw, schema, name, field, depth):
    """A field with its arguments, under its own name or another."""
    given = [
        f"{argument}: {draw(st.sampled_from(ARGUMENTS[argument]))}"
        for argument, wanted in field.args.items()
        if is_required_argument(wanted) or draw(st.booleans())
    ]
    inner = get_named_type(field.type)
    below = "" if is_leaf_type(inner) else draw(selections(schema, inner, depth - 1))
    # The same name with other arguments, in fragments on two kinds of move, would be invalid.
    alias = f"{name}{draw(st.integers(0, 10**9))}: " if given or draw(st.booleans()) else ""
    return f"{alias}{name}{'(' + ', '.join(given) + ')' if given else ''} {below}"
