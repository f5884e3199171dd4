"""Taking an operation apart, so that what fails in it stands alone and hides nothing beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.model import Fragment
from querious.model.edits import replaced, selected_at

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from querious.model import Field, Operation, Selection
    from querious.model.edits import Place


def halves(operation: Operation) -> list[Operation]:
    """The operation in two, at the first place where it branches; empty if it is a single branch."""
    place: Place = ()
    children: Sequence[Selection] = operation.selections
    while True:
        branches = [child for child in children if not _is_typename(child)]
        if len(branches) > 1:
            middle = len(branches) // 2
            return [_with(operation, place, part) for part in (branches[:middle], branches[middle:])]
        if not branches or not branches[0].children:
            return []
        place = (*place, list(children).index(branches[0]))
        children = branches[0].children


def without(operation: Operation, keys: Sequence[str]) -> Operation | None:
    """The operation without the field at this place of the answer, given by response keys; None if nothing is left."""
    left = _without(operation.selections, keys)
    return operation._replace(selections=left) if left else None


def _without(selections: Sequence[Selection], keys: Sequence[str]) -> list[Selection]:
    """An object that has nothing left to be asked for goes too."""
    left: list[Selection] = []
    for node in selections:
        if isinstance(node, Fragment):
            below = _without(node.children, keys)
        elif node.key != keys[0]:
            below = list(node.children)
        elif len(keys) > 1 and node.children:
            below = _without(node.children, keys[1:])
        else:
            continue
        if below == list(node.children):
            left.append(node)
        elif below:
            left.append(node._replace(children=below))
    return [] if len(left) < len(selections) and all(_is_typename(node) for node in left) else left


def _is_typename(node: Selection) -> bool:
    return not isinstance(node, Fragment) and node.name == "__typename"


def _with(operation: Operation, place: Place, branches: Sequence[Selection]) -> Operation:
    """The operation with only these branches at this place; type names stay, as they tell what the branches are on."""
    if not place:
        return operation._replace(selections=branches)
    node = selected_at(operation.selections, place)
    names = [child for child in node.children if _is_typename(child)]
    changed = node._replace(children=[*names, *branches])
    return operation._replace(selections=replaced(operation.selections, place, [changed]))


def without_fields(operation: Operation, coordinates: Container[str]) -> Operation | None:
    """The operation without the fields of these coordinates, wherever they stand; None if nothing is left."""
    left = _without_fields(operation.selections, coordinates)
    return operation._replace(selections=left) if left else None


def _without_fields(selections: Sequence[Selection], coordinates: Container[str]) -> list[Selection]:
    left: list[Selection] = []
    for node in selections:
        if not isinstance(node, Fragment) and node.coordinate in coordinates:
            continue
        below = _without_fields(node.children, coordinates)
        if len(below) == len(node.children) and all(one is two for one, two in zip(below, node.children, strict=True)):
            left.append(node)
        elif below:
            left.append(node._replace(children=below))
    return [] if len(left) < len(selections) and all(_is_typename(node) for node in left) else left


def holding(operation: Operation, ways: Sequence[Sequence[Field]]) -> Operation | None:
    """The operation with these ways alone, each given by its fields from the root down, as ``follow`` finds them."""
    wanted = {id(field) for way in ways for field in way}
    ends = {id(way[-1]) for way in ways if way}
    left = _held(operation.selections, wanted, ends)
    return operation._replace(selections=left) if left else None


def _held(selections: Sequence[Selection], wanted: Container[int], ends: Container[int]) -> list[Selection]:
    """What is below the end of a way stays: an object needs a selection."""
    left: list[Selection] = []
    for node in selections:
        if isinstance(node, Fragment):
            below = _held(node.children, wanted, ends)
            if below and not all(_is_typename(one) for one in below):
                left.append(node._replace(children=below))
        elif id(node) in ends or _is_typename(node):
            left.append(node)
        elif id(node) in wanted:
            left.append(node._replace(children=_held(node.children, wanted, ends)))
    return [] if all(_is_typename(node) for node in left) else left
