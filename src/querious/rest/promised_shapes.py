"""JSON Schemas → what an answer will look like, as tests write it: names and types, and nothing that data decides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from querious.rest.openapi.json_schema import JsonSchema

if TYPE_CHECKING:
    from collections.abc import Mapping

_DEEPEST: Final = 6
_MEMBERS: Final = 100
ANY: Final = "any"


def promised(schema: JsonSchema, depth: int = 0) -> Any:
    """The schema in the notation of ``rest_checks``; what it cannot say is ``any``."""
    kinds = list(schema.types) if "type" in schema.merged or schema.properties else [ANY]
    if schema.alternatives or depth > _DEEPEST:
        return ANY
    composite = [kind for kind in kinds if kind in {"object", "array"}]
    if not composite:
        return " | ".join(kinds)
    others = [kind for kind in kinds if kind not in composite]
    if len(composite) > 1 or set(others) - {"null"}:
        return " | ".join(kinds)
    shape = _object(schema, depth) if composite == ["object"] else _list(schema, depth)
    return ("null", shape) if others else shape


def _object(schema: JsonSchema, depth: int) -> Any:
    members = {}
    for name in list(schema.properties)[:_MEMBERS]:
        is_required = name in schema.required and name not in schema.hidden
        members[name if is_required else f"{name}?"] = promised(schema.of_property(name), depth + 1)
    return members or "object"


def _list(schema: JsonSchema, depth: int) -> Any:
    return [promised(schema.items, depth + 1)] if isinstance(schema.merged.get("items"), dict) else []


def recorded_promise(shape: Mapping[str, Any]) -> Any:
    """What recorded answers looked like, without what is chance: a whole number, a member that was always null."""
    return promised(JsonSchema(_without_chance(shape), {}))


def _without_chance(shape: Mapping[str, Any]) -> dict[str, Any]:
    found = dict(shape)
    kinds = found["type"] if isinstance(found["type"], list) else [found["type"]]
    if kinds == ["null"]:
        return {}
    found["type"] = ["number" if kind == "integer" else kind for kind in kinds]
    if "properties" in found:
        found["properties"] = {name: _without_chance(inner) for name, inner in found["properties"].items()}
    if "items" in found:
        found["items"] = _without_chance(found["items"])
    return found


def strengthened(described: Any, recorded: Any) -> Any:
    """What a description promises, and that the members are there which all recorded answers had."""
    if isinstance(described, tuple):
        return ("null", strengthened(described[1], recorded[1] if isinstance(recorded, tuple) else recorded))
    if isinstance(described, list) and isinstance(recorded, list):
        return [strengthened(described[0], recorded[0])] if described and recorded else described
    if not isinstance(described, dict) or not isinstance(recorded, dict):
        return described
    members = {}
    for key, inner in described.items():
        name = key.removesuffix("?")
        known = recorded.get(name, recorded.get(f"{name}?"))
        always = name if name in recorded else key
        members[always] = inner if known is None else strengthened(inner, known)
    return members
