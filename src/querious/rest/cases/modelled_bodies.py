"""Bodies modelled on rows that lists have shown, where made-up ones are refused.

A row that is there meets at once what the service asks of several members together, and what no schema says: that a
reference leads somewhere, that one moment is before the other, that there are no more places than the room has. What
each row has for itself, a name or an address, may be taken only once: that is made anew.
"""

from __future__ import annotations

from collections import defaultdict
from threading import Lock
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.rest.cases.shown_values import USUAL_KEYS
from querious.text.words import same

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from querious.model.values import JSON
    from querious.rest.openapi.json_schema import JsonSchema

_ROWS: Final = 24
"""Rows of one kind that are remembered."""
_ACCEPTED: Final = 12
"""Accepted bodies of one operation that are remembered."""
_DEEPEST: Final = 3


class Models(NamedTuple):
    """Bodies that an operation has accepted."""

    bodies: Sequence[Mapping[str, JSON]] = ()
    own: frozenset[str] = frozenset()
    """The members that may be taken only once."""


class ModelledBodies:
    """What lists have shown of each kind of thing, and the bodies of each operation that were accepted."""

    def __init__(self) -> None:
        self._rows: defaultdict[str, dict[str, dict[str, JSON]]] = defaultdict(dict)
        """By kind and by key: a row that has changed meanwhile is the same row."""
        self._accepted: defaultdict[str, list[dict[str, JSON]]] = defaultdict(list)
        self._lock = Lock()

    def show(self, resource: str, rows: Sequence[dict[str, JSON]]) -> None:
        """A list has shown these rows."""
        with self._lock:
            known = self._rows[resource]
            for row in rows:
                key = _key_of(row)
                if key in known or len(known) < _ROWS:
                    known[key] = row

    def accept(self, coordinate: str, body: JSON) -> None:
        """An operation has accepted a body."""
        with self._lock:
            known = self._accepted[coordinate]
            if isinstance(body, dict) and len(known) < _ACCEPTED and body not in known:
                known.append(body)

    def accepted(self, coordinate: str) -> list[dict[str, JSON]]:
        """The bodies that an operation has accepted."""
        return list(self._accepted.get(coordinate, ()))

    def models(self, resource: str, schema: JsonSchema) -> list[dict[str, JSON]]:
        """What the rows of a kind would be as bodies: those of their members that the schema has."""
        found = []
        for row in list(self._rows.get(resource, {}).values()):
            model = _fitted(row, schema, 0)
            if isinstance(model, dict) and model.keys() >= set(schema.required):
                found.append(model)
        return found


def own_texts(bodies: Sequence[Mapping[str, JSON]]) -> frozenset[str]:
    """The members that hold another text in every body: what may be taken only once."""
    found = set()
    for name in {name for body in bodies for name in body}:
        values = [body[name] for body in bodies if body.get(name) is not None]
        texts = {value for value in values if isinstance(value, str)}
        if values and len(texts) == len(values):
            found.add(name)
    return frozenset(found)


def _key_of(row: Mapping[str, JSON]) -> str:
    """What tells a row from others; the whole of it, where no member is called so."""
    keys = {same(name): value for name, value in row.items() if isinstance(value, str | int)}
    return next((str(keys[name]) for name in USUAL_KEYS if name in keys), str(row))


def _fitted(value: JSON, schema: JsonSchema, depth: int) -> JSON:
    """An object without the members that its schema does not have, and without null where there is no value."""
    schema = schema.beside_null
    if isinstance(value, list):
        return [_fitted(item, schema.items, depth) for item in value]
    if not isinstance(value, dict) or not schema.properties or depth >= _DEEPEST:
        return value
    shown = {same(name): member for name, member in value.items()} | value
    fitted = {}
    for name in schema.properties:
        member = shown.get(name, shown.get(same(name)))
        if member is not None:
            fitted[name] = _fitted(member, schema.of_property(name), depth + 1)
    return fitted
