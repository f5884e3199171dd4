"""Plain values from schemas: text, numbers, truth, null; and of which type a value is, where nobody says."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from hypothesis import strategies as st
from hypothesis.errors import HypothesisException

from querious.rest.openapi import formats, patterns, quantities
from querious.rest.openapi.keywords import declared_types
from querious.state.samples import samples

if TYPE_CHECKING:
    from collections.abc import Callable

    from querious.rest.openapi.made import Strategy

_TRIES: Final = 3
"""Values drawn to see whether a way of making text comes to any."""
_ENDLESS: Final = 10**7
"""Characters of a text whose length nobody limits."""
_TELLING: Final = {
    "object": ("properties", "required", "additionalProperties", "minProperties"),
    "array": ("items", "prefixItems", "minItems", "maxItems", "contains"),
    "number": ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
}


def kinds_of(schema: dict[str, Any]) -> list[str]:
    """The types a value may have, null last; told by other keywords where none is said."""
    kinds = declared_types(schema)
    if kinds:
        if "number" in kinds and "integer" in kinds:
            kinds.remove("number")
        return sorted(kinds, key=lambda kind: kind == "null")
    for kind, telling in _TELLING.items():
        if any(keyword in schema for keyword in telling):
            return [kind]
    return ["string"]


def _texts(schema: dict[str, Any]) -> Strategy | None:
    shortest, longest = schema.get("minLength", 0), schema.get("maxLength", _ENDLESS)
    if shortest > longest:
        return None
    pattern = schema.get("pattern", "")
    formed = formats.of_format(schema)
    if formed is None:
        sure = patterns.simple(pattern, shortest, longest) if pattern else formats.plain_text(shortest, longest)
        if sure is not None:
            return sure
    elif not pattern and shortest <= formats.SURELY[0] and longest >= formats.SURELY[1]:
        return formed
    fits = re.compile(pattern).search

    def is_fine(text: str) -> bool:
        return shortest <= len(text) <= longest and fits(text) is not None

    ways = [
        formed,
        patterns.matching(pattern, shortest, longest) if pattern else None,
        formats.plain_text(shortest, longest) if formed is None else None,
    ]
    shown = [value for value in schema.get("examples", ()) if isinstance(value, str) and is_fine(value)]
    ways += [st.sampled_from(shown)] if shown else []
    return next((way for way in (each.filter(is_fine) for each in ways if each is not None) if _yields(way)), None)


def _yields(strategy: Strategy) -> bool:
    try:
        return len(samples(strategy, _TRIES, 0)) > 0
    except HypothesisException:
        return False


SCALARS: Final[dict[str, Callable[[dict[str, Any]], Strategy | None]]] = {
    "string": _texts,
    "integer": quantities.integers,
    "number": quantities.numbers,
    "boolean": lambda _schema: st.booleans(),
    "null": lambda _schema: st.none(),
}
