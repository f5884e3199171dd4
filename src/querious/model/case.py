"""One request: an operation, written down, with what is expected of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from querious.model.operation import Operation
    from querious.model.values import JSON


@dataclass(frozen=True, slots=True)
class Case:
    """One request. Made by ``querious.graphql.cases``, sent by ``querious.execute``."""

    number: int
    """Its place in the sequence that a seed gives; the same seed and number give the same case."""
    operation: Operation
    document: str
    variables: dict[str, JSON]
    flaw: str = ""
    """What is deliberately wrong with it, in words; empty for a valid operation."""
    timeout: float | None = None
    """Seconds for its answer, where it may take longer than others; None: what the settings say."""

    @property
    def valid(self) -> bool:
        """Whether the API must accept it."""
        return not self.flaw

    @property
    def body(self) -> dict[str, JSON]:
        """The request as GraphQL over HTTP has it."""
        body: dict[str, JSON] = {"query": self.document}
        if self.variables:
            body["variables"] = self.variables
        if self.operation.name:
            body["operationName"] = self.operation.name
        return body
