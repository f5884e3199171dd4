"""What a refusal teaches: bounds that its words tell, a field that it names and that can be left out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from graphql import GraphQLScalarType, get_named_type

from querious.graphql.collections.fields import EntryField, all_fields
from querious.graphql.collections.limits import Limits, limits_in
from querious.model.state import Ending
from querious.text.words import written_words

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

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


def adapted(
    knowledge: ValueKnowledge,
    fields: tuple[EntryField, ...],
    complaints: Iterable[tuple[str, Ending]],
    sent: Collection[str],
) -> ValueKnowledge:
    """The knowledge after these complaints about what was sent; the same object if nothing was learned."""
    for message, ending in complaints:
        if ending is not Ending.REFUSED:
            continue
        column = _EMPTY_COLUMN.search(message)
        if column is not None:
            knowledge = _filled(knowledge, fields, next(name for name in column.groups() if name))
        else:
            knowledge = _wanted(knowledge, fields, message, sent) or _heard(
                knowledge, tuple(all_fields(fields)), message
            )
    return knowledge


def _filled(knowledge: ValueKnowledge, fields: tuple[EntryField, ...], column: str) -> ValueKnowledge:
    """What a database must not keep empty is always given, wherever it stands and whatever was thought before."""
    empty = {
        one.path for one in all_fields(fields) if written_words(one.name) == written_words(column) and not one.required
    }
    if empty <= knowledge.demanded and not empty & knowledge.dropped:
        return knowledge
    return knowledge.but(demanded=knowledge.demanded | empty, dropped=knowledge.dropped - empty)


def _wanted(
    knowledge: ValueKnowledge, fields: tuple[EntryField, ...], message: str, sent: Collection[str]
) -> ValueKnowledge | None:
    """What was left out and is named in the refusal must be there; None if there is no such field."""
    named = {field.path for field in fields if field.name not in sent and _names(message, field.name)}
    named -= knowledge.dropped | knowledge.demanded
    return knowledge.but(demanded=knowledge.demanded | named) if named else None


def numbers(fields: tuple[EntryField, ...]) -> list[EntryField]:
    """Fields that hold a number."""
    return [field for field in all_fields(fields) if not field.inner and _is_number(field)]


def _heard(knowledge: ValueKnowledge, fields: tuple[EntryField, ...], message: str) -> ValueKnowledge:
    named = [field for field in fields if _names(message, field.name) and not field.inner]
    limits = limits_in(_unquoted(message))
    bounded = [
        field for field in named or fields if not field.inner and field.refers_to is None and _fits(field, limits)
    ]
    new = {
        field.path: limits.over(knowledge.limits.get(field.path, Limits()))
        for field in bounded
        if limits and knowledge.limits.get(field.path) != limits
    }
    if new:
        return knowledge.but(limits={**knowledge.limits, **new})
    dropped = {field.path for field in named if not field.required} - knowledge.dropped
    return knowledge.but(dropped=knowledge.dropped | dropped) if dropped else knowledge


def _fits(field: EntryField, limits: Limits) -> bool:
    """Whether bounds of this kind can be meant for it."""
    if limits.shortest is not None or limits.longest is not None:
        return isinstance(get_named_type(field.type), GraphQLScalarType) and not _is_number(field)
    return _is_number(field)


def _is_number(field: EntryField) -> bool:
    named = get_named_type(field.type)
    return isinstance(named, GraphQLScalarType) and _NUMBERS.search(named.name) is not None


def _names(message: str, name: str) -> bool:
    """Whether the message speaks of the field, as it is spelt or in plain words."""
    plain = " ".join(written_words(name))
    return re.search(rf"\b(?:{re.escape(name)}|{re.escape(plain)})s?\b", message, re.IGNORECASE) is not None


def _unquoted(message: str) -> str:
    """Without what it quotes: values that were sent are no bounds."""
    return re.sub(r"\"[^\"]*\"|'[^']*'|`[^`]*`", " ", message)
