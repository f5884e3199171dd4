"""An operation as calls are made of it: its parameters and bodies, each with the schema of its values."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from querious.rest.openapi import RestOperation, RestParameter
    from querious.rest.openapi.json_schema import JsonSchema


class ParameterKind(NamedTuple):
    """A parameter with the schema of its values."""

    parameter: RestParameter
    schema: JsonSchema


class CallableOperation(NamedTuple):
    """An operation that can be called: everything about it that is worked out once."""

    operation: RestOperation
    coordinate: str
    resource: str
    parameters: tuple[ParameterKind, ...]
    media: str
    """The media type of the body that is sent; empty if none is."""
    body: JsonSchema | None
    others: Mapping[str, JsonSchema] = {}
    """Other media types that a body may be written in."""

    def body_in(self, media: str) -> JsonSchema | None:
        """The schema of a body in a media type."""
        return self.others.get(media, self.body)

    @property
    def method(self) -> str:
        """In capitals."""
        return self.operation.method.upper()
