"""The schema: what was promised, what is kept in openapi/, and what it says about itself."""

from pathlib import Path
from typing import get_type_hints

import pytest
from graphql import (
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLInterfaceType,
    GraphQLObjectType,
    build_schema,
    find_breaking_changes,
    is_non_null_type,
)

from domain.bazar import views as bazar
from domain.bombay import views as bombay
from domain.bombay.events import Score
from service.graphql.schema import build, core, sdl
from tests.running import howdah

KEPT = Path(__file__).parents[2] / "openapi" / "schema.graphql"
CONTRACT = Path(__file__).with_name("contract.graphql")


@pytest.fixture(scope="module")
def schema():
    return core(build()[0])


def own(schema):
    return [type_ for name, type_ in schema.type_map.items() if not name.startswith("__")]


def test_the_kept_schema_is_the_one_that_is_served():
    assert KEPT.read_text() == sdl(), "run: howdah schema > openapi/schema.graphql"


def test_the_schema_is_served_and_printed(service, data):
    served = service.get("/schema.graphql")
    assert served.headers["content-type"].startswith("text/plain")
    assert served.text == howdah("schema", data=data).stdout == sdl()


def test_nothing_that_clients_were_promised_is_missing(schema):
    promised = build_schema(CONTRACT.read_text())
    assert [change.description for change in find_breaking_changes(promised, schema)] == []


def test_a_field_that_goes_missing_is_noticed():
    promised = build_schema(CONTRACT.read_text())
    poorer = build_schema(CONTRACT.read_text().replace("reset: Boolean!", ""))
    changes = [change.description for change in find_breaking_changes(promised, poorer)]
    assert changes == ["Field TableUpdate.reset was removed."]


def test_every_type_and_field_says_what_it_is(schema):
    silent = []
    for type_ in own(schema):
        if not type_.description:
            silent.append(type_.name)
        if isinstance(type_, (GraphQLObjectType, GraphQLInterfaceType, GraphQLInputObjectType)):
            silent += [
                f"{type_.name}.{name}"
                for name, field in type_.fields.items()
                if not field.description
            ]
    assert silent == []


def test_enums_are_written_in_capitals(schema):
    names = [
        name for type_ in own(schema) if isinstance(type_, GraphQLEnumType) for name in type_.values
    ]
    assert names
    assert all(name.isupper() for name in names)


BEHIND = {
    "BombayView": bombay.View,
    "BombaySite": bombay.SiteView,
    "BombayMarket": bombay.MarketView,
    "BombayDemand": bombay.DemandView,
    "BombayCity": bombay.CityView,
    "BombayHoldings": bombay.Holdings,
    "BombayPlayer": bombay.PlayerView,
    "BombayScore": Score,
    "BazarView": bazar.View,
    "BazarCell": bazar.CellView,
    "BazarSegment": bazar.SegmentView,
    "BazarTrunk": bazar.TrunkView,
    "BazarPassage": bazar.Passage,
    "BazarStock": bazar.StockView,
    "BazarMedalGame": bazar.MedalsView,
    "BazarMedalRound": bazar.RoundView,
    "BazarResult": bazar.ResultView,
    "BazarAlone": bazar.AloneView,
}
RENAMED = {"turn": "on_turn"}  # of BazarView: one name for it in both games


@pytest.mark.parametrize("name", BEHIND)
def test_a_view_is_typed_in_full_and_null_where_its_values_can_be(schema, name):
    hints = get_type_hints(BEHIND[name])
    if name == "BazarView":
        hints = {RENAMED.get(key, key): hint for key, hint in hints.items()}
    fields = schema.type_map[name].fields
    for key, hint in hints.items():
        head, *rest = key.split("_")
        field = fields[head + "".join(part.title() for part in rest)]
        nullable = type(None) in getattr(hint, "__args__", ())
        assert is_non_null_type(field.type) is not nullable, key
