"""Smaller operations: for each operation the ones to try next, those that cut most first.

Candidates may be invalid (a required argument dropped, say): whoever tries them checks that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.graphql.shrink.values import simpler
from querious.model import Field, Fragment
from querious.model.edits import places, replaced, selected_at
from querious.model.operation import walk

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from querious.model import Operation, Selection
    from querious.model.edits import Place


def only_branches(operation: Operation) -> Iterator[Operation]:
    """One branch alone: for every selection set with several selections, each of them without the others."""
    for place, siblings in _selection_sets(operation):
        if len(siblings) > 1:
            for node in siblings:
                yield _with_children(operation, place, [node])


def fewer_at_once(operation: Operation) -> Iterator[Operation]:
    """Without some of many siblings: a half, then a quarter and so on, down to two."""
    for place, siblings in _selection_sets(operation):
        size = len(siblings) // 2
        while size > 1:
            for start in range(0, len(siblings), size):
                yield _with_children(operation, place, [*siblings[:start], *siblings[start + size :]])
            size //= 2


def fewer_selections(operation: Operation) -> Iterator[Operation]:
    """Without one selection, the largest first; or with all that is below one replaced by ``__typename``."""
    sized = sorted(places(operation.selections), key=lambda found: -sum(1 for _ in walk(found[1].children)))
    for place, node in sized:
        yield _replaced(operation, place, ())
        if len(node.children) > 1 or any(child.children for child in node.children):
            plain = Field("", "__typename", "", (), (), ())
            yield _with_children(operation, place, [plain])


def flatter(operation: Operation) -> Iterator[Operation]:
    """A fragment replaced by what it holds, where the types allow it."""
    for place, node in places(operation.selections):
        if isinstance(node, Fragment):
            yield _replaced(operation, place, node.children)


def plainer(operation: Operation) -> Iterator[Operation]:
    """Without a name, an alias, a directive or an argument."""
    if operation.name:
        yield operation._replace(name="")
    for place, node in places(operation.selections):
        for change in _plainer_selections(node):
            yield _replaced(operation, place, [change])


def _plainer_selections(node: Selection) -> Iterator[Selection]:
    if node.directives:
        yield node._replace(directives=())
    if isinstance(node, Fragment):
        return
    if node.alias:
        yield node._replace(alias="")
    if len(node.arguments) > 1:
        yield node._replace(arguments=())
    for index in range(len(node.arguments)):
        yield node._replace(arguments=[*node.arguments[:index], *node.arguments[index + 1 :]])


def simpler_values(operation: Operation) -> Iterator[Operation]:
    """With one argument's value simplified."""
    for place, node in places(operation.selections):
        if not isinstance(node, Field):
            continue
        for index, (name, value) in enumerate(node.arguments):
            for candidate in simpler(value):
                arguments = [*node.arguments[:index], (name, candidate), *node.arguments[index + 1 :]]
                change = node._replace(arguments=arguments)
                yield _replaced(operation, place, [change])


STEPS: tuple[Callable[[Operation], Iterator[Operation]], ...] = (
    only_branches,
    fewer_at_once,
    fewer_selections,
    plainer,
    flatter,
    simpler_values,
)
"""In the order in which they are tried: what cuts most comes first."""


def _selection_sets(operation: Operation) -> Iterator[tuple[Place, Sequence[Selection]]]:
    yield (), operation.selections
    for place, node in places(operation.selections):
        yield place, node.children


def _with_children(operation: Operation, place: Place, children: Sequence[Selection]) -> Operation:
    if not place:
        return operation._replace(selections=children)
    node = selected_at(operation.selections, place)
    return _replaced(operation, place, [node._replace(children=children)])


def _replaced(operation: Operation, place: Place, by: Sequence[Selection]) -> Operation:
    return operation._replace(selections=replaced(operation.selections, place, by))
