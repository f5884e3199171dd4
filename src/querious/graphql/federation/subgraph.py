"""What the SDL of a subgraph says of its entities, in both versions of Apollo Federation.

Version 1 knows its directives by fixed names. Version 2 imports them with ``@link``, which may give them other names;
what is not imported is written with a prefix: ``@federation__key``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from graphql import (
    BooleanValueNode,
    GraphQLSyntaxError,
    InterfaceTypeDefinitionNode,
    InterfaceTypeExtensionNode,
    ListValueNode,
    ObjectTypeDefinitionNode,
    ObjectTypeExtensionNode,
    ObjectValueNode,
    SchemaDefinitionNode,
    SchemaExtensionNode,
    Source,
    StringValueNode,
    get_named_type,
    parse,
)

from querious.graphql.federation.field_sets import coordinates, read_field_set
from querious.graphql.schema.definitions import parts_of
from querious.model import Field, Operation
from querious.model.definitions import fields_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from graphql import DocumentNode, GraphQLSchema, Node

    from querious.graphql.federation.field_sets import FieldSet
    from querious.model import JSON

SERVICE: Final = "_service"
ENTITIES: Final = "_entities"
ANY: Final = "_Any"
_FEDERATION: Final = re.compile(r"/federation/v2\b")
_TYPES: Final = (
    ObjectTypeDefinitionNode,
    ObjectTypeExtensionNode,
    InterfaceTypeDefinitionNode,
    InterfaceTypeExtensionNode,
)
_INTERFACES: Final = (InterfaceTypeDefinitionNode, InterfaceTypeExtensionNode)


class EntityKey(NamedTuple):
    """One ``@key`` of a type."""

    text: str
    """As it is written."""
    fields: FieldSet
    resolvable: bool = True
    """Whether this subgraph finds entities by it."""


@dataclass(frozen=True, slots=True)
class Entity:
    """A type that subgraphs share, and by what its objects are known."""

    typename: str
    keys: tuple[EntityKey, ...]
    requires: dict[str, FieldSet] = field(default_factory=dict)
    """Fields that are worked out from others which a router has to bring, and these."""
    external: frozenset[str] = frozenset()
    """Fields that another subgraph has the values of."""
    is_interface: bool = False

    @property
    def resolvable(self) -> tuple[EntityKey, ...]:
        """The keys by which this subgraph finds it."""
        return tuple(key for key in self.keys if key.resolvable)


@dataclass(frozen=True, slots=True)
class Subgraph:
    """One service behind a router."""

    sdl: str
    entities: dict[str, Entity] = field(default_factory=dict)
    external: frozenset[str] = frozenset()
    """``Type.field`` that it cannot answer by itself: of other subgraphs, or worked out from what these have."""
    problem: str = ""
    """Why the SDL cannot be read; empty if it can."""
    unread: tuple[str, ...] = ()
    """Keys that are written as no set of fields."""

    @property
    def known_together(self) -> frozenset[str]:
        """Entities that no field tells apart by itself: every key has several."""
        return frozenset(
            name
            for name, entity in self.entities.items()
            if all(len(key.fields) > 1 or key.fields[0].below for key in entity.keys)
        )


def serves_sdl(schema: GraphQLSchema) -> bool:
    """Whether a schema has ``_service { sdl }``."""
    query = schema.query_type
    service = fields_of(schema, query.name).get(SERVICE) if query is not None else None
    return service is not None and "sdl" in fields_of(schema, get_named_type(service.type).name)


def sdl_operation(root: str) -> Operation:
    """Asks a subgraph for its SDL."""
    return Operation("query", "", root, [Field(root, SERVICE, children=[Field("_Service", "sdl")])])


def sdl_in(payload: JSON) -> str:
    """The SDL in an answer to that; empty where there is none."""
    data = payload.get("data") if isinstance(payload, dict) else None
    service = data.get(SERVICE) if isinstance(data, dict) else None
    sdl = service.get("sdl") if isinstance(service, dict) else None
    return sdl if isinstance(sdl, str) else ""


def serves_entities(schema: GraphQLSchema) -> bool:
    """Whether a schema has ``_entities(representations:)``."""
    query = schema.query_type
    entities = fields_of(schema, query.name).get(ENTITIES) if query is not None else None
    return entities is not None and "representations" in entities.args


def read_subgraph(sdl: str, schema: GraphQLSchema) -> Subgraph:
    """Read what it says of entities; with its ``problem`` where it is no SDL."""
    try:
        document = parse(Source(sdl, "_service.sdl"))
    except GraphQLSyntaxError as error:
        return Subgraph(sdl, problem=error.message.removeprefix("Syntax Error: "))
    except RecursionError:
        return Subgraph(sdl, problem="It is nested too deeply.")
    names = _Names(document)
    types: dict[str, list[Any]] = {}
    for node in document.definitions:
        if isinstance(node, _TYPES):
            types.setdefault(node.name.value, []).append(node)
    entities: dict[str, Entity] = {}
    unread: list[str] = []
    outside: set[str] = set()
    for typename, nodes in types.items():
        keys = tuple(_keys(nodes, names, unread))
        requires = dict(_requires(nodes, names))
        external = frozenset(_external(nodes, names))
        if keys:
            is_interface = any(isinstance(node, _INTERFACES) for node in nodes)
            entities[typename] = Entity(typename, keys, requires, external, is_interface)
        outside.update(f"{typename}.{name}" for name in (*external, *requires))
    of_keys = {
        coordinate
        for entity in entities.values()
        for key in entity.keys
        for coordinate in coordinates(schema, entity.typename, key.fields)
    }
    return Subgraph(sdl, entities, frozenset(outside - of_keys), unread=tuple(unread))


class _Names:
    """What the directives of federation are called in one document."""

    def __init__(self, document: DocumentNode) -> None:
        self._imported: dict[str, set[str]] = {}
        self._prefix = "federation"
        for node in document.definitions:
            if isinstance(node, SchemaDefinitionNode | SchemaExtensionNode):
                for directive in parts_of(node, "directives"):
                    self._read(directive)

    def _read(self, directive: Any) -> None:
        given = {argument.name.value: argument.value for argument in parts_of(directive, "arguments")}
        url = given.get("url")
        if not isinstance(url, StringValueNode) or not _FEDERATION.search(url.value):
            return
        if isinstance(given.get("as"), StringValueNode):
            self._prefix = given["as"].value
        imported = given.get("import")
        for item in imported.values if isinstance(imported, ListValueNode) else ():
            name, local = _imported(item)
            self._imported.setdefault(name, set()).add(local)

    def of(self, name: str) -> set[str]:
        """The names under which a directive may stand; its own too, unless it was imported under another."""
        return self._imported.get(name, {name}) | {f"{self._prefix}__{name}"}


def _imported(item: Any) -> tuple[str, str]:
    """The name of what is imported, and what it is called here; both without ``@``."""
    if isinstance(item, StringValueNode):
        return item.value.lstrip("@"), item.value.lstrip("@")
    values = {part.name.value: part.value for part in item.fields} if isinstance(item, ObjectValueNode) else {}
    texts = {name: value.value.lstrip("@") for name, value in values.items() if isinstance(value, StringValueNode)}
    name = texts.get("name", "")
    return name, texts.get("as", name)


def _named(node: Node, names: set[str]) -> Iterator[dict[str, Any]]:
    """The arguments of each directive of one of these names."""
    for directive in parts_of(node, "directives"):
        if directive.name.value in names:
            yield {argument.name.value: argument.value for argument in parts_of(directive, "arguments")}


def _keys(nodes: Sequence[Node], names: _Names, unread: list[str]) -> Iterator[EntityKey]:
    for node in nodes:
        for given in _named(node, names.of("key")):
            text = given["fields"].value if isinstance(given.get("fields"), StringValueNode) else ""
            fields = read_field_set(text)
            resolvable = given.get("resolvable")
            if not fields:
                unread.append(f'@key(fields: "{text}")')
                continue
            is_resolvable = not isinstance(resolvable, BooleanValueNode) or resolvable.value
            yield EntityKey(text, fields, is_resolvable)


def _requires(nodes: Sequence[Node], names: _Names) -> Iterator[tuple[str, FieldSet]]:
    for node in nodes:
        for one in parts_of(node, "fields"):
            for given in _named(one, names.of("requires")):
                text = given["fields"].value if isinstance(given.get("fields"), StringValueNode) else ""
                yield one.name.value, read_field_set(text) or ()


def _external(nodes: Sequence[Node], names: _Names) -> Iterator[str]:
    for node in nodes:
        all_of_them = any(True for _ in _named(node, names.of("external")))
        for one in parts_of(node, "fields"):
            if all_of_them or any(True for _ in _named(one, names.of("external"))):
                yield one.name.value
