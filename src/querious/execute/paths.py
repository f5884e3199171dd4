"""Where in an application its GraphQL endpoint is."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from querious.errors import TargetError
from querious.model import Case, Failure, Operation, graphql_case

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from querious.model import Exchange

USUAL_PATHS: Final = ("/graphql", "/", "/graphql/", "/api/graphql", "/api/graphql/", "/query")
PROBE: Final = graphql_case(0, Operation("query", "", "Query", ()), "{__typename}", {})
"""The smallest question that every GraphQL API must answer."""
_NOWHERE: Final = (404, 405)


def probe_at(path: str) -> Case:
    """The probe for a path below the address."""
    return replace(PROBE, request=PROBE.request._replace(path=path))


async def find_path(send: Callable[[Case], Awaitable[Exchange]]) -> str:
    """The first usual path that answers as GraphQL does; failing that, the first where there is anything at all.

    The second so that an endpoint that refuses (401) or crashes is tested, and is not reported as absent.
    """
    anything = ""
    for path in USUAL_PATHS:
        exchange = await send(probe_at(path))
        payload = exchange.payload
        if isinstance(payload, dict) and ("data" in payload or "errors" in payload):
            return path
        if not anything and (exchange.status not in _NOWHERE or exchange.failure is Failure.CRASH):
            anything = path
    if not anything:
        raise TargetError(
            f"the application has nothing at {', '.join(USUAL_PATHS)}; name the path of its GraphQL endpoint, "
            "such as package.module:app/api/v2/graphql; for a REST API give its OpenAPI description with --schema FILE"
        )
    return anything
