"""What an answer looked like without what it said: its members and their types, as a JSON Schema of a few keywords.

``type`` (one or several), ``properties``, ``required`` and ``items``. Several answers together require what all of
them had.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from querious.model.values import JSON

_DEEPEST: Final = 6
_ITEMS: Final = 100
"""Items of one list that are looked at."""
_MEMBERS: Final = 200
"""Members of an object above which it is taken for a map, whose names say nothing."""
_ORDER: Final = ("object", "array", "string", "integer", "number", "boolean", "null")


def shape_of(value: JSON, depth: int = 0) -> dict[str, Any]:
    """The shape of one value."""
    if isinstance(value, dict):
        if depth >= _DEEPEST or len(value) > _MEMBERS:
            return {"type": "object"}
        properties = {name: shape_of(inner, depth + 1) for name, inner in value.items()}
        return {"type": "object", "properties": properties, "required": sorted(properties)}
    if isinstance(value, list):
        shapes = [shape_of(item, depth + 1) for item in value[:_ITEMS]] if depth < _DEEPEST else []
        return {"type": "array", **({"items": joined(shapes)} if shapes else {})}
    return {"type": _scalar_type(value)}


def joined(shapes: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """One shape that all of these fit."""
    first, *others = shapes
    for other in others:
        first = _both(first, other)
    return first


def _both(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    if one == other:
        return one
    types = {*_types(one), *_types(other)} - ({"integer"} if "number" in {*_types(one), *_types(other)} else set())
    ordered = [name for name in _ORDER if name in types]
    found: dict[str, Any] = {"type": ordered[0] if len(ordered) == 1 else ordered}
    objects = [each for each in (one, other) if "object" in _types(each)]
    if objects and all("properties" in each for each in objects):
        found |= _members(objects)
    items = [each["items"] for each in (one, other) if "items" in each]
    if items:
        found["items"] = joined(items)
    return found


def _members(objects: list[dict[str, Any]]) -> dict[str, Any]:
    properties: dict[str, Any] = {}
    for each in objects:
        for name, shape in each["properties"].items():
            properties[name] = joined([properties[name], shape]) if name in properties else shape
    required = set.intersection(*(set(each["required"]) for each in objects))
    return {"properties": dict(sorted(properties.items())), "required": sorted(required)}


def _types(shape: dict[str, Any]) -> list[str]:
    kind = shape["type"]
    return kind if isinstance(kind, list) else [kind]


def _scalar_type(value: JSON) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int):
        return "integer"
    return "number" if isinstance(value, float) else "string"
