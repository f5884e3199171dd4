"""What is known about a GraphQL case beside the exchange."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from querious.answers.fault.triage import Triage
from querious.answers.response import errors_of
from querious.graphql.oracles.checks import Checks
from querious.graphql.oracles.place import coordinate_of
from querious.oracles import ResponseError

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from graphql import GraphQLSchema

    from querious.model import Exchange, SelectionShape


@dataclass(frozen=True, slots=True)
class Memory:
    """What is the same for all exchanges of a run, and what judging keeps between them to be fast."""

    checks: Checks = field(default_factory=Checks)
    triage: Triage = field(default_factory=Triage)
    left_out: Collection[str] = ()
    """Arguments and input fields of which nothing can be made, so that every operation lacks them."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """What the schema says about one case."""

    schema: GraphQLSchema
    shape: SelectionShape | None
    """What ``data`` must look like; None for a deliberately invalid case."""
    memory: Memory = field(default_factory=Memory)
    """Pass the same one for the whole run: without it every exchange compiles its checks again."""

    def errors(self, exchange: Exchange) -> Sequence[ResponseError]:
        """The entries of ``errors``, each with who is at fault."""
        errors = errors_of(exchange.payload)
        if not errors:
            return ()
        kinds = self.memory.triage.kinds(exchange)
        numbered = enumerate(zip(errors, kinds, strict=True))
        return [ResponseError(error, kind, f"errors[{index}]") for index, (error, kind) in numbered]

    def coordinate(self, error: dict[str, Any], exchange: Exchange) -> str:
        """``Type.field`` where the error happened."""
        return coordinate_of(error, exchange, self.schema, self.shape)
