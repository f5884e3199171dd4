"""What tests of a REST API are made from: a request, and what its answer must be."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from querious.export.example import ExampleOrigin

if TYPE_CHECKING:
    from datetime import datetime

    from querious.model import JSON

Promised: TypeAlias = "str | list[Promised] | tuple[str, Promised] | dict[str, Promised]"
"""What an answer will look like, with types in place of values: see ``support/rest_checks.py``."""


@dataclass(frozen=True, slots=True)
class RestExample:
    """One request for a test."""

    operation: str
    """``GET /books/{id}``."""
    path: str
    """With its query, encoded."""
    keys: tuple[str, ...] = ()
    """What stands in the path for its parameters."""
    values: dict[str, JSON] = field(default_factory=dict)
    """Its parameters in the query."""
    media: str = ""
    """Of the body; empty where there is none."""
    body: JSON = None
    headers: dict[str, str] = field(default_factory=dict)
    """Parameters that are sent as headers, cookies among them; credentials stand in the environment."""
    origin: ExampleOrigin = ExampleOrigin.RECORDING
    status: int = 0
    """What the answer must have; 0: any below 500."""
    answer_media: tuple[str, ...] = ()
    """Content types that the answer may have; none: any."""
    answer: Promised | None = None
    """None where nothing is known of it, or it is no JSON."""
    pages: bool = False
    """Whether a web page may be the answer: else it comes from somebody else."""
    note: str = ""
    mark: str = ""
    """What tells it from others, where there is something better than its arguments: a finding's id."""
    calls: int = 0
    last_asked: datetime | None = None

    @property
    def method(self) -> str:
        """In capitals."""
        return self.operation.partition(" ")[0]
