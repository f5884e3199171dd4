"""Which members of an object may be sent, and which of them a description keeps read-only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.rest.openapi.document import Part, UnusableError, as_list
from querious.rest.openapi.member_texts import members_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from querious.model.values import JSON
    from querious.rest.openapi.document import References

_CHOICES = ("anyOf", "oneOf", "patternProperties")
_DEEPEST = 4


def sendable_members(references: References, schema: JSON) -> Mapping[str, bool]:
    """By name, whether a member is read-only. Empty where a body may hold anything, or one of several objects."""
    try:
        source = Part(references, schema).source
        if any(source.get(name) for name in (*_CHOICES, "additionalProperties")):
            return {}
        return {name: _is_read_only(references, each, 0) for name, each in members_of(references, source).items()}
    except UnusableError:
        return {}


def _is_read_only(references: References, schema: JSON, depth: int) -> bool:
    if not isinstance(schema, dict) or depth > _DEEPEST:
        return False
    if schema.get("readOnly") is True:
        return True
    parts = [*as_list(schema.get("allOf")), *([Part(references, schema).source] if "$ref" in schema else [])]
    return any(_is_read_only(references, each, depth + 1) for each in parts)
