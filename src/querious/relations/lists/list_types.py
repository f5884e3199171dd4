"""Where the rows of a list stand in what a field gives: a bare list, or a connection with edges, nodes or items."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from graphql import is_non_null_type, is_union_type

from querious.answers.pages import ROWS, PageMember, member_of
from querious.relations.schema_types import is_leaf, is_list, nullable, type_name
from querious.text.words import words

if TYPE_CHECKING:
    from graphql import GraphQLField

    from querious.relations.schema_types import SchemaTypes

NamePath: TypeAlias = tuple[str, ...]
"""Names of fields or of arguments, one inside the other."""

_INFO: Final = frozenset(("page", "info", "meta", "paging", "pagination", "metadata", "cursor"))
_FLAGS: Final = frozenset((PageMember.NEXT, PageMember.PREVIOUS))
_NUMBERS: Final = frozenset((PageMember.TOTAL, PageMember.COUNT))
_CURSORS: Final = frozenset((PageMember.START, PageMember.END))
_ENDINGS: Final = frozenset(("connection", "page", "list", "result", "collection", "payload", "response", "paginated"))
"""Last words of the names of types that are there to hold a list."""


class ListType(NamedTuple):
    """How a field gives rows."""

    row: str
    """The declared type of a row."""
    container: str
    """The type that holds the list; empty for a bare list."""
    rows: str = ""
    """The field of the container that holds the list."""
    edge: str = ""
    """The type of an edge, where the rows stand in edges."""
    node: str = ""
    """The field of an edge that holds the row."""
    cursor: str = ""
    """The field of an edge that holds its cursor."""
    page_info: tuple[tuple[PageMember, NamePath], ...] = ()
    """What the container tells about the page, with the path to it."""
    mixed: bool = False
    """Whether rows are of a union: of kinds that have nothing in common."""


def list_type_of(types: SchemaTypes, field: GraphQLField) -> ListType | None:
    """How a field gives rows that are objects; None for one that does not."""
    if is_leaf(field):
        return None
    if not is_list(field.type):
        found = _container(types, type_name(field))
    elif is_list(nullable(field.type).of_type):
        found = None
    else:
        found = ListType(type_name(field), "")
    return found and found._replace(mixed=is_union_type(types.schema.type_map[found.row]))


def _container(types: SchemaTypes, typename: str) -> ListType | None:
    """A type that is there to hold a list; None for any other."""
    fields = types.plain(typename)
    info = _page_info(types, fields)
    rows = _rows(types, typename, fields, paged=bool(info))
    if not rows:
        return None
    row = type_name(fields[rows])
    inside = types.fields(row)
    if "node" not in inside or (rows != "edges" and "cursor" not in inside):
        return ListType(row, typename, rows, page_info=info)
    if is_leaf(inside["node"]) or is_list(inside["node"].type):
        return None
    cursor = "cursor" if "cursor" in inside else ""
    return ListType(type_name(inside["node"]), typename, rows, row, "node", cursor, info)


def _rows(types: SchemaTypes, typename: str, fields: dict[str, GraphQLField], *, paged: bool) -> str:
    """The field that holds the list, where the type is there to hold one; empty for any other type."""
    lists = [name for name, field in fields.items() if is_list(field.type) and not is_leaf(field)]
    if "edges" in lists:
        return "edges"
    if types.identifier(typename):
        return ""
    if not paged and _ENDINGS.isdisjoint(words(typename)[-1:]):
        return ""
    for name in ROWS:
        if name in lists:
            return name
    return lists[0] if len(lists) == 1 and paged else ""


def _page_info(types: SchemaTypes, fields: dict[str, GraphQLField]) -> tuple[tuple[PageMember, NamePath], ...]:
    """What is told about the page, beside the rows or one object further in."""
    found: dict[PageMember, NamePath] = {}
    for name, field in fields.items():
        meaning = _meaning(name, field)
        if meaning:
            found.setdefault(meaning, (name,))
    for name, field in fields.items():
        if is_leaf(field) or is_list(field.type) or _INFO.isdisjoint(words(name)):
            continue
        for inner, inner_field in types.plain(type_name(field)).items():
            meaning = _meaning(inner, inner_field)
            if meaning:
                found.setdefault(meaning, (name, inner))
    if PageMember.TOTAL in found:
        found.pop(PageMember.COUNT, None)
    return tuple(found.items())


def _meaning(name: str, field: GraphQLField) -> PageMember | None:
    """What a field tells about a page; None for any other field."""
    if is_list(field.type) or not is_leaf(field):
        return None
    meaning, scalar = member_of(name), type_name(field)
    if scalar == "Boolean":
        return meaning if meaning in _FLAGS else None
    if scalar == "Float" or "Int" in scalar:
        if words(name) in {("next",), ("next", "page")}:
            return None if is_non_null_type(field.type) else PageMember.NEXT
        return meaning if meaning in _NUMBERS else None
    return meaning if meaning in _CURSORS else None
