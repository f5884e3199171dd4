"""The schemas of a description as JSON Schema 2020-12, for what is sent and for what is shown.

``readOnly`` fields are no part of what is sent, ``writeOnly`` fields need not be in what is shown. References stay
references, so that schemas may hold themselves; what they point at comes along in ``$defs``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from querious.rest.openapi import keywords
from querious.rest.openapi.document import References, UnusableError, as_list, as_object
from querious.rest.openapi.json_schema import DEFINITIONS, JsonSchema
from querious.rest.openapi.merged_schemas import HIDDEN

if TYPE_CHECKING:
    from querious.model.values import JSON


class Schemas:
    """Those of one description, each converted once.

    ``UnusableError`` where a reference leads nowhere, or in a circle.
    """

    def __init__(self, document: JSON, dialect: str) -> None:
        references = References(document)
        self._sent = _Converter(references, dialect, "readOnly")
        self._shown = _Converter(references, dialect, "writeOnly")

    def sent(self, source: JSON) -> JsonSchema:
        """The schema of what a request holds."""
        return self._sent.converted(source)

    def shown(self, source: JSON) -> JsonSchema:
        """The schema of what a response holds."""
        return self._shown.converted(source)


@dataclass(slots=True)
class _Definition:
    """What a reference points at, converted when it is first needed."""

    name: str
    schema: JSON = None
    refers_to: list[str] = field(default_factory=list)
    """References, as they are written in the description."""
    applies: list[str] = field(default_factory=list)
    """Names of the definitions that apply to the same value."""


class _Converter:
    """Converts schemas for one direction, in which the properties with a certain flag are hidden."""

    def __init__(self, references: References, dialect: str, flag: str) -> None:
        self._references = references
        self._flag = flag
        self._ref_stands_alone = dialect in {"2.0", "3.0"}
        self._definitions: dict[str, _Definition] = {}
        """By reference."""
        self._names: set[str] = set()
        self._without_circles: set[str] = set()
        """Names of definitions that were looked through; many schemas refer to the same ones."""

    def converted(self, source: JSON) -> JsonSchema:
        root = _Definition("")
        root.schema = self._convert(source, root, in_place=True)
        reached: dict[str, _Definition] = {}
        waiting = list(root.refers_to)
        while waiting:  # one after the other, as chains of references may be long
            reference = waiting.pop()
            definition = self._definitions[reference]
            if definition.name not in reached:
                self._complete(definition, reference)
                reached[definition.name] = definition
                waiting += definition.refers_to
        if not reached.keys() <= self._without_circles:
            _forbid_circles(reached)
            self._without_circles |= reached.keys()
        return JsonSchema(root.schema, {name: reached[name].schema for name in sorted(reached)})

    def _complete(self, definition: _Definition, reference: str) -> None:
        if definition.schema is None:
            self._references.followed({"$ref": reference})
            definition.schema = self._convert(self._references.target(reference), definition, in_place=True)

    def _convert(self, schema: JSON, within: _Definition, *, in_place: bool) -> JSON:
        if isinstance(schema, bool):
            return schema
        if not isinstance(schema, dict):
            return {}

        def convert(keyword: str, inner: JSON) -> JSON:
            return self._convert(inner, within, in_place=in_place and keyword in keywords.IN_PLACE)

        found: dict[str, Any] = {}
        if "$ref" in schema:
            name = self._definition(schema["$ref"]).name
            found["$ref"] = DEFINITIONS + name
            within.refers_to.append(schema["$ref"])
            if in_place:
                within.applies.append(name)
        if "$ref" not in schema or not self._ref_stands_alone:
            schema, hidden = self._without_hidden(schema)
            found |= keywords.plain(schema)
            found |= keywords.with_schemas(schema, convert)
            if hidden:
                found[HIDDEN] = hidden
                found["required"] = [name for name in found.get("required", ()) if name not in hidden]
        is_nullable = schema.get("nullable") is True or schema.get("x-nullable") is True
        return keywords.with_null(found) if is_nullable else found

    def _without_hidden(self, schema: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        """What is only shown is not sent; what is only sent may be shown all the same."""
        properties = as_object(schema.get("properties"))
        hidden = [name for name, each in properties.items() if self._is_flagged(each)]
        if not hidden or self._flag == "writeOnly":
            return schema, hidden
        kept = {name: each for name, each in properties.items() if name not in hidden}
        return {**schema, "properties": kept}, hidden

    def _is_flagged(self, schema: JSON, depth: int = 4) -> bool:
        """Whether a property is hidden: by itself, by what it refers to, or by a part of its ``allOf``."""
        if not isinstance(schema, dict) or not depth:
            return False
        if schema.get(self._flag) is True:
            return True
        if "$ref" in schema:
            return self._is_flagged(self._references.followed(schema), depth - 1)
        return any(self._is_flagged(each, depth - 1) for each in as_list(schema.get("allOf")))

    def _definition(self, reference: JSON) -> _Definition:
        if not isinstance(reference, str):
            raise UnusableError(f"a $ref holds {type(reference).__name__} instead of a string")
        if reference not in self._definitions:
            name = re.sub(r"[^A-Za-z0-9._-]", "_", unquote(reference).rpartition("/")[2]) or "_"
            while name in self._names:
                name += "_"
            self._names.add(name)
            self._definitions[reference] = _Definition(name)
        return self._definitions[reference]


def _forbid_circles(definitions: dict[str, _Definition]) -> None:
    """A schema that applies itself to the same value has no meaning, and no validator comes to an end with it."""
    applied = {name: definition.applies for name, definition in definitions.items()}
    try:
        TopologicalSorter(applied).prepare()
    except CycleError as error:
        raise UnusableError(f"schema {error.args[1][0]} is defined in terms of itself") from None
