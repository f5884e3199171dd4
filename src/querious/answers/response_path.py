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
    for _, named in _followed(path, selections):
        yield from named


def is_in_arguments(path: Sequence[str | int], case: Case) -> bool:
    """Whether a path leads into what was sent, as that of an input that gqlgen refuses does."""
    arguments: frozenset[str] = frozenset()
    for step, named in _followed(path, case.operation.selections):
        if named:
            arguments = frozenset(name for field in named for name, _ in field.arguments)
        elif isinstance(step, str):
            return step in arguments
    return False


def _followed(path: Sequence[str | int], selections: Sequence[Selection]) -> Iterator[tuple[str | int, list[Field]]]:
    """Each step of a path with the fields that it means; none for the position in a list."""
    for step in path:
        named = [field for field in flattened(selections) if field.key == step]
        yield step, named
        if named:
            selections = [child for field in named for child in field.children]


def flattened(selections: Sequence[Selection]) -> Iterator[Field]:
    """The fields of one level, with those of inline fragments."""
    for node in selections:
        if isinstance(node, Field):
            yield node
        else:
            yield from flattened(node.children)
