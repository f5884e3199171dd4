"""The same questions written in other ways: by aliases, in fragments. A server may load what it reads in the text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.model import Field, Fragment

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model import Operation, Selection


def rewritten(operation: Operation) -> Iterator[Operation]:
    """An operation that asks the same with an alias for every field, and one with a fragment around all fields."""
    yield operation._replace(selections=_aliased(operation.selections))
    yield operation._replace(selections=_wrapped(operation.selections))


def _aliased(selections: Sequence[Selection]) -> list[Selection]:
    """Every key made another; keys that differed still do, and those of fragments stay together."""
    return [
        node._replace(alias=f"the_{node.key}", children=_aliased(node.children))
        if isinstance(node, Field)
        else node._replace(children=_aliased(node.children))
        for node in selections
    ]


def _wrapped(selections: Sequence[Selection]) -> list[Selection]:
    """All fields below a field in a fragment on their type; the type's name stays where it was."""
    found: list[Selection] = []
    for node in selections:
        children = _wrapped(node.children)
        inner = [child for child in children if isinstance(child, Field) and not child.name.startswith("__")]
        if isinstance(node, Field) and inner:
            others = [child for child in children if child not in inner]
            children = [*others, Fragment(inner[0].parent, (), inner)]
        found.append(node._replace(children=children))
    return found
