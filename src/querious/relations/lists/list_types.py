"""Where the rows of a list stand in what a field gives: a bare list, or a connection with edges, nodes or items."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from graphql import get_named_type, is_composite_type, is_list_type, is_non_null_type, is_union_type

from querious.answers.pages import ROWS, PageMember, member_of
from querious.text.words import words

if TYPE_CHECKING:
    from graphql import GraphQLField

    from querious.relations.schema_types import SchemaTypes

Path: TypeAlias = tuple[str, ...]
"""Names of fields or of arguments, one inside the other."""

_INFO: Final = frozenset(("page", "info", "meta", "paging", "pagination", "metadata", "cursor"))
_FLAGS: Final = frozenset((PageMember.NEXT, PageMember.PREVIOUS))
_NUMBERS: Final = frozenset((PageMember.TOTAL, PageMember.COUNT))
_NEXT_PAGE: Final = (("next",), ("next", "page"))
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
    told: tuple[tuple[str, Path], ...] = ()
    """What the container tells about the page, by the names of this module, with the way to it."""
    mixed: bool = False
    """Whether rows are of a union: of kinds that have nothing in common."""

    @property
    def composite(self) -> bool:
        """Whether rows stand inside a container."""
        return bool(self.container)


def listing(types: SchemaTypes, field: GraphQLField) -> ListType | None:
    """How a field gives rows that are objects; None for one that does not."""
    found = _listing(types, field)
    return found and found._replace(mixed=is_union_type(types.schema.type_map[found.row]))


def _listing(types: SchemaTypes, field: GraphQLField) -> ListType | None:
    kind, named = bare(field.type), get_named_type(field.type)
    if not is_composite_type(named):
        return None
    if is_list_type(kind):
        return None if is_list_type(bare(kind.of_type)) else ListType(named.name, "")
    fields = types.plain(named.name)
    told = tuple(_told(types, fields))
    rows = _rows(types, named.name, fields, told)
    if not rows:
        return None
    row = get_named_type(fields[rows].type).name
    inside = types.fields(row)
    if "node" in inside and (rows == "edges" or "cursor" in inside):
        node = get_named_type(inside["node"].type)
        if not is_composite_type(node) or is_list_type(bare(inside["node"].type)):
            return None
        return ListType(node.name, named.name, rows, row, "node", "cursor" if "cursor" in inside else "", told)
    return ListType(row, named.name, rows, told=told)


def bare(kind: Any) -> Any:
    """A type, whether it may be null or not."""
    return kind.of_type if is_non_null_type(kind) else kind


def _rows(
    types: SchemaTypes, typename: str, fields: dict[str, GraphQLField], told: tuple[tuple[str, Path], ...]
) -> str:
    """The field that holds the list, where the type is there to hold one; empty for any other type."""
    lists = [
        name
        for name, field in fields.items()
        if is_list_type(bare(field.type)) and is_composite_type(get_named_type(field.type))
    ]
    if "edges" in lists:
        return "edges"
    spoken = words(typename)
    if types.identifier(typename) or (not told and (not spoken or spoken[-1] not in _ENDINGS)):
        return ""
    usual = [name for name in ROWS if name in lists]
    if usual:
        return usual[0]
    return lists[0] if len(lists) == 1 and told else ""


def _told(types: SchemaTypes, fields: dict[str, GraphQLField]) -> list[tuple[str, Path]]:
    """What is told about the page, beside the rows or one object further in."""
    found: dict[str, Path] = {}
    for name, field in fields.items():
        kind = _meaning(name, field)
        if kind:
            found.setdefault(kind, (name,))
    for name, field in fields.items():
        named = get_named_type(field.type)
        if is_composite_type(named) and not is_list_type(bare(field.type)) and _INFO & set(words(name)):
            for inner, definition in types.plain(named.name).items():
                kind = _meaning(inner, definition)
                if kind:
                    found.setdefault(kind, (name, inner))
    if PageMember.TOTAL in found:
        found.pop(PageMember.COUNT, None)
    return list(found.items())


def _meaning(name: str, field: GraphQLField) -> str:
    meaning, kind = member_of(name), bare(field.type)
    named = str(getattr(kind, "name", ""))
    if named == "Boolean":
        return meaning if meaning in _FLAGS else ""
    if named in {"Int", "Float"} or "Int" in named:
        if words(name) in _NEXT_PAGE:
            return "" if is_non_null_type(field.type) else PageMember.NEXT
        return meaning if meaning in _NUMBERS else ""
    if not named or is_composite_type(kind) or meaning in _FLAGS | _NUMBERS:
        return ""
    return meaning or ""
