"""What is asked of an API, and the request that asks it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from querious.model.operation import Operation
from querious.model.request import Request
from querious.model.rest_call import RestCall

if TYPE_CHECKING:
    from collections.abc import Mapping

    from querious.model.values import JSON

GRAPHQL_HEADERS: Final[Mapping[str, str]] = {"accept": "application/graphql-response+json, application/json;q=0.9"}
_NO_OPERATION: Final = Operation("", "", "", ())


@dataclass(frozen=True, slots=True)
class Case:
    """One question to an API. Transports read ``request`` alone."""

    number: int
    """Its place in the sequence that a seed gives; the same seed and number give the same case."""
    asked: Operation | RestCall
    request: Request
    flaw: str = ""
    """What is deliberately wrong with it, in words; empty for a valid operation."""
    identity: str = ""
    """Who asks; empty: the run itself, with its own credentials."""

    @property
    def valid(self) -> bool:
        """Whether the API must accept it."""
        return not self.flaw

    @property
    def is_graphql(self) -> bool:
        """Whether it asks a GraphQL operation."""
        return isinstance(self.asked, Operation)

    @property
    def operation(self) -> Operation:
        """What is asked of GraphQL; an operation without selections where it is a REST call."""
        return self.asked if isinstance(self.asked, Operation) else _NO_OPERATION

    @property
    def call(self) -> RestCall:
        """What is asked of REST; the bare request where it is a GraphQL operation."""
        return self.asked if isinstance(self.asked, RestCall) else RestCall(self.request.method, self.request.path)

    @property
    def body(self) -> JSON:
        """The JSON body of the request."""
        return self.request.body

    @property
    def document(self) -> str:
        """The GraphQL document; empty where the request names it by a hash, or holds several."""
        body = self.request.body
        document = body.get("query", "") if isinstance(body, dict) else ""
        return document if isinstance(document, str) else ""

    @property
    def variables(self) -> dict[str, JSON]:
        """The variables sent with the GraphQL document."""
        body = self.request.body
        variables = body.get("variables") if isinstance(body, dict) else None
        return variables if isinstance(variables, dict) else {}


def graphql_case(
    number: int,
    operation: Operation,
    document: str,
    variables: dict[str, JSON],
    flaw: str = "",
    *,
    path: str = "",
    timeout: float | None = None,
    identity: str = "",
) -> Case:
    """The case that POSTs a GraphQL document."""
    body: dict[str, JSON] = {"query": document}
    if variables:
        body["variables"] = variables
    if operation.name:
        body["operationName"] = operation.name
    request = Request("POST", path, body, has_body=True, headers=GRAPHQL_HEADERS, timeout=timeout)
    return Case(number, operation, request, flaw, identity)


def rest_case(request: Request, identity: str = "") -> Case:
    """The case of a request that was not made from a call of an operation."""
    return Case(0, RestCall(request.method, request.path.partition("?")[0]), request, identity=identity)
