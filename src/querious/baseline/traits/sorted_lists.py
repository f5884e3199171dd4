"""Lists of objects: sorted by a field of theirs, and each object but once."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from querious.baseline.arguments import PAGED
from querious.baseline.sketch import Sketch, mark
from querious.baseline.traits.trait import Breach, Trait, breach

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.baseline.answer_objects import Slot
    from querious.baseline.identity import Identity
    from querious.model import JSON, FieldShape

_SURE: Final = 9.0
"""That a list of k different values is sorted by chance has a probability of 1/k!; of all lists together it must be
less than e to the power of minus this."""
_LISTS: Final = 50
"""Lists that are counted, one of each object."""
_PLAIN: Final = 5
_ITEMS: Final = 2


class _Sorted:
    def __init__(self) -> None:
        self._lists: dict[str, tuple[Sketch, dict[int, int]]] = {}
        """By field and direction: of which objects lists were seen, and how many different values each held."""
        self._broken: set[str] = set()

    def see(self, slot: Slot) -> None:
        if slot.bond > PAGED or not isinstance(slot.value, list):
            return
        for name, keys in _columns(slot).items():
            upwards, downwards = _directions(keys)
            for holds, way in ((upwards, f"{name}, ascending"), (downwards, f"{name}, descending")):
                if not holds:
                    self._broken.add(way)
                    self._lists.pop(way, None)
                elif way not in self._broken and slot.owner:
                    self._count(way, slot.owner, len(set(keys)))

    def _count(self, way: str, owner: str, different: int) -> None:
        sketch, lengths = self._lists.setdefault(way, (Sketch(_LISTS), {}))
        gone = sketch.add(owner)
        if gone is not None:
            lengths.pop(gone, None)
        number = mark(owner)
        if number in sketch:
            lengths[number] = max(different, lengths.get(number, 0))

    def learned(self) -> JSON:
        evidence = {
            way: sum(math.lgamma(length + 1) for length in lengths.values())
            for way, (_, lengths) in self._lists.items()
            if way not in self._broken
        }
        best = min(evidence, key=lambda way: (-evidence[way], way), default="")
        return best if best and evidence[best] >= _SURE else None


def _columns(slot: Slot) -> dict[str, list[Any]]:
    """The comparable values of each leaf field that all objects of the list have."""
    assert slot.field.child is not None  # noqa: S101 (the trait applies to lists of objects alone)
    rows: list[dict[str, JSON]] = []
    for item in slot.value:
        shape = slot.field.child.runtime(item) if isinstance(item, dict) else None
        if shape is None:
            return {}
        rows.append(
            {
                field.coordinate.partition(".")[2]: item.get(field.key)
                for field in shape.fields.values()
                if field.child is None and not field.arguments and not field.coordinate.endswith(".__typename")
            }
        )
    found = {name: _comparable([row.get(name) for row in rows]) for name in (rows[0] if rows else ())}
    return {name: keys for name, keys in found.items() if keys}


def _comparable(values: list[JSON]) -> list[Any]:
    """Numbers, or texts whatever their case; texts that are all whole numbers by number. Empty where they are none."""
    if all(isinstance(value, int | float) and not isinstance(value, bool) for value in values):
        return values
    if not all(isinstance(value, str) for value in values):
        return []
    if all(value.isdecimal() and len(value) < 20 for value in values):  # noqa: PLR2004
        return [int(value) for value in values]
    return [value.casefold() for value in values]


def _directions(keys: list[Any]) -> tuple[bool, bool]:
    pairs = list(pairwise(keys))
    return all(one <= other for one, other in pairs), all(one >= other for one, other in pairs)


def _sorted_breaks(about: JSON, slots: Sequence[Slot], _: Identity) -> Breach | None:
    name, way = str(about).rsplit(", ", 1)
    for slot in slots:
        if slot.bond <= PAGED and isinstance(slot.value, list):
            keys = _columns(slot).get(name)
            if keys and not _directions(keys)[way == "descending"]:
                return breach(slot, f"is not sorted by {about}, as it always was in the baseline")
    return None


class _Apart:
    def __init__(self, identity: Identity) -> None:
        self._identity = identity
        self._lists = Sketch(_PLAIN)
        self._broken = False

    def see(self, slot: Slot) -> None:
        if slot.bond > PAGED or not isinstance(slot.value, list):
            return
        found = _identifiers(slot, self._identity)
        if len(set(found)) < len(found):
            self._broken = True
        elif len(found) >= _ITEMS and slot.owner:
            self._lists.add(slot.owner)

    def learned(self) -> JSON:
        return True if not self._broken and len(self._lists) >= _PLAIN else None


def _identifiers(slot: Slot, identity: Identity) -> list[str]:
    assert slot.field.child is not None  # noqa: S101 (likewise)
    found = []
    for item in slot.value:
        shape = slot.field.child.runtime(item) if isinstance(item, dict) else None
        known = None if shape is None else identity.of(shape, item)
        if shape is not None and known is not None:
            found.append(f"{shape.typename}:{known}")
    return found


def _apart_breaks(_: JSON, slots: Sequence[Slot], identity: Identity) -> Breach | None:
    for slot in slots:
        if slot.bond <= PAGED and isinstance(slot.value, list):
            found = _identifiers(slot, identity)
            if len(set(found)) < len(found):
                twice = next(one for place, one in enumerate(found) if one in found[:place])
                return breach(slot, f"holds `{twice}` twice, and no object came twice in the baseline")
    return None


def _applies(field: FieldShape) -> bool:
    return field.child is not None


SORTED: Final = Trait("sorted by", _applies, lambda _: _Sorted(), _sorted_breaks)
NO_REPEATS: Final = Trait("no repeats", _applies, _Apart, _apart_breaks)
