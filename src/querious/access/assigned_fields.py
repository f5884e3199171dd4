"""A field that only the server should set, taken from the input.

The same identity creates two entries: one without the field, and one that is sent a value of our own for it, which the
entry then shows. An owner that is somebody else, a role, a flag of trust, a moment of creation. The schema or
description offers the field, so it may be meant so (an import, an assistant): a suspicion.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.access.reading import Answered
from querious.access.rule import AccessBreach, AccessRule
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.access.reading import Reading, ShownObject
    from querious.model.values import JSON

_ALONE: Final = frozenset(
    ("role", "admin", "permission", "scope", "superuser", "staff", "verified", "approved", "balance", "credit", "owner")
)
_ENDINGS: Final = (
    *(("owner", "id"), ("author", "id"), ("creator", "id"), ("user", "id"), ("created", "by"), ("updated", "by")),
    *(("created", "at"), ("updated", "at"), ("creation", "date"), ("tenant", "id"), ("organization", "id")),
)


def is_for_the_server(name: str) -> bool:
    """Whether a field of this name is usually set by the server alone."""
    told = words(name)
    return not _ALONE.isdisjoint(told) or any(told[-len(ending) :] == ending for ending in _ENDINGS)


def _check(readings: Sequence[Reading]) -> Iterator[AccessBreach]:
    told: set[str] = set()
    changes = [(step, one) for step, one in enumerate(readings) if one.changes and one.answered is Answered.DATA]
    for step, change in changes:
        for name, value in change.sent.items():
            coordinate = f"{change.way}.{name}"
            if coordinate in told or not is_for_the_server(name) or not _is_taken(change, name, value):
                continue
            before = [one for _, one in changes if one.way == change.way and name not in one.sent]
            if any(
                one.identity == change.identity and one.objects and not _is_taken(one, name, value) for one in before
            ):
                told.add(coordinate)
                message = f'takes {name} from what "{change.identity}" sends, which the server should set itself'
                yield AccessBreach(coordinate, message, step)


def _is_taken(change: Reading, name: str, value: JSON) -> bool:
    """Whether what the change shows has the value, in a field of the same name or as the key of what it refers to."""
    if isinstance(value, dict | list) or value is None:
        return False
    return any(_shows(shown, name, value) for shown in change.objects)


def _shows(shown: ShownObject, name: str, value: JSON) -> bool:
    if any(words(fact) == words(name) and found == value for fact, found in shown.facts.items()):
        return True
    refers = words(name)[:-1] if words(name)[-1:] in (("id",), ("by",)) else words(name)
    return shown.is_nested and shown.key == str(value) and words(shown.way.rpartition(".")[2]) == refers


RULE = AccessRule("assigned-fields", "fields that the server sets are not taken from the input", _check)
