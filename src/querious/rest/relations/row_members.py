"""The members that rows show, also those of objects within them: ``status``, ``author.id``."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from querious.answers.identity import KEY_WORDS
from querious.answers.measures import ValueKind, kind_of_values
from querious.text.words import Words, words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.model import JSON

MemberPath: TypeAlias = "tuple[str, ...]"

_HOLDERS: Final = frozenset({"attribute", "node"})
"""Members that hold those of the row itself."""
_NAMING: Final = KEY_WORDS | {"name", "slug", "code", "username", "login"}
"""Last words of members by which another thing is named."""
_MOMENTS: Final = frozenset({"at", "on", "date", "time"})
UNITS: Final = frozenset(
    (
        *("cent", "penny", "eur", "usd", "gbp", "chf", "percent", "pct"),
        *("m", "km", "cm", "mm", "metre", "meter", "mile", "kg", "g", "gram", "mg", "lb", "l", "ml", "litre", "liter"),
        *("ms", "s", "sec", "second", "min", "minute", "h", "hour", "day", "week", "month", "year"),
        *("byte", "kb", "mb", "gb", "kwh", "kw", "watt", "w", "c", "celsius"),
    )
)
"""Last words of members that say in what a number is measured."""
_ROWS: Final = 200
"""Rows that are looked at."""
_DEEPEST: Final = 3


@dataclass(frozen=True)
class RowMember:
    """One member of rows, with the values that they show."""

    path: MemberPath
    words: Words
    """Of the whole path."""
    values: tuple[JSON, ...]
    """Those that are no null, in the order of the rows; of a list, its items."""

    @property
    def name(self) -> str:
        """As a reader would write it."""
        return ".".join(self.path)

    @cached_property
    def kind(self) -> ValueKind | None:
        """How its values compare; None if they do not."""
        if self.values and all(isinstance(value, bool) for value in self.values):
            return ValueKind.FLAG
        return kind_of_values(self.values, ValueKind.TEXT)

    @property
    def is_key(self) -> bool:
        """Whether it names the row or another thing."""
        return self.words[-1:] != () and self.words[-1] in KEY_WORDS

    @property
    def is_categorical(self) -> bool:
        """Whether many rows share few values."""
        return len(set(map(str, self.values))) * 2 <= len(self.values)

    def distinct(self) -> list[JSON]:
        """Its values, each once, in the order of the rows."""
        return list({str(value): value for value in self.values}.values())


def read(row: JSON, path: MemberPath) -> list[Any] | None:
    """The values of a row at a path: one, those of a list, none for null; None where there is no such member."""
    value = row
    for step in path:
        if not isinstance(value, dict) or step not in value:
            return None
        value = value[step]
    if isinstance(value, list):
        return [item for item in value if not isinstance(item, dict | list)]
    return [] if value is None or isinstance(value, dict) else [value]


def members_of(rows: Sequence[dict[str, JSON]]) -> list[RowMember]:
    """The members of rows that hold texts, numbers or flags."""
    shown: dict[MemberPath, list[JSON]] = {}
    for row in rows[:_ROWS]:
        _gather(row, (), shown)
    found = []
    for path, values in shown.items():
        spoken = tuple(word for step in path for word in words(step) if word not in _HOLDERS)
        if values and spoken:
            found.append(RowMember(path, spoken, tuple(values)))
    return found


def _gather(row: dict[str, JSON], above: MemberPath, shown: dict[MemberPath, list[JSON]]) -> None:
    """Add the values that a row shows to those of each path; a list with objects in it is no member of the row."""
    for name, member in row.items():
        path = (*above, name)
        if isinstance(member, dict):
            if len(path) < _DEEPEST:
                _gather(member, path, shown)
        elif isinstance(member, list):
            if not any(isinstance(item, dict) for item in member):
                shown.setdefault(path, []).extend(item for item in member if not isinstance(item, list))
        else:
            values = shown.setdefault(path, [])
            if member is not None:
                values.append(member)


def named(subject: Words, members: Sequence[RowMember]) -> list[RowMember]:
    """The members that a subject names: by the same words, or as the key or the name of another thing."""
    plain = [member for member in members if member.words == subject]
    if plain or not subject:
        return plain[:1]
    references = [member for member in members if member.words[:-1] == subject and member.words[-1] in _NAMING]
    moments = [member for member in members if member.words[:-1] == subject and member.words[-1] in _MOMENTS]
    return references or moments


def ending_with(subject: Words, members: Sequence[RowMember]) -> list[RowMember]:
    """The members of the row itself whose names end with a subject, or with the key of one: ``start_station_id``."""
    found = []
    for member in members:
        spoken = member.words if member.words[-len(subject) :] == subject else member.words[:-1]
        is_other = len(spoken) > len(subject) and (spoken == member.words or member.words[-1] in _NAMING)
        if subject and len(member.path) == 1 and is_other and spoken[-len(subject) :] == subject:
            found.append(member)
    return found


def in_units_of(subject: Words, members: Sequence[RowMember]) -> list[RowMember]:
    """The numbers that a subject names without their unit: ``fee`` for ``fee_cents``."""
    return [
        member
        for member in members
        if subject and member.words[:-1] == subject and member.words[-1] in UNITS and member.kind is ValueKind.NUMBER
    ]


def shows_lists(row: JSON, path: MemberPath) -> bool:
    """Whether a row holds a list at a path."""
    value = row
    for step in path:
        value = value.get(step) if isinstance(value, dict) else None
    return isinstance(value, list)
