"""Cuts that are made in all cases of a scenario at once: what one step no longer asks for, no other needs.

Cut one at a time, steps that must agree would each stay as they are, since one alone no longer fits the others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar

from querious.model.document_text import write_case
from querious.model.graphql_forms import is_usual, reform
from querious.model.operation import Field, fields

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from querious.model import Case, Selection

    Cases: TypeAlias = tuple[Case, ...]

T = TypeVar("T")

_TELLING: Final = frozenset({"__typename", "id", "key", "cursor"})
"""Fields by which objects are told apart, kept beside what a finding is about."""


def only_about(cases: Cases, coordinate: str) -> Iterator[Cases]:
    """Nothing but the field at fault and what leads to it; then also what tells objects apart."""
    name = coordinate.rpartition(".")[2]
    for beside in (frozenset[str](), _TELLING):

        def is_wanted(node: Field, beside: frozenset[str] = beside) -> bool:
            return node.name == name or (not node.children and node.name in beside)

        yield tuple(_rewritten(case, _kept(case.operation.selections, is_wanted)) for case in cases)


def fewer_fields(cases: Cases) -> Iterator[Cases]:
    """Without some fields in any of the cases: a half of all, then a quarter and so on, down to each."""
    coordinates = [node.coordinate for case in cases for node in fields(case.operation.selections)]
    for cut in _parts(list(dict.fromkeys(coordinates))):
        dropped = frozenset(cut)
        yield tuple(_rewritten(case, _without(case.operation.selections, dropped)) for case in cases)


def fewer_arguments(cases: Cases) -> Iterator[Cases]:
    """Without some arguments in any of the cases, likewise."""
    nodes = [node for case in cases for node in fields(case.operation.selections)]
    arguments = [(node.coordinate, name) for node in nodes for name, _ in node.arguments]
    for cut in _parts(list(dict.fromkeys(arguments))):
        dropped = frozenset(cut)

        def plainer(node: Field, dropped: frozenset[tuple[str, str]] = dropped) -> Field:
            left = [(name, value) for name, value in node.arguments if (node.coordinate, name) not in dropped]
            return node._replace(arguments=left)

        yield tuple(_rewritten(case, _changed(case.operation.selections, plainer)) for case in cases)


def _parts(items: Sequence[T]) -> Iterator[Sequence[T]]:
    """All, the halves, the quarters and so on, down to single ones."""
    size = len(items)
    while size:
        for start in range(0, len(items), size):
            yield items[start : start + size]
        size //= 2


def _rewritten(case: Case, selections: Sequence[Selection]) -> Case:
    """The case with these selections; as it was where none are left, for something has to be asked."""
    if not selections:
        return case
    operation = case.operation._replace(selections=selections)
    if is_usual(case):
        return write_case(case.number, operation, case.flaw, case.identity)
    return reform(case, operation) or case


def _kept(selections: Sequence[Selection], is_wanted: Callable[[Field], bool]) -> list[Selection]:
    """What is wanted, with all that is below it and what leads to it."""
    kept: list[Selection] = []
    for node in selections:
        if isinstance(node, Field) and is_wanted(node):
            kept.append(node)
        else:
            below = _kept(node.children, is_wanted)
            if any(not isinstance(child, Field) or child.name not in _TELLING for child in below):
                kept.append(node._replace(children=below))
    return kept


def _without(selections: Sequence[Selection], coordinates: frozenset[str]) -> list[Selection]:
    """All but these fields, and but what would have nothing below it any more."""
    left: list[Selection] = []
    for node in selections:
        if isinstance(node, Field) and node.coordinate in coordinates:
            continue
        below = _without(node.children, coordinates)
        if below or not node.children:
            left.append(node._replace(children=below))
    return left


def _changed(selections: Sequence[Selection], change: Callable[[Field], Field]) -> list[Selection]:
    """The same with every field changed."""
    changed: list[Selection] = []
    for node in selections:
        inner = node._replace(children=_changed(node.children, change))
        changed.append(change(inner) if isinstance(inner, Field) else inner)
    return changed
