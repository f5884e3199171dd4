"""Two schemas taken together into one, as far as one schema can say it."""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from querious.model.values import JSON

REST: Final = "x-rest"
"""Schemas that could not be merged: a value has to be checked against them."""
HIDDEN: Final = "x-hidden"
"""Names of properties that were taken out for their direction: an ``allOf`` may require them elsewhere."""
_FIRST_WINS: Final = {"title", "description", "format", "default", "examples", "discriminator"}


def merge(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """What is valid for both. What cannot be said in one schema goes to ``REST``."""
    both = {**other, **one}
    rest = [*one.get(REST, ()), *other.get(REST, ())]
    for keyword in one.keys() & other.keys() - {*_FIRST_WINS, REST, "additionalProperties"}:
        if one[keyword] == other[keyword]:
            continue
        if keyword in _JOINS:
            both[keyword] = _JOINS[keyword](one[keyword], other[keyword])
        else:
            rest.append({keyword: other[keyword]})
    for closed, open_ in ((one, other), (other, one)):
        _close(closed, open_, both)
    if rest:
        both[REST] = rest
    return both


def _close(closed: dict[str, Any], other: dict[str, Any], both: dict[str, Any]) -> None:
    """A part that allows no further properties forbids those of the other part."""
    if closed.get("additionalProperties") is not False or closed.get("patternProperties"):
        return
    both["additionalProperties"] = False
    forbidden = other.get("properties", {}).keys() - closed.get("properties", {}).keys()
    if forbidden:
        both["properties"] = {name: each for name, each in both["properties"].items() if name not in forbidden}


def _both_properties(one: dict[str, JSON], other: dict[str, JSON]) -> dict[str, JSON]:
    joined = {**other, **one}
    for name in one.keys() & other.keys():
        if one[name] != other[name]:
            joined[name] = {"allOf": [one[name], other[name]]}
    return joined


def _common_types(mine: JSON, yours: JSON) -> list[str]:
    one = [mine] if isinstance(mine, str) else mine
    other = [yours] if isinstance(yours, str) else yours
    common = [kind for kind in one if kind in other]
    if "integer" not in common and {"integer", "number"} <= {*one, *other}:
        common.append("integer")
    return common


def common_multiple(one: Fraction, other: Fraction) -> Fraction:
    """The smallest number that is a multiple of both."""
    mine, yours = one.numerator * other.denominator, other.numerator * one.denominator
    return Fraction(lcm(mine, yours), one.denominator * other.denominator)


def _common_step(mine: float, yours: float) -> float:
    found = common_multiple(Fraction(str(mine)), Fraction(str(yours)))
    return int(found) if found.denominator == 1 else float(found)


def _both_names(mine: list[str], yours: list[str]) -> list[str]:
    return list(dict.fromkeys([*yours, *mine]))


_JOINS: Final[Mapping[str, Callable[[Any, Any], JSON]]] = {
    **dict.fromkeys(("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"), max),
    **dict.fromkeys(("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"), min),
    "required": _both_names,
    HIDDEN: _both_names,
    "properties": _both_properties,
    "type": _common_types,
    "enum": lambda mine, yours: [value for value in mine if value in yours],
    "items": lambda mine, yours: {"allOf": [mine, yours]},
    "multipleOf": _common_step,
}
"""How two values of a keyword become one."""
