"""Readings for rules, written short."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from querious.access import Answered, Reading, ShownObject

if TYPE_CHECKING:
    from collections.abc import Iterable

LOOK_UP, NODE, LIST, MINE = "Query.note", "Query.node", "Query.notes", "Query.myNotes"


def note(key: str, way: str, *, type_: str = "Note", **more: Any) -> ShownObject:
    """An object with one fact, unless others are given."""
    row = way in (LIST, MINE)
    return ShownObject(type_, key, way, **{"facts": {"text": f"text of {key}"}, "is_row": row, **more})


def listed(identity: str, *keys: str, way: str = LIST, type_: str = "Note", **more: Any) -> Reading:
    """A list as one is shown it."""
    objects = tuple(note(key, way, type_=type_) for key in keys)
    return Reading(identity, way, way, _answered(objects), objects, **more)


def asked(identity: str, key: str, *, sees: bool, way: str = LOOK_UP, **more: Any) -> Reading:
    """A look-up: with the note, or with what ``answered`` says instead."""
    shown = more.pop("shown", note(key, way))
    objects = (shown,) if sees else ()
    answered = more.pop("answered", _answered(objects))
    return Reading(identity, f"{way}({key})", way, answered, objects, frozenset({key}), **more)


def _answered(objects: Iterable[ShownObject]) -> Answered:
    return Answered.DATA if list(objects) else Answered.NOTHING


LISTS = (listed("alice", "1", "2"), listed("bob", "3"))
"""Each is shown their own."""
