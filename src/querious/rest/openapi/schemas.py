"""The schemas of a description as JSON Schema 2020-12, for what is sent and for what is shown.

``readOnly`` fields are no part of what is sent, ``writeOnly`` fields need not be in what is shown. References stay
references, so that schemas may hold themselves; what they point at comes along in ``$defs``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, Final

from querious.rest.openapi import keywords
from querious.rest.openapi.pointers import Broken, followed, parts, target

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model.values import JSON

HIDDEN: Final = "x-hidden"
"""Names of properties that were taken out for their direction: an ``allOf`` may require them elsewhere."""
DEFINITIONS: Final = "#/$defs/"


class Direction(Enum):
    """Which flag hides a property."""

    SENT = "readOnly"
    SHOWN = "writeOnly"


@dataclass(frozen=True, slots=True)
class Bundle:
    """A schema and all that it refers to."""

    schema: dict[str, Any]
    definitions: dict[str, JSON]

    @property
    def whole(self) -> dict[str, Any]:
        """In one piece, for a validator."""
        return {**self.schema, "$defs": self.definitions}

    def inner(self, schema: JSON) -> Bundle:
        """A schema that stands within this one."""
        return Bundle(boxed(schema), self.definitions)


@dataclass(slots=True)
class _Shelf:
    """Definitions of one direction, made when they are first referred to."""

    names: dict[str, str] = field(default_factory=dict)
    """By pointer."""
    made: dict[str, JSON | Broken] = field(default_factory=dict)
    """By name; or why it cannot be used."""
    waiting: list[str] = field(default_factory=list)
    """Pointers that are named and not yet made: one after the other, as chains of references may be long."""
    refers: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """By name: the names of those that it refers to."""
    sound: set[str] = field(default_factory=set)
    """Names of those that are in no circle without end."""


class Schemas:
    """Those of one description, each turned once. ``Broken`` where a reference leads nowhere, or in a circle."""

    def __init__(self, document: JSON, dialect: str) -> None:
        self._document = document
        self._alone = dialect in {"2.0", "3.0"}
        self._shelves = {direction: _Shelf() for direction in Direction}

    def bundle(self, schema: JSON, direction: Direction) -> Bundle:
        """The schema with everything that it refers to."""
        turned = boxed(self._turned(schema, direction))
        shelf = self._shelves[direction]
        self._make(shelf, direction)
        reached: dict[str, JSON] = {}
        waiting = list(_referred(turned))
        while waiting:
            name = waiting.pop()
            if name not in reached:
                made = shelf.made[name]
                if isinstance(made, Broken):
                    raise Broken(str(made))
                reached[name] = made
                waiting += shelf.refers[name]
        _forbid_circles(reached, shelf.sound)
        return Bundle(turned, dict(sorted(reached.items())))

    def _make(self, shelf: _Shelf, direction: Direction) -> None:
        while shelf.waiting:
            reference = shelf.waiting.pop()
            name = shelf.names[reference]
            try:
                followed(self._document, {"$ref": reference})
                shelf.made[name] = self._turned(target(self._document, reference), direction)
            except Broken as error:
                shelf.made[name] = error
            shelf.refers[name] = tuple(_referred(shelf.made[name]))

    def _turned(self, schema: JSON, direction: Direction) -> JSON:
        if isinstance(schema, bool):
            return schema
        if not isinstance(schema, dict):
            return {}
        turned: dict[str, Any] = {}
        if "$ref" in schema:
            turned["$ref"] = DEFINITIONS + self._defined(schema["$ref"], direction)
        if "$ref" not in schema or not self._alone:
            turned |= keywords.plain(schema)
            self._turn_inner(schema, turned, direction)
        return keywords.with_null(turned) if keywords.nullable(schema) else turned

    def _turn_inner(self, schema: dict[str, Any], turned: dict[str, Any], direction: Direction) -> None:
        for keyword in keywords.ONE:
            value = schema.get(keyword)
            if isinstance(value, dict | bool):
                turned[keyword] = self._turned(value, direction)
            elif keyword == "items" and isinstance(value, list) and value:
                turned["prefixItems"] = [self._turned(each, direction) for each in value]
        for keyword in keywords.MANY:
            if isinstance(schema.get(keyword), list) and schema[keyword]:
                turned[keyword] = [self._turned(each, direction) for each in schema[keyword]]
        for keyword in keywords.NAMED:
            if isinstance(schema.get(keyword), dict):
                turned[keyword] = {
                    name: self._turned(each, direction)
                    for name, each in schema[keyword].items()
                    if keyword != "patternProperties" or keywords.compiled(name) == name
                }
        self._hide(schema, turned, direction)

    def _hide(self, schema: dict[str, Any], turned: dict[str, Any], direction: Direction) -> None:
        given = schema.get("properties")
        hidden = (
            [name for name, each in given.items() if self._says(each, direction)] if isinstance(given, dict) else []
        )
        if not hidden:
            return
        turned[HIDDEN] = hidden
        if direction is Direction.SENT:
            turned["properties"] = {name: each for name, each in turned["properties"].items() if name not in hidden}
        if "required" in turned:
            turned["required"] = [name for name in turned["required"] if name not in hidden]

    def _says(self, schema: JSON, direction: Direction, depth: int = 4) -> bool:
        """Whether a property is flagged: itself, what it refers to, or a part of its ``allOf``."""
        if not isinstance(schema, dict) or not depth:
            return False
        if schema.get(direction.value) is True:
            return True
        if "$ref" in schema:
            return self._says(followed(self._document, schema), direction, depth - 1)
        parts_of = schema.get("allOf")
        return isinstance(parts_of, list) and any(self._says(each, direction, depth - 1) for each in parts_of)

    def _defined(self, reference: JSON, direction: Direction) -> str:
        """The name of a definition, which is made later."""
        shelf = self._shelves[direction]
        if not isinstance(reference, str):
            raise Broken(f"a $ref holds {type(reference).__name__} instead of text")
        if reference not in shelf.names:
            name = re.sub(r"[^A-Za-z0-9._-]", "_", (parts(reference) or ("root",))[-1]) or "_"
            while name in shelf.made:
                name += "_"
            shelf.names[reference] = name
            shelf.made[name] = {}
            shelf.waiting.append(reference)
        return shelf.names[reference]


def boxed(schema: JSON) -> dict[str, Any]:
    """A schema as an object: true and false are schemas too."""
    if isinstance(schema, dict):
        return schema
    return {"not": {}} if schema is False else {}


def _referred(schema: JSON, only: tuple[str, ...] | None = None) -> Iterator[str]:
    """Names of the definitions that a schema refers to; with ``only``, through those keywords alone."""
    if not isinstance(schema, dict):
        return
    if isinstance(schema.get("$ref"), str):
        yield schema["$ref"].removeprefix(DEFINITIONS)
    for keyword in only or (*keywords.ONE, *keywords.MANY):
        inner = schema.get(keyword)
        for each in inner if isinstance(inner, list) else (inner,):
            yield from _referred(each, only)
    for keyword in () if only else keywords.NAMED:
        for each in schema.get(keyword, {}).values():
            yield from _referred(each)


def _forbid_circles(definitions: dict[str, JSON], sound: set[str]) -> None:
    """A schema that applies itself to the same value has no meaning, and no validator comes to an end with it.

    ``sound`` are those of which it is known that they do not; more are added.
    """
    for start, first in definitions.items():
        trail: list[tuple[str, Iterator[str]]] = [(start, _referred(first, keywords.IN_PLACE))]
        open_names = {start}
        while trail and start not in sound:
            name, following = trail[-1]
            step = next((each for each in following if each not in sound), None)
            if step in open_names:
                raise Broken(f"schema {step} is defined by itself")
            if step is None:
                sound.add(name)
                open_names.discard(name)
                trail.pop()
            else:
                open_names.add(step)
                trail.append((step, _referred(definitions[step], keywords.IN_PLACE)))
