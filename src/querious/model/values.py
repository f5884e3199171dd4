"""Argument values: plain JSON, and the three things in GraphQL that JSON lacks."""

from __future__ import annotations

from typing import Any, Final, NamedTuple, TypeAlias

JSON: TypeAlias = Any
"""None, bool, int, float, str, list of JSON, dict of str to JSON."""

Value: TypeAlias = Any
"""JSON, in which an EnumValue, a Variable or a Raw may stand anywhere."""


class EnumValue(str):
    """An enum member: a bare name in a document, a string in JSON."""

    __slots__ = ()


class Raw(str):
    """Text that goes into the document as it is; only deliberately invalid operations hold one."""

    __slots__ = ()


class _Absent:
    """The type of ABSENT."""

    def __repr__(self) -> str:
        return "ABSENT"


ABSENT: Final = _Absent()
"""The value of a variable that is declared but not sent."""


class Variable(NamedTuple):
    """A value handed over beside the document, declared as ``$name: type``."""

    name: str
    type: str
    value: JSON
