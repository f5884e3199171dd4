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
from querious.report import members
from querious.report.exchange_json import case_from_json, case_to_json, exchange_from_json, response_to_json
from querious.report.json_pieces import beginning

if TYPE_CHECKING:
    from querious.model.values import JSON

_LONGEST: Final = 16 * 1024
"""Characters of one value."""
_MOST_EXCHANGES: Final = 50
"""Of one step: a list may have any number of pages."""


def sequence_to_json(sequence: CommandSequence) -> dict[str, Any]:
    """The commands that show a finding, with everything that was sent and received."""
    return {
        "given": [
            {"collection": given.collection, "key": given.key, **_value("entry", given.entry)}
            for given in sequence.given
        ],
        "steps": [_step(step) for step in sequence.steps],
    }


def sequence_from_json(data: dict[str, Any]) -> CommandSequence:
    """The inverse of ``sequence_to_json``."""
    given = [
        GivenEntry(members.text(one, "collection"), members.text(one, "key"), one.get("entry"))
        for one in members.listing(data, "given", ())
    ]
    return CommandSequence(tuple(_step_from_json(one) for one in members.listing(data, "steps")), tuple(given))


def is_whole(data: dict[str, Any]) -> bool:
    """Whether nothing that has to be sent again was cut."""
    parts = [*members.listing(data, "given", ()), *members.listing(data, "steps")]
    return not any("entry_cut" in part or "sent_cut" in part for part in parts)


def state_to_json(section: StateSection) -> dict[str, Any]:
    """How collections were tested."""
    return {
        "name": section.name,
        "left": section.left,
        "collections": [_collection(one) for one in section.collections],
    }


def state_from_json(data: dict[str, Any]) -> StateSection:
    """The inverse of ``state_to_json``."""
    return StateSection(
        members.text(data, "name", ""),
        tuple(_collection_from_json(one) for one in members.listing(data, "collections", ())),
        members.whole(data, "left", 0),
    )


def _step(step: CommandStep) -> dict[str, Any]:
    outcome = step.outcome
    exchanges = outcome.exchanges[:_MOST_EXCHANGES]
    written = {
        "command": step.command,
        "verb": step.verb.value,
        "name": step.name,
        "key": step.key,
        "branch": step.branch,
        **_value("sent", step.sent),
        "ending": outcome.ending.value,
        "outcome_key": outcome.key,
        **_value("value", outcome.value),
        **_value("entries", [list(entry) for entry in outcome.entries]),
        "whole": outcome.whole,
        "breaches": [
            {"rule": breach.rule, "message": breach.message, "severity": breach.severity.value}
            for breach in outcome.breaches
        ],
        "exchanges": [
            {"case": case_to_json(one.case), "response": response_to_json(one), "began": one.began} for one in exchanges
        ],
    }
    if len(exchanges) < len(outcome.exchanges):
        written["exchanges_cut"] = True
    return written


def _step_from_json(data: dict[str, Any]) -> CommandStep:
    entries = [] if "entries_cut" in data else members.listing(data, "entries", ())
    outcome = Outcome(
        Ending(data["ending"]),
        members.text(data, "outcome_key", ""),
        data.get("value"),
        tuple((str(key), value) for key, value in entries),
        members.flag(data, "whole", default=True),
        tuple(
            exchange_from_json(case_from_json(one["case"]), one["response"])
            for one in members.listing(data, "exchanges", ())
        ),
        tuple(
            Breach(members.text(one, "rule"), members.text(one, "message"), Severity(one["severity"]))
            for one in members.listing(data, "breaches", ())
        ),
    )
    return CommandStep(
        Command(data["verb"]),
        members.text(data, "command"),
        members.text(data, "name"),
        members.text(data, "key"),
        data.get("sent"),
        outcome,
        members.whole(data, "branch", 0),
    )


def _collection(collection: CollectionResult) -> dict[str, Any]:
    return {
        "name": collection.name,
        "commands": [command.value for command in collection.commands],
        "left_out": collection.left_out,
        "delete": collection.delete.value if collection.delete else None,
        "mark": collection.mark,
        "tests": collection.tests,
        "steps": collection.steps,
        "transitions": [
            {"from": source, "command": command, "to": target, "count": count}
            for source, command, target, count in collection.transitions
        ],
    }


def _collection_from_json(data: dict[str, Any]) -> CollectionResult:
    transitions = [
        (members.text(one, "from"), members.text(one, "command"), members.text(one, "to"), members.whole(one, "count"))
        for one in members.listing(data, "transitions", ())
    ]
    return CollectionResult(
        name=members.text(data, "name"),
        commands=tuple(map(Command, members.texts(data, "commands", ()))),
        left_out=members.text(data, "left_out", ""),
        delete=Delete(data["delete"]) if data.get("delete") else None,
        mark=members.text(data, "mark", ""),
        tests=members.whole(data, "tests", 0),
        steps=members.whole(data, "steps", 0),
        transitions=tuple(transitions),
    )


def _value(name: str, value: JSON) -> dict[str, JSON]:
    """The member, and if it had to be cut the one that says so."""
    try:
        if len(json.dumps(value, allow_nan=False)) <= _LONGEST:
            return {name: value}
    except (ValueError, TypeError, RecursionError):
        pass  # not JSON, or too deep: its text can be written all the same
    return {name: beginning(value, _LONGEST), f"{name}_cut": True}
