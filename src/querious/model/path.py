"""A way through the type graph, from object type to object type by fields; in REST from operation to operation."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence


class Step(NamedTuple):
    """One edge: a field of an object type, and the type it leads to.

    ``target`` is an object type; where the field gives an interface or a union, it is the member that is meant.
    """

    parent: str
    field: str
    target: str

    @property
    def coordinate(self) -> str:
        """``Type.field``."""
        return f"{self.parent}.{self.field}"


class Path(NamedTuple):
    """Steps that fit together: each begins where the one before ends. The first begins at a root type."""

    steps: Sequence[Step]

    @property
    def types(self) -> tuple[str, ...]:
        """The types on the way, the first one included."""
        return (self.steps[0].parent, *(step.target for step in self.steps)) if self.steps else ()

    @property
    def is_of_operations(self) -> bool:
        """Whether it leads through operations of REST, which are named by a method and a path."""
        return bool(self.steps) and " " in self.steps[0].target

    def __str__(self) -> str:
        if self.is_of_operations:
            return " → ".join(step.target for step in self.steps)
        return ".".join((self.steps[0].parent, *(step.field for step in self.steps))) if self.steps else ""
