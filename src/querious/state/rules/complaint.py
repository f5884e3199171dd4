"""What a judgement is made of."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.model.severity import Severity
from querious.model.state import Command, Ending
from querious.state.substructure import MISSING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model.state import Key, Outcome
    from querious.model.values import JSON
    from querious.state.model import State
    from querious.state.substructure import EntryDifference

_LONGEST: Final = 60
ABSENT: Final = frozenset({Ending.NOT_FOUND, Ending.GONE})
"""How a service says that an entry is not there."""
UNDONE: Final = frozenset({Ending.REFUSED, Ending.CONFLICT, Ending.NOT_ALLOWED})
"""How it says that nothing was done."""


class Done(NamedTuple):
    """A command that was carried out."""

    command: Command
    key: Key
    """Empty for ``post``, ``list`` and ``empty_trash``."""
    sent: JSON
    outcome: Outcome


class Complaint(NamedTuple):
    """Something that the service did otherwise than the model."""

    rule: str
    message: str
    severity: Severity = Severity.FAULT
    key: Key = ""
    """Of the entry it is about, where that is not the one the command went to."""
    alone: bool = False
    """Whether it is about the answer by itself, so that the model is right all the same."""


class StepVerdict(NamedTuple):
    """How the model goes on, and what is held against the service."""

    state: State
    complaints: tuple[Complaint, ...] = ()


def told(difference: EntryDifference) -> str:
    """A difference in words; values are quoted, so that findings of one cause are told once."""
    shown = MISSING if difference.missing else quoted(difference.shown)
    return f"`{difference.path or 'the entry'}` is {shown} where {quoted(difference.given)} was expected"


def quoted(value: JSON) -> str:
    """As JSON in backticks, cut short."""
    text = json.dumps(value, ensure_ascii=False, default=str).replace("`", "'")
    return f"`{text if len(text) <= _LONGEST else text[: _LONGEST - 1] + '…'}`"


def broken(done: Done) -> Iterator[Complaint]:
    """A service that fails is wrong whatever the model says."""
    if done.outcome.ending is Ending.BROKEN:
        last = done.outcome.exchanges[-1] if done.outcome.exchanges else None
        how = (last.failure_text or f"status {last.status}") if last else "no answer that can be read"
        message = f"{done.command} failed in the service: {how}"
        yield Complaint("server-error", message, alone=done.command in {Command.GET, Command.LIST})


def breaches(done: Done) -> Iterator[Complaint]:
    """What the answer breaks by itself."""
    for breach in done.outcome.breaches:
        yield Complaint(breach.rule, breach.message, breach.severity, alone=True)
