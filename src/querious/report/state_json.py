"""A run over collections → the JSON file that machines read.

The format is versioned by its first member, ``"querious_crud": 1``. Members of each object:

- the run: ``version``, ``target``, ``name``, ``seed``, ``requests``, ``elapsed`` (seconds), ``ended``, ``interrupted``,
  ``left``, ``failed``, ``violations``, ``collections``, ``notes``;
- a violation: ``id``, ``severity``, ``rule``, ``collection``, ``message``, ``count``, ``reproduced``, ``given``,
  ``steps``;
- what was given: ``collection``, ``key``, ``entry``;
- a step: ``command``, ``verb``, ``name``, ``key``, ``branch``, ``sent``, ``ending``, ``outcome_key``, ``value``,
  ``entries`` (pairs of key and value), ``whole``, ``breaches`` (``rule``, ``message``, ``severity``), ``calls``;
- a call: ``request``, ``sent``, ``status``, ``answer``, ``began``, ``ended``, ``failure``, ``curl``;
- a collection: ``name``, ``commands``, ``left_out``, ``delete``, ``mark``, ``tests``, ``steps``, ``transitions``
  (``from``, ``command``, ``to``, ``count``).

A value that is too long, too deep or no JSON (such as ``NaN``) is told as the beginning of its text, and a member
beside it says so: ``"answer_cut": true``. Likewise ``"calls_cut": true`` where only the first calls are told.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from querious.report.curl import bare
from querious.report.state_curl import request_curl
from querious.report.state_exchange import answered, request_line, sent
from querious.report.state_phrases import ordered
from querious.report.state_values import beginning

if TYPE_CHECKING:
    from querious.model.crud import CrudRun, Step, Tested, Violation
    from querious.model.exchange import Exchange
    from querious.model.values import JSON
    from querious.report.context import Context

FORMAT: Final = 1
_LONGEST: Final = 16 * 1024
"""Characters of one value."""
_MOST_EXCHANGES: Final = 50
"""Of one step: a list may have any number of pages."""


def dump(run: CrudRun, context: Context) -> str:
    """The file's text, in ASCII, so that every string comes back as it was."""
    content = {
        "querious_crud": FORMAT,
        "version": run.version,
        "target": bare(run.target),
        "name": run.name,
        "seed": run.seed,
        "requests": run.requests,
        "elapsed": run.elapsed,
        "ended": run.ended,
        "interrupted": run.interrupted,
        "left": run.left,
        "failed": run.failed,
        "violations": [_violation(one, context) for one in ordered(run.violations)],
        "collections": [_collection(one) for one in run.collections],
        "notes": list(run.notes),
    }
    return json.dumps(content, indent=2, ensure_ascii=True, allow_nan=False) + "\n"


def _violation(violation: Violation, context: Context) -> dict[str, Any]:
    return {
        "id": violation.fingerprint,
        "severity": violation.severity.value,
        "rule": violation.rule,
        "collection": violation.collection,
        "message": violation.message,
        "count": violation.count,
        "reproduced": violation.reproduced,
        "given": [
            {"collection": given.collection, "key": given.key, **_value("entry", given.entry)}
            for given in violation.given
        ],
        "steps": [_step(step, context) for step in violation.steps],
    }


def _step(step: Step, context: Context) -> dict[str, Any]:
    outcome = step.outcome
    exchanges = outcome.exchanges[:_MOST_EXCHANGES]
    return {
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
        "calls": [_exchange(exchange, context) for exchange in exchanges],
        **({"calls_cut": True} if len(exchanges) < len(outcome.exchanges) else {}),
    }


def _exchange(exchange: Exchange, context: Context) -> dict[str, Any]:
    case = exchange.case
    return {
        "request": request_line(case),
        **_value("sent", sent(case)),
        "status": exchange.status,
        **_value("answer", answered(exchange)),
        "began": exchange.began,
        "ended": exchange.ended,
        **_text("failure", exchange.failure_text),
        **_text("curl", request_curl(case.request, context)),
    }


def _collection(tested: Tested) -> dict[str, Any]:
    return {
        "name": tested.name,
        "commands": [command.value for command in tested.commands],
        "left_out": tested.left_out,
        "delete": tested.delete.value if tested.delete else None,
        "mark": tested.mark,
        "tests": tested.tests,
        "steps": tested.steps,
        "transitions": [
            {"from": source, "command": command, "to": target, "count": count}
            for source, command, target, count in tested.transitions
        ],
    }


def _value(name: str, value: JSON) -> dict[str, JSON]:
    """The member, and if it had to be cut the one that says so."""
    try:
        if len(json.dumps(value, allow_nan=False)) <= _LONGEST:
            return {name: value}
    except (ValueError, TypeError, RecursionError):
        pass  # no JSON, or too deep: its text can be told all the same
    return {name: beginning(value, _LONGEST), f"{name}_cut": True}


def _text(name: str, text: str) -> dict[str, JSON]:
    return {name: text} if len(text) <= 4 * _LONGEST else {name: text[:_LONGEST], f"{name}_cut": True}
