"""What a refusal teaches: bounds and choices that its words tell, a field that it names and that can be left out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from graphql import GraphQLScalarType, get_named_type

from querious.graphql.collections.fields import EntryField, all_fields
from querious.graphql.collections.limits import Limits, limits_in
from querious.model.state import Ending
from querious.text.words import written_words
from querious.values.complaints import listed_values

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from querious.graphql.collections.values import ValueKnowledge

_NUMBERS: Final = re.compile(
    r"(?:int|long|integer|float|double|decimal|number|money|numeric|amount)\w*$", re.IGNORECASE
)
_EMPTY_COLUMN: Final = re.compile(
    r"NOT NULL constraint failed: (?:[\w\"`]+\.)*[\"`]?(\w+)"
    r"|null value in column [\"'`]?(\w+)[\"'`]?.* violates not-null"
    r"|column [\"'`](\w+)[\"'`] cannot be null",
    re.IGNORECASE | re.DOTALL,
)
"""In the words of SQLite, PostgreSQL and MySQL."""
_QUOTED: Final = re.compile(r"\"[^\"]*\"|'[^']*'|`[^`]*`")


def adapted(
    knowledge: ValueKnowledge,
    fields: tuple[EntryField, ...],
    complaints: Iterable[tuple[str, Ending]],
    sent: Collection[str],
) -> ValueKnowledge:
    """The knowledge after these complaints about what was sent; equal if nothing was learned."""
    every = list(all_fields(fields))
    for message, ending in complaints:
        if ending is not Ending.REFUSED:
            continue
        column = _EMPTY_COLUMN.search(message)
        missing = [one for one in fields if one.name not in sent and _names(message, one)]
        new = {one.path for one in missing} - knowledge.dropped - knowledge.demanded
        if column is not None:
            knowledge = _demanding(knowledge, every, written_words(next(filter(None, column.groups()))))
        elif new:
            knowledge = knowledge.but(demanded=knowledge.demanded | new)
        else:
            knowledge = _heard(knowledge, [one for one in every if not one.inner], message)
    return knowledge


def _demanding(knowledge: ValueKnowledge, fields: list[EntryField], column: tuple[str, ...]) -> ValueKnowledge:
    """What a database must not keep empty is always given, wherever it stands and whatever was thought before."""
    empty = {one.path for one in fields if written_words(one.name) == column and not one.required}
    return knowledge.but(demanded=knowledge.demanded | empty, dropped=knowledge.dropped - empty)


def _heard(knowledge: ValueKnowledge, fields: list[EntryField], message: str) -> ValueKnowledge:
    """Bounds for the fields that it names, or for all of that kind; choices; else, a field that can be left out."""
    named = [one for one in fields if _names(message, one)]
    limits, choices = limits_in(_QUOTED.sub(" ", message)), listed_values(message)
    bounded = [one for one in named or fields if one.refers_to is None and _is_bounded(one, limits)]
    known = {one.path: knowledge.limits.get(one.path, {}) for one in bounded}
    if limits and any(before != limits for before in known.values()):
        return knowledge.but(limits={**knowledge.limits, **{path: {**known[path], **limits} for path in known}})
    chosen = {one.path: choices for one in named if choices and one.path not in knowledge.accepted and _is_text(one)}
    if chosen:
        return knowledge.but(accepted={**knowledge.accepted, **chosen})
    return knowledge.but(dropped=knowledge.dropped | {one.path for one in named if not one.required})


def numbers(fields: Sequence[EntryField]) -> list[EntryField]:
    """Fields that hold a number."""
    return [one for one in all_fields(fields) if not one.inner and _is_number(one)]


def _is_bounded(field: EntryField, limits: Limits) -> bool:
    """Whether bounds of this kind can be meant for it."""
    return _is_text(field) if {"shortest", "longest"} & limits.keys() else _is_number(field)


def _is_text(field: EntryField) -> bool:
    return isinstance(get_named_type(field.type), GraphQLScalarType) and not _is_number(field)


def _is_number(field: EntryField) -> bool:
    named = get_named_type(field.type)
    return isinstance(named, GraphQLScalarType) and _NUMBERS.search(named.name) is not None


def _names(message: str, field: EntryField) -> bool:
    """Whether the message speaks of the field, as it is spelt or in plain words."""
    plain = " ".join(written_words(field.name))
    return re.search(rf"\b(?:{re.escape(field.name)}|{re.escape(plain)})s?\b", message, re.IGNORECASE) is not None
