"""Which objects a field gives, be it one, a list or a connection, and whether these are all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graphql import Undefined

from querious.answers.pages import PageMember, sorts
from querious.model.defaults import default_of
from querious.relations.lists.list_types import given_type, list_type_of
from querious.relations.lists.pages import begins_inside
from querious.relations.lists.rows import in_container, row_of
from querious.relations.objects.names import limits
from querious.relations.objects.selections import identifier_selection

if TYPE_CHECKING:
    from graphql import GraphQLField

    from querious.model import FieldShape, Selection
    from querious.relations.answer_objects import AnsweredField
    from querious.relations.lists.list_types import ListType
    from querious.relations.schema_types import SchemaTypes


def members(types: SchemaTypes, coordinate: str) -> list[Selection]:
    """What to select below a field so that ``given_objects`` can tell which it gives; empty where nothing tells."""
    inner = identifier_selection(types, given_type(types, coordinate))
    return list_type_of(types, coordinate).select(types, inner) if inner else []


def chooses_by_default(field: GraphQLField, but: str = "") -> bool:
    """Whether an argument that is left out decides by its default which objects there are; ``but`` is not left out."""
    choosing = [name for name in field.args if name != but and not limits(name) and not sorts(name)]
    return any(default_of(field.args[name]) not in (Undefined, None) for name in choosing)


def gives_all(types: SchemaTypes, coordinate: str, but: str = "") -> bool:
    """Whether nothing but the argument ``but`` decides which objects a field gives when no other argument is given.

    A connection that is cut short tells by itself whether there is more.
    """
    field, list_type = types.field(coordinate), list_type_of(types, coordinate)
    if field is None or chooses_by_default(field, but):
        return False
    limited = [name for name in field.args if name != but and limits(name) and not sorts(name)]
    return not limited or not list_type.row or list_type.tells_end


def given_objects(types: SchemaTypes, answered: AnsweredField) -> list[str] | None:
    """Identifiers of all objects that a field gave; None where these are not known, or not known to be all."""
    if answered.value is None:
        return []
    list_type = list_type_of(types, answered.coordinate)
    field, items, page_info = in_container(list_type, answered)
    objects = objects_in_list(types, list_type, field, items)
    if begins_inside(types, answered.coordinate, answered.arguments):
        return None
    if objects is None or not list_type.container:
        return objects
    total = page_info.get(PageMember.TOTAL, page_info.get(PageMember.COUNT))
    is_last = page_info.get(PageMember.NEXT) is False or (PageMember.NEXT not in page_info and total == len(objects))
    return objects if is_last else None


def objects_in_list(types: SchemaTypes, list_type: ListType, field: FieldShape, value: Any) -> list[str] | None:
    """Identifiers of the objects of a list, or of a single object; nulls are left out. None where one has none."""
    if field.child is None or (list_type.row and not isinstance(value, list)):
        return None
    items = value if isinstance(value, list) else [value]
    rows = [row_of(types, list_type, field, item) for item in items]
    objects = [row for row in rows if row.value is not None]
    return [row.key for row in objects] if all(row.identified for row in objects) else None
