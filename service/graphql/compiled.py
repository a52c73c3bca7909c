"""A document that was validated, turned into a Python function that builds its answer.

The ordinary executor walks the document anew for every answer and every item of every list. A
compiled document has done that once: plain fields have become attribute accesses, lists list
comprehensions, unions a look-up by class. It leaves errors alone: whatever is raised, the
ordinary executor answers instead, and it is the judge in the property test that both are equal.

All text that gets into the code is a GraphQL name (letters, digits, underscore), quoted by repr.
"""

from collections.abc import Callable, Iterable, Mapping
from itertools import count
from typing import Any, ClassVar
from weakref import WeakSet

import msgspec
from graphql import DocumentNode as Document
from graphql import (
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLAbstractType,
    GraphQLArgument,
    GraphQLEnumType,
    GraphQLField,
    GraphQLList,
    GraphQLNonNull,
    GraphQLObjectType,
    GraphQLOutputType,
    GraphQLSchema,
    InlineFragmentNode,
    OperationDefinitionNode,
    OperationType,
    SelectionSetNode,
    Undefined,
    ValueNode,
    VariableNode,
    is_abstract_type,
    is_leaf_type,
    value_from_ast,
)

from service.graphql.schema import Source

REMEMBERED = 100_000  # encodings of lasting values

encode = msgspec.json.Encoder().encode

Run = Callable[[Any, Any, dict[str, Any]], Any]  # (root value, scope, variables) -> data


class Unsupported(Exception):
    """The ordinary executor has to answer this one."""


class Incomplete(Exception):
    """A value that must not be null is: the ordinary executor says so properly."""


def incomplete() -> Any:
    raise Incomplete


class Compiler:
    def __init__(self, schema: GraphQLSchema, sources: Mapping[tuple[str, str], Source]) -> None:
        self.schema = schema
        self.sources = sources

    def compile(
        self,
        document: Document,
        operation: OperationDefinitionNode,
        switches: Mapping[str, bool],
    ) -> Run:
        """An async function. `switches` are the variables that @skip and @include depend on."""
        return _Compilation(self, document, operation, switches).run()


