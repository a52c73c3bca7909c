"""Variables as resolvers take them, read quickly where they are right.

What is wrong, or merely unusual, raises Unusual: then the executor reads it and finds the words.
"""

from collections.abc import Callable, Iterable
from typing import Any

from graphql import (
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLList,
    GraphQLNonNull,
    GraphQLSchema,
    Undefined,
    VariableDefinitionNode,
    type_from_ast,
    value_from_ast,
)

Read = Callable[[Any], Any]
MOST = 2**31 - 1


class Unusual(Exception):
    pass


class Reader:
    """Reads the variables of one operation."""

    def __init__(
        self, schema: GraphQLSchema, definitions: Iterable[VariableDefinitionNode]
    ) -> None:
        self._known: dict[str, tuple[Read, bool, Any]] = {}
        readers: dict[str, Read] = {}
        for node in definitions:
            type_: Any = type_from_ast(schema, node.type)
            default = Undefined
            if node.default_value is not None:
                default = value_from_ast(node.default_value, type_)
            required = isinstance(type_, GraphQLNonNull) and default is Undefined
            read = reader_of(type_, readers)
            self._known[node.variable.name.value] = (read, required, default)

    def read(self, given: dict[str, Any]) -> dict[str, Any]:
        values = {}
        for name, (read, required, default) in self._known.items():
            if name in given:
                values[name] = read(given[name])
            elif required:
                raise Unusual
            elif default is not Undefined:
                values[name] = default
        return values


def reader_of(type_: Any, readers: dict[str, Read]) -> Read:
    if isinstance(type_, GraphQLNonNull):
        return present(type_.of_type, readers)
    inner = present(type_, readers)
    return lambda value: None if value is None else inner(value)


def present(type_: Any, readers: dict[str, Read]) -> Read:
    """For values that are not null."""
    if isinstance(type_, GraphQLList):
        item = reader_of(type_.of_type, readers)
        return lambda value: [item(each) for each in value] if type(value) is list else unusual()
    if isinstance(type_, GraphQLEnumType):
        return enum(type_)
    if isinstance(type_, GraphQLInputObjectType):
        if type_.name not in readers:
            readers[type_.name] = structured(type_, readers)
        return readers[type_.name]
    return SCALARS.get(type_.name, unusual)


def enum(type_: GraphQLEnumType) -> Read:
    words = {name: type_.parse_value(name) for name in type_.values}

    def read(value: Any) -> Any:
        if type(value) is not str or value not in words:
            raise Unusual
        return words[value]

    return read


def structured(type_: GraphQLInputObjectType, readers: dict[str, Read]) -> Read:
    fields = {name: reader_of(field.type, readers) for name, field in type_.fields.items()}
    required = [
        name
        for name, field in type_.fields.items()
        if isinstance(field.type, GraphQLNonNull) and field.default_value is Undefined
    ]
    defaults = {
        name: field.default_value
        for name, field in type_.fields.items()
        if field.default_value is not Undefined
    }
    one_of = type_.is_one_of

    def read(value: Any) -> Any:
        if type(value) is not dict:
            raise Unusual
        if one_of and (len(value) != 1 or None in value.values()):
            raise Unusual
        try:
            given = {name: fields[name](each) for name, each in value.items()}
        except KeyError:
            raise Unusual from None
        for name in required:
            if name not in given:
                raise Unusual
        return {**defaults, **given} if defaults else given

    return read


def unusual(value: Any = None) -> Any:
    raise Unusual


def integer(value: Any) -> int:
    if type(value) is int and -MOST - 1 <= value <= MOST:
        return value
    raise Unusual


def string(value: Any) -> str:
    if type(value) is str:
        return value
    raise Unusual


def boolean(value: Any) -> bool:
    if value is True or value is False:
        return value
    raise Unusual


SCALARS: dict[str, Read] = {
    "Int": integer,
    "String": string,
    "ID": string,
    "Boolean": boolean,
    "JSON": lambda value: value,
}
