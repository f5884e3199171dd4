"""A list and the look-ups of its rows: what a list shows is found, is the one that was asked for, and says the same."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from querious.rest.cases.shown_values import key_members
from querious.rest.relations.readable_lists import key_member, rows_of
from querious.rest.relations.relation import RestMismatch, RestRelation
from querious.text.formats import may_be_uuid

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model import JSON
    from querious.rest.cases.callable_operation import CallableOperation
    from querious.rest.relations.readable_lists import ReadableList
    from querious.rest.relations.relation import RestAnswer, RestConversation

_FIRST: Final = 6
"""Rows of one list that are looked up before the others."""
_LOOKED_UP: Final = 24
"""Rows of one list, where relations have time for them."""
_ABSENT: Final = frozenset({404, 410})
_RELATIVE: Final = 1e-6
_SHORTEST: Final = 8
"""Characters of a text that may be the beginning of a longer one."""


def spread(rows: Sequence[dict[str, JSON]], most: int) -> list[dict[str, JSON]]:
    """Some of the rows: the first, the last, and others evenly between."""
    if len(rows) <= most:
        return list(rows)
    places = {round(place * (len(rows) - 1) / (most - 1)) for place in range(most)}
    return [rows[place] for place in sorted(places)]


def _propose(readable: ReadableList) -> Iterator[RestConversation]:
    for plan in readable.look_ups:
        name = plan.operation.path.rstrip("/").rpartition("/")[2][1:-1]
        key = key_member(readable.rows, (name,))
        first = spread(readable.rows, _FIRST)
        others = [row for row in spread(readable.rows, _LOOKED_UP) if row not in first]
        for row in (*first, *others) if key else ():
            yield _ask(readable, plan, str(row[key]))


def _ask(readable: ReadableList, plan: CallableOperation, key: str) -> RestConversation:
    yield readable.call
    yield readable.look_up(plan, key)


def _pairs(trace: Sequence[RestAnswer]) -> Iterator[tuple[int, RestAnswer, dict[str, JSON], str]]:
    """Each look-up with the row that the list before it shows, and the member that is its key."""
    for step, (shown, looked_up) in enumerate(pairwise(trace), 1):
        rows = rows_of(shown.payload) if shown.is_good else None
        if not rows or not looked_up.key or not looked_up.call.path.startswith(shown.call.path.rstrip("/") + "/{"):
            continue
        name = looked_up.call.path.rstrip("/").rpartition("/")[2][1:-1]
        key = key_member(rows, (name,))
        row = next((row for row in rows if key and str(row[key]) == looked_up.key), None)
        if row is not None:
            yield step, looked_up, row, key


def _check_existence(trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
    for step, answer, row, key in _pairs(trace):
        if answer.status in _ABSENT:
            where = answer.call.coordinate
            message = f'the list shows {key} "{row[key]}", but its look-up answers {answer.status}'
            yield RestMismatch(where, message, step)


def _check_echo(trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
    for step, answer, row, key in _pairs(trace):
        shown = _object(answer.payload, key) if answer.is_good else {}
        if key in shown and isinstance(shown[key], str | int) and str(shown[key]) != str(row[key]):
            message = f'asked for {key} "{row[key]}", the answer shows {key} "{shown[key]}"'
            yield RestMismatch(answer.call.coordinate, message, step)


def _check_every_echo(trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
    found = list(_check_echo(trace))
    yield from found or _check_asked_key(trace)


def _check_asked_key(trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
    """A look-up shows the key that was asked for. Only keys of a fixed form: others may be nicknames: ``me``."""
    for step, answer in enumerate(trace):
        name = answer.call.path.rstrip("/").rpartition("/")[2][1:-1]
        if not answer.is_good or not answer.key or not name:
            continue
        member, value = _asked_member(answer, name)
        is_key = isinstance(value, str | int) and not isinstance(value, bool) and _has_form(answer, name, value)
        if is_key and str(value).casefold() != answer.key.casefold():
            message = f'asked for {member} "{answer.key}", the answer shows {member} "{value}"'
            yield RestMismatch(answer.call.coordinate, message, step)


def _asked_member(answer: RestAnswer, name: str) -> tuple[str, JSON]:
    """The member that shows the key, and its value."""
    for member in key_members(answer.call.path, name):
        shown = _object(answer.payload, member)
        if member in shown:
            return member, shown[member]
    return "", None


def _has_form(answer: RestAnswer, name: str, value: JSON) -> bool:
    """Whether the key that was asked for and the one that is shown are of one form, which leaves no room for others."""
    parameters = answer.operation.parameters if answer.operation is not None else ()
    keywords = next((each.keywords for each in parameters if each.where == "path" and each.name == name), {})
    if keywords.get("type") == "integer":
        return isinstance(value, int) and answer.key.isdigit() and str(int(answer.key)) == answer.key
    if keywords.get("format") == "uuid":
        return may_be_uuid(answer.key) and may_be_uuid(str(value))
    pattern = keywords.get("pattern")
    try:
        return bool(pattern) and all(re.search(str(pattern), text) for text in (answer.key, str(value)))
    except re.error:
        return False


def _check_same_facts(trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
    for step, answer, row, key in _pairs(trace):
        shown = _object(answer.payload, key) if answer.is_good else {}
        if str(shown.get(key)) != str(row[key]):
            continue
        for name in row.keys() & shown.keys():
            if not same_value(row[name], shown[name]):
                listed = f'the list shows "{row[name]}", the look-up "{shown[name]}"'
                yield RestMismatch(answer.call.coordinate, f"{name} differs: {listed}", step, member=name)


def _object(payload: JSON, key: str) -> dict[str, JSON]:
    """The object of a look-up, which may stand in an envelope."""
    if not isinstance(payload, dict):
        return {}
    if key not in payload:
        inner = [value for value in payload.values() if isinstance(value, dict) and key in value]
        return inner[0] if len(inner) == 1 else {}
    return payload


def same_value(one: JSON, other: JSON) -> bool:
    """Whether two leaves say the same; what is no leaf is not compared, and a list may show the beginning of a text."""
    if isinstance(one, dict | list) or isinstance(other, dict | list) or one is None or other is None:
        return True
    if isinstance(one, str) and isinstance(other, str):
        short, long = sorted((one.strip(" .…"), other.strip(" .…")), key=len)
        return short == long or (len(short) >= _SHORTEST and long.startswith(short))
    if isinstance(one, bool) or isinstance(other, bool) or isinstance(one, str) or isinstance(other, str):
        return str(one).casefold() == str(other).casefold()
    return bool(abs(one - other) <= _RELATIVE * max(1.0, abs(one), abs(other)))


EXISTENCE = RestRelation("existence", "what a list shows is found by its look-up", _propose, _check_existence)
ECHO = RestRelation("echo", "a look-up answers with what was asked for", _propose, _check_every_echo, alone=True)
SAME_FACTS = RestRelation(
    "same-facts", "a list and a look-up say the same of an object", _propose, _check_same_facts, steady=True
)