class _Compilation:
    def __init__(
        self,
        compiler: Compiler,
        document: Document,
        operation: OperationDefinitionNode,
        switches: Mapping[str, bool],
    ) -> None:
        self.schema = compiler.schema
        self.sources = compiler.sources
        self.operation = operation
        self.switches = switches
        self.fragments = {
            node.name.value: node
            for node in document.definitions
            if isinstance(node, FragmentDefinitionNode)
        }
        self.numbers = count()
        self.constants: dict[str, Any] = {"incomplete": incomplete}
        self.functions: list[str] = []
        self.impure = 0  # how often something depends on more than the value above it

    def run(self) -> Run:
        root = self.schema.get_root_type(self.operation.operation)
        assert root is not None, "the document is valid"
        name = self.function(root, [self.operation.selection_set], root=True)
        source = "\n".join(self.functions)
        exec(compile(source, "<graphql document>", "exec"), self.constants)
        run: Run = self.constants[name]
        return run

    def function(
        self, type_: GraphQLObjectType, selections: list[SelectionSetNode], root: bool = False
    ) -> str:
        name = self.name("f")
        is_subscription = root and self.operation.operation is OperationType.SUBSCRIPTION
        body = self.literal(type_, selections, "o", event=is_subscription)
        self.functions.append(f"async def {name}(o, s, V):\n    return {body}\n")
        return name

    def literal(
        self,
        type_: GraphQLObjectType,
        selections: list[SelectionSetNode],
        var: str,
        event: bool = False,
    ) -> str:
        parts = []
        for key, nodes in self.collect(type_, selections).items():
            name = nodes[0].name.value
            if name == "__typename":
                parts.append(f"{key!r}: {type_.name!r}")
                continue
            if name.startswith("__"):
                raise Unsupported
            field = type_.fields[name]
            # The root field of a subscription is the event itself.
            raw = var if event else self.raw(type_, name, field, nodes[0], var)
            below = [node.selection_set for node in nodes if node.selection_set is not None]
            kept = self.remembered(field.type, raw, below) if self.lasts(type_, name) else None
            parts.append(f"{key!r}: {kept or self.complete(field.type, raw, below)}")
        return "{" + ", ".join(parts) + "}"

    def raw(
        self, type_: GraphQLObjectType, name: str, field: GraphQLField, node: FieldNode, var: str
    ) -> str:
        """The value of a field as its source gives it."""
        source = self.sources[type_.name, name]
        if source.function is None:
            return f"{var}.{source.path}"
        if source.takes_info or source.is_async:
            self.impure += 1
        given = [var] if source.takes_root else []
        given += ["s"] if source.takes_info else []
        given += self.arguments(source, field, node)
        call = f"{self.constant(source.function)}({', '.join(given)})"
        return f"(await {call})" if source.is_async else call

    def arguments(self, source: Source, field: GraphQLField, node: FieldNode) -> Iterable[str]:
        given = {argument.name.value: argument.value for argument in node.arguments or ()}
        for name, argument in field.args.items():
            value = self.argument(argument, given.get(name))
            if value is not None:
                yield f"{source.arguments[name]}={value}"

    def argument(self, argument: GraphQLArgument, node: ValueNode | None) -> str | None:
        """An expression, or None if the argument is not given and has no default."""
        default = argument.default_value
        if node is None:
            return None if default is Undefined else self.constant(default_of(argument))
        if has_variable(node):
            self.impure += 1
        if isinstance(node, VariableNode):
            name = node.name.value
            return f"V.get({name!r}, {self.constant(default_of(argument))})"
        if has_variable(node):
            return f"{self.constant(Nested(node, argument))}(V)"
        value = value_from_ast(node, argument.type)
        if value is Undefined:
            raise Unsupported
        return self.constant(value)

    def complete(
        self, type_: GraphQLOutputType, raw: str, below: list[SelectionSetNode], null: str = "None"
    ) -> str:
        """The value as it is answered; `null` says what to do if there is none."""
        if isinstance(type_, GraphQLNonNull):
            return self.complete(type_.of_type, raw, below, "incomplete()")
        if is_leaf_type(type_) and not isinstance(type_, GraphQLEnumType):
            return raw
        if isinstance(type_, GraphQLEnumType) and null != "None":
            return f"{raw}._name_"
        if raw.isidentifier():
            var, test = raw, raw
        else:
            var = self.name("v")
            test = f"({var} := {raw})"
        return f"({null} if {test} is None else {self.present(type_, var, below)})"

    def present(self, type_: GraphQLOutputType, var: str, below: list[SelectionSetNode]) -> str:
        if isinstance(type_, GraphQLEnumType):
            return f"{var}._name_"
        if isinstance(type_, GraphQLList):
            return self.items(type_.of_type, var, below)
        if isinstance(type_, GraphQLObjectType):
            return self.literal(type_, below, var)
        if is_abstract_type(type_):
            return self.dispatch(type_, var, below)
        raise Unsupported

    def items(self, type_: GraphQLOutputType, var: str, below: list[SelectionSetNode]) -> str:
        item = self.name("i")
        if isinstance(type_, GraphQLNonNull):
            if is_leaf_type(type_.of_type) and not isinstance(type_.of_type, GraphQLEnumType):
                return var
            return f"[{self.present(type_.of_type, item, below)} for {item} in {var}]"
        return f"[{self.complete(type_, item, below)} for {item} in {var}]"

    def lasts(self, type_: GraphQLObjectType, name: str) -> bool:
        source = self.sources.get((type_.name, name))
        return source is not None and source.lasting

    def remembered(
        self, type_: GraphQLOutputType, raw: str, below: list[SelectionSetNode]
    ) -> str | None:
        """A list of values that last, each with the encoding it was given first.

        None if what is selected of an item depends on more than the item.
        """
        item_type = type_.of_type.of_type.of_type  # type: ignore[union-attr]  # [Item!]!
        before = self.impure
        literal = self.literal(item_type, below, "o")
        if self.impure != before:
            return None
        make, item, known = self.name("f"), self.name("i"), self.name("e")
        memory = Memory()
        keep, get = self.constant(memory.keep), self.constant(memory.kept.get)
        self.functions.append(f"def {make}(o):\n    return {keep}(o, {literal})\n")
        return (
            f"[{known}[1] if ({known} := {get}(id({item}))) is not None "
            f"and {known}[0] is {item} else {make}({item}) for {item} in {raw}]"
        )

    def dispatch(self, type_: GraphQLAbstractType, var: str, below: list[SelectionSetNode]) -> str:
        self.impure += 1
        functions = {}
        for possible in self.schema.get_possible_types(type_):
            name = self.function(possible, below)
            for made_of in possible.is_type_of.sources:  # type: ignore[union-attr]
                functions[made_of] = name
        table = self.name("d")
        entries = ", ".join(f"{self.constant(kind)}: {name}" for kind, name in functions.items())
        self.functions.append(f"{table} = {{{entries}}}\n")
        return f"(await {table}[type({var})]({var}, s, V))"

    def collect(
        self, type_: GraphQLObjectType, selections: list[SelectionSetNode]
    ) -> dict[str, list[FieldNode]]:
        """The fields of a selection by response name, in the order of the document."""
        fields: dict[str, list[FieldNode]] = {}
        for selection in selections:
            self.gather(type_, selection, fields, set())
        return fields

    def gather(
        self,
        type_: GraphQLObjectType,
        selection: SelectionSetNode,
        fields: dict[str, list[FieldNode]],
        seen: set[str],
    ) -> None:
        for node in selection.selections:
            if not self.wanted(node):
                continue
            if isinstance(node, FieldNode):
                fields.setdefault((node.alias or node.name).value, []).append(node)
            elif isinstance(node, InlineFragmentNode):
                condition = node.type_condition
                if condition is None or self.fits(type_, condition.name.value):
                    self.gather(type_, node.selection_set, fields, seen)
            elif isinstance(node, FragmentSpreadNode) and node.name.value not in seen:
                seen.add(node.name.value)
                fragment = self.fragments[node.name.value]
                if self.fits(type_, fragment.type_condition.name.value):
                    self.gather(type_, fragment.selection_set, fields, seen)

    def wanted(self, node: Any) -> bool:
        for directive in node.directives or ():
            name = directive.name.value
            if name not in ("skip", "include"):
                raise Unsupported
            value = directive.arguments[0].value
            if isinstance(value, VariableNode):
                chosen = self.switches[value.name.value]
            else:
                chosen = value.value
            if chosen is (name == "skip"):
                return False
        return True

    def fits(self, type_: GraphQLObjectType, condition: str) -> bool:
        other = self.schema.type_map[condition]
        return other is type_ or (is_abstract_type(other) and self.schema.is_sub_type(other, type_))

    def name(self, prefix: str) -> str:
        return f"{prefix}{next(self.numbers)}"

    def constant(self, value: Any) -> str:
        if value is None or isinstance(value, (bool, int)):
            return repr(value)
        name = self.name("c")
        self.constants[name] = value
        return name


