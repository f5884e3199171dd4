"""Answers read as objects: what stands where, of which object it is part, and how far arguments had a say in it.

A place is where something of one meaning stands: ``Part.name`` for a type whose objects have an identifier, and the way
down from the last such object for others, as in ``Supplier.address.city`` or ``Query.items.pageInfo``. What holds at
``Query.items.nodes`` (sorted by name) need not hold at ``Category.items.nodes``, though both are of one type.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from querious.baseline.arguments import FREE, bond, call

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.baseline.identity import Identity
    from querious.model import JSON, FieldShape, ObjectShape, SelectionShape

MOST_OBJECTS: Final = 2_000
"""Objects read of one answer."""
_DEEPEST: Final = 6
"""Steps of a place; types without identifiers may hold each other without end."""

Path = tuple[str | int, ...]
"""Keys and positions below ``data``."""


class Spot(NamedTuple):
    """An object in an answer."""

    shape: ObjectShape
    value: dict[str, Any]
    place: str
    owner: str
    """The same for the same object: type and identifier, or the way to it from one that has them; empty: unknown."""
    bond: int
    """How far arguments decide what it is, see ``arguments``."""
    path: Path


class Slot(NamedTuple):
    """A field of an object in an answer."""

    field: FieldShape
    value: JSON
    place: str
    owner: str
    bond: int
    path: Path


class _Standing(NamedTuple):
    """What is known of a position before it is looked at."""

    position: SelectionShape
    value: Any
    place: str
    owner: str
    bond: int
    path: Path


def spots(identity: Identity, shape: SelectionShape, data: JSON) -> Iterator[Spot]:
    """Every object of an answer whose type is known, parents before children; the query type itself first."""
    stack = [_Standing(shape, data, shape.type, shape.type, FREE, ())]
    left = MOST_OBJECTS
    while stack and left:
        standing = stack.pop()
        if isinstance(standing.value, list):
            stack.extend(_items(standing))
        elif isinstance(standing.value, dict):
            found = standing.position.runtime(standing.value)
            if found is None:
                continue
            left -= 1
            spot = _spot(identity, standing, found)
            yield spot
            stack.extend(_below(spot))


def _items(standing: _Standing) -> Iterator[_Standing]:
    for index, item in reversed(list(enumerate(standing.value))):
        owner = f"{standing.owner}/{index}" if standing.owner else ""
        yield standing._replace(value=item, owner=owner, path=(*standing.path, index))


def _spot(identity: Identity, standing: _Standing, found: ObjectShape) -> Spot:
    if identity.name(found.typename):
        known = identity.of(found, standing.value)
        owner = "" if known is None else f"{found.typename}:{known}"
        return Spot(found, standing.value, found.typename, owner, FREE, standing.path)
    place = standing.place
    if len(standing.position.possible) > 1:
        place = f"{place}<{found.typename}>"
    if place.count(".") >= _DEEPEST:
        place = found.typename
    return Spot(found, standing.value, place, standing.owner, standing.bond, standing.path)


def _below(spot: Spot) -> Iterator[_Standing]:
    for field in reversed(spot.shape.fields.values()):
        item = spot.value.get(field.key)
        if field.child is None or not item:
            continue
        slot = _slot(spot, field)
        yield _Standing(field.child, item, slot.place, slot.owner, slot.bond, slot.path)


def slots(spot: Spot) -> Iterator[Slot]:
    """The fields of an object that the answer holds."""
    for field in spot.shape.fields.values():
        if field.key in spot.value and not field.coordinate.endswith(".__typename"):
            yield _slot(spot, field)._replace(owner=spot.owner)


def _slot(spot: Spot, field: FieldShape) -> Slot:
    name = field.coordinate.partition(".")[2]
    owner = f"{spot.owner}/{call(field)}" if spot.owner else ""
    bound = max(spot.bond, bond(field.arguments))
    path = (*spot.path, field.key)
    return Slot(field, spot.value.get(field.key), f"{spot.place}.{name}", owner, bound, path)


def path_text(path: Path) -> str:
    """``data.project.members[0]``."""
    return "data" + "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
