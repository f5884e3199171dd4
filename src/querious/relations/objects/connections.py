"""Which objects a field gives, be it one, a list or a connection, and whether these are all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from graphql import Undefined, is_composite_type

from querious.answers.pages import sorts
from querious.model import Field
from querious.model.defaults import default_of
from querious.model.shape import runtime_shape
from querious.relations.answer_objects import identity
from querious.relations.objects.names import limits
from querious.relations.objects.selections import identifier_selection
from querious.relations.schema_types import is_leaf, is_list, type_name

if TYPE_CHECKING:
    from graphql import GraphQLField

    from querious.model import FieldShape, ObjectShape, Selection
    from querious.relations.schema_types import SchemaTypes


class ConnectionType(NamedTuple):
    """The fields of a connection type, empty where it has none such."""

    nodes: str
    """The field that lists the objects themselves."""
    edges: str
    node: str
    """The field of an edge that holds the object."""
    total: str
    pages: str
    """The field of the type that has ``hasNextPage``."""


def connection_of(types: SchemaTypes, typename: str) -> ConnectionType | None:
    """The type as a connection; None if it is none."""
    fields = types.plain(typename)
    nodes = next((name for name in ("nodes", "items", "results") if _is_list_of_objects(fields.get(name))), "")
    total = next((name for name in ("totalCount", "total", "count") if type_name(fields.get(name)) == "Int"), "")
    edges = node = pages = ""
    held = types.fields(type_name(fields.get("edges"))).get("node")
    if held is not None and is_composite_type(types.schema.type_map.get(type_name(held))):
        edges, node = "edges", "node"
    if "hasNextPage" in types.fields(type_name(fields.get("pageInfo"))):
        pages = "pageInfo"
    if (pages and nodes) or (node and (pages or total)):
        return ConnectionType(nodes, edges, node, total, pages)
    return None


def _is_list_of_objects(field: GraphQLField | None) -> bool:
    return field is not None and is_list(field.type) and not is_leaf(field)


def element_of(types: SchemaTypes, field: GraphQLField) -> str:
    """The type of the objects that a field gives."""
    kind = type_name(field)
    connection = connection_of(types, kind)
    if connection is None:
        return kind
    if connection.nodes:
        return type_name(types.fields(kind)[connection.nodes])
    edge = type_name(types.fields(kind)[connection.edges])
    return type_name(types.fields(edge)[connection.node])


def members(types: SchemaTypes, field: GraphQLField) -> list[Selection]:
    """What to select below a field so that ``listed`` can tell which objects it gives; empty where nothing tells."""
    kind = type_name(field)
    connection = connection_of(types, kind)
    inner = identifier_selection(types, element_of(types, field))
    if connection is None or not inner:
        return inner
    chosen = of_each(types, field, inner)
    if connection.total:
        chosen.append(Field(kind, connection.total))
    if connection.pages:
        page = type_name(types.fields(kind)[connection.pages])
        chosen.append(Field(kind, connection.pages, children=[Field(page, "hasNextPage")]))
    return chosen


def of_each(types: SchemaTypes, field: GraphQLField, inner: list[Selection]) -> list[Selection]:
    """What to select below a field so that this is selected of each of its objects."""
    kind = type_name(field)
    connection = connection_of(types, kind)
    if connection is None:
        return inner
    if connection.nodes:
        return [Field(kind, connection.nodes, children=inner)]
    edge = type_name(types.fields(kind)[connection.edges])
    return [Field(kind, connection.edges, children=[Field(edge, connection.node, children=inner)])]


def is_many(types: SchemaTypes, field: GraphQLField) -> bool:
    """Whether a field gives any number of objects: a list or a connection."""
    return is_list(field.type) or connection_of(types, type_name(field)) is not None


def gives_all(field: GraphQLField, but: str = "") -> bool:
    """Whether nothing but the argument ``but`` decides which objects a field gives when no other argument is given."""
    for name, argument in field.args.items():
        if name == but or sorts(name):
            continue
        if limits(name):
            if is_list(field.type):
                return False
            continue  # a connection tells by itself whether there is more
        if default_of(argument) not in (Undefined, None):
            return False
    return True


def listed(types: SchemaTypes, field: FieldShape, value: Any) -> list[str] | None:
    """Identifiers of all objects that a field gave; None where these are not known, or not known to be all."""
    if value is None:
        return []
    if field.child is None:
        return None
    if isinstance(value, list):
        return _identifiers(types, field, value)
    shape = runtime_shape(field.child, value)
    if shape is None:
        return None
    connection = connection_of(types, shape.typename)
    if connection is None:
        return _identifiers(types, field, [value])
    nodes, edges = page_lists(types, shape, value, connection)
    objects = edges if nodes is None else nodes
    return objects if _is_last_page(shape, value, connection, objects) else None


def _is_last_page(
    shape: ObjectShape, value: dict[str, Any], connection: ConnectionType, objects: list[str] | None
) -> bool:
    """Whether a connection says that there are no other objects: by its page info, else by its total."""
    pages = _value_of(shape, value, connection.pages)
    if isinstance(pages, dict) and pages.get("hasNextPage") is not None:
        return pages["hasNextPage"] is False
    return objects is not None and _value_of(shape, value, connection.total) == len(objects)


def page_lists(
    types: SchemaTypes, shape: ObjectShape, value: dict[str, Any], connection: ConnectionType
) -> tuple[list[str] | None, list[str] | None]:
    """The objects of a page by its nodes, and by its edges; None for what was not asked for or cannot be told."""
    nodes = shape.plain_field(connection.nodes)
    edges = shape.plain_field(connection.edges)
    return (
        _identifiers(types, nodes, value.get(nodes.key)) if nodes else None,
        _identifiers_in_edges(types, edges, value.get(edges.key), connection.node) if edges else None,
    )


def _value_of(shape: ObjectShape, value: dict[str, Any], name: str) -> Any:
    field = shape.plain_field(name)
    return value.get(field.key) if field else None


def _identifiers_in_edges(types: SchemaTypes, field: FieldShape, edges: Any, name: str) -> list[str] | None:
    if not isinstance(edges, list):
        return None
    found: list[str] = []
    for edge in edges:
        shape = runtime_shape(field.child, edge)
        node = shape.plain_field(name) if shape else None
        if node is None:
            continue
        known = _identifiers(types, node, [edge.get(node.key)])
        if known is None:
            return None
        found += known
    return found


def _identifiers(types: SchemaTypes, field: FieldShape, items: Any) -> list[str] | None:
    """Nulls are left out; None where an object has no identifier, or this is no list."""
    if not isinstance(items, list):
        return None
    found = []
    for item in items:
        if item is None:
            continue
        shape = runtime_shape(field.child, item)
        identifier = identity(types, shape, item) if shape else None
        if shape is None or identifier is None:
            return None
        found.append(f"{shape.typename} {identifier}")
    return found
