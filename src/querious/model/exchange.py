"""A case and what came back."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, TypeAlias

from querious.model.json_text import DEEPEST

if TYPE_CHECKING:
    from collections.abc import Callable

    from querious.model.case import Case
    from querious.model.values import JSON


class Failure(Enum):
    """Why nothing, or nothing readable, came back."""

    UNREACHABLE = "no connection could be made"
    LOST = "the connection was lost before the answer was complete"
    TIMEOUT = "no complete answer within the time limit"
    TOO_LARGE = "the answer is larger than the limit"
    TOO_DEEP = f"the answer is nested more than {DEEPEST} levels deep"
    UNSENDABLE = "the HTTP client cannot send such a request"
    CRASH = "the application raised an exception instead of answering"


@dataclass(frozen=True, slots=True)
class Exchange:
    """One request and its answer. ``payload`` is the body read as JSON, None where it is not JSON."""

    case: Case
    status: int = 0
    """The HTTP status; 200 where a schema is executed in process; 0 where nothing came back."""
    headers: dict[str, str] = field(default_factory=dict)
    """Response headers, names in lower case."""
    body: bytes = b""
    payload: JSON = None
    is_json: bool = False
    elapsed: float = 0.0
    """Seconds from sending to the whole answer."""
    failure: Failure | None = None
    detail: str = ""
    """For a failure: the message of the library, or the traceback of the application."""
    masked: bool = False
    """Whether the answer repeated credentials of ours, in whose place something else stands now."""
    began: float = 0.0
    """When it was sent, in seconds of a monotonic clock."""

    @property
    def failure_text(self) -> str:
        """The failure with its detail, in words; empty if there was none."""
        if self.failure is None:
            return ""
        return f"{self.failure.value}: {self.detail}" if self.detail else self.failure.value

    @property
    def ended(self) -> float:
        """When the whole answer was there, by the same clock."""
        return self.began + self.elapsed


Send: TypeAlias = "Callable[[Case], Exchange]"
"""Sends one case and waits for the answer. May be called from several threads at once."""
