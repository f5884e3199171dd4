"""Lists in an order by two keys: rows that are equal by the first one stand in the order of the second.

Such orders are given as a list, ``orderBy: [{field: STATUS}, {field: WEIGHT, direction: DESC}]``. The first key is one
by which rows are equal, the second a number or a moment, in both directions: who forgets it, or takes the direction of
the first for both, is wrong in one of them.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from querious.answers.inversions import inversions_of
from querious.answers.measures import ValueKind, kind_of_values
from querious.relations.answers.comparison import quoted
from querious.relations.lists.pages import given
from querious.relations.lists.rows import lists
from querious.relations.lists.sources import ask, ask_for_all_rows, longest_of, sources
from querious.relations.relation import Mismatch, severity_of
from querious.relations.schema_types import is_list

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model import JSON
    from querious.relations.lists.orderings import Ordering
    from querious.relations.lists.rows import ListAnswer, ListField
    from querious.relations.lists.sources import ListSource
    from querious.relations.observations import Observations
    from querious.relations.relation import Conversation, Trace
    from querious.relations.schema_types import SchemaTypes

_COMPARED: Final = frozenset((ValueKind.NUMBER, ValueKind.MOMENT))
_SURE: Final = 2
"""Pairs in the wrong order from which on it is a fault."""
_SHOWN: Final = 12
_FIRST_KEYS: Final = 4
"""Leaves that are read to find one by which rows are equal."""
_SECOND_KEYS: Final = 2
"""Leaves by which rows that are equal are then sorted."""


def propose_second_keys(observed: Observations) -> Iterator[Conversation]:
    """Every list that takes several keys, once."""
    for source in sources(observed, 1):
        argument = _argument_of_several(source.field)
        if argument:
            yield _ask_by_two_keys(observed.types, source, argument)


def _argument_of_several(field: ListField) -> str:
    """The argument that takes a list of keys; empty if there is none."""
    for path in field.ordering_arguments:
        declared = field.declared_arguments[path[0]]
        if is_list(declared.type):
            return path[0]
    return ""


def _ask_by_two_keys(types: SchemaTypes, source: ListSource, argument: str) -> Conversation:
    """All rows, then by one key under which some are equal, and by a second one in both directions."""
    known = [one for one in source.field.orderings if _is_key_of(one, argument)]
    leaves = list(dict.fromkeys(one.leaf.path for one in known))
    size, found = yield from ask_for_all_rows(types, source, leaves)
    longest = longest_of(found)
    if longest is None:
        return
    for first, second in _pairs(known, longest):
        keys: list[JSON] = [_key(first), _key(second)]
        changes = {**source.paging.of_size(size), (argument,): keys}
        yield ask(types, source, changes, [first.leaf.path, second.leaf.path])


def _is_key_of(ordering: Ordering, argument: str) -> bool:
    return all(path[0] == argument for path, _ in ordering.changes) and not ordering.leaf.unit


def _pairs(known: Sequence[Ordering], longest: ListAnswer) -> Iterator[tuple[Ordering, Ordering]]:
    """Two keys, of which the second has different values on rows that are equal by the first."""
    ascending = {one.leaf.path: one for one in reversed(known) if one.direction >= 0}
    by_ties = sorted(ascending.values(), key=lambda one: len(set(map(str, longest.read(one.leaf.path)))))
    chosen: list[tuple[Ordering, list[Ordering]]] = []
    for first in by_ties[:_FIRST_KEYS]:
        for path in dict.fromkeys(one.leaf.path for one in known if one.leaf.kind in _COMPARED):
            both = [one for one in known if one.leaf.path == path and one.direction]
            if path != first.leaf.path and both and _parts_equals(first, both[0], longest):
                chosen.append((first, both))
    for first, both in chosen[:_SECOND_KEYS]:
        yield from ((first, second) for second in both)


def _parts_equals(first: Ordering, second: Ordering, longest: ListAnswer) -> bool:
    """Whether enough rows that are equal by the first key differ by the second."""
    values: dict[str, set[str]] = {}
    for row in longest.rows:
        values.setdefault(str(row.read(first.leaf.path)), set()).add(str(row.read(second.leaf.path)))
    return sum(len(several) - 1 for several in values.values()) > _SURE


def _key(ordering: Ordering) -> JSON:
    """One key as an item of the list: a member of an enum, or an object."""
    item: dict[str, Any] = {}
    for path, value in ordering.changes:
        if len(path) == 1:
            return value
        item[path[1]] = value
    return item


def check_second_keys(trace: Trace, types: SchemaTypes) -> Iterator[Mismatch]:
    """Every list that was asked for by two known keys, by itself."""
    for listed in lists(trace, types):
        argument = _argument_of_several(listed.field) if listed.field.ordering_arguments else ""
        keys = given(listed.arguments, (argument,)) if argument else None
        if not isinstance(keys, list) or len(keys) != 2:  # noqa: PLR2004 - two keys
            continue
        asked = [[one for one in listed.field.orderings if one.is_asked({argument: [key]})] for key in keys]
        if all(len(several) == 1 for several in asked):
            yield from _judge(listed, asked[0][0], asked[1][0])


def _judge(listed: ListAnswer, first: Ordering, second: Ordering) -> Iterator[Mismatch]:
    """A suspicion where one pair alone is wrong: what is shown may be rounded."""
    leaf = second.leaf
    kind = kind_of_values(listed.read(leaf.path), leaf.kind)
    if kind not in _COMPARED or leaf.unit or first.leaf.unit or not second.direction or first.leaf.path == leaf.path:
        return
    wrong = []
    for _, equal in groupby(listed.rows, key=lambda row: str(row.read(first.leaf.path))):
        values = [row.read(leaf.path) for row in equal]
        wrong += inversions_of([value for value in values if value is not None], kind, second.direction)
    if not wrong:
        return
    what = "ascending" if second.direction > 0 else "descending"
    name, before = ".".join(leaf.path), ".".join(first.leaf.path)
    one, other = wrong[0]
    message = (
        f"sorted by {first.name}, then by {second.name}, rows with the same {before} are not in {what} order "
        f"of {name}: {quoted(one)} comes before {quoted(other)}"
    )
    certain = len(wrong) >= _SURE and leaf.exact and first.leaf.exact and len(leaf.path) == len(first.leaf.path) == 1
    shown = ", ".join(str(value)[:40] for value in listed.read(leaf.path)[:_SHOWN])
    severity = severity_of(certain=certain)
    yield Mismatch(listed.field.coordinate, message, listed.path, shown, severity, listed.step)
