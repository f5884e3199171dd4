"""Reasons for which two answers that differ about one object may both be right.

Where there is none, they contradict each other. Each reason is a design that is met in practice: an object as it was in
an earlier version, a list that is cut where it stands below another, a number that one view rounds.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from graphql import get_named_type

from querious.answers.identity import NAMING_WORDS
from querious.answers.measures import ValueKind, measure
from querious.answers.pages import sorts
from querious.model.arguments import canonical, sent
from querious.relations.lists.conditions import conditions
from querious.relations.lists.list_types import list_type_of
from querious.relations.lists.pages import is_round
from querious.relations.objects.lookups import lookups_of
from querious.relations.objects.names import limits
from querious.relations.schema_types import once
from querious.text.words import words

if TYPE_CHECKING:
    from querious.model import JSON
    from querious.relations.routes import FieldStep, Route
    from querious.relations.schema_types import SchemaTypes

_OF_ANOTHER_TIME: Final = frozenset(
    (
        *("history", "version", "revision", "snapshot", "before", "after", "previous", "prior", "former", "old", "new"),
        *("original", "draft", "preview", "published", "staged", "pending", "proposed", "archive", "archived", "audit"),
        *("change", "diff", "event", "log", "translation", "localized", "localised", "trash", "deleted"),
    )
)
"""Below these an object may stand as it was, as it will be, or in another language."""
_INDEXED: Final = frozenset(("search", "suggest", "suggestion", "autocomplete", "typeahead", "index", "feed", "cached"))
"""What is read from an index or a cache may lag behind by design."""
_RELATIVE: Final = frozenset(
    (
        *("score", "rank", "relevance", "similarity", "distance", "highlight", "snippet", "position", "place", "index"),
        *("cursor", "match", "matched", "excerpt", "summary", "viewer", "selected", "level", "depth", "indent"),
    )
)
"""Leaves that tell how an object stands to what was asked, not what it is."""
_SELECTING: Final = frozenset(("filter", "where", "condition", "criteria", "by"))
"""Arguments that choose which objects come."""
_CUT_OFF: Final = re.compile(r"\s*(?:…|\.\.\.|\[…\]|\[\.\.\.\])$")
_TAG: Final = re.compile(r"<[^<>]*>")
_HUNDREDS: Final = 2
"""Zeros at the end of a whole number from which on it may be rounded."""
_NEAR: Final = Decimal("0.05")
"""Of a number: how far what it is rounded to may lie from it."""


def may_differ_by_route(types: SchemaTypes, one: Route, other: Route) -> bool:
    """Whether the ways on which an object was reached may be the reason that it shows something else."""
    doubtful = _OF_ANOTHER_TIME | _INDEXED
    if any(not doubtful.isdisjoint(words(step.name)) for step in (*one, *other)):
        return True
    return _unknown_arguments(types, one) != _unknown_arguments(types, other)


def _unknown_arguments(types: SchemaTypes, route: Route) -> list[str]:
    """Arguments on a route of which it is not known that they only choose objects: they may change what is shown."""
    found = []
    for step in route:
        for name, value in sent(step.arguments).items():
            if not _only_chooses(types, step, name):
                found.append(f"{name}: {canonical([(name, value)])}")
    return sorted(found)


def _only_chooses(types: SchemaTypes, step: FieldStep, argument: str) -> bool:
    spoken = words(argument)
    if limits(argument) or sorts(argument) or not _SELECTING.isdisjoint(spoken[-1:]):
        return True
    if not NAMING_WORDS.isdisjoint(spoken[-1:]) or argument in _choosing(types, step.coordinate):
        return True
    field = types.field(step.coordinate)
    return field is not None and argument in field.args and get_named_type(field.args[argument].type).name == "ID"


@once
def _choosing(types: SchemaTypes, coordinate: str) -> set[str]:
    """The arguments of a field that look something up or filter its rows by a leaf that these show."""
    found = {lookup.inputs[0] for lookup in lookups_of(types, coordinate)}
    if list_type_of(types, coordinate).row:
        found |= {condition.path[0] for condition in conditions(types, coordinate)}
    return found


def is_relative_leaf(coordinate: str) -> bool:
    """Whether a field tells how an object stands to what was asked."""
    return not _RELATIVE.isdisjoint(words(coordinate.partition(".")[2]))


@once
def is_found_by_identifier(types: SchemaTypes, typename: str) -> bool:
    """Whether a field of the query type finds objects of a type by their identifier alone: then it is theirs alone.

    Where none does, it may be a number that counts within a parent, as the lines of an order do.
    """
    identifier = types.identifier(typename)
    for name in types.fields(types.root):
        for lookup in lookups_of(types, f"{types.root}.{name}"):
            if lookup.certain and lookup.keys.get(typename) == identifier:
                return True
    return False


def may_say_the_same(one: JSON, other: JSON) -> bool:
    """Whether two values may be one: rounded, cut off, written in another form, or not shown here at all."""
    if one is None or other is None:
        return True  # an object may come with less than all of it, and a field may be hidden where it stands
    if isinstance(one, list) and isinstance(other, list):
        return _may_be_cut(one, other)
    if isinstance(one, bool) or isinstance(other, bool):
        return False
    first, second = measure(one, ValueKind.NUMBER), measure(other, ValueKind.NUMBER)
    if isinstance(first, Decimal) and isinstance(second, Decimal):
        return first == second or _is_rounded(first, second) or _is_rounded(second, first)
    if isinstance(one, str) and isinstance(other, str):
        return _may_be_one_text(one, other)
    return not isinstance(one, str | int | float) or not isinstance(other, str | int | float)


def _may_be_cut(one: list[JSON], other: list[JSON]) -> bool:
    """Whether one list may be the beginning of the other, cut at a size that a server may have chosen."""
    shorter, longer = sorted((one, other), key=len)
    if len(shorter) == len(longer):
        return False
    rest = list(map(repr, longer))
    is_part = all(repr(item) in rest for item in shorter)
    return is_part and (not shorter or is_round(len(shorter)))


def _is_rounded(rounded: Decimal, exact: Decimal) -> bool:
    """Whether a number is the other one with fewer digits, rounded or cut off."""
    exponent = rounded.as_tuple().exponent
    if rounded == 0 or not isinstance(exponent, int):
        return False
    if exponent < 0 or rounded != int(rounded):
        return _is_finer(exact, exponent) and abs(exact - rounded) < Decimal(1).scaleb(exponent)
    digits = str(int(rounded))
    zeros = len(digits) - len(digits.rstrip("0"))
    if zeros >= _HUNDREDS and abs(exact - rounded) < abs(exact) * _NEAR:
        return True
    return _is_finer(exact, 0) and abs(exact - rounded) < 1


def _is_finer(number: Decimal, exponent: int) -> bool:
    """Whether it has digits behind that place. No division: of the largest and the finest numbers there is none."""
    finest = number.normalize().as_tuple().exponent
    return isinstance(finest, int) and finest < exponent


def _may_be_one_text(one: str, other: str) -> bool:
    """Whether two texts differ in their form alone: case, spaces, markup, an end that is cut off, a moment's zone."""
    first, second = (_TAG.sub("", " ".join(text.split())).casefold() for text in (one, other))
    if first == second:
        return True
    for text, longer in ((first, second), (second, first)):
        beginning = _CUT_OFF.sub("", text)
        if beginning != text and longer.startswith(beginning):
            return True
    moment, other_moment = measure(one, ValueKind.MOMENT), measure(other, ValueKind.MOMENT)
    if moment is not None and other_moment is not None:
        return moment == other_moment or one[:10] == other[:10]
    here, there = urlsplit(one) if "://" in one else None, urlsplit(other) if "://" in other else None
    return here is not None and there is not None and here.path.rpartition("/")[2] == there.path.rpartition("/")[2]
