"""The numbers that answers tell of an object, of its parts, and of the rows of its lists."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.answers.measures import ValueKind, measure
from querious.answers.numbers.amounts import UNITS, Amount, Column, Numbers, is_key
from querious.answers.pages import HOLDERS
from querious.rest.relations.page_facts import page_facts
from querious.rest.relations.readable_lists import rows_of
from querious.text.words import same, words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.answers.numbers.amounts import TermPath
    from querious.model import JSON
    from querious.rest.relations.relation import RestAnswer

_AMOUNT: Final = re.compile(r"-?\d{1,15}\.\d{1,4}")
"""Money that is written as text."""
_LEVELS: Final = 2
_TERMS: Final = 24
_LISTS: Final = 6
_ROWS: Final = 200
_OBJECTS: Final = 300


class NumberedObject(NamedTuple):
    """An object that an answer shows."""

    step: int
    members: dict[str, JSON]
    numbers: Numbers


def numbered_objects(trace: Sequence[RestAnswer]) -> dict[str, list[NumberedObject]]:
    """Those with several numbers, each with other numbers, by the operation and the place where they stand."""
    by_kind: dict[str, dict[str, NumberedObject]] = {}
    for step, answer in enumerate(trace):
        for place, members in _objects(answer) if answer.is_good else ():
            known = by_kind.setdefault(f"{answer.call.coordinate} {place}", {})
            numbers = numbers_of(members) if len(known) < _OBJECTS else None
            if numbers is not None and len(numbers.terms) + len(numbers.columns) > 1:
                known.setdefault(repr(numbers), NumberedObject(step, members, numbers))
    return {kind: list(known.values()) for kind, known in by_kind.items() if known}


def _objects(answer: RestAnswer) -> Iterator[tuple[str, dict[str, JSON]]]:
    """The rows of a list, or the one object, out of its envelope; and the rows within them."""
    rows = rows_of(answer.payload)
    if rows is None or (isinstance(answer.payload, dict) and not _is_page(answer)):
        payload = answer.payload
        held = [value for value in payload.values() if isinstance(value, dict)] if isinstance(payload, dict) else []
        whole = held[0] if isinstance(payload, dict) and len(held) == len(payload) == 1 else payload
        rows = [whole] if isinstance(whole, dict) else []
    for row in rows:
        yield "", row
        for name, value in row.items():
            if isinstance(value, list):
                yield from ((name, each) for each in value if isinstance(each, dict))


def _is_page(answer: RestAnswer) -> bool:
    """Whether nothing but what is told of a page stands beside the rows."""
    facts, payload = page_facts(answer), answer.payload
    told = (facts.total, facts.counted, facts.pages, facts.more)
    members = payload if isinstance(payload, dict) else {}
    beside = [name for name, value in members.items() if not isinstance(value, list)]
    is_told = any(value is not None for value in told) or bool(facts.following)
    return is_told or not beside or all(same(name) in HOLDERS for name in beside)


def numbers_of(members: dict[str, JSON]) -> Numbers:
    """The numbers of an object and of its lists."""
    columns: dict[Column, list[Amount | None]] = {}
    lengths: dict[str, int] = {}
    for name, value in members.items():
        is_list = isinstance(value, list) and value and all(isinstance(each, dict) for each in value)
        if not is_list or not isinstance(value, list) or len(value) > _ROWS or len(lengths) == _LISTS:
            continue
        lengths[name] = len(value)
        rows = [_terms_of(row) for row in value]
        for path in dict.fromkeys(path for row in rows for path in row):
            columns[Column(name, path)] = [row.get(path) for row in rows]
    return Numbers(_terms_of(members), columns, lengths)


def _terms_of(members: dict[str, JSON]) -> dict[TermPath, Amount]:
    found: dict[TermPath, Amount] = {}
    for path, amount in _read(members, (), _LEVELS):
        if len(found) == _TERMS:
            break
        found.setdefault(path, amount)
    return found


def _read(members: dict[str, JSON], above: TermPath, levels: int) -> Iterator[tuple[TermPath, Amount]]:
    """The numbers of an object and of its parts, but for keys; parts that have a key are objects of their own."""
    unit = next((value for name, value in members.items() if _is_unit(name) and isinstance(value, str)), "")
    for name, value in members.items():
        path = (*above, name)
        if isinstance(value, dict):
            if levels and not any(is_key(member) for member in value):
                yield from _read(value, path, levels - 1)
        elif not is_key(name) and (number := _number(value)) is not None:
            yield path, Amount(number, str(unit))


def _is_unit(name: str) -> bool:
    return not UNITS.isdisjoint(words(name)[-1:])


def _number(value: JSON) -> Decimal | None:
    is_text = isinstance(value, str) and _AMOUNT.fullmatch(value) is not None
    if not is_text and (isinstance(value, bool) or not isinstance(value, int | float)):
        return None
    found = measure(value, ValueKind.NUMBER)
    return found if isinstance(found, Decimal) else None
