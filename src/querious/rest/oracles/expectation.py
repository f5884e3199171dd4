"""What is known about a REST case beside the exchange."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from querious.rest.error_source import RestErrorSource

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.model import Exchange
    from querious.model.state import Breach
    from querious.oracles import ResponseError
    from querious.rest.openapi import RestOperation
    from querious.rest.openapi.checks import ResponseChecks

_ERRORS = RestErrorSource()


@dataclass(slots=True)
class RestExpectation:
    """What the description says about one case."""

    operation: RestOperation | None
    """None for a request that the description does not know."""
    checks: ResponseChecks
    _breaches: list[Breach] | None = None

    def errors(self, exchange: Exchange) -> Sequence[ResponseError]:
        """See ``ErrorSource``."""
        return _ERRORS.errors(exchange)

    def coordinate(self, error: dict[str, Any], exchange: Exchange) -> str:  # noqa: ARG002 - see ``ErrorSource``
        """The operation."""
        return str(self.operation) if self.operation is not None else ""

    def breaches(self, exchange: Exchange) -> list[Breach]:
        """What breaks the description; worked out once for all rules."""
        if self._breaches is None:
            operation = self.operation
            self._breaches = list(self.checks.breaches(operation, exchange)) if operation is not None else []
        return self._breaches
