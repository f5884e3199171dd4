"""What the answer to a selection must look like, by the schema.

A ``SelectionShape`` stands for one composite position in the answer. Asked for a runtime type it gives the
``ObjectShape`` for it: the keys that an object of that type must hold, no more and no fewer, with fragments
narrowed and ``@include``/``@skip`` decided. Judging, coverage and learning all walk answers along shapes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graphql import GraphQLOutputType

AnswerPath: TypeAlias = tuple[str | int, ...]
"""Keys and list positions below ``data``."""
BODY: Final = ""
"""The key under which the body of a REST answer stands: no field of GraphQL can have it."""
STATUS: Final = "status"
"""The key of its status, where it was refused and there is no body to speak of."""


class FieldShape(NamedTuple):
    """One key of an object in the answer."""

    key: str
    coordinate: str
    """``Type.field`` with the object's runtime type; ``Type.__typename`` for the type name."""
    type: GraphQLOutputType
    """With its wrappers: non-null and lists."""
    named: str
    """The name of the type inside the wrappers."""
    child: SelectionShape | None
    """None for a leaf."""
    arguments: Sequence[tuple[str, object]] = ()
    """The arguments sent."""

    @property
    def name(self) -> str:
        """The field's own name, whatever its alias."""
        return self.coordinate.partition(".")[2]


class ObjectShape(NamedTuple):
    """The keys that an object of a runtime type must hold."""

    typename: str
    fields: dict[str, FieldShape]
    """By key, in the order of the document."""

    def plain_field(self, name: str) -> FieldShape | None:
        """The field of this name that was asked without arguments, whatever its alias."""
        for field in self.fields.values():
            if field.name == name and not field.arguments:
                return field
        return None


class SelectionShape(Protocol):
    """One composite position in the answer."""

    @property
    def type(self) -> str:
        """The declared type: an object, interface or union."""

    @property
    def possible(self) -> frozenset[str]:
        """Names of the object types that may stand here."""

    @property
    def typename_key(self) -> str:
        """The key that holds ``__typename`` for every possible type; empty if none was asked for."""

    def runtime(self, value: dict[str, object]) -> ObjectShape | None:
        """The shape for this object of the answer; None if its type is not told or not possible."""


def runtime_shape(position: SelectionShape | None, value: object) -> ObjectShape | None:
    """The shape of whatever stands at a position; None if it is not an object or its type is not told."""
    if position is None or not isinstance(value, dict):
        return None
    return position.runtime(value)


def path_text(path: AnswerPath) -> str:
    """``data.project.members[0]``; for REST ``body.members[0]``."""
    root, steps = ("body", path[1:]) if path[:1] == (BODY,) else ("data", path)
    return root + "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps)
