"""The errors of the request itself, as clients see them."""

import pytest

from service.errors import Problem, QuotaExceeded, RateLimited

PUBLIC = {
    "UNAUTHENTICATED": 401,
    "FORBIDDEN": 403,
    "NOT_FOUND": 404,
    "BAD_USER_INPUT": 400,
    "GRAPHQL_PARSE_FAILED": 400,
    "GRAPHQL_VALIDATION_FAILED": 400,
    "OPERATION_TOO_COMPLEX": 400,
    "IDEMPOTENCY_KEY_REUSED": 422,
    "RATE_LIMITED": 429,
    "SERVICE_UNAVAILABLE": 503,
    "INTERNAL_SERVER_ERROR": 500,
}


def test_the_codes_are_those_of_the_public_contract():
    assert {kind.code: kind.status for kind in Problem.__subclasses__()} == PUBLIC


@pytest.mark.parametrize("kind", Problem.__subclasses__(), ids=lambda kind: kind.__name__)
def test_every_error_says_something_of_its_own(kind):
    assert kind().message.endswith((".", "..."))
    assert kind.says != Problem.says or kind.status == 500


def test_a_quota_is_a_forbidden_with_a_reason():
    problem = QuotaExceeded(reason="TABLES_OPEN", limit=100)
    assert problem.extensions == {
        "code": "FORBIDDEN",
        "reason": "TABLES_OPEN",
        "details": {"limit": 100},
    }


def test_a_rate_limit_says_when_to_come_back():
    assert RateLimited(retry_after=0.25).extensions == {"code": "RATE_LIMITED", "retryAfterMs": 250}
