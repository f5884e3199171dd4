"""The path of an error, followed through the operation that was sent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.model import Field
from querious.model.operation import fields

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model import Case, Selection


def fields_on(path: Sequence[str | int] | None, selections: Sequence[Selection]) -> Iterator[Field]:
    """The fields on the way to where an error happened; all of the operation where it does not say."""
    if path is None:
        yield from fields(selections)
        return
    for key in path:
        named = [field for field in flattened(selections) if field.key == key]
        if isinstance(key, str) and named:
            yield from named
            selections = [child for field in named for child in field.children]


def is_in_arguments(path: Sequence[str | int], case: Case) -> bool:
    """Whether a path leads into what was sent, as that of an input that gqlgen refuses does."""
    selections: Sequence[Selection] = case.operation.selections
    arguments: frozenset[str] = frozenset()
    for step in path:
        named = [field for field in flattened(selections) if field.key == step]
        if named:
            arguments = frozenset(name for field in named for name, _ in field.arguments)
            selections = [child for field in named for child in field.children]
        elif isinstance(step, str):
            return step in arguments
    return False


def flattened(selections: Sequence[Selection]) -> Iterator[Field]:
    """The fields of one level, with those of inline fragments."""
    for node in selections:
        if isinstance(node, Field):
            yield node
        else:
            yield from flattened(node.children)
