"""What can be wrong with a request itself, drawn as one tree that GraphQL and REST share.

Problem
    BadUserInput                400  it does not say anything we understand
        BadName                      a player's or tenant's name, with the reason
    GraphqlParseFailed          400
    GraphqlValidationFailed     400
    OperationTooComplex         400
    Unauthenticated             401  no token, or none that is good now
    Forbidden                   403  the token is good, but not for this
        QuotaExceeded                the tenant has as many as it may have
    NotFound                    404  there is none, or it is another tenant's: nobody can tell which
    IdempotencyKeyReused        422  this command id was used for something else
    RateLimited                 429  come back in `retry_after` seconds
    InternalServerError         500
    ServiceUnavailable          503

A move against the rules of a game is none of these: it is answered as data (domain Refused).
"""

from typing import Any, ClassVar

from domain.kernel import snake


class Problem(Exception):
    """The request failed. `code` is the public one of API.md, `reason` tells cases of it apart."""

    status: ClassVar[int] = 500
    code: ClassVar[str] = "INTERNAL_SERVER_ERROR"
    says: ClassVar[str] = "Something went wrong on our side."

    def __init_subclass__(cls) -> None:
        # A kind of a kind keeps the public code: clients know those of API.md and no others.
        if Problem in cls.__bases__:
            cls.code = snake(cls.__name__).upper()

    def __init__(
        self,
        message: str = "",
        *,
        reason: str | None = None,
        retry_after: float | None = None,
        **details: Any,
    ) -> None:
        super().__init__(message or self.says)
        self.message = message or self.says
        self.reason = reason
        self.retry_after = retry_after  # seconds
        self.details = details

    @property
    def extensions(self) -> dict[str, Any]:
        """The members that a GraphQL error and a problem+json body have in common."""
        members: dict[str, Any] = {"code": self.code}
        if self.reason is not None:
            members["reason"] = self.reason
        if self.retry_after is not None:
            members["retryAfterMs"] = round(self.retry_after * 1000)
        if self.details:
            members["details"] = self.details
        return members


class BadUserInput(Problem):
    status = 400
    says = "The request cannot be understood."


class BadName(BadUserInput):
    says = "This name cannot be used."


class GraphqlParseFailed(Problem):
    status = 400
    says = "This is not a GraphQL document."


class GraphqlValidationFailed(Problem):
    status = 400
    says = "The document does not fit the schema."


class OperationTooComplex(Problem):
    status = 400
    says = "The document asks for too much at once."


class Unauthenticated(Problem):
    status = 401
    says = "A valid key or token is needed: Authorization: Bearer ..."


class Forbidden(Problem):
    status = 403
    says = "The key or token is not good for this."


class QuotaExceeded(Forbidden):
    says = "The tenant has as many of these as it may have."


class NotFound(Problem):
    status = 404
    says = "There is no such thing."


class IdempotencyKeyReused(Problem):
    status = 422
    says = "This command id has been used for another command."


class RateLimited(Problem):
    status = 429
    says = "Too much at once; try again a little later."


class InternalServerError(Problem):
    status = 500


class ServiceUnavailable(Problem):
    status = 503
    says = "Not available just now; try again a little later."
