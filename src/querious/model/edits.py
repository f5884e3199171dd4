"""Changing a tree of selections at one place, by copying the way down to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model.operation import Selection

Place: TypeAlias = tuple[int, ...]
"""Indices from the top of the operation down to a selection."""


def places(selections: Sequence[Selection]) -> Iterator[tuple[Place, Selection]]:
    """Every selection with its place, parents before children, in the order of the document."""
    stack: list[tuple[Place, Selection]] = []
    stack.extend(((index,), node) for index, node in reversed(list(enumerate(selections))))
    while stack:
        place, node = stack.pop()
        yield place, node
        stack.extend(((*place, index), child) for index, child in reversed(list(enumerate(node.children))))


def replaced(selections: Sequence[Selection], place: Place, by: Sequence[Selection]) -> list[Selection]:
    """A copy in which the selection at this place is replaced by none, one or more others."""
    copy = list(selections)
    if len(place) == 1:
        copy[place[0] : place[0] + 1] = by
    else:
        node = copy[place[0]]
        copy[place[0]] = node._replace(children=replaced(node.children, place[1:], by))
    return copy


def selected_at(selections: Sequence[Selection], place: Place) -> Selection:
    """The selection at this place."""
    node = selections[place[0]]
    for index in place[1:]:
        node = node.children[index]
    return node
