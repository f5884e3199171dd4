"""The same question in the same words: documents told apart by what they ask, not by how they are written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from graphql import (
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLError,
    OperationDefinitionNode,
    SelectionSetNode,
    parse,
)

from querious.text.canonical import printed
from querious.text.memo import Remembered

if TYPE_CHECKING:
    from collections.abc import Mapping

    from graphql import Node

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


def _normalise(document: str, operation_name: str) -> Normalised:
    try:
        definitions = parse(document, no_location=True).definitions
        operation = _chosen([node for node in definitions if isinstance(node, OperationDefinitionNode)], operation_name)
        fragments = {node.name.value: node for node in definitions if isinstance(node, FragmentDefinitionNode)}
        used = _used(operation, fragments)
        text = printed([operation, *(fragments[name] for name in sorted(used))])
    except GraphQLError as error:
        raise ValueError(f"not GraphQL: {' '.join(error.message.split())[:200]}") from None
    except RecursionError:
        raise ValueError("not GraphQL that can be read: nested too deeply") from None
    return Normalised(text, operation.name.value if operation.name else "", operation.operation.value)


def _chosen(operations: list[OperationDefinitionNode], name: str) -> OperationDefinitionNode:
    if not operations:
        raise ValueError("no operation in the document: only definitions")
    if len(operations) == 1:
        return operations[0]
    for operation in operations:
        if name and operation.name and operation.name.value == name:
            return operation
    wanted = f"none is called {name[:80]!r}" if name else "no name says which one was asked"
    raise ValueError(f"{len(operations)} operations in the document, and {wanted}")


def _used(operation: OperationDefinitionNode, fragments: Mapping[str, FragmentDefinitionNode]) -> set[str]:
    """The fragments that an operation spreads, or that these spread, and so on; each once, so that loops end."""
    used: set[str] = set()
    open_sets: list[SelectionSetNode] = [operation.selection_set]
    while open_sets:
        for selection in open_sets.pop().selections:
            if isinstance(selection, FragmentSpreadNode):
                name = selection.name.value
                if name in fragments and name not in used:
                    used.add(name)
                    open_sets.append(fragments[name].selection_set)
            else:
                inner: Node | None = getattr(selection, "selection_set", None)
                if isinstance(inner, SelectionSetNode):
                    open_sets.append(inner)
    return used
