"""Strawberry as its documentation shows it: types with attributes, and its own ASGI application.

python -m tests.bench.stock PORT SCHEMA DOCUMENT ANSWER: answers the document with the table of the
answer, through types of the same names as in the schema. No caller is asked who it is.
"""

import enum
import json
import sys
from pathlib import Path
from typing import Annotated, Any, Optional

import strawberry
import uvicorn
from graphql import (
    FieldNode,
    GraphQLEnumType,
    GraphQLList,
    GraphQLNonNull,
    GraphQLObjectType,
    GraphQLSchema,
    GraphQLUnionType,
    TypeInfo,
    TypeInfoVisitor,
    Visitor,
    build_schema,
    parse,
    visit,
)
from strawberry.asgi import GraphQL

SCALARS = {"ID": strawberry.ID, "String": str, "Int": int, "Float": float, "Boolean": bool}
TYPENAME = "__typename"


class Asked(Visitor):
    """The fields that a document asks for, by type."""

    def __init__(self, info: TypeInfo) -> None:
        super().__init__()
        self.info = info
        self.fields: dict[str, set[str]] = {}

    def enter_field(self, node: FieldNode, *_: Any) -> None:
        parent = self.info.get_parent_type()
        if parent is not None and node.name.value != TYPENAME:
            self.fields.setdefault(parent.name, set()).add(node.name.value)


class Mirror:
    """Strawberry's types for what a document asks for, and its objects."""

    def __init__(self, schema: GraphQLSchema, document: str) -> None:
        self.schema = schema
        info = TypeInfo(schema)
        asked = Asked(info)
        visit(parse(document), TypeInfoVisitor(info, asked))
        self.fields = asked.fields
        self.made: dict[str, Any] = {}

    def chosen(self, type_: Any, value: dict[str, Any]) -> GraphQLObjectType:
        named = value.get(TYPENAME)
        return self.schema.type_map[named] if named else type_  # type: ignore[return-value]

    def type(self, type_: Any) -> Any:
        if isinstance(type_, GraphQLNonNull):
            return self.required(type_.of_type)
        return Optional[self.required(type_)]  # noqa: UP045 - made at run time

    def required(self, type_: Any) -> Any:
        if isinstance(type_, GraphQLList):
            return list[self.type(type_.of_type)]  # type: ignore[misc]
        if type_.name not in self.made:
            self.made[type_.name] = self.make(type_)
        return self.made[type_.name]

    def make(self, type_: Any) -> Any:
        match type_:
            case GraphQLObjectType():
                names = sorted(self.fields[type_.name])
                kinds = {name: self.type(type_.fields[name].type) for name in names}
                return strawberry.type(type(type_.name, (), {"__annotations__": kinds}))
            case GraphQLUnionType():
                one, other = map(self.required, type_.types)
                return Annotated[one | other, strawberry.union(type_.name)]
            case GraphQLEnumType():
                return strawberry.enum(enum.Enum(type_.name, list(type_.values)))
            case _:
                return SCALARS.get(type_.name, str)

    def object(self, type_: Any, value: Any) -> Any:
        match bare(type_), value:
            case _, None:
                return None
            case GraphQLList(of_type=each), list():
                return [self.object(each, item) for item in value]
            case (GraphQLObjectType() | GraphQLUnionType()) as found, dict():
                found = self.chosen(found, value)
                given = {
                    name: self.object(found.fields[name].type, each)
                    for name, each in value.items()
                    if name != TYPENAME
                }
                return self.required(found)(**given)
            case GraphQLEnumType() as found, _:
                return self.required(found)[value]
            case _:
                return value


def bare(type_: Any) -> Any:
    return type_.of_type if isinstance(type_, GraphQLNonNull) else type_


def application(schema: GraphQLSchema, document: str, answer: bytes) -> GraphQL[Any, Any]:
    kind = schema.type_map["Table"]
    mirror = Mirror(schema, document)
    made = mirror.type(kind)
    ready = mirror.object(kind, json.loads(answer)["data"]["table"])

    def table(id: strawberry.ID) -> made:  # type: ignore[valid-type]  # noqa: A002
        return ready

    query = type("Query", (), {"table": strawberry.field(resolver=table)})
    return GraphQL(strawberry.Schema(strawberry.type(query)), graphql_ide=None)


if __name__ == "__main__":
    port, schema, document, answer = sys.argv[1:]
    app = application(
        build_schema(Path(schema).read_text()),
        Path(document).read_text(),
        Path(answer).read_bytes(),
    )
    uvicorn.run(
        app, port=int(port), http="httptools", loop="uvloop", access_log=False, log_level="warning"
    )
