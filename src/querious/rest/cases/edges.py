"""Values at the edges of what a schema allows: its bounds, the empty text, a quote, the first and the last day.

Random draws leave it to luck whether the one number that must not be 0 ever is 0. These are tried one at a time, on
every parameter and on every member of a body.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from querious.answers.identity import KEY_WORDS
from querious.answers.pages import is_cursor
from querious.rest.cases.schema_values import text_maker
from querious.text.words import words
from querious.values import strings
from querious.values.scalars import scalar_of_format

if TYPE_CHECKING:
    from querious.model.values import JSON
    from querious.rest.openapi.json_schema import JsonSchema
    from querious.values import Chance

_USUAL_NUMBERS: Final = (0, 1, -1, 2**31 - 1, -(2**31), 2**31, 2**53)
_DAYS: Final = ("0001-01-01", "9999-12-31", "1969-12-31", "2024-02-29")
_LONGEST: Final = 500
"""Characters of a text that is as long as it may be."""
_MIXED: Final = "x'\"\\%;<\u00e9*(["
"""Several characters that are taken for code somewhere: one request tries them all."""
_FAR: Final = 987_654_321
_NO_SUCH_KEY: Final = "no-such-key-by-querious"


def edge_values(schema: JsonSchema) -> list[JSON]:
    """Values that the schema allows, the most telling first; none where it offers choices or alternatives."""
    takes_null = "null" in schema.types or schema.beside_null is not schema
    schema = schema.beside_null
    merged = schema.merged
    if schema.alternatives or "enum" in merged or "const" in merged:
        return []
    kind = schema.types[0]
    found: list[JSON] = []
    if kind in {"integer", "number"}:
        found = _numbers(merged, whole=kind == "integer")
    elif kind == "string":
        found = _texts(merged)
    elif kind == "array" and not merged.get("minItems", 0):
        found = [[]]
    return [*found, None] if takes_null else found


def is_stated(name: str, value: JSON, schema: JsonSchema) -> bool:
    """Whether the description names this very value, or the length of this text, as a bound that it allows.

    The bounds of keys and cursors are those of their form: which of them there are, the service knows.
    """
    if is_cursor(name) or not KEY_WORDS.isdisjoint(words(name)[-1:]):
        return False
    merged = schema.beside_null.merged
    if isinstance(value, str):
        is_plain = "pattern" not in merged and "format" not in merged and value == "a" * len(value)
        return is_plain and bool(value) and len(value) in (merged.get("minLength"), merged.get("maxLength"))
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return is_number and value in (merged.get("minimum"), merged.get("maximum"))


def _numbers(merged: dict[str, Any], *, whole: bool) -> list[JSON]:
    step = merged.get("multipleOf") or (1 if whole else 0)
    least, most = merged.get("minimum"), merged.get("maximum")
    above, below = merged.get("exclusiveMinimum"), merged.get("exclusiveMaximum")
    bounds = [least, most]
    if step:
        bounds += [above + step if above is not None else None, below - step if below is not None else None]
    candidates = [value for value in bounds if value is not None]
    candidates += [value for value in _USUAL_NUMBERS if not step or value % step == 0]
    return [
        value
        for value in dict.fromkeys(candidates)
        if (least is None or value >= least)
        and (most is None or value <= most)
        and (above is None or value > above)
        and (below is None or value < below)
    ]


def _texts(merged: dict[str, Any]) -> list[JSON]:
    form = merged.get("format", "")
    if form == "date":
        return list(_DAYS)
    if form == "date-time":
        return [f"{day}T00:00:00Z" for day in _DAYS]
    if "pattern" in merged:
        return []
    scalar = scalar_of_format(form) if form else None
    if scalar is not None:
        return list(scalar.edges)
    least, most = merged.get("minLength", 0), merged.get("maxLength", _LONGEST)
    fitting = [text for text in strings.EDGES if least <= len(text) <= min(most, _LONGEST)]
    ends = ["a" * length for length in (least, most) if length <= _LONGEST]
    mixed = [_MIXED] if least <= len(_MIXED) <= most else []
    return list(dict.fromkeys([*ends, *mixed, *fitting]))


def unknown_key(schema: JsonSchema, chance: Chance) -> JSON:
    """A key of the right form that hardly anything has; None where the schema leaves no room for one."""
    merged = schema.merged
    if schema.alternatives or "enum" in merged or "const" in merged:
        return None
    kind = schema.types[0]
    if kind == "integer":
        return _unknown_number(merged)
    if kind != "string":
        return None
    if "pattern" in merged or merged.get("format"):
        return text_maker(schema, "")(chance)
    least, most = merged.get("minLength", 0), merged.get("maxLength", _LONGEST)
    return _NO_SUCH_KEY[:most].ljust(least, "x")


def _unknown_number(merged: dict[str, Any]) -> JSON:
    """Far beyond what is in use, within the bounds."""
    step = merged.get("multipleOf") or 1
    most = merged.get("maximum", merged.get("exclusiveMaximum", _FAR + 1) - 1)
    number = min(_FAR, most) // step * step
    return int(number) if number >= merged.get("minimum", merged.get("exclusiveMinimum", 0) + 1) else None
