"""The same question in the same words: documents told apart by what they ask, not by how they are written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from graphql import FragmentDefinitionNode, OperationDefinitionNode

from querious.text.canonical import parsed, printed
from querious.text.memo import Remembered

if TYPE_CHECKING:
    from collections.abc import Mapping

    from graphql import DocumentNode

_ROOM: Final = 4_000_000
"""Characters of documents, as written and as normalised, that are remembered."""


class Normalised(NamedTuple):
    """One operation with the fragments that it uses."""

    document: str
    operation_name: str
    """Empty if it is anonymous."""
    kind: str
    """``query``, ``mutation`` or ``subscription``."""


_remembered: Final = Remembered[Normalised](_ROOM)
"""Not state: what ``normalise`` answers never depends on it."""


def normalise(document: str, operation_name: str = "") -> Normalised:
    """Leave the operation asked for and its fragments, printed in one canonical way.

    The operation is the one of that name; if there is only one, it is that one, whatever it is called. Fields and
    arguments keep their order, fragments are sorted by name. A ValueError of one line for what is no GraphQL.
    """
    asked_for = f"{operation_name}\n{document}"
    known = _remembered.get(asked_for)
    if known is None:
        known = _normalise(document, operation_name)
        _remembered.put(asked_for, known, len(known.document))
    return known


def operations_in(document: DocumentNode) -> list[OperationDefinitionNode]:
    """The operations of a document, in its order."""
    return [node for node in document.definitions if isinstance(node, OperationDefinitionNode)]


def fragments_in(document: DocumentNode) -> dict[str, FragmentDefinitionNode]:
    """The fragments of a document, by name."""
    return {node.name.value: node for node in document.definitions if isinstance(node, FragmentDefinitionNode)}


def fragments_used(operation: OperationDefinitionNode, fragments: Mapping[str, FragmentDefinitionNode]) -> set[str]:
    """The names of the fragments that an operation spreads, or that these spread, and so on, defined or not."""
    used: set[str] = set()
    open_sets: list[Any] = [operation.selection_set]
    while open_sets:
        for selection in open_sets.pop().selections:
            below: Any = selection
            if selection.kind == "fragment_spread":
                name = selection.name.value
                below = None if name in used else fragments.get(name)
                used.add(name)
            inner = getattr(below, "selection_set", None)
            if inner:
                open_sets.append(inner)
    return used


def _normalise(document: str, operation_name: str) -> Normalised:
    content = parsed(document)
    operation = _chosen(operations_in(content), operation_name)
    fragments = fragments_in(content)
    used = fragments.keys() & fragments_used(operation, fragments)
    text = printed([operation, *(fragments[name] for name in sorted(used))])
    return Normalised(text, name_of(operation), operation.operation.value)


def name_of(operation: OperationDefinitionNode) -> str:
    """Empty if it is anonymous."""
    return operation.name.value if operation.name else ""


def _chosen(operations: list[OperationDefinitionNode], name: str) -> OperationDefinitionNode:
    if not operations:
        raise ValueError("no operation in the document: only definitions")
    if len(operations) == 1:
        return operations[0]
    for operation in operations:
        if name and name_of(operation) == name:
            return operation
    wanted = f"none is called {name[:80]!r}" if name else "no name says which one was asked"
    raise ValueError(f"{len(operations)} operations in the document, and {wanted}")
