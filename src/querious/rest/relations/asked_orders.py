"""Which order a list was asked for in: by which member of its rows, and in which direction."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from querious.answers.filter_words import subject_of
from querious.answers.pages import is_paging, is_size, sorts
from querious.rest.relations.order_promises import stated_order
from querious.rest.relations.row_members import named
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from querious.model import JSON
    from querious.rest.openapi import RestOperation, RestParameter
    from querious.rest.relations.row_members import RowMember

_DOWN: Final = re.compile(r"^-|[-_:., ](?:desc|descending)$", re.IGNORECASE)
_UP: Final = re.compile(r"^\+|[-_:., ](?:asc|ascending)$", re.IGNORECASE)
_WAY: Final = re.compile(r"^[-+]|[-_:., ](?:asc|desc|ascending|descending)$", re.IGNORECASE)
_DIRECTIONS: Final = {"asc": 1, "ascending": 1, "1": 1, "desc": -1, "descending": -1, "-1": -1}
_FLAGS: Final = {"desc": -1, "descending": -1, "reverse": -1, "reversed": -1, "asc": 1, "ascending": 1}
"""Directions that are switched on or off: ``desc=true``."""
_MEMBERS: Final = 8
"""By which one list is sorted."""
_FEWEST: Final = 3
"""Rows with different values below which an order says nothing."""


class AskedOrder(NamedTuple):
    """An order that parameters ask for."""

    name: str
    """As a reader would write it."""
    member: RowMember
    direction: int
    """1 upward, -1 downward, 0 where the parameters leave it open."""
    is_asked: bool = True
    """Whether the call asks for it; else it is the order that a list has by its description."""
    is_only: bool = True
    """Whether no other key was asked for to sort equal rows by."""


def _is_direction(parameter: RestParameter) -> bool:
    choices = _choices(parameter.keywords)
    if choices:
        return all(str(choice).casefold() in _DIRECTIONS for choice in choices)
    return _flag(parameter) != 0 or not {"direction", "dir"}.isdisjoint(words(parameter.name))


def _flag(parameter: RestParameter) -> int:
    """The direction that a parameter switches on; 0 of one that is no switch."""
    is_switch = parameter.keywords.get("type") == "boolean"
    return next((_FLAGS[word] for word in words(parameter.name) if word in _FLAGS), 0) if is_switch else 0


def _orders(parameter: RestParameter) -> bool:
    """Whether a parameter is about the order of a list: by its name, or as all that it takes are directions."""
    is_direction = _is_direction(parameter) and bool(_choices(parameter.keywords) or _flag(parameter))
    return parameter.where == "query" and (sorts(parameter.name) or is_direction)


def _choices(keywords: Mapping[str, Any]) -> list[JSON]:
    items = keywords.get("items")
    return list(keywords.get("enum") or (items.get("enum", ()) if isinstance(items, dict) else ()) or ())


def asked_order(query: Mapping[str, JSON], operation: RestOperation, members: Sequence[RowMember]) -> AskedOrder | None:
    """The order that a query asks for; None if it asks for none, or nobody knows for which."""
    known = {each.name: each for each in operation.parameters if _orders(each)}
    by_direction = [name for name in known if _is_direction(known[name])]
    keys = [(name, value) for name, value in query.items() if name in known and name not in by_direction]
    if len(keys) != 1 or not _first(keys[0][1]) or len(by_direction) > 1:
        return None
    name, value_of_key = keys[0]
    value = _first(value_of_key)
    found = named(words(_WAY.sub("", value)), members)
    if len(found) != 1:
        return None
    direction, told = _direction(value, known[name]), f'{name} "{value}"'
    if by_direction:
        way = query.get(by_direction[0], known[by_direction[0]].keywords.get("default"))
        direction = _way(known[by_direction[0]], way)
        told += f', {by_direction[0]} "{way}"' if by_direction[0] in query else ""
    return AskedOrder(told, found[0], direction, is_only=_is_one(value_of_key))


def _way(parameter: RestParameter, value: JSON) -> int:
    """The direction that the value of such a parameter means; 0 where nobody knows."""
    flag = _flag(parameter)
    if flag and isinstance(value, bool):
        return flag if value else -flag
    return _DIRECTIONS.get(str(value).casefold(), 0)


def usual_order(query: Mapping[str, JSON], operation: RestOperation, members: Sequence[RowMember]) -> AskedOrder | None:
    """The order that a list has where none is asked for, as its description states it; None where it states none.

    A search may put the best first, and what is not known may sort too.
    """
    known = {each.name: each for each in operation.parameters if each.where == "query"}
    for name in query:
        is_harmless = name in known and bool(subject_of(words(name)))
        if (
            sorts(name)
            or (name in known and _orders(known[name]))
            or not (is_paging(name) or is_size(name) or is_harmless)
        ):
            return None
    stated = stated_order(operation.about)
    if stated is not None:
        found = named(stated.member, members)
        told = f'the order by its description, "{stated.sentence}"'
        return AskedOrder(told, found[0], stated.direction, is_asked=False) if len(found) == 1 else None
    return None


def _is_one(value: JSON) -> bool:
    if isinstance(value, list):
        return len(value) == 1 and _is_one(value[0])
    return isinstance(value, str) and ("," not in value or value.partition(",")[2].strip().casefold() in _DIRECTIONS)


def _first(value: JSON) -> str:
    """The first of several keys; with its direction where that stands behind a comma."""
    text = value[0] if isinstance(value, list) and value else value
    if not isinstance(text, str):
        return ""
    head, _, tail = text.partition(",")
    return text if tail.casefold() in _DIRECTIONS else head


def _direction(value: str, parameter: RestParameter) -> int:
    """Upward where nothing is said, if downward can be said; a service may mean either otherwise."""
    if _DOWN.search(value):
        return -1
    if _UP.search(value):
        return 1
    choices = map(str, _choices(parameter.keywords))
    can_turn = any(_DOWN.search(choice) for choice in choices) or "-" in str(parameter.keywords.get("pattern", ""))
    return 1 if can_turn else 0


def orders_to_ask(operation: RestOperation, members: Sequence[RowMember]) -> Iterator[list[dict[str, JSON]]]:
    """Queries that ask for an order by one member, in each direction; those of one member together."""
    known = [each for each in operation.parameters if _orders(each)]
    by_direction = [each for each in known if _is_direction(each)]
    for parameter in known:
        by_member: dict[str, list[dict[str, JSON]]] = {}
        for query in _queries(parameter, by_direction, members) if parameter not in by_direction else ():
            order = asked_order(query, operation, members)
            if order is not None:
                by_member.setdefault(order.member.name, []).append(query)
        yield from list(by_member.values())[:_MEMBERS]


def _queries(
    parameter: RestParameter, by_direction: Sequence[RestParameter], members: Sequence[RowMember]
) -> Iterator[dict[str, JSON]]:
    """Each key of an order, in both directions where another parameter tells that."""
    for value in _values(parameter, members):
        query: dict[str, JSON] = {parameter.name: [value] if parameter.keywords.get("type") == "array" else value}
        if len(by_direction) != 1:
            yield query
            continue
        ways = [False, True] if _flag(by_direction[0]) else _choices(by_direction[0].keywords) or ["asc", "desc"]
        for way in ways[:2]:
            yield {**query, by_direction[0].name: way}


def _values(parameter: RestParameter, members: Sequence[RowMember]) -> list[str]:
    offered = [value for value in _choices(parameter.keywords) if isinstance(value, str)]
    if offered:
        return offered
    telling = [member for member in members if len(member.path) == 1 and len(member.distinct()) >= _FEWEST]
    guessed = [way + member.name for member in telling for way in ("", "-")]
    try:
        pattern = re.compile(parameter.keywords.get("pattern") or "")
    except re.error:
        return guessed
    return [value for value in guessed if pattern.search(value)]
