"""What a trusted version of an API answered, and what always held in its answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from querious.model import Operation
from querious.model.rest_call import RestCall

if TYPE_CHECKING:
    from collections.abc import Mapping

    from querious.model import JSON

Asked: TypeAlias = Operation | RestCall
"""What an entry of a baseline asks."""
GRAPHQL: Final = "GraphQL"
REST: Final = "REST"


class BaselineAnswer(NamedTuple):
    """An operation and its answer: data without errors, redacted, volatile values left out."""

    document: str
    """A GraphQL document; in REST the operation, ``GET /books/{id}``."""
    variables: dict[str, JSON]
    """Those of the document; in REST the parameters by name, and ``body``."""
    data: dict[str, JSON]
    """By field; in REST the body, or the status of an answer that found nothing."""


@dataclass(frozen=True, slots=True)
class Baseline:
    """Learned from one version, held against others."""

    answers: tuple[BaselineAnswer, ...] = ()
    invariants: Mapping[str, Mapping[str, JSON]] = field(default_factory=dict)
    """By place (see ``answer_objects``) and kind: what held there."""
    volatile: frozenset[str] = frozenset()
    """Coordinates whose values change from one answer to the next: nothing is said of them or of what is below."""
    protocol: str = GRAPHQL
    """Of the API that it was learned from: ``GraphQL`` or ``REST``."""
