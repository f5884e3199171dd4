"""Which objects a field gives, be it one, a list or a connection, and whether these are all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from graphql import Undefined, get_named_type, is_composite_type

from querious.answers.pages import sorts
from querious.model.defaults import default_of
from querious.relations.answer_objects import identity
from querious.relations.objects.names import limits
from querious.relations.objects.selections import identifier_selection, plain_field

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
    edge = _kind(fields.get("edges"))
    node = "node" if is_composite_type(types.schema.type_map.get(_kind(types.fields(edge).get("node")))) else ""
    nodes = next((name for name in ("nodes", "items", "results") if _is_list_of_objects(types, fields.get(name))), "")
    pages = "pageInfo" if "hasNextPage" in types.fields(_kind(fields.get("pageInfo"))) else ""
    total = next((name for name in ("totalCount", "total", "count") if _kind(fields.get(name)) == "Int"), "")
    if not (nodes or node) or not (pages or (total and node)):
        return None
    return ConnectionType(nodes, "edges" if node else "", node, total, pages)


def _kind(field: GraphQLField | None) -> str:
    return get_named_type(field.type).name if field else ""


def _is_list_of_objects(types: SchemaTypes, field: GraphQLField | None) -> bool:
    return field is not None and is_composite_type(types.schema.type_map.get(_kind(field))) and "[" in str(field.type)


def element_of(types: SchemaTypes, field: GraphQLField) -> str:
    """The type of the objects that a field gives."""
    kind = _kind(field)
    found = connection_of(types, kind)
    if found is None:
        return kind
    if found.nodes:
        return _kind(types.fields(kind)[found.nodes])
    return _kind(types.fields(_kind(types.fields(kind)[found.edges]))[found.node])


def members(types: SchemaTypes, field: GraphQLField) -> list[Selection]:
    """What to select below a field so that ``listed`` can tell which objects it gives; empty where nothing tells."""
    kind = _kind(field)
    found = connection_of(types, kind)
    inner = identifier_selection(types, element_of(types, field))
    if found is None or not inner:
        return inner
    chosen = wrapped(types, field, inner)
    if found.total:
        chosen.append(plain_field(kind, found.total))
    if found.pages:
        page = _kind(types.fields(kind)[found.pages])
        chosen.append(plain_field(kind, found.pages, [plain_field(page, "hasNextPage")]))
    return chosen


def wrapped(types: SchemaTypes, field: GraphQLField, inner: list[Selection]) -> list[Selection]:
    """What to select below a field so that this is selected of each of its objects."""
    kind = _kind(field)
    found = connection_of(types, kind)
    if found is None:
        return inner
    if found.nodes:
        return [plain_field(kind, found.nodes, inner)]
    edge = _kind(types.fields(kind)[found.edges])
    return [plain_field(kind, found.edges, [plain_field(edge, found.node, inner)])]


def is_many(types: SchemaTypes, field: GraphQLField) -> bool:
    """Whether a field gives any number of objects: a list or a connection."""
    return "[" in str(field.type) or connection_of(types, _kind(field)) is not None


def whole(field: GraphQLField, but: str = "") -> bool:
    """Whether nothing but the argument ``but`` decides which objects a field gives when no other argument is given."""
    for name, argument in field.args.items():
        if name == but or sorts(name) or (limits(name) and "[" not in str(field.type)):
            continue  # a connection tells by itself whether there is more
        if limits(name) or default_of(argument) not in (Undefined, None):
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
    shape = field.child.runtime(value) if isinstance(value, dict) else None
    if shape is None:
        return None
    found = connection_of(types, shape.typename)
    return _identifiers(types, field, [value]) if found is None else _page(types, shape, value, found)


def _page(types: SchemaTypes, shape: ObjectShape, value: dict[str, Any], found: ConnectionType) -> list[str] | None:
    """The objects of a connection that has no more of them."""
    nodes, edges = page_lists(types, shape, value, found)
    objects = edges if nodes is None else nodes
    _, pages = _below(shape, value, found.pages)
    _, total = _below(shape, value, found.total)
    more = pages.get("hasNextPage") if isinstance(pages, dict) else None
    complete = more is False if more is not None else objects is not None and total == len(objects)
    return objects if complete else None


def page_lists(
    types: SchemaTypes, shape: ObjectShape, value: dict[str, Any], found: ConnectionType
) -> tuple[list[str] | None, list[str] | None]:
    """The objects of a page by its nodes, and by its edges; None for what was not asked for or cannot be told."""
    return (
        _identifiers(types, *_below(shape, value, found.nodes)),
        _edges(types, *_below(shape, value, found.edges), found.node),
    )


def _below(shape: ObjectShape, value: dict[str, Any], name: str) -> tuple[FieldShape | None, Any]:
    """A field of an object that was asked without arguments, and its value."""
    coordinate = f"{shape.typename}.{name}"
    field = next((one for one in shape.fields.values() if one.coordinate == coordinate and not one.arguments), None)
    return field, value.get(field.key) if field else None


def _edges(types: SchemaTypes, field: FieldShape | None, edges: Any, name: str) -> list[str] | None:
    if field is None or field.child is None or not isinstance(edges, list):
        return None
    found: list[str] = []
    for edge in edges:
        shape = field.child.runtime(edge) if isinstance(edge, dict) else None
        node, value = _below(shape, edge, name) if shape else (None, None)
        known = _identifiers(types, node, [value]) if node else []
        if known is None:
            return None
        found += known
    return found


def _identifiers(types: SchemaTypes, field: FieldShape | None, items: Any) -> list[str] | None:
    """Nulls are left out; None where an object has no identifier, or this is no list."""
    if field is None or field.child is None or not isinstance(items, list):
        return None
    found = []
    for item in items:
        shape = field.child.runtime(item) if isinstance(item, dict) else None
        identifier = identity(types, shape.typename, shape, item) if shape else None
        if shape is not None and identifier is not None:
            found.append(f"{shape.typename} {identifier}")
        elif item is not None:
            return None
    return found