class Memory:
    """How values were encoded by one selection, by identity: holding a value keeps its id its own.

    All selections of all documents together remember so many; then they begin anew.
    """

    total: ClassVar[int] = 0
    everyone: ClassVar[WeakSet["Memory"]] = WeakSet()

    def __init__(self) -> None:
        self.kept: dict[int, tuple[Any, msgspec.Raw]] = {}
        Memory.everyone.add(self)

    def keep(self, value: Any, content: dict[str, Any]) -> msgspec.Raw:
        if Memory.total >= REMEMBERED:
            for each in Memory.everyone:
                each.kept.clear()
            Memory.total = 0
        encoded = msgspec.Raw(encode(content))
        self.kept[id(value)] = (value, encoded)
        Memory.total += 1
        return encoded


class Nested:
    """An argument with variables inside it, read by the executor's own means."""

    def __init__(self, node: ValueNode, argument: GraphQLArgument) -> None:
        self.node = node
        self.argument = argument

    def __call__(self, variables: dict[str, Any]) -> Any:
        value = value_from_ast(self.node, self.argument.type, variables)
        if value is Undefined:
            raise Incomplete
        return value


def has_variable(node: Any) -> bool:
    if isinstance(node, VariableNode):
        return True
    inner = getattr(node, "values", None) or [f.value for f in getattr(node, "fields", None) or ()]
    return any(map(has_variable, inner))


def default_of(argument: GraphQLArgument) -> Any:
    return None if argument.default_value is Undefined else argument.default_value


def switches_of(document: Document) -> frozenset[str]:
    """The variables that @skip and @include depend on, anywhere in the document."""
    found: set[str] = set()
    pending: list[Any] = [
        node.selection_set
        for node in document.definitions
        if isinstance(node, (OperationDefinitionNode, FragmentDefinitionNode))
    ]
    while pending:
        for node in pending.pop().selections:
            for directive in node.directives or ():
                for argument in directive.arguments or ():
                    if isinstance(argument.value, VariableNode):
                        found.add(argument.value.name.value)
            if getattr(node, "selection_set", None) is not None:
                pending.append(node.selection_set)
    return frozenset(found)
