"""How much a document may ask for, judged in one linear walk before anything else looks at it.

Fragments are measured once, with what they add relative to where they are spread: measuring them
again at every spread would take exponential time, and remembering absolute depths would let a
document hide its depth behind a fragment that was met higher up first.
"""

from collections import Counter
from typing import Any, NamedTuple

from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    IntValueNode,
    ListValueNode,
    ObjectValueNode,
    OperationDefinitionNode,
    SelectionSetNode,
    ValueNode,
)

from domain.kernel import Value
from service.errors import OperationTooComplex

LARGE = 1 << 30  # sums stop here: what is above every limit need not be exact
INTROSPECTION = ("__schema", "__type")
NESTING = ("fields", "inputFields", "interfaces", "possibleTypes")  # of introspection
PAGED = {"tables": 20, "standings": 20, "history": 100}  # fields with a page size, and its default
MOST_ON_A_PAGE = 100


class Bounds(Value):
    tokens: int = 1_500
    depth: int = 8
    introspection_depth: int = 15
    introspection_nesting: int = 2  # lists of fields inside lists of fields
    cost: int = 2_000
    aliases: int = 30
    root_fields: int = 10
    directives: int = 20
    operations: int = 10
    fragments: int = 50
    spreads: int = 100
    repeats: int = 30  # of one response name in one selection set; validation compares each pair
    value_depth: int = 8
    variables: int = 1_000  # values, all in all


BOUNDS = Bounds()


class Measure(NamedTuple):
    """What a selection adds at the place where it stands."""

    depth: int = 0
    cost: int = 0
    aliases: int = 0
    directives: int = 0
    roots: int = 0  # fields of the selection itself
    nesting: int = 0  # of introspection lists
    introspects: int = 0  # depth below an introspection field


def check(document: DocumentNode, bounds: Bounds = BOUNDS) -> dict[OperationDefinitionNode, int]:
    """The cost of each operation. Raises OperationTooComplex if one asks for too much."""
    return _Walk(document, bounds).costs()


class _Walk:
    def __init__(self, document: DocumentNode, bounds: Bounds) -> None:
        self.bounds = bounds
        self.operations = [
            node for node in document.definitions if isinstance(node, OperationDefinitionNode)
        ]
        self.fragments = {
            node.name.value: node
            for node in document.definitions
            if isinstance(node, FragmentDefinitionNode)
        }
        self.known: dict[str, Measure] = {}
        self.spreads = 0

    def costs(self) -> dict[OperationDefinitionNode, int]:
        bounds = self.bounds
        self.hold("operations", len(self.operations), bounds.operations)
        self.hold("fragments", len(self.fragments), bounds.fragments)
        costs = {}
        for operation in self.operations:
            measure = self.selection(operation.selection_set)
            self.hold("depth", measure.depth, bounds.depth)
            self.hold("introspection depth", measure.introspects, bounds.introspection_depth)
            self.hold("introspection nesting", measure.nesting, bounds.introspection_nesting)
            self.hold("cost", measure.cost, bounds.cost)
            self.hold("aliases", measure.aliases, bounds.aliases)
            self.hold("root fields", measure.roots, bounds.root_fields)
            directives = measure.directives + len(operation.directives or ())
            self.hold("directives", directives, bounds.directives)
            for variable in operation.variable_definitions or ():
                self.value(variable.default_value)
            costs[operation] = measure.cost
        for name in self.fragments:
            self.fragment(name)
        return costs

    def hold(self, what: str, found: int, most: int) -> None:
        if found > most:
            raise OperationTooComplex(
                f"The document exceeds the limit of {most} for {what}.", limit=what, most=most
            )

    def selection(self, selections: SelectionSetNode) -> Measure:
        depth = cost = aliases = directives = roots = nesting = introspects = 0
        names: Counter[str] = Counter()
        for node in selections.selections:
            if isinstance(node, FieldNode):
                name = (node.alias or node.name).value
                names[name] += 1
                self.hold(f"repeats of {name}", names[name], self.bounds.repeats)
                part = self.field(node)
            elif isinstance(node, FragmentSpreadNode):
                self.spreads += 1
                self.hold("fragment spreads", self.spreads, self.bounds.spreads)
                part = self.fragment(node.name.value)
            else:
                part = self.selection(node.selection_set)  # type: ignore[attr-defined]
            depth = max(depth, part.depth)
            cost = min(LARGE, cost + part.cost)
            aliases = min(LARGE, aliases + part.aliases)
            directives = min(LARGE, directives + part.directives + len(node.directives or ()))
            roots = min(LARGE, roots + part.roots)
            nesting = max(nesting, part.nesting)
            introspects = max(introspects, part.introspects)
        return Measure(depth, cost, aliases, directives, roots, nesting, introspects)

    def field(self, node: FieldNode) -> Measure:
        for argument in node.arguments or ():
            self.value(argument.value)
        name = node.name.value
        inner = self.selection(node.selection_set) if node.selection_set else Measure()
        if name in INTROSPECTION:
            below = Measure(depth=1, cost=100, introspects=inner.depth, nesting=inner.nesting)
        else:
            below = Measure(
                depth=1 + inner.depth,
                cost=min(LARGE, 1 + page(node) * inner.cost),
                introspects=inner.introspects,
                nesting=inner.nesting + (name in NESTING),
            )
        return below._replace(
            aliases=inner.aliases + (node.alias is not None),
            directives=inner.directives,
            roots=1,
        )

    def fragment(self, name: str) -> Measure:
        if name not in self.known:
            self.known[name] = Measure()  # a cycle counts once; validation reports it
            if name in self.fragments:
                self.known[name] = self.selection(self.fragments[name].selection_set)
        return self.known[name]

    def value(self, node: ValueNode | None) -> None:
        level: list[Any] = [] if node is None else [node]
        for _ in range(self.bounds.value_depth):
            level = [child for value in level for child in children(value)]
            if not level:
                return
        raise OperationTooComplex("A value is nested too deeply.", limit="value depth")


def children(node: ValueNode) -> list[ValueNode]:
    if isinstance(node, ListValueNode):
        return list(node.values)
    if isinstance(node, ObjectValueNode):
        return [field.value for field in node.fields]
    return []


def page(node: FieldNode) -> int:
    """How often what is selected below a field may be answered."""
    most = PAGED.get(node.name.value)
    if most is None:
        return 1
    for argument in node.arguments or ():
        if argument.name.value == "first":
            given = argument.value
            if not isinstance(given, IntValueNode) or len(given.value) > 9:
                return MOST_ON_A_PAGE  # a variable: it can be that much
            return min(MOST_ON_A_PAGE, max(1, int(given.value)))
    return most


def check_variables(variables: dict[str, Any], bounds: Bounds = BOUNDS) -> None:
    """Refuse variables that are nested or many beyond use, level by level."""
    level: list[Any] = [variables]
    count = 0
    for _ in range(bounds.value_depth + 1):
        below: list[Any] = []
        for value in level:
            if isinstance(value, dict):
                below.extend(value.values())
            elif isinstance(value, list):
                below.extend(value)
        if not below:
            return
        count += len(below)
        if count > bounds.variables:
            raise OperationTooComplex(
                f"More than {bounds.variables} values in the variables.", limit="variables"
            )
        level = below
    raise OperationTooComplex("The variables are nested too deeply.", limit="value depth")
