"""Sequences and collections ↔ JSON, as they stand in the file of a run.

- A sequence: ``given`` (``collection``, ``key``, ``entry``) and ``steps``.
- A step: ``command``, ``verb``, ``name``, ``key``, ``branch``, ``sent``, ``ending``, ``outcome_key``, ``value``,
  ``entries`` (pairs of key and value), ``whole``, ``breaches`` (``rule``, ``message``, ``severity``), ``exchanges``
  (``case``, ``response``).
- The state section of a run: ``name``, ``left`` and ``collections``, each with ``name``, ``commands``, ``left_out``,
  ``delete``, ``mark``, ``tests``, ``steps`` and ``transitions`` (``from``, ``command``, ``to``, ``count``).

A value that is too long, too deep or not JSON (such as ``NaN``) is written as the beginning of its text, and a member
beside it says so: ``"value_cut": true``. Likewise ``"exchanges_cut": true`` where only the first exchanges are written.
"""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from querious.model.severity import Severity
from querious.model.state import (
    Breach,
    CollectionResult,
    Command,
    CommandSequence,
    CommandStep,
    Delete,
    Ending,
    GivenEntry,
    Outcome,
    StateSection,
)
from querious.report.exchange_json import EXCHANGE, exchange_to_json
from querious.report.json_pieces import beginning
from querious.report.records import ANYTHING, FLAG, LIST, TEXT, WHOLE, Codec, many, member, member_of, optional, record

if TYPE_CHECKING:
    from querious.model.exchange import Exchange
    from querious.model.values import JSON

_LONGEST: Final = 16 * 1024
"""Characters of one value."""
_MOST_EXCHANGES: Final = 50
"""Of one step: a list may have any number of pages."""
_TRANSITION: Final = {"from": TEXT, "command": TEXT, "to": TEXT, "count": WHOLE}
_COLLECTION: Final = record(
    CollectionResult,
    name=TEXT,
    commands=many(member_of(Command)),
    left_out=TEXT,
    delete=optional(member_of(Delete)),
    mark=TEXT,
    tests=WHOLE,
    steps=WHOLE,
    transitions=many(
        Codec(
            lambda transition: dict(zip(_TRANSITION, transition, strict=True)),
            lambda data: tuple(member(data, name, codec) for name, codec in _TRANSITION.items()),
        )
    ),
)
STATE: Final = record(StateSection, name=TEXT, left=WHOLE, collections=many(_COLLECTION))
"""How collections were tested."""


def _timed(exchange: Exchange) -> dict[str, JSON]:
    return {**exchange_to_json(exchange), "began": exchange.began}


def _entry_from_json(data: JSON) -> tuple[str, JSON]:
    key, value = data
    return str(key), value


_OUTCOME: Final = record(
    Outcome,
    called={"key": "outcome_key"},
    ending=member_of(Ending),
    key=TEXT,
    value=ANYTHING,
    entries=Codec(lambda entries: [list(entry) for entry in entries], many(Codec(list, _entry_from_json)).read),
    whole=FLAG,
    exchanges=Codec(lambda exchanges: [_timed(one) for one in exchanges[:_MOST_EXCHANGES]], many(EXCHANGE).read),
    breaches=many(record(Breach, rule=TEXT, message=TEXT, severity=member_of(Severity))),
)
_STEP: Final = record(
    partial(CommandStep, outcome=Outcome(Ending.DONE)),
    command=TEXT,
    verb=member_of(Command),
    name=TEXT,
    key=TEXT,
    branch=WHOLE,
    sent=ANYTHING,
)
_GIVEN: Final = record(GivenEntry, collection=TEXT, key=TEXT, entry=ANYTHING)
_VALUES: Final = ("entry", "sent", "value", "entries")
"""Members that hold what a service was sent or answered."""


def sequence_to_json(sequence: CommandSequence) -> dict[str, Any]:
    """The commands that show a finding, with everything that was sent and received."""
    return {
        "given": [_with_values_cut(_GIVEN.write(given)) for given in sequence.given],
        "steps": [_step_to_json(step) for step in sequence.steps],
    }


def sequence_from_json(data: dict[str, Any]) -> CommandSequence:
    """The inverse; without steps where something that has to be sent again was cut."""
    given, steps = LIST.read(data.get("given", [])), member(data, "steps", LIST)
    if any("entry_cut" in part or "sent_cut" in part for part in (*given, *steps)):
        return CommandSequence(())
    return CommandSequence(tuple(map(_step_from_json, steps)), many(_GIVEN).read(given))


def _step_to_json(step: CommandStep) -> dict[str, Any]:
    written = _with_values_cut(_STEP.write(step) | _OUTCOME.write(step.outcome))
    if len(step.outcome.exchanges) > _MOST_EXCHANGES:
        written["exchanges_cut"] = True
    return written


def _step_from_json(data: dict[str, Any]) -> CommandStep:
    step: CommandStep = _STEP.read(data)
    outcome = _OUTCOME.read({**data, "entries": []} if "entries_cut" in data else data)
    return replace(step, outcome=outcome)


def _with_values_cut(written: dict[str, JSON]) -> dict[str, JSON]:
    """Where a value had to be cut, a member beside it says so."""
    for name in _VALUES:
        if name in written and not _is_writable(written[name]):
            written[name] = beginning(written[name], _LONGEST)
            written[f"{name}_cut"] = True
    return written


def _is_writable(value: JSON) -> bool:
    """Whether it is JSON, neither too deep nor too long."""
    try:
        return len(json.dumps(value, allow_nan=False)) <= _LONGEST
    except (ValueError, TypeError, RecursionError):
        return False
