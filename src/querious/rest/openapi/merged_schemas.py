"""``$ref`` and ``allOf`` taken together into one schema, as far as one schema can say it."""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from querious.rest.openapi.schemas import DEFINITIONS, HIDDEN, boxed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from querious.model.values import JSON
    from querious.rest.openapi.schemas import Bundle

REST: Final = "x-rest"
"""Schemas that could not be taken in: a value has to be checked against them."""
_FIRST: Final = ("title", "description", "format", "default", "examples", "discriminator")
DEEPEST: Final = 4
"""How deep fields are looked for."""


class Opened(NamedTuple):
    """A schema without ``$ref`` and ``allOf``."""

    schema: dict[str, Any]
    names: tuple[str, ...]
    """Definitions that went into it, the nearest first."""


class Field(NamedTuple):
    """A property somewhere in a body."""

    path: tuple[str, ...]
    """Names from the outside in; ``[]`` for the entries of a list."""
    schema: dict[str, Any]
    names: tuple[str, ...]
    required: bool
    """It stands in every body: all around it are required too."""


def opened(bundle: Bundle, schema: JSON) -> Opened:
    """Circles were forbidden when the bundle was made, so this ends."""
    schema = boxed(schema)
    merged = {keyword: value for keyword, value in schema.items() if keyword not in {"$ref", "allOf"}}
    names: tuple[str, ...] = ()
    if "$ref" in schema:
        name = schema["$ref"].removeprefix(DEFINITIONS)
        inner = opened(bundle, bundle.definitions[name])
        merged, names = _merged(merged, inner.schema), (name, *inner.names)
    for each in schema.get("allOf", ()):
        inner = opened(bundle, each)
        merged, names = _merged(merged, inner.schema), (*names, *inner.names)
    return Opened(merged, names)


def properties(schema: dict[str, Any]) -> tuple[dict[str, JSON], list[str]]:
    """The properties of an opened schema, and the names of those that are required, in the order of the description."""
    found = schema.get("properties", {})
    hidden = set(schema.get(HIDDEN, ())) - found.keys()
    needed = [name for name in dict.fromkeys(schema.get("required", ())) if name not in hidden]
    return found, needed


def fields(bundle: Bundle) -> Iterator[Field]:
    """Every property of a body, down to a depth; of lists, of alternatives, but not of what holds itself."""
    yield from _fields(bundle, opened(bundle, bundle.schema), (), needed=True, trail=())


def _fields(
    bundle: Bundle, here: Opened, path: tuple[str, ...], *, needed: bool, trail: tuple[str, ...]
) -> Iterator[Field]:
    if len(path) >= DEEPEST or set(here.names) & set(trail):
        return
    trail = (*trail, *here.names)
    found, required = properties(here.schema)
    for name, each in found.items():
        inner = opened(bundle, each)
        always = needed and name in required
        yield Field((*path, name), inner.schema, inner.names, always)
        yield from _fields(bundle, inner, (*path, name), needed=always, trail=trail)
    if isinstance(here.schema.get("items"), dict):
        inner = opened(bundle, here.schema["items"])
        always = needed and here.schema.get("minItems", 0) > 0
        yield Field((*path, "[]"), inner.schema, inner.names, always)
        yield from _fields(bundle, inner, (*path, "[]"), needed=always, trail=trail)
    for keyword in ("oneOf", "anyOf"):
        options = here.schema.get(keyword, ())
        for option in options:
            inner = opened(bundle, option)
            alone = needed and len([each for each in options if each != {"type": "null"}]) == 1
            yield from _fields(bundle, inner, path, needed=alone, trail=trail)


def _merged(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """What is valid for both. What cannot be said in one schema goes to ``REST``."""
    both = {**other, **one}
    rest = [*one.get(REST, ()), *other.get(REST, ())]
    for keyword in one.keys() & other.keys() - {*_FIRST, REST, "additionalProperties"}:
        mine, yours = one[keyword], other[keyword]
        if mine == yours:
            continue
        if keyword in _JOINS:
            both[keyword] = _JOINS[keyword](mine, yours)
        else:
            rest.append({keyword: yours})
    _close(one, other, both)
    _close(other, one, both)
    return {**both, REST: rest} if rest else both


def _joined(one: dict[str, JSON], other: dict[str, JSON]) -> dict[str, JSON]:
    joined = {**other, **one}
    for name in one.keys() & other.keys():
        if one[name] != other[name]:
            joined[name] = {"allOf": [one[name], other[name]]}
    return joined


def _close(closed: dict[str, Any], other: dict[str, Any], both: dict[str, Any]) -> None:
    """A part that allows no further properties forbids those of the other part."""
    if closed.get("additionalProperties") is not False or closed.get("patternProperties"):
        return
    forbidden = other.get("properties", {}).keys() - closed.get("properties", {}).keys()
    both["additionalProperties"] = False
    if forbidden:
        both["properties"] = {name: each for name, each in both["properties"].items() if name not in forbidden}


def _common_types(mine: JSON, yours: JSON) -> list[str]:
    one, other = ([kinds] if isinstance(kinds, str) else kinds for kinds in (mine, yours))
    common = [kind for kind in one if kind in other]
    if "integer" not in common and {"integer", "number"} <= {*one, *other}:
        common.append("integer")
    return common


def _common_multiple(mine: float, yours: float) -> float:
    one, other = Fraction(str(mine)), Fraction(str(yours))
    found = Fraction(lcm(one.numerator * other.denominator, other.numerator * one.denominator),
                     one.denominator * other.denominator)  # fmt: skip
    return int(found) if found.denominator == 1 else float(found)


def _both_names(mine: list[str], yours: list[str]) -> list[str]:
    return list(dict.fromkeys([*yours, *mine]))


_JOINS: Final[Mapping[str, Callable[[Any, Any], JSON]]] = {
    **dict.fromkeys(("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"), max),
    **dict.fromkeys(("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"), min),
    "required": _both_names,
    HIDDEN: _both_names,
    "properties": _joined,
    "type": _common_types,
    "enum": lambda mine, yours: [value for value in mine if value in yours],
    "items": lambda mine, yours: {"allOf": [mine, yours]},
    "multipleOf": _common_multiple,
}
"""How two values of a keyword become one."""
