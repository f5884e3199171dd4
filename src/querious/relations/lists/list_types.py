"""Where the rows of a list stand in what a field gives: a bare list, or a connection with edges, nodes or items."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from graphql import get_named_type, is_abstract_type, is_non_null_type, is_union_type

from querious.answers.pages import ROWS, PageMember, member_of
from querious.model import Field
from querious.relations.schema_types import is_leaf, is_list, nullable, once, type_name
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from graphql import GraphQLField

    from querious.model import Selection
    from querious.relations.schema_types import SchemaTypes

NamePath: TypeAlias = tuple[str, ...]
"""Names of fields or of arguments, one inside the other."""

_INFO: Final = frozenset(("page", "info", "meta", "paging", "pagination", "metadata", "cursor"))
_FLAGS: Final = frozenset((PageMember.NEXT, PageMember.PREVIOUS))
_NUMBERS: Final = frozenset((PageMember.TOTAL, PageMember.COUNT))
_CURSORS: Final = frozenset((PageMember.START, PageMember.END))
_FILTERED: Final = frozenset(("filter", "filtered", "match", "matched", "matching", "found"))
_ENDINGS: Final = frozenset(("connection", "page", "list", "result", "collection", "payload", "response", "paginated"))
"""Last words of the names of types that are there to hold a list."""


class ListType(NamedTuple):
    """How a field gives rows; a field that gives none has an empty ``row``."""

    row: str = ""
    """The declared type of a row."""
    container: str = ""
    """The type that holds the list; empty for a bare list."""
    rows: str = ""
    """The field of the container that holds the list."""
    edge: str = ""
    """The type of an edge, where the rows stand in edges."""
    node: str = ""
    """The field of an edge that holds the row."""
    cursor: str = ""
    """The field of an edge that holds its cursor."""
    nodes: str = ""
    """The field of the container that lists the rows of the edges once more, without these."""
    page_info: tuple[tuple[PageMember, NamePath], ...] = ()
    """What the container tells about the page, with the path to it."""
    counts_filtered: bool = False
    """Whether the container tells the number of filtered rows by a name of its own: then its total is of all rows."""
    mixed: bool = False
    """Whether rows are of a union: of kinds that have nothing in common."""

    @property
    def total(self) -> NamePath:
        """Where the container tells the number of all rows; empty if nowhere."""
        told = dict(self.page_info)
        return told.get(PageMember.TOTAL) or told.get(PageMember.COUNT, ())

    @property
    def tells_end(self) -> bool:
        """Whether the container can tell if there are more rows than it holds."""
        return bool({PageMember.NEXT, *_NUMBERS}.intersection(dict(self.page_info)))

    def select(self, types: SchemaTypes, rows: list[Selection]) -> list[Selection]:
        """The selection of rows inside the connection that holds them, with what it tells about the page."""
        if not self.container:
            return rows
        page_info = nested(types, self.container, [path for _, path in self.page_info])
        if self.edge:
            cursor = [Field(self.edge, self.cursor)] if self.cursor else []
            rows = [*cursor, Field(self.edge, self.node, children=rows)]
        return [Field(self.container, self.rows, children=rows), *page_info]


@once
def list_type_of(types: SchemaTypes, coordinate: str) -> ListType:
    """How a field gives rows that are objects."""
    field = types.field(coordinate)
    if field is None or is_leaf(field):
        return ListType()
    found = container_of(types, type_name(field))
    if is_list(field.type):
        nested_list = is_list(nullable(field.type).of_type)
        found = ListType() if nested_list else ListType(type_name(field))
    return found._replace(mixed=is_union_type(types.schema.type_map.get(found.row)))


def given_type(types: SchemaTypes, coordinate: str) -> str:
    """The type of the objects that a field gives, be it one, a list or a connection."""
    return list_type_of(types, coordinate).row or type_name(types.field(coordinate))


@once
def container_of(types: SchemaTypes, typename: str) -> ListType:
    """A type that is there to hold a list."""
    fields = types.plain(typename)
    info = _page_info(types, fields)
    lists = [name for name, field in fields.items() if is_list(field.type) and not is_leaf(field)]
    rows = _rows(types, typename, lists, paged=bool(info))
    if not rows:
        return ListType()
    total = _total_named_after(rows, fields)
    if total and _NUMBERS.isdisjoint(dict(info)):
        info = (*info, (PageMember.TOTAL, (total,)))
    row = type_name(fields[rows])
    inside = types.fields(row)
    if "node" not in inside or (rows != "edges" and "cursor" not in inside):
        return ListType(row, typename, rows, page_info=info, counts_filtered=_counts_filtered(types, fields))
    if is_leaf(inside["node"]) or is_list(inside["node"].type):
        return ListType()
    node = type_name(inside["node"])
    nodes = [name for name in ROWS if name in lists and type_name(fields[name]) == node]
    cursor = "cursor" if "cursor" in inside else ""
    filtered = _counts_filtered(types, fields)
    return ListType(node, typename, rows, row, "node", cursor, next(iter(nodes), ""), info, filtered)


def _rows(types: SchemaTypes, typename: str, lists: list[str], *, paged: bool) -> str:
    """The field that holds the list, where the type is there to hold one; empty for any other type."""
    if "edges" in lists:
        return "edges"
    usual = [name for name in ROWS if name in lists]
    counted = any(_total_named_after(name, types.plain(typename)) for name in usual)
    holds_a_list = paged or counted or not _ENDINGS.isdisjoint(words(typename)[-1:])
    if types.identifier(typename) or not holds_a_list:
        return ""
    only = lists if paged and len(lists) == 1 else []
    return next(iter([*usual, *only]), "")


def _page_info(types: SchemaTypes, fields: dict[str, GraphQLField]) -> tuple[tuple[PageMember, NamePath], ...]:
    """What is told about the page, beside the rows or one object further in."""
    found: dict[PageMember, NamePath] = {}
    for path, field in _leaves_about_page(types, fields):
        meaning = _meaning(path[-1], field)
        if meaning:
            found.setdefault(meaning, path)
    if PageMember.TOTAL in found:
        found.pop(PageMember.COUNT, None)
    return tuple(found.items())


def _total_named_after(rows: str, fields: dict[str, GraphQLField]) -> str:
    """``totalDocs`` beside ``docs``, ``totalBooks`` beside ``books``; empty if there is none."""
    for name, field in fields.items():
        if words(name) == ("total", *words(rows)) and is_leaf(field) and is_number(type_name(field)):
            return name
    return ""


def _counts_filtered(types: SchemaTypes, fields: dict[str, GraphQLField]) -> bool:
    told = [path[-1] for path, field in _leaves_about_page(types, fields) if is_number(type_name(field))]
    return any(not _FILTERED.isdisjoint(words(name)) for name in told)


def _leaves_about_page(types: SchemaTypes, fields: dict[str, GraphQLField]) -> Iterator[tuple[NamePath, GraphQLField]]:
    """Leaves beside the rows, then those of objects that are named as if they told of the page."""
    single = {name: field for name, field in fields.items() if not is_list(field.type)}
    for name, field in single.items():
        yield (name,), field
    for name, field in single.items():
        if not _INFO.isdisjoint(words(name)):
            for inner, inner_field in types.plain(type_name(field)).items():
                yield (name, inner), inner_field


def _meaning(name: str, field: GraphQLField) -> PageMember | None:
    """What a field tells about a page; None for any other field."""
    if is_list(field.type) or not is_leaf(field):
        return None
    meaning, scalar = member_of(name), type_name(field)
    expected = _CURSORS
    if scalar == "Boolean":
        expected = _FLAGS
    elif is_number(scalar):
        expected = _NUMBERS
        if words(name) in {("next",), ("next", "page")} and not is_non_null_type(field.type):
            return PageMember.NEXT
    return meaning if meaning in expected else None


def is_number(scalar: str) -> bool:
    """Whether a scalar of this name holds numbers that can count rows."""
    return scalar == "Float" or "Int" in scalar


def nested(types: SchemaTypes, typename: str, paths: Sequence[NamePath]) -> list[Selection]:
    """Selections that follow these paths through single objects."""
    by_name: dict[str, list[NamePath]] = {}
    for name, *rest in paths:
        by_name.setdefault(name, []).append(tuple(rest))
    selections: list[Selection] = []
    for name, rests in by_name.items():
        below = get_named_type(types.fields(typename)[name].type)
        children = nested(types, below.name, list(filter(None, rests)))
        if children and is_abstract_type(below):
            children.insert(0, Field(below.name, "__typename"))
        selections.append(Field(typename, name, children=children))
    return selections
