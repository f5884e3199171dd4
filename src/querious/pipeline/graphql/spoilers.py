"""Fields that leave nothing of an answer that holds them, on servers that give no part of an answer in which one fails.

What is known to do so is asked apart from everything else, so that it costs its own paths and no others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.graphql.plan import follow
from querious.model import Field
from querious.model.operation import fields
from querious.pipeline.graphql.splits import holding, without_fields

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.model import Operation, Selection
    from querious.pipeline.graphql.path_reach import Held


_MANY = 12
"""Fields without an answer, after which a server that has answered none is not asked for the fault of each."""


class Spoilers:
    """What is known of the fields of one API."""

    def __init__(self) -> None:
        self._fields: set[str] = set()
        self._harmless: set[str] = set()

    @property
    def are_all(self) -> bool:
        """Whether nothing was ever answered, so that it is not for single fields that answers bring nothing."""
        return not self._harmless and len(self._fields) >= _MANY

    def has(self, coordinate: str) -> bool:
        """Whether a field is one of them."""
        return coordinate in self._fields

    def has_never_answered(self, coordinate: str) -> bool:
        """Whether a field is one of them, whatever it was asked with."""
        return coordinate in self._fields and coordinate not in self._harmless

    def on_trunk(self, operation: Operation) -> str:
        """The field that spoils everything an operation asks for, as all of it lies behind that; empty if none does."""
        if not self._fields:
            return ""
        return next((field.coordinate for field in _branch(operation, ()) if field.coordinate in self._fields), "")

    def probe(self, operation: Operation) -> Operation | None:
        """The way that all of an operation shares, down to the first object of which nothing is known, and no more.

        None where nothing on that way is in doubt.
        """
        way: list[Field] = []
        for field in _branch(operation, ()):
            way.append(field)
            if field.coordinate not in self._harmless:
                return _bare(operation, way) if field.children else None
        return None

    def acquit(self, operation: Operation) -> None:
        """Take in that an operation was answered with data, so that nothing in it spoils it."""
        asked = {field.coordinate for field in fields(operation.selections)}
        self._harmless |= asked
        self._fields -= asked

    def convict(self, operation: Operation, keys: Sequence[str] = ()) -> None:
        """Take in that nothing came of an operation: because of the field at ``keys``, or of one of its only branch."""
        branch = _branch(operation, keys)
        if not branch:
            return
        new = [field.coordinate for field in branch if field.coordinate not in self._harmless]
        self._fields.add(branch[-1].coordinate if keys or not new else new[0])

    def apart(self, operation: Operation, held: Held) -> list[tuple[Operation, Held]]:
        """The operation without what spoils it, and by itself what leads over each field that does."""
        if not self._fields:
            return [(operation, held)]
        found: dict[str, list[int]] = {}
        for number, (_, path) in enumerate(held):
            spoilt = next((step.coordinate for step in path.steps if step.coordinate in self._fields), "")
            found.setdefault(spoilt, []).append(number)
        if found.keys() <= {""} and not any(field.coordinate in self._fields for field in fields(operation.selections)):
            return [(operation, held)]
        parts: list[tuple[Operation, Held]] = []
        for spoilt, numbers in found.items():
            some = [held[number] for number in numbers]
            if spoilt:
                ways = [follow(operation, path) for _, path in some]
                part = holding(operation, [way for way in ways if way])
            else:
                part = without_fields(operation, self._fields)
            if part is not None:
                parts.append((part, some))
        return parts


def _bare(operation: Operation, way: Sequence[Field]) -> Operation | None:
    """An operation that asks for the fields of a way and for nothing else."""
    last = way[-1]
    first = last.children[0]
    end = Field(first.parent if isinstance(first, Field) else first.on, "__typename", "", (), (), ())
    bare = last._replace(children=[end])
    whole = holding(operation, [way])
    return whole and whole._replace(selections=_put(whole.selections, last, bare))


def _put(selections: Sequence[Selection], old: Field, new: Field) -> list[Selection]:
    """The selections with one field in the place of another."""
    return [new if node is old else node._replace(children=_put(node.children, old, new)) for node in selections]


def _branch(operation: Operation, keys: Sequence[str]) -> list[Field]:
    """The fields at these response keys, or down the operation as long as it does not branch."""
    found: list[Field] = []
    selections = operation.selections
    while True:
        level = [node for node in _flat(selections) if node.name != "__typename"]
        if keys:
            level = [node for node in level if len(found) < len(keys) and node.key == keys[len(found)]]
        if not level or (len(level) > 1 and not keys):
            return found
        found.append(level[0])
        selections = level[0].children


def _flat(selections: Sequence[object]) -> list[Field]:
    """The fields of one level, through fragments."""
    level: list[Field] = []
    for node in selections:
        if isinstance(node, Field):
            level.append(node)
        else:
            level += _flat(node.children)  # type: ignore[attr-defined]
    return level
