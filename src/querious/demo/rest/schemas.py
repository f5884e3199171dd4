"""The schemas of bodies: what clients may send and what the shop answers, from the tables of ``kinds``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from querious.demo.rest.kinds import MADE, Listing

if TYPE_CHECKING:
    from querious.demo.rest.kinds import Kind, Schema


def sent(kind: Kind) -> Schema:
    """What POST and PUT take. Of a shared schema, what clients cannot set is ignored, not refused."""
    schema: Schema = {"type": "object", "properties": kind.fields, "required": list(kind.required)}
    return schema if kind.one_schema else {**schema, "additionalProperties": False}


def change(kind: Kind) -> Schema:
    """What PATCH takes: any field, and at least one."""
    properties = {name: _partial(schema) for name, schema in kind.fields.items()}
    schema: Schema = {"type": "object", "properties": properties, "minProperties": 1}
    return schema if kind.one_schema else {**schema, "additionalProperties": False}


def shown(kind: Kind) -> Schema:
    """An entry in an answer."""
    made = {kind.key_name: kind.key_schema, **{name: MADE[name] for name in kind.made}}
    if kind.one_schema:
        made = {name: {**schema, "readOnly": True} for name, schema in made.items()}
    properties = {**made, **{name: _whole(schema) for name, schema in kind.fields.items()}}
    schema: Schema = {"type": "object", "properties": properties}
    if not kind.lax:
        schema["required"] = list(kind.required if kind.one_schema else properties)
    return schema if kind.one_schema else {**schema, "additionalProperties": False}


def listed(kind: Kind) -> Schema:
    """A whole collection, or a page of it."""
    items: Schema = {"type": "array", "items": {"$ref": f"#/components/schemas/{kind.schema_name}"}}
    if kind.listing is Listing.WHOLE:
        return items
    if kind.listing is Listing.CURSOR:
        return _exactly({"items": items, "next_cursor": {"type": ["string", "null"]}})
    number = {"type": "integer", "minimum": 0}
    return _exactly(
        {"items": items, "total": number, "page": number, "size": number, "next": {"type": ["string", "null"]}}
    )


def problem() -> Schema:
    """A refusal."""
    return _exactly({"title": {"type": "string"}, "status": {"type": "integer"}, "detail": {"type": "string"}})


def _partial(schema: Schema) -> Schema:
    """A field in a change: without a default, as leaving it out leaves it as it is."""
    return {name: value for name, value in schema.items() if name != "default"}


def _whole(schema: Schema) -> Schema:
    """A field in an answer: all of an object is there."""
    if schema["type"] != "object":
        return schema
    return {**schema, "required": list(schema["properties"])}


def _exactly(properties: dict[str, Any]) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
