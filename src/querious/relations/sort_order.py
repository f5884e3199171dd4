"""Lists come in the order that was asked for, and with the same rows in every order."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from querious.model import Severity
from querious.model.arguments import canonical
from querious.model.json_text import integer_of
from querious.relations.lists.filter_values import read
from querious.relations.lists.measures import Kind, kind_of_values, measure
from querious.relations.lists.opaque_text import is_opaque
from querious.relations.lists.orderings import Ordering, orderings, paths
from querious.relations.lists.pages import given, paging, whole, without
from querious.relations.lists.rows import lists
from querious.relations.lists.sources import ask, entire
from querious.relations.lists.turns import in_turn
from querious.relations.relation import Mismatch, Relation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from querious.model import JSON
    from querious.relations.lists.list_types import Path
    from querious.relations.lists.pages import PagingArguments
    from querious.relations.lists.rows import ListAnswer
    from querious.relations.lists.sources import ListSource
    from querious.relations.lists.turns import Talk
    from querious.relations.observations import Observations
    from querious.relations.relation import Conversation, Trace
    from querious.relations.schema_types import SchemaTypes

_WAYS: Final = 2
_LEAVES: Final = 20
"""By which one list is sorted."""
_TOGETHER: Final = 3
"""Leaves of one conversation, which share the rows that were read first."""
_SURE: Final = 2
"""Pairs in the wrong order from which on it is a fault."""
_SHOWN: Final = 12
_PLAIN: Final = re.compile(r"[A-Za-z][ -~]*")
"""Text whose order does not depend on a language."""
_DIGRAPHS: Final = frozenset(
    [
        "aa",
        "ch",
        "cs",
        "dd",
        "dz",
        "ff",
        "gy",
        "ij",
        "lj",
        "ll",
        "ly",
        "ng",
        "nj",
        "ny",
        "ph",
        "rh",
        "rr",
        "sz",
        "th",
        "ty",
        "zs",
    ]
)
"""Letters of their own in Danish, Czech, Hungarian, Welsh, Croatian, Spanish and others."""
_ALIKE: Final = frozenset((frozenset("vw"), frozenset("iy"), frozenset("ij"), frozenset("uv")))
_DIGITS: Final = re.compile(r"(\d+)")


class _Sorted(NamedTuple):
    listed: ListAnswer
    ordering: Ordering
    ways: PagingArguments


class _Understood(NamedTuple):
    """What the arguments of a list mean."""

    ways: PagingArguments
    about: tuple[Path, ...]
    orders: list[Ordering]


def propose(observed: Observations) -> Iterator[Conversation]:
    """Every list on its best way first, by each leaf in both directions, the identifier last."""

    def orders(source: ListSource) -> list[list[list[Ordering]]]:
        by_leaf: dict[Path, list[Ordering]] = {}
        for ordering in orderings(observed.types, observed.types.fields(source.parent)[source.name], source.listing):
            by_leaf.setdefault(ordering.leaf.path, []).append(ordering)
        # by their identifier rows often come anyway
        leaves = sorted(by_leaf.values(), key=lambda several: several[0].leaf.identifies)[:_LEAVES]
        return [leaves[place : place + _TOGETHER] for place in range(0, len(leaves), _TOGETHER)]

    return in_turn(observed, _WAYS, orders, _talk)


def _talk(types: SchemaTypes, source: ListSource, several: Sequence[Sequence[Ordering]]) -> Talk:
    """Rows as they come, then by each leaf in both directions."""
    paths = (path for orders in several for path in (orders[0].leaf.path, orders[0].leaf.beside) if path)
    leaves = list(dict.fromkeys(paths))
    size, found = yield from entire(types, source, {}, leaves)
    if not any(len(listed.rows) > 1 for listed in found):
        return False
    for orders in several:
        for ordering in {one.direction: one for one in reversed(orders)}.values():
            yield ask(types, source, {**source.paging.of_size(size), **dict(ordering.changes)}, leaves)
    return True


def check(trace: Trace, types: SchemaTypes) -> Iterator[Mismatch]:
    """Every sorted list by itself, and against the same list as it comes unasked."""
    plain: dict[str, ListAnswer] = {}
    ordered: list[tuple[str, _Sorted]] = []
    understood: dict[str, _Understood] = {}
    for listed in lists(trace, types):
        if listed.coordinate not in understood:
            understood[listed.coordinate] = _understand(types, listed)
        ways, about, orders = understood[listed.coordinate]
        group = f"{listed.owner} {canonical(list(without(listed.arguments, about).items()))}"
        if all(given(listed.arguments, path) is None for path in about):
            plain.setdefault(group, listed)
            continue
        known = [one for one in orders if one.asked(listed.arguments)]
        if len(known) == 1 and _alone(known[0], about, listed):
            ordered.append((group, _Sorted(listed, known[0], ways)))
    for group, one in ordered:
        yield from _in_order(one)
        if group in plain:
            yield from _same_rows(one, plain[group])


def _understand(types: SchemaTypes, listed: ListAnswer) -> _Understood:
    parent, _, name = listed.coordinate.partition(".")
    field = types.fields(parent)[name]
    return _Understood(
        paging(types, field, listed.listing),
        paths(types, field, listed.listing),
        orderings(types, field, listed.listing),
    )


def _alone(ordering: Ordering, about: Sequence[Path], listed: ListAnswer) -> bool:
    """Whether nothing else has a say in the order."""
    asked = {path for path in about if given(listed.arguments, path) is not None}
    return asked <= {path[:1] for path, _ in ordering.changes}


def _in_order(one: _Sorted) -> Iterator[Mismatch]:
    leaf, direction = one.ordering.leaf, one.ordering.direction
    values = read(one.listed, leaf.path)
    kind = kind_of_values(values, leaf.kind)
    if kind is None or (leaf.beside and len({str(unit) for unit in read(one.listed, leaf.beside)}) > 1):
        return
    known = [value for value in values if value is not None]
    if kind is Kind.TEXT and is_opaque(leaf, [str(value) for value in known]):
        return
    wrong = [_inversions(known, kind, way) for way in ((direction,) if direction else (1, -1))]
    fewest = min(wrong, key=len)
    if fewest:
        what = "upward" if direction > 0 else "downward" if direction else "either way"
        shown = f'"{fewest[0][0]}" before "{fewest[0][1]}"'
        message = f"sorted by {one.ordering.name} rows do not go {what} in {'.'.join(leaf.path)}: {shown}"
        sure = kind is not Kind.TEXT and len(fewest) >= _SURE and leaf.exact and len(leaf.path) == 1 and bool(direction)
        yield _mismatch(one, message, values, Severity.FAULT if sure else Severity.SUSPICION)
    elif _scattered(values):
        message = f"sorted by {one.ordering.name} rows without a {'.'.join(leaf.path)} stand in the middle"
        yield _mismatch(one, message, values)


def _scattered(values: Sequence[JSON]) -> bool:
    """Whether nulls stand neither first nor last."""
    gaps = [value is None for value in values]
    turns = sum(one is not other for one, other in pairwise(gaps))
    return turns > 1


def _inversions(values: Sequence[JSON], kind: Kind, direction: int) -> list[tuple[JSON, JSON]]:
    """Neighbours that stand the wrong way round, however one compares them."""
    if kind is Kind.TEXT:
        values = [value for value in values if isinstance(value, str) and _PLAIN.fullmatch(value)]
    pairs = pairwise(values) if direction > 0 else ((other, one) for one, other in pairwise(values))
    return [(one, other) if direction > 0 else (other, one) for one, other in pairs if _above(one, other, kind)]


def _above(one: JSON, other: JSON, kind: Kind) -> bool:
    """Whether the one is greater than the other by every way to compare them."""
    if kind is not Kind.TEXT:
        return bool(measure(one, kind) > measure(other, kind))  # type: ignore[operator]  # both of one kind
    compared: tuple[Callable[[str], Any], ...] = (str, str.casefold, _letters, _letters_and_digits, _natural)
    return all(key(one) > key(other) for key in compared) and not _differ_by_language(one, other)


def _letters(text: str) -> str:
    return "".join(letter for letter in text.casefold() if letter.isalpha())


def _letters_and_digits(text: str) -> str:
    """As the C library compares in most languages: signs and spaces count only between equals."""
    return "".join(letter for letter in text.casefold() if letter.isalnum())


def _differ_by_language(one: str, other: str) -> bool:
    """Whether a language may have another order: two letters that count as one in some, or two that count alike."""
    first, second = _letters(one), _letters(other)
    place = next((place for place, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), None)
    if place is None:
        return False
    around = {text[max(0, place - 1) : place + 1] for text in (first, second)}
    around |= {text[place : place + 2] for text in (first, second)}
    return bool(around & _DIGRAPHS) or frozenset((first[place], second[place])) in _ALIKE


def _natural(text: str) -> list[Any]:
    """Numbers inside text by their value."""
    return [integer_of(part) if place % 2 else part for place, part in enumerate(_DIGITS.split(text.casefold()))]


def _same_rows(one: _Sorted, plain: ListAnswer) -> Iterator[Mismatch]:
    """Sorting neither loses rows nor brings others; where a list is cut off, other rows may stand at its beginning."""
    if not one.ways.paths or (whole(one.listed, one.ways) and whole(plain, one.ways)):
        differ = set(one.listed.keys) ^ set(plain.keys)
    else:
        differ = set(plain.keys) - set(one.listed.keys) if len(one.listed.rows) < len(plain.rows) else set()
    if differ:
        message = f"sorted by {one.ordering.name} there are {len(one.listed.rows)} rows, unsorted {len(plain.rows)}"
        both = len(one.listed.rows) == len(plain.rows)
        yield _mismatch(one, f"{message}: {'others' if both else 'not the same'}", sorted(differ))


def _mismatch(one: _Sorted, message: str, values: Sequence[JSON], severity: Severity = Severity.SUSPICION) -> Mismatch:
    shown = ", ".join(str(value)[:40] for value in values[:_SHOWN])
    return Mismatch(one.listed.coordinate, message, one.listed.path, shown, severity, one.listed.step)


RELATION: Final[Relation] = Relation("sort", "Rows come in the order that was asked for, all of them", propose, check)
