"""Lists in answers that were asked for something else: which of them mean for certain what a relation takes them for.

Random questions ask for no rows at all, for rows from both ends at once, or by texts that no row has. What a server
makes of these is its own business, so that only plain questions are judged.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Final

from querious.answers.filter_words import BOUNDS, TEXTS
from querious.answers.measures import ValueKind, measure
from querious.relations.lists.pages import given, without
from querious.relations.lists.rows import field_named, list_field, lists
from querious.relations.relation import notice_alone
from querious.relations.schema_types import type_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from querious.model import JSON
    from querious.relations.answer_objects import QueryAnswer
    from querious.relations.lists.conditions import Condition
    from querious.relations.lists.list_types import NamePath
    from querious.relations.lists.row_leaves import RowLeaf
    from querious.relations.lists.rows import ListAnswer
    from querious.relations.observations import Observations
    from querious.relations.relation import Arguments, Check, Contradiction, Mismatch, Trace
    from querious.relations.schema_types import SchemaTypes

_YEARS: Final = range(1970, 2101)
"""Moments before and after are often taken for none."""


def notice_in_lists(
    check: Check, answer: QueryAnswer, observed: Observations, is_plain: Callable[[ListAnswer], bool]
) -> Iterator[Contradiction]:
    """What a check holds against lists of one answer that were asked for in a plain way."""
    types = observed.types

    def check_plain(trace: Trace, types: SchemaTypes) -> Iterator[Mismatch]:
        found = list(check(trace, types))
        plain = {listed.path for listed in lists(trace, types) if is_plain(listed)} if found else set()
        return (mismatch for mismatch in found if mismatch.path in plain)

    return notice_alone(check_plain, answer, types) if answer.clean else iter(())


def gives_pages(types: SchemaTypes, coordinate: str, _: Arguments) -> bool:
    """Whether rows come in pages."""
    field = list_field(types, coordinate)
    return bool(field.list_type.row and (field.paging.paths or field.list_type.container))


def is_filtered(types: SchemaTypes, coordinate: str, arguments: Arguments) -> bool:
    """Whether rows may be filtered by one of these arguments."""
    field = list_field(types, coordinate) if arguments else None
    conditions = field.conditions if field and field.list_type.row else []
    return any(condition.path[0] in arguments for condition in conditions)


def is_sorted(types: SchemaTypes, coordinate: str, arguments: Arguments) -> bool:
    """Whether one of these arguments may ask for an order that is known."""
    field = list_field(types, coordinate) if arguments else None
    orderings = field.orderings if field and field.list_type.row else []
    return any(path[0] in arguments for ordering in orderings for path, _ in ordering.changes)


def is_plain_page(listed: ListAnswer) -> bool:
    """Whether some rows were asked for, from one end, and came."""
    pages = listed.field.paging
    size, last = given(listed.arguments, pages.size), given(listed.arguments, pages.last)
    return bool(listed.rows) and not (size is not None and last is not None) and 0 not in (size, last)


def is_plain_order(listed: ListAnswer) -> bool:
    """Whether rows were asked for from the beginning, and nothing but known arguments decided which."""
    pages = listed.field.paging
    from_end = any(given(listed.arguments, path) is not None for path in (pages.last, pages.before))
    leaves = [ordering.leaf for ordering in listed.field.orderings if ordering.is_asked(listed.arguments)]
    return not from_end and _is_understood(listed) and all(_is_comparable(listed, leaf) for leaf in leaves)


def is_plain_filter(listed: ListAnswer, observed: Observations) -> bool:
    """Whether nothing but known arguments decided which rows come, each with a value that rows can have."""
    if not _is_understood(listed):
        return False
    types, row = observed.types, listed.field.list_type.row
    for condition in listed.field.conditions:
        value = given(listed.arguments, condition.path)
        if value is None:
            continue
        if not all(_is_comparable(listed, leaf) for leaf in condition.leaves):
            return False
        for one in value if isinstance(value, list) else [value]:
            if not _is_plain_value(condition, one, _shown_values(observed, types, row, condition.leaves)):
                return False
    return True


def _is_understood(listed: ListAnswer) -> bool:
    field = listed.field
    known = (*field.paging.paths, *(condition.path for condition in field.conditions), *field.ordering_arguments)
    sent = {name: value for name, value in listed.arguments.items() if value is not None}
    return not without(sent, known)


def _is_comparable(listed: ListAnswer, leaf: RowLeaf) -> bool:
    """Whether all rows say the same of a leaf: without arguments, which rows of two types may have been asked with.

    What is counted in something has to tell in what: ``price(currency: SEK)`` of one type, in euros of the other.
    """
    for row in listed.rows:
        field = field_named(row.shape, leaf.path[0])
        if field is not None and field.arguments:
            return False
        if leaf.unit and row.read(leaf.unit) is None:
            return False
    return True


def _is_plain_value(condition: Condition, value: JSON, shown: set[str]) -> bool:
    """A bound of the usual size, plain letters of a text, a member of an enum, or a value that the API has shown."""
    if len(condition.leaves) != 1 or value in (None, ""):
        return False
    kind = condition.leaves[0].kind
    if condition.operator in BOUNDS:
        moment = measure(value, ValueKind.MOMENT)
        if isinstance(moment, datetime):
            return moment.year in _YEARS
        number = measure(value, ValueKind.NUMBER)
        return number is not None and number > 0  # type: ignore[operator]  # a number
    if condition.operator in TEXTS:
        return str(value).isascii() and str(value).isalnum()
    return kind in {ValueKind.CHOICE, ValueKind.FLAG} or str(value) in shown


def _shown_values(observed: Observations, types: SchemaTypes, row: str, leaves: tuple[RowLeaf, ...]) -> set[str]:
    found: set[str] = set()
    for leaf in leaves:
        for coordinate in _coordinates(types, row, leaf.path):
            found |= observed.shown.get(coordinate, {}).keys()
    return found


def _coordinates(types: SchemaTypes, row: str, path: NamePath) -> list[str]:
    """The fields at the end of a path from a row, by the object types that may have it."""
    *through, last = path
    typenames = types.possible(row)
    for name in through:
        below = [type_name(types.field(f"{typename}.{name}")) for typename in typenames]
        typenames = [possible for typename in dict.fromkeys(below) for possible in types.possible(typename)]
    return [f"{typename}.{last}" for typename in typenames]
