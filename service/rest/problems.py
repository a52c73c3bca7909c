"""Errors over HTTP: application/problem+json with the codes that GraphQL uses too.

What only HTTP can get wrong is a kind of BAD_USER_INPUT with a status and a reason of its own.
"""

from http import HTTPStatus
from typing import Any

import msgspec

from domain.kernel import Language
from service.errors import BadUserInput, Problem
from service.handle import Refusal, Stale
from service.words import explain

PROBLEM = "application/problem+json"


class MethodNotAllowed(BadUserInput):
    status = 405
    says = "This cannot be done here."


class NotAcceptable(BadUserInput):
    status = 406
    says = "There is no answer of this media type."


class ContentTooLarge(BadUserInput):
    status = 413
    says = "The body is too large."


class UnsupportedMediaType(BadUserInput):
    status = 415
    says = "The body has the wrong media type."


class ProblemDetails(msgspec.Struct, omit_defaults=True, rename="camel", kw_only=True):
    """What is wrong with a request, or why the rules do not allow it (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    reason: str | None = None
    rule: str | None = None
    details: dict[str, Any] | None = None
    expected: int | None = None
    actual: int | None = None
    request_id: str | None = None
    retry_after_ms: int | None = None


def of_problem(problem: Problem, request_id: str | None) -> ProblemDetails:
    members = problem.extensions
    return ProblemDetails(
        type="about:blank",
        title=HTTPStatus(problem.status).phrase,
        status=problem.status,
        detail=problem.message,
        code=problem.code,
        reason=members.get("reason"),
        details=members.get("details"),
        request_id=request_id,
        retry_after_ms=members.get("retryAfterMs"),
    )


def of_refusal(refusal: Refusal, language: Language, request_id: str | None) -> ProblemDetails:
    refused = refusal.refused
    return ProblemDetails(
        type="about:blank",
        title="The rules do not allow it",
        status=422,
        detail=explain(refused, language),
        code=refused.code,
        rule=refused.rule or None,
        details=refused.details or None,
        actual=refusal.table.version,
        request_id=request_id,
    )


def of_stale(stale: Stale, request_id: str | None) -> ProblemDetails:
    return ProblemDetails(
        type="about:blank",
        title=HTTPStatus.PRECONDITION_FAILED.phrase,
        status=412,
        detail=f"The table is at version {stale.table.version}, not {stale.expected}.",
        code="CONFLICT",
        expected=stale.expected,
        actual=stale.table.version,
        request_id=request_id,
    )
