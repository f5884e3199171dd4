"""Plain HTTP, as testing the state of a service speaks it: one request, one reply, one after the other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from querious.model.exchange import Failure
    from querious.model.values import JSON


@dataclass(frozen=True, slots=True)
class Request:
    """What is sent. Credentials are the wire's business and never stand here."""

    method: str
    path: str
    """Beginning with a slash, below the address of the service; with its query. Parts are percent-encoded already."""
    body: JSON = None
    has_body: bool = False
    """Whether ``body`` is sent, as JSON: None is a body too."""
    headers: dict[str, str] = field(default_factory=dict)
    timeout: float | None = None
    """Seconds for its answer, where there are fewer than usual; None: what the settings say."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back, or in ``failure`` why nothing did."""

    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    """Names in lower case."""
    body: bytes = b""
    payload: JSON = None
    is_json: bool = False
    began: float = 0.0
    """When it was sent, in seconds of a clock that only runs forward."""
    ended: float = 0.0
    failure: Failure | None = None
    detail: str = ""
    masked: bool = False
    """Whether it repeated credentials of ours, in whose place something else stands now."""


Wire: TypeAlias = Callable[[Request], Reply]
"""Sends one request to the service and waits for its reply. May be called from several threads at once."""
