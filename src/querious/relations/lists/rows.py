"""Lists read out of answers: which list of which object it is, which rows it holds, and what is told about the page."""

from __future__ import annotations

import json
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from graphql import Undefined

from querious.answers.pages import PageMember
from querious.model.arguments import canonical
from querious.model.shape import path_text
from querious.relations.answer_objects import NO_SHAPE, ReadAnswer, answered_fields, facts, identity, shape_of
from querious.relations.lists.conditions import conditions
from querious.relations.lists.list_types import list_type_of
from querious.relations.lists.orderings import ordering_arguments, orderings
from querious.relations.lists.pages import given, is_round, paging
from querious.relations.schema_types import once

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from graphql import GraphQLArgument

    from querious.model import JSON, FieldShape, ObjectShape
    from querious.relations.answer_objects import AnsweredField, Instance
    from querious.relations.lists.conditions import Condition
    from querious.relations.lists.list_types import ListType, NamePath
    from querious.relations.lists.orderings import Ordering
    from querious.relations.lists.pages import PagingArguments
    from querious.relations.relation import Trace
    from querious.relations.schema_types import SchemaTypes


class ListField:
    """A field; it gives rows if its ``list_type`` has any."""

    def __init__(self, types: SchemaTypes, coordinate: str) -> None:
        self.coordinate = coordinate
        self.parent, _, self.name = coordinate.partition(".")
        self.list_type: ListType = list_type_of(types, coordinate)
        self._types = types

    @cached_property
    def declared_arguments(self) -> dict[str, GraphQLArgument]:
        """Those of the schema."""
        return self._types.fields(self.parent)[self.name].args

    @cached_property
    def paging(self) -> PagingArguments:
        """The arguments that ask for a page."""
        return paging(self._types, self.coordinate)

    @cached_property
    def conditions(self) -> list[Condition]:
        """The arguments that filter rows."""
        return conditions(self._types, self.coordinate)

    @cached_property
    def orderings(self) -> list[Ordering]:
        """The orders that can be asked for."""
        return orderings(self._types, self.coordinate)

    @cached_property
    def ordering_arguments(self) -> list[NamePath]:
        """The arguments that have to do with order, whether it is known what they mean or not."""
        return ordering_arguments(self._types, self.coordinate)


@once
def list_field(types: SchemaTypes, coordinate: str) -> ListField:
    """The field, with what its arguments mean."""
    return ListField(types, coordinate)


_LEVELS = 3
"""Levels of what was asked of rows without identity by which lists are told apart."""


class Row(NamedTuple):
    """An object of a list."""

    key: str
    """The same for the same object: its type and identifier, or all that was asked of it where it has none."""
    value: dict[str, Any]
    shape: ObjectShape
    """Without fields where there is no object that could be read."""
    cursor: JSON = None
    identified: bool = False
    """Whether the key is an identifier."""

    def read(self, path: NamePath) -> JSON:
        """What the row says at the end of a path; None where that was not asked."""
        found = follow(self.shape, self.value, path)
        return None if found is Undefined else found


class ListAnswer(NamedTuple):
    """A list in an answer."""

    field: ListField
    owner: str
    """The same for the same field of the same object, whatever the arguments of the field, where rows are told apart
    by the same leaves: keys compare only then."""
    arguments: dict[str, JSON]
    rows: list[Row]
    page_info: dict[PageMember, JSON]
    """What the container tells about the page; null is left out."""
    path: str
    step: int
    """Of the trace."""
    parent: str
    """The same for the same object that has the list."""

    @property
    def keys(self) -> list[str]:
        """The rows, in order."""
        return [row.key for row in self.rows]

    def read(self, path: NamePath) -> list[JSON]:
        """What each row says at the end of a path."""
        return [row.read(path) for row in self.rows]

    def was_asked(self, path: NamePath) -> bool:
        """Whether every row was asked for what a path begins with: a fragment asks rows of its own type alone."""
        return all(field_named(row.shape, path[0]) is not None for row in self.rows)

    def holds_all_rows(self) -> bool:
        """Whether a list that was asked from its beginning surely holds all of its rows."""
        length, arguments = len(self.rows), self.field.paging
        if PageMember.NEXT in self.page_info:
            return self.page_info[PageMember.NEXT] is False
        if isinstance(self.page_info.get(PageMember.TOTAL), int):
            return bool(self.page_info[PageMember.TOTAL] <= length)
        size = given(self.arguments, arguments.size)
        has_room = isinstance(size, int) and length < size and not is_round(length)
        return has_room or not arguments.paths


def lists(trace: Trace, types: SchemaTypes) -> Iterable[ListAnswer]:
    """Every list of the answers whose rows could all be read, in the order of the trace."""
    only = trace[0] if len(trace) == 1 else None
    if not isinstance(only, ReadAnswer):
        return _lists(trace, types)
    if _lists not in only.memory:
        only.memory[_lists] = list(_lists(trace, types))
    found: list[ListAnswer] = only.memory[_lists]
    return found


def _lists(trace: Trace, types: SchemaTypes) -> Iterator[ListAnswer]:
    for answered in answered_fields(trace):
        if answered.shape.child is not None and list_field(types, answered.coordinate).list_type.row:
            yield from _read(types, answered)


