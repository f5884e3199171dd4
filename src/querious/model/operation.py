"""An operation as a tree: the one form that is generated, judged, measured and shrunk.

Named tuples, because thousands are made each second. A tree is never changed once it is made;
``children`` and ``arguments`` are sequences that nobody appends to after generation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from querious.model.values import Variable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model.values import Value


class Directive(NamedTuple):
    """``@name(arguments)``."""

    name: str
    arguments: Sequence[tuple[str, Value]]


class Field(NamedTuple):
    """One selected field. ``parent`` is the type it is selected on: an object or an interface."""

    parent: str
    name: str
    alias: str = ""
    """The alias, or the empty string."""
    arguments: Sequence[tuple[str, Value]] = ()
    directives: Sequence[Directive] = ()
    children: Sequence[Selection] = ()
    """Empty for a leaf."""

    @property
    def key(self) -> str:
        """The key under which the answer holds this field."""
        return self.alias or self.name

    @property
    def coordinate(self) -> str:
        """``Type.field``."""
        return f"{self.parent}.{self.name}"


class Fragment(NamedTuple):
    """An inline fragment ``... on type { children }``."""

    on: str
    directives: Sequence[Directive]
    children: Sequence[Selection]


Selection: TypeAlias = Field | Fragment


class Operation(NamedTuple):
    """A whole operation. ``root`` is the name of its root type, ``name`` may be empty."""

    kind: str
    """``query``, ``mutation`` or ``subscription``."""
    name: str
    root: str
    selections: Sequence[Selection]


def walk(selections: Sequence[Selection]) -> Iterator[Selection]:
    """Every selection, parents before children, in the order of the document."""
    stack = list(reversed(selections))
    while stack:
        node = stack.pop()
        yield node
        stack.extend(reversed(node.children))


def fields(selections: Sequence[Selection]) -> Iterator[Field]:
    """Every field, parents before children, in the order of the document."""
    return (node for node in walk(selections) if isinstance(node, Field))


def included(directives: Sequence[Directive]) -> bool:
    """Whether ``@include`` and ``@skip`` leave the selection in."""
    for name, arguments in directives:
        if name in {"include", "skip"}:
            value = next((value for key, value in arguments if key == "if"), True)
            if bool(value.value if isinstance(value, Variable) else value) is (name == "skip"):
                return False
    return True
