"""Documents: read, judged and compiled once, remembered by their text or hash."""

import hashlib
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any, Generic, TypeVar

from graphql import (
    DocumentNode,
    FieldNode,
    GraphQLError,
    GraphQLSyntaxError,
    InlineFragmentNode,
    OperationDefinitionNode,
    OperationType,
    VariableNode,
    Visitor,
    parse,
    specified_rules,
    validate,
    visit,
)

from service.errors import (
    BadUserInput,
    GraphqlParseFailed,
    GraphqlValidationFailed,
    OperationTooComplex,
    Problem,
)
from service.graphql import limits
from service.graphql.compiled import Compiler, Run, Unsupported, switches_of
from service.graphql.variables import Reader

KEPT = 1_000  # documents
READ_COST = 1 / 2_000  # of a command, for every field that a query asks for
VARIANTS = 16  # of one operation, by the variables of @skip and @include
ERRORS = 5  # of one document that are reported

K = TypeVar("K")
V = TypeVar("V")


class Lately(Generic[K, V]):
    """What was used lately, up to a number."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._items: OrderedDict[K, V] = OrderedDict()

    def get(self, key: K) -> V | None:
        found = self._items.get(key)
        if found is not None:
            self._items.move_to_end(key)
        return found

    def put(self, key: K, value: V) -> None:
        self._items[key] = value
        if len(self._items) > self._most:
            self._items.popitem(last=False)


class Invalid(GraphqlValidationFailed):
    """With what validation found, at its places in the document."""

    def __init__(self, errors: Iterable[GraphQLError]) -> None:
        super().__init__()
        self.errors = list(errors)


class Operation:
    """One operation of a document, ready to be run with variables."""

    def __init__(self, document: "Known", node: OperationDefinitionNode, cost: int) -> None:
        self.document = document
        self.node = node
        self.kind = node.operation
        self.price = self._price(cost)
        self.name = node.name.value if node.name else None
        self.variables = Reader(document.compiler.schema, node.variable_definitions or ())
        self._runs: Lately[tuple[Any, ...], list[Run]] = Lately(VARIANTS)

    def _price(self, cost: int) -> float:
        """What it takes from the caller's allowance, in commands."""
        commands = 0 if self.is_query else len(self.node.selection_set.selections)
        return commands + cost * READ_COST

    @property
    def is_query(self) -> bool:
        return self.kind is OperationType.QUERY

    @property
    def is_mutation(self) -> bool:
        return self.kind is OperationType.MUTATION

    @property
    def is_subscription(self) -> bool:
        return self.kind is OperationType.SUBSCRIPTION

    def only_table(self, variables: Mapping[str, Any]) -> str | None:
        """The id of the one table that a query is about, if it is about nothing else."""
        selections = self.node.selection_set.selections
        if not self.is_query or len(selections) != 1:
            return None
        (node,) = selections
        if not isinstance(node, FieldNode) or node.name.value != "table" or node.directives:
            return None
        (argument,) = node.arguments or ()
        if isinstance(argument.value, VariableNode):
            found = variables.get(argument.value.name.value)
        else:
            found = getattr(argument.value, "value", None)
        return found if isinstance(found, str) else None

    def root(self) -> FieldNode:
        """The one field of a subscription."""
        selections = self.node.selection_set.selections
        while not isinstance(selections[0], FieldNode):
            if not isinstance(selections[0], InlineFragmentNode):
                raise BadUserInput("Name the field of a subscription outside of fragments.")
            selections = selections[0].selection_set.selections
        return selections[0]

    def used_below_root(self) -> frozenset[str]:
        """The variables that what is answered depends on, apart from the root's arguments."""
        nodes: list[Any] = [self.root().selection_set]
        nodes += [each for each in self.document.node.definitions if each is not self.node]
        return frozenset(chain.from_iterable(map(variables_in, nodes)))

    def compiled(self, variables: Mapping[str, Any]) -> Run | None:
        """The function that answers it; None if only the ordinary executor can."""
        if any(name not in variables for name in self.document.switches):
            return None  # the switch of another operation, or one that is not given
        switches = {name: bool(variables[name]) for name in self.document.switches}
        key = tuple(switches.values())
        known = self._runs.get(key)
        if known is None:
            known = []
            try:
                run = self.document.compiler.compile(self.document.node, self.node, switches)
                known.append(run)
            except (Unsupported, RecursionError):
                pass  # such as introspection
            self._runs.put(key, known)
        return known[0] if known else None


def variables_in(node: Any) -> set[str]:
    found: set[str] = set()

    class Collect(Visitor):
        def enter_variable(self, node: VariableNode, *_: Any) -> None:
            found.add(node.name.value)

    visit(node, Collect())
    return found


class Known:
    """A document that fits the schema and the limits."""

    def __init__(
        self, node: DocumentNode, costs: Mapping[OperationDefinitionNode, int], compiler: Compiler
    ) -> None:
        self.node = node
        self.compiler = compiler
        self.switches = sorted(switches_of(node))
        self.operations = [Operation(self, each, cost) for each, cost in costs.items()]

    def operation(self, name: str | None) -> Operation:
        if name is None:
            if len(self.operations) == 1:
                return self.operations[0]
            raise BadUserInput("The document has several operations: name one.")
        for operation in self.operations:
            if operation.name == name:
                return operation
        raise BadUserInput("The document has no operation of this name.")


class Documents:
    """Those seen lately, the wrong ones too, and those that are trusted by their hash."""

    def __init__(self, compiler: Compiler) -> None:
        self._compiler = compiler
        self._known: Lately[str, Known | Problem] = Lately(KEPT)
        self._by_hash: Lately[str, str] = Lately(KEPT)

    def get(self, text: str) -> Known:
        found = self._known.get(text)
        if found is None:
            found = self._read(text)
            self._known.put(text, found)
        if isinstance(found, Problem):
            raise found.with_traceback(None)
        return found

    def keep(self, digest: str, text: str) -> None:
        """Let a document be called by its hash from now on, if that is its hash."""
        if hashlib.sha256(text.encode()).hexdigest() == digest.removeprefix("sha256:"):
            self._by_hash.put(digest.removeprefix("sha256:"), text)

    def by_hash(self, digest: str) -> str | None:
        return self._by_hash.get(digest)

    def _read(self, text: str) -> Known | Problem:
        try:
            node = parse(text, max_tokens=limits.BOUNDS.tokens)
            costs = limits.check(node)
        except GraphQLSyntaxError as error:
            if "more than" in error.message and "tokens" in error.message:
                return OperationTooComplex(
                    f"The document has more than {limits.BOUNDS.tokens} tokens.", limit="tokens"
                )
            problem = GraphqlParseFailed(error.message)
            problem.details = {
                "locations": [
                    {"line": at.line, "column": at.column} for at in error.locations or ()
                ]
            }
            return problem
        except RecursionError:
            return OperationTooComplex("The document is nested too deeply.", limit="depth")
        except Problem as problem:
            return problem
        if not costs:
            return GraphqlValidationFailed("The document has no operation.")
        errors = validate(
            self._compiler.schema, node, specified_rules, max_errors=ERRORS, hide_suggestions=True
        )
        if errors:
            return Invalid(errors)
        return Known(node, costs, self._compiler)
