"""What an oracle is: one rule that judges one exchange, whatever the protocol."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from querious.model import Finding

if TYPE_CHECKING:
    from collections.abc import Callable

    from querious.answers.fault.triage import ErrorKind
    from querious.model import Exchange

Verdict: TypeAlias = Sequence[Finding] | None
"""None: the rule says nothing about this exchange. Empty: it holds. Otherwise: it is broken."""


class ResponseError(NamedTuple):
    """One error that a response reports."""

    error: dict[str, Any]
    kind: ErrorKind
    """Who is at fault."""
    where: str
    """Where it stands in the body, such as ``errors[0]``."""


class ErrorSource(Protocol):
    """What every protocol can say about a response beside the exchange: its errors, and what they are about."""

    def errors(self, exchange: Exchange) -> Sequence[ResponseError]:
        """The errors that a response reports; malformed ones are left out."""

    def coordinate(self, error: dict[str, Any], exchange: Exchange) -> str:
        """The part of the API that an error is about; empty where the response does not tell."""


E_contra = TypeVar("E_contra", contravariant=True)


@dataclass(frozen=True, slots=True)
class Oracle(Generic[E_contra]):
    """One rule. ``E_contra`` is what it must be told beside the exchange."""

    name: str
    about: str
    """One line for people who read a list of rules."""
    judge: Callable[[Exchange, E_contra], Verdict]
