"""What a deprecation says should be used instead."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from graphql import GraphQLEnumType, GraphQLInputObjectType, GraphQLInterfaceType, GraphQLObjectType

if TYPE_CHECKING:
    from collections.abc import Collection

    from graphql import GraphQLSchema

_MARKED = re.compile(r"""[`'"]\$?(?:[A-Za-z_]\w*\.)?([A-Za-z_]\w*)(?:\(.*?\))?[`'"]""")
"""``Use `newName` instead``, with or without the type before it."""
_BARE = re.compile(
    r"\b(?:use|using|to|by|with|favou?r of|see|now|is|called)\s+(?:the\s+|field\s+)*(?:[A-Za-z_]\w*\.)?([A-Za-z_]\w*)",
    re.IGNORECASE,
)
"""``Use newName``, ``renamed to newName``, ``in favour of newName``."""


def instead(reason: str | None, names: Collection[str]) -> str:
    """The first of these names that a deprecation recommends; empty if it recommends none."""
    for pattern in (_MARKED, _BARE):
        for found in pattern.finditer(reason or ""):
            if found[1] in names:
                return found[1]
    return ""


class Hints:
    """Recommendations of an older schema for what a newer one no longer has."""

    def __init__(self, old: GraphQLSchema | None) -> None:
        self._types = old.type_map if old is not None else {}

    def member(self, kind: str, name: str, names: Collection[str]) -> str:
        """For a field, an input field or an enum value of a type."""
        return instead(getattr(self._member(kind, name), "deprecation_reason", None), names)

    def argument(self, kind: str, field: str, name: str, names: Collection[str]) -> str:
        """For an argument of a field."""
        argument = getattr(self._member(kind, field), "args", {}).get(name)
        return instead(getattr(argument, "deprecation_reason", None), names)

    def _member(self, kind: str, name: str) -> Any:
        declared = self._types.get(kind)
        if isinstance(declared, GraphQLObjectType | GraphQLInterfaceType | GraphQLInputObjectType):
            return declared.fields.get(name)
        return declared.values.get(name) if isinstance(declared, GraphQLEnumType) else None