def _read(types: SchemaTypes, answered: AnsweredField) -> Iterator[ListAnswer]:
    """The list, if all of its rows can be read."""
    field = list_field(types, answered.coordinate)
    rows_field, items, page_info = in_container(field.list_type, answered)
    if not isinstance(items, list):
        return
    rows = [row_of(types, field.list_type, rows_field, item) for item in items]
    if any(row.shape is NO_SHAPE for row in rows):
        return
    parent = owner_text(types, answered.owner)
    told_apart = " ".join(sorted(_telling_apart(types, rows_field, field.list_type, _LEVELS)))
    owner = f"{parent} {answered.coordinate} {told_apart}"
    yield ListAnswer(field, owner, answered.arguments, rows, page_info, answered.path, answered.step, parent)


def in_container(list_type: ListType, answered: AnsweredField) -> tuple[FieldShape, JSON, dict[PageMember, JSON]]:
    """The field that holds the rows, what it gave, and what is told about the page."""
    if not list_type.container:
        return answered.shape, answered.value, {}
    container = shape_of(answered.shape, answered.value)
    page_info: dict[PageMember, JSON] = {}
    for meaning, path in list_type.page_info:
        told = follow(container, answered.value, path)
        if meaning is PageMember.NEXT and told is not Undefined and not isinstance(told, bool):
            page_info[meaning] = told is not None  # the number of the next page
        elif told not in (None, Undefined):
            page_info[meaning] = told
    for name in filter(None, (list_type.rows, list_type.nodes)):
        rows = field_named(container, name)
        if rows is not None:
            return rows, answered.value.get(rows.key), page_info
    return answered.shape, None, page_info


def row_of(types: SchemaTypes, list_type: ListType, field: FieldShape, item: Any) -> Row:
    """A row by the field that holds it or its edge."""
    shape, cursor = shape_of(field, item), None
    if list_type.edge and shape.typename == list_type.edge:
        cursor = follow(shape, item, (list_type.cursor,))
        cursor = None if cursor is Undefined else cursor
        node = field_named(shape, list_type.node)
        if node is None:
            return Row("", item, shape, cursor)
        item = item.get(node.key)
        shape = shape_of(node, item)
    identifier = identity(types, shape, item)
    if identifier is not None:
        return Row(f"{shape.typename} {identifier}", item, shape, cursor, identified=True)
    said = {fact.key: fact.value for fact in facts(types, shape, item)}
    key = f"{shape.typename} {json.dumps(said, sort_keys=True, ensure_ascii=False, default=str)}"
    return Row(key, item, shape, cursor)


def owner_text(types: SchemaTypes, owner: Instance) -> str:
    """The route to an object, and which object it is."""
    route = " ".join(f"{step.coordinate}({canonical(step.arguments)})" for step in owner.route)
    own = owner.identifier(types)
    place = path_text(owner.path) if own is None else f"{owner.typename} {own}"
    return f"{route} {place}"


def _telling_apart(types: SchemaTypes, field: FieldShape, list_type: ListType, levels: int) -> Iterator[str]:
    """Identifiers where they were asked, else everything that was asked of a row, a few levels deep."""
    for shape in _object_shapes(field):
        asked = list(shape.fields.values())
        identifier = f"{shape.typename}.{types.identifier(shape.typename)}"
        if shape.typename == list_type.edge:
            asked = [one for one in asked if one.name == list_type.node]
        elif identifier in {one.coordinate for one in asked}:
            yield identifier
            continue
        for one in asked:
            yield one.coordinate
            if levels:
                yield from _telling_apart(types, one, list_type, levels - 1)


def asked_alike(one: ListAnswer, other: ListAnswer) -> bool:
    """Whether the same was asked of the rows of both, at every level; of types that both show."""
    shapes, others = _row_shapes(one), _row_shapes(other)
    return all(set(_asked(shapes[name])) == set(_asked(others[name])) for name in shapes.keys() & others.keys())


def _row_shapes(listed: ListAnswer) -> dict[str, ObjectShape]:
    return {row.shape.typename: row.shape for row in listed.rows}


def _asked(shape: ObjectShape) -> Iterator[str]:
    for field in shape.fields.values():
        yield f"{field.coordinate}({canonical(field.arguments)})"
        for below in _object_shapes(field):
            yield from _asked(below)


def _object_shapes(field: FieldShape) -> list[ObjectShape]:
    """The shapes of all object types that a field may give."""
    if field.child is None:
        return []
    found = [field.child.runtime({field.child.typename_key: name}) for name in sorted(field.child.possible)]
    return [shape for shape in found if shape is not None]


def field_named(shape: ObjectShape, name: str) -> FieldShape | None:
    """The field of this name that was asked with the fewest arguments, whatever its alias."""
    found = [field for field in shape.fields.values() if field.coordinate == f"{shape.typename}.{name}"]
    return min(found, key=lambda field: len(field.arguments), default=None)


def follow(shape: ObjectShape, value: JSON, path: NamePath) -> JSON:
    """The value at the end of a path through single objects; Undefined where that was not asked or leads nowhere."""
    for name in path:
        field = field_named(shape, name)
        if field is None:
            return Undefined
        value = value.get(field.key)
        shape = shape_of(field, value)
    return value
