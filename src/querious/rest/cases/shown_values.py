"""What answers show, by coordinate: ``book.id`` for the identifiers in ``GET /books`` and in ``author.books``.

Coordinates come from paths and names of members alone, so that undocumented answers are read like documented ones. The
vocabulary is what the description says will be shown.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final

from querious.answers.identity import KEY_WORDS
from querious.answers.pages import ROWS
from querious.rest.openapi.document import UnusableError
from querious.rest.openapi.json_schema import body_fields
from querious.text.words import same, words
from querious.values.lessons import worth_keeping

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from querious.model.rest_call import RestCall
    from querious.model.values import JSON
    from querious.rest.openapi import RestOperation
    from querious.rest.openapi.json_schema import JsonSchema
    from querious.rest.openapi.schemas import Schemas

_HOLDERS: Final = frozenset(map(same, (*ROWS, "result", "payload", "response", "embedded", "attributes", "node")))
"""Members that hold the thing itself, or rows of it."""
USUAL_KEYS: Final = ("id", "uuid", "key", "slug", "name", "code", "number")
"""How keys of things are called, the likeliest first."""
_ITEMS: Final = 200
"""Items of one list that are read."""
_LEAVES: Final = 3
"""Items taken from one list of leaves."""
_DEEPEST: Final = 6
_REMEMBERED: Final = 4_096
"""Answers."""
_FIELDS: Final = 400
"""Members of one response that go into the vocabulary."""


def resource_of(path: str) -> str:
    """What a path is about, in the singular: ``book`` for ``/books`` and for ``/books/{id}``."""
    static = [step for step in path.split("/") if step and not step.startswith("{")]
    return same(static[-1]) if static else ""


def owner_of(path: str, name: str) -> str:
    """What the parameter of a path is a key of: what stands before it, ``book`` in ``/books/{id}/pages``."""
    before, found, _ = path.partition("{" + name + "}")
    return resource_of(before) if found else ""


def key_members(path: str, name: str) -> list[str]:
    """How members may be called that show the key of a path: like its parameter, or without the thing.

    A ``doctor_id`` in ``/doctors/{doctor_id}`` is shown as ``doctor_id`` or as ``id``.
    """
    thing, said = owner_of(path, name), words(name)
    cuts = [cut for cut in range(1, len(said)) if "".join(said[:cut]) == thing]
    return [name, *("_".join(said[cut:]) for cut in cuts)]


def shown_objects(payload: JSON, resource: str) -> Iterator[dict[str, JSON]]:
    """The objects of an answer, each with its leaves by coordinate; an object before those within it."""
    waiting: list[tuple[JSON, str, int]] = [(payload, resource, 0)]
    while waiting:
        value, about, depth = waiting.pop()
        if isinstance(value, list):
            waiting += [(item, about, depth) for item in reversed(value[:_ITEMS])]
        elif isinstance(value, dict):
            own, inner = {}, []
            for name, member in value.items():
                if holds_objects(member):
                    inner.append((member, inner_resource(name, about), depth + 1))
                else:
                    own[f"{about}.{name}"] = member
            if own:
                yield own
            if depth < _DEEPEST:
                waiting += reversed(inner)
        elif value is not None:  # a list of keys
            yield {f"{about}.id": value}


def holds_objects(value: JSON) -> bool:
    """Whether it is an object, or a list with objects in it."""
    if isinstance(value, list):
        for item in value:  # noqa: SIM110 (asked for every member of every answer: a generator costs thrice as much)
            if isinstance(item, dict):
                return True
        return False
    return isinstance(value, dict)


def inner_resource(name: str, about: str) -> str:
    """What objects in a member of this name are, within an object or an answer that is about something."""
    return about if same(name) in _HOLDERS else same(name)


def leaves_of(shown: Mapping[str, JSON]) -> Iterator[tuple[str, str | int | float]]:
    """The values of an object that are worth sending one day."""
    for coordinate, value in shown.items():
        if not isinstance(value, list):
            if worth_keeping(value):
                yield coordinate, value
            continue
        for item in value[:_LEAVES]:
            if worth_keeping(item):
                yield coordinate, item


def shown_coordinates(operation: RestOperation, schemas: Schemas) -> Iterator[tuple[str, JsonSchema]]:
    """What the description says the answers of an operation show, with the schema of each."""
    resource = resource_of(operation.path)
    try:
        schema = schemas.shown(operation.success.json_schema)
    except UnusableError:
        return
    for field in islice(body_fields(schema), _FIELDS):
        about, name = _owner_and_name(resource, field.path)
        if name:
            yield f"{about}.{name}", field.schema


class AnsweredBodies:
    """What calls have answered since something new was last learned: the same again teaches nothing."""

    def __init__(self) -> None:
        self._bodies: set[tuple[str, str, int]] = set()
        self._knowledge: object = None

    def is_repeated(self, call: RestCall, body: bytes, knowledge: object) -> bool:
        """Whether an answer about the same entry was the same; it is known from now on."""
        if knowledge != self._knowledge or len(self._bodies) >= _REMEMBERED:
            self._knowledge = knowledge
            self._bodies.clear()
        above = "/".join([str(each.value) for each in call.arguments if each.where == "path"])
        answer = call.coordinate, above, hash(body)
        known = answer in self._bodies
        self._bodies.add(answer)
        return known


class ShownVocabulary:
    """The coordinates that answers of an API may show."""

    def __init__(self, operations: Iterable[RestOperation], schemas: Schemas) -> None:
        self._by_owner: dict[tuple[str, str], dict[str, None]] = {}
        self._by_name: dict[str, dict[str, None]] = {}
        for operation in operations:
            resource = resource_of(operation.path)
            for name in USUAL_KEYS:
                self._add(resource, name)
            for coordinate, _ in shown_coordinates(operation, schemas):
                self._add(*coordinate.split(".", 1))

    def _add(self, resource: str, name: str) -> None:
        coordinate = f"{resource}.{name}"
        self._by_owner.setdefault((resource, same(name)), {})[coordinate] = None
        self._by_name.setdefault(same(name), {})[coordinate] = None

    def of(self, owner: str, name: str) -> list[str]:
        """The coordinates of a member of this name, however it is spelt, of one kind of thing."""
        return list(self._by_owner.get((owner, same(name)), ()))

    def named(self, name: str) -> list[str]:
        """The coordinates of members of this name, whatever they belong to."""
        return list(self._by_name.get(same(name), ()))

    def keys_of(self, owner: str) -> list[str]:
        """What tells things of one kind from each other, the likeliest first."""
        return [coordinate for name in USUAL_KEYS for coordinate in self.of(owner, name)]


def referred(name: str) -> tuple[str, str]:
    """The thing and the key that a name speaks of: ``bookId`` → ``book``, ``id``; empty where it is no reference."""
    spoken = words(name)
    if len(spoken) > 1 and spoken[-1] in {*KEY_WORDS, *USUAL_KEYS}:
        return "".join(spoken[:-1]), spoken[-1]
    return "", ""


def _owner_and_name(resource: str, path: tuple[str, ...]) -> tuple[str, str]:
    steps = [step for step in path if step != "[]"]
    if not steps:
        return resource, ""
    for step in steps[:-1]:
        resource = resource if same(step) in _HOLDERS else same(step)
    return resource, steps[-1]
