"""Two faces of one service: which objects of one are those of the other, by the values that both show. Pure.

A type of one face is paired with a type of the other where keys are equal and members of the same or a similar name
show the same values. ``createdAt`` and ``created_at`` are similar; moments, numbers and choices compare by meaning.
"""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from querious.answers.comparison import same, same_number
from querious.text.moments import moment_of, seconds_of
from querious.text.words import folded
from querious.text.words import same as same_word

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from querious.model.values import JSON

Row: TypeAlias = "dict[str, JSON]"
"""The leaves of an object by name; of an object within, ``author_id``."""

_KEYS: Final = ("id", "uuid", "guid", "key", "pk", "slug", "code", "isbn", "sku", "number", "name")
_LEAST_SHARED: Final = 2
"""Keys that both faces must show."""
_AGREEING: Final = 0.5
"""The part of the values of shared members that must agree."""
_CHOICE: Final = re.compile(r"[\w-]+")
_EXCERPT: Final = 10
"""Characters of a text that show that it is the beginning of another."""
_SECOND: Final = 1.0
"""Moments may be told to the second by one, and more exactly by the other."""


class FieldRefusal(NamedTuple):
    """Stands for a value that was refused."""

    text: str


class TypePair(NamedTuple):
    """A type of each face, whose objects are the same."""

    one: str
    other: str
    keys: tuple[str, str]
    """The member of each that tells objects apart."""
    members: dict[str, str]
    """What both show, by their names on either side; without the keys."""


def pair_types(one: Mapping[str, Sequence[Row]], other: Mapping[str, Sequence[Row]]) -> list[TypePair]:
    """The pairs, each type of the first face with the type of the second that shows most of its values."""
    found = []
    for name, rows in one.items():
        scored = []
        for another, others in other.items():
            pair, score = _scored(name, rows, another, others)
            if pair is not None:
                scored.append((score, another, pair))
        if scored:
            found.append(max(scored, key=lambda entry: entry[:2])[2])
    return found


def _scored(name: str, rows: Sequence[Row], another: str, others: Sequence[Row]) -> tuple[TypePair | None, float]:
    is_alike = same_word(name) == same_word(another)
    members = _shared_members(rows, others)
    for key in (each for each in _KEYS if each in members):
        keys = members[key]
        ours, theirs = by_key(rows, keys[0]), by_key(others, keys[1])
        common = ours.keys() & theirs.keys()
        if len(common) < _LEAST_SHARED:
            continue
        shared = {left: right for word, (left, right) in members.items() if word != key}
        told = [
            same_meaning(ours[each].get(left), theirs[each].get(right))
            for each in common
            for left, right in shared.items()
            if ours[each].get(left) is not None and theirs[each].get(right) is not None
        ]
        agreeing = sum(told) / len(told) if told else 0.0
        if agreeing >= _AGREEING or (is_alike and agreeing > 0):
            return TypePair(name, another, keys, shared), agreeing + is_alike
    return None, 0.0


def _shared_members(rows: Iterable[Row], others: Iterable[Row]) -> dict[str, tuple[str, str]]:
    ours, theirs = _names(rows), _names(others)
    return {word: (ours[word], theirs[word]) for word in ours if word in theirs}


def _names(rows: Iterable[Row]) -> dict[str, str]:
    found: dict[str, str] = {}
    for row in rows:
        for name in row:
            found.setdefault(folded(name), name)
    return found


def by_key(rows: Iterable[Row], key: str) -> dict[str, Row]:
    """Rows by the text of their key; the first of several."""
    found: dict[str, Row] = {}
    for row in rows:
        value = row.get(key)
        if isinstance(value, str | int) and not isinstance(value, bool) and value != "":
            found.setdefault(str(value), row)
    return found


def same_meaning(one: JSON, other: JSON) -> bool:
    """Whether two faces say the same, each in its own format."""
    if isinstance(one, str) and isinstance(other, str) and _is_address(one) and _is_address(other):
        return True  # each face links to itself
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same_meaning, one, other))
    if same(one, other):
        return True
    if isinstance(one, bool) or isinstance(other, bool):
        return str(one).casefold() == str(other).casefold()
    return any(test(one, other) for test in (_same_moment, _same_numeral, _same_choice))


def _is_address(text: str) -> bool:
    return text.startswith(("http://", "https://", "/"))


def is_excerpt(one: JSON, other: JSON) -> bool:
    """Whether one is the beginning of the other, as lists show long texts."""
    if not isinstance(one, str) or not isinstance(other, str):
        return False
    shorter, longer = sorted((one.rstrip(" .…"), other), key=len)
    return len(shorter) >= _EXCERPT and longer.startswith(shorter.rstrip(" .…"))


def _same_moment(one: JSON, other: JSON) -> bool:
    is_moment = any(isinstance(value, str) and moment_of(value) is not None for value in (one, other))
    left, right = seconds_of(one), seconds_of(other)
    return is_moment and left is not None and right is not None and abs(left - right) < _SECOND


def _same_numeral(one: JSON, other: JSON) -> bool:
    try:
        left, right = (Decimal(str(value)) for value in (one, other))
    except InvalidOperation:
        return False
    return left.is_finite() and right.is_finite() and same_number(left, right)


def _same_choice(one: JSON, other: JSON) -> bool:
    """``IN_STOCK`` and ``inStock``: names of choices follow the custom of each face."""
    if not isinstance(one, str) or not isinstance(other, str):
        return False
    are_names = _CHOICE.fullmatch(one) is not None and _CHOICE.fullmatch(other) is not None
    return are_names and (one.isupper() or other.isupper()) and folded(one) == folded(other)


class ValueMismatch(NamedTuple):
    """A member in which two rows of one object disagree."""

    members: tuple[str, str]
    one: JSON
    other: JSON


def mismatches(pair: TypePair, row: Row, other: Row) -> Iterator[ValueMismatch]:
    """Every member that both rows have, and in which they disagree."""
    for left, right in pair.members.items():
        if left in row and right in other and not _agree(row[left], other[right]):
            yield ValueMismatch((left, right), row[left], other[right])


def _agree(one: JSON, other: JSON) -> bool:
    """A value that is refused agrees with none, and with another that is refused."""
    if isinstance(one, FieldRefusal) or isinstance(other, FieldRefusal):
        return (isinstance(one, FieldRefusal) and isinstance(other, FieldRefusal)) or None in (one, other)
    return same_meaning(one, other)
