"""From an operation to the bytes of its answer, and from what went wrong to errors."""

import asyncio
import time
from collections.abc import Iterable
from inspect import isawaitable
from typing import Any
from uuid import UUID

import msgspec
import structlog
from graphql import ExecutionResult, GraphQLError, execute, get_variable_values

from service.errors import (
    BadUserInput,
    InternalServerError,
    Problem,
    ServiceUnavailable,
)
from service.graphql.context import Context, Scope
from service.graphql.documents import Invalid, Operation
from service.graphql.sight import of_shown
from service.graphql.variables import Unusual
from service.store import StoreError

PATIENCE = 5.0  # seconds for a query; a command that is being written is never given up
REMEMBERED = 64  # answers by what was shown
NAMES_GOOD_FOR = 60.0  # seconds for which an answer may repeat people's names

encode = msgspec.json.Encoder().encode
log = structlog.get_logger()


class Answer:
    """The body, and the problem if it has no data."""

    __slots__ = ("body", "problem")

    def __init__(self, body: bytes, problem: Problem | None = None) -> None:
        self.body = body
        self.problem = problem


class Prepared:
    """An operation with its variables: what a request asks for, whoever sends it."""

    __slots__ = ("given", "key", "operation", "run", "table", "variables")

    def __init__(self, operation: Operation, given: dict[str, Any]) -> None:
        self.operation = operation
        self.given = given
        self.variables = read(operation, given)
        self.run = operation.compiled(self.variables)
        self.table = only_table(operation, self.variables) if self.run is not None else None
        self.key = key_of(operation, self.variables) if self.table is not None else None


def only_table(operation: Operation, variables: dict[str, Any]) -> UUID | None:
    """The one table that a query is about, if it is about nothing else and there can be one."""
    id_ = operation.only_table(variables)
    try:
        return None if id_ is None else UUID(id_)
    except ValueError:
        return None


def key_of(operation: Operation, variables: dict[str, Any]) -> Any:
    """What an answer depends on, apart from what is shown."""
    key = (operation, *variables.items())
    try:
        hash(key)
    except TypeError:
        return operation, encode(variables)
    return key


def read(operation: Operation, given: dict[str, Any]) -> dict[str, Any]:
    try:
        return operation.variables.read(given)
    except Unusual:
        schema = operation.document.compiler.schema
        nodes = operation.node.variable_definitions or ()
        values = get_variable_values(schema, nodes, given, max_errors=5, hide_suggestions=True)
        if isinstance(values, list):
            raise Unreadable(values) from None
        return values.coerced


class Unreadable(BadUserInput):
    """Variables that do not fit the operation, with what is wrong with each."""

    def __init__(self, errors: Iterable[GraphQLError]) -> None:
        super().__init__("The variables do not fit the operation.")
        self.errors = list(errors)


async def answer(prepared: Prepared, context: Context, event: Any = None) -> Answer:
    """Answer a query or a mutation, or say what an event means to a subscription."""
    if prepared.table is not None:
        return await table_answer(prepared, context)
    if prepared.run is not None:
        try:
            running = prepared.run(event, Scope(context), prepared.variables)
            if prepared.operation.is_query:
                async with asyncio.timeout(PATIENCE):
                    data = await running
            else:
                data = await running
            return Answer(encode({"data": data}))
        except TimeoutError:
            return failed(too_long(), context)
        except Exception as error:
            noted(error)
    return await ordinary(prepared, context, event)


async def table_answer(prepared: Prepared, context: Context) -> Answer:
    """An answer about one table only: the same for all who see the same, until it changes."""
    assert prepared.table is not None
    assert prepared.run is not None
    try:
        id_ = prepared.table
        shown = await context.services.reader.table(context.watcher(), id_)
        key = prepared.key
        known = shown.memo.get(key)
        if known is not None and known[0] > time.monotonic():
            return known[1]  # type: ignore[no-any-return]
        scope = Scope(context)
        scope.first = of_shown(context, id_, shown)
        async with asyncio.timeout(PATIENCE):
            data = await prepared.run(None, scope, prepared.variables)
        answered = Answer(encode({"data": data}))
        if len(shown.memo) >= REMEMBERED:
            shown.memo.clear()
        shown.memo[key] = (time.monotonic() + NAMES_GOOD_FOR, answered)
        return answered
    except TimeoutError:
        return failed(too_long(), context)
    except Exception as error:
        noted(error)
    return await ordinary(prepared, context)


async def ordinary(prepared: Prepared, context: Context, event: Any = None) -> Answer:
    operation = prepared.operation
    try:
        async with asyncio.timeout(PATIENCE if operation.is_query else None):
            result = execute(
                operation.document.compiler.schema,
                operation.document.node,
                event,
                context_value=context,
                variable_values=prepared.given,
                operation_name=operation.name,
            )
            if isawaitable(result):
                result = await result
    except TimeoutError:
        return failed(too_long(), context)
    return formatted(result, context)


def too_long() -> Problem:
    return ServiceUnavailable("It took too long.", retry_after=1.0)


def formatted(result: ExecutionResult, context: Context) -> Answer:
    if not result.errors:
        return Answer(encode({"data": result.data}))
    problems = [problem_of(error) for error in result.errors]
    errors = [
        error_of(problem, context.request_id, error)
        for problem, error in zip(problems, result.errors, strict=True)
    ]
    problem = problems[0] if result.data is None else None
    return Answer(encode({"errors": errors, "data": result.data}), problem)


def failed(problem: Problem, context: Context | None = None, request_id: str = "") -> Answer:
    """The request did not come to be executed: an answer without data."""
    id_ = context.request_id if context is not None else request_id
    causes = problem.errors if isinstance(problem, (Invalid, Unreadable)) else []
    errors = [error_of(problem, id_, cause, cause.message) for cause in causes]
    return Answer(encode({"errors": errors or [error_of(problem, id_)]}), problem)


def error_of(
    problem: Problem, request_id: str, at: GraphQLError | None = None, message: str = ""
) -> dict[str, Any]:
    error: dict[str, Any] = {"message": message or problem.message}
    if at is not None and at.locations:
        error["locations"] = [{"line": each.line, "column": each.column} for each in at.locations]
    elif problem.details.get("locations"):
        error["locations"] = problem.details["locations"]
    if at is not None and at.path:
        error["path"] = at.path
    error["extensions"] = {**problem.extensions, "requestId": request_id}
    return error


def problem_of(error: Exception) -> Problem:
    """What may be said about it. What nobody has foreseen is logged and masked."""
    cause = error
    while isinstance(cause, GraphQLError) and cause.original_error is not None:
        cause = cause.original_error
    match cause:
        case Problem():
            return cause
        case GraphQLError():
            return BadUserInput(cause.message)
        case StoreError():
            return ServiceUnavailable(retry_after=1.0)
        case _:
            log.error("resolver_failed", error=type(cause).__name__, exc_info=cause)
            return InternalServerError()


def noted(error: Exception) -> None:
    """A compiled document leaves errors to the ordinary executor; ours are worth a line."""
    if not isinstance(error, (Problem, StoreError)):
        log.warning("compiled_failed", error=type(error).__name__, text=str(error)[:200])
