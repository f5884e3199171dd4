"""What tests are made from: an operation with its variables, wherever it came from."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from datetime import datetime

    from querious.model import JSON


_NAMED = re.compile(r"\b(?:query|mutation|subscription)\s+([A-Za-z_]\w*)")


class ExampleOrigin(StrEnum):
    """Where an example comes from. Files of one origin never make those of another obsolete."""

    RECORDING = "recordings"
    PLAN = "paths"
    FINDING = "findings"


class Wants(StrEnum):
    """What a test asks of the answer."""

    ANSWER = "answer"
    """Status 200, no errors, and data as the schema promises it."""
    SOUND = "sound"
    """Not the server's fault: errors may be there, and data must be right where they do not explain it."""
    REFUSAL = "refusal"
    """Errors, and polite ones: the operation is invalid."""


@dataclass(frozen=True, slots=True)
class Example:
    """One case for a test."""

    document: str
    variables: dict[str, JSON]
    origin: ExampleOrigin = ExampleOrigin.RECORDING
    operation_name: str = ""
    """Which operation of the document; empty if there is only one."""
    kind: str = ""
    """``query``, ``mutation`` or ``subscription``, where it is known without reading the document."""
    wants: Wants = Wants.ANSWER
    note: str = ""
    """What was wrong, or what it stands for; text of the API may be in it."""
    mark: str = ""
    """What tells it from others of its name, where there is something better than its content: a finding's id."""
    unwelcome: str = ""
    """Words that no error may hold."""
    calls: int = 0
    """How often it was asked."""
    last_asked: datetime | None = None

    @property
    def label(self) -> str:
        """What it is called where people are told of it."""
        named = _NAMED.search(self.document)
        return self.operation_name or (named[1] if named else "an operation without a name")


class LeftOut(NamedTuple):
    """An example that no test was made of."""

    name: str
    reason: str
