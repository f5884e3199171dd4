"""The answers of REST as objects: shapes along which they are compared, mined and told, as those of GraphQL are.

What a type is called comes from paths and names of members alone: ``book`` for the rows of ``/books`` and for what
``/books/{id}`` gives, ``GET /books`` for the object around rows, which has no key. So undocumented answers are read
like documented ones, and both versions of a service alike.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qsl

from graphql import GraphQLList, GraphQLScalarType

from querious.answers.identity import identifier
from querious.answers.pages import is_paging, sorts
from querious.model.shape import BODY, STATUS, FieldShape, ObjectShape
from querious.rest.cases.shown_values import holds_objects, inner_resource, resource_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from graphql import GraphQLOutputType

    from querious.model import JSON, Request, Value
    from querious.rest.openapi import RestOperation

_JSON: Final = GraphQLScalarType("JSON")
"""Of every value: what it really is, the value itself shows."""
_SENT_ALWAYS: Final = frozenset({"accept", "content-type"})


@lru_cache(maxsize=64)
def _type_of(depth: int) -> GraphQLOutputType:
    """The type of lists within lists, so many levels deep."""
    return GraphQLList(_type_of(depth - 1)) if depth else _JSON


def _depth(value: JSON) -> int:
    depth = 0
    while isinstance(value, list):
        depth += 1
        value = next((item for item in value if item is not None), None)
    return depth


class MemberShape(FieldShape):
    """A member of an object; its name may hold a dot, and so may the operation in its coordinate."""

    @property
    def name(self) -> str:
        """The key under which it stands; empty for the body as a whole."""
        return self.key


class _Position:
    """Where objects of one kind stand. ``bare`` is what an object is called that has no key of its own."""

    typename_key = ""

    def __init__(self, resource: str, bare: str = "") -> None:
        self.type = resource
        self.possible = frozenset((resource,))
        self._bare = bare or resource

    def runtime(self, value: dict[str, JSON]) -> ObjectShape:
        """See ``SelectionShape``: the members that the object shows."""
        members = tuple((name, _depth(member), holds_objects(member)) for name, member in value.items())
        return _object_shape(self.type, self._bare, members)


@lru_cache(maxsize=4_096)
def _object_shape(resource: str, bare: str, members: tuple[tuple[str, int, bool], ...]) -> ObjectShape:
    """Rows of a list look alike: the shape of each is made once."""
    leaves = {name: "JSON" for name, depth, holds in members if not depth and not holds}
    typename = resource if identifier(resource, leaves) else bare
    fields: dict[str, FieldShape] = {}
    for name, depth, holds in members:
        below = _Position(inner_resource(name, resource)) if holds else None
        fields[name] = MemberShape(name, f"{typename}.{name}", _type_of(depth), "JSON", below)
    return ObjectShape(typename, fields)


class AnswerShape:
    """The whole answer to one request."""

    typename_key = ""

    def __init__(self, request: Request, operation: RestOperation) -> None:
        path, _, query = request.path.partition("?")
        self.type = f"{request.method} {path}"
        self.possible = frozenset((self.type,))
        self._coordinate = str(operation)
        self._body = _Position(resource_of(operation.path) or self._coordinate, self._coordinate)
        sent = [(name, text) for name, text in request.headers.items() if name not in _SENT_ALWAYS]
        body = [(BODY, json.dumps(request.body, sort_keys=True, default=str))] if request.has_body else []
        self._arguments = (*parse_qsl(query, keep_blank_values=True), *sent, *body)

    def runtime(self, value: dict[str, JSON]) -> ObjectShape:
        """See ``SelectionShape``."""
        key = STATUS if STATUS in value else BODY
        body = value.get(key)
        below = self._body if holds_objects(body) else None
        member = MemberShape(key, self._coordinate, _type_of(_depth(body)), "JSON", below, self._arguments)
        return ObjectShape(self.type, {key: member})


class RestOrderPromises:
    """Where the operations of a description promise an order; see ``OrderPromises``."""

    def __init__(self, operations: Iterable[RestOperation]) -> None:
        self._by_default: set[str] = set()
        for operation in operations:
            if any(sorts(each.name) and each.keywords.get("default") is not None for each in operation.parameters):
                self._by_default.add(str(operation))

    def promised(self, coordinate: str, arguments: Sequence[tuple[str, Value]]) -> bool:
        """Whether an argument sorts or cuts into pages, or sorts by its default."""
        return coordinate in self._by_default or any(sorts(name) or is_paging(name) for name, _ in arguments)
