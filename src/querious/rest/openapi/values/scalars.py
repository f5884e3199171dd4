"""Plain values from schemas: text, numbers, truth, null."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from hypothesis import strategies as st
from hypothesis.errors import HypothesisException

from querious.rest.openapi.values import formats, patterns, quantities
from querious.state.samples import samples

if TYPE_CHECKING:
    from collections.abc import Callable

    from querious.rest.openapi.values.keyed_strategies import Strategy

_ENDLESS: Final = 10**7
"""Characters of a text whose length nobody limits."""


def yields(strategy: Strategy, tries: int) -> bool:
    """Whether the strategy comes to any value."""
    try:
        return len(samples(strategy, tries, 0)) > 0
    except HypothesisException:
        return False


def _texts(schema: dict[str, Any]) -> Strategy | None:
    shortest, longest = schema.get("minLength", 0), schema.get("maxLength", _ENDLESS)
    if shortest > longest:
        return None
    pattern = schema.get("pattern", "")
    formed = formats.of_format(schema)
    if formed is not None and not pattern and formats.SURELY[0] >= shortest and longest >= formats.SURELY[1]:
        return formed
    if formed is None and not pattern:
        return formats.plain_text(shortest, longest)
    sure = patterns.simple(pattern, shortest, longest) if formed is None else None
    if sure is not None:
        return sure

    def is_valid(text: object) -> bool:
        is_text = isinstance(text, str) and shortest <= len(text) <= longest
        return is_text and re.search(pattern, str(text)) is not None

    ways = [formed, patterns.matching(pattern, shortest, longest) if pattern else None]
    if formed is None:
        ways.append(formats.plain_text(shortest, longest))
    examples = list(filter(is_valid, schema.get("examples", ())))
    ways.append(st.sampled_from(examples) if examples else None)
    usable = [way.filter(is_valid) for way in ways if way is not None]
    return next((way for way in usable if yields(way, 3)), None)


SCALARS: Final[dict[str, Callable[[dict[str, Any]], Strategy | None]]] = {
    "string": _texts,
    "integer": quantities.integers,
    "number": quantities.numbers,
    "boolean": lambda _schema: st.booleans(),
    "null": lambda _schema: st.none(),
}
