"""How values of a type are compared, by what the schema calls it."""

from __future__ import annotations

import re
from typing import Any, Final

from graphql import GraphQLEnumType

from querious.answers.measures import ValueKind

_NAMES: Final = {
    ValueKind.FLAG: re.compile(r"boolean"),
    ValueKind.MOMENT: re.compile(r".*(?:date|timestamp|instant).*"),
    ValueKind.NUMBER: re.compile(
        r".*(?:decimal|float|numeric|number|money|double|long|bigint|amount).*|.*int(?<!point)(?<!print)(?<!hint)"
    ),
    ValueKind.TEXT: re.compile(r".*"),
}
"""Names of scalars in lower case: custom ones say what they are."""


def kind_of(named: Any) -> ValueKind:
    """How values of an enum or a scalar are compared."""
    if isinstance(named, GraphQLEnumType):
        return ValueKind.CHOICE
    return next(kind for kind, names in _NAMES.items() if names.fullmatch(named.name.lower()))
