"""Lists read out of answers: which list of which object it is, which rows it holds, and what is told about the page."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from querious.answers.pages import PageMember
from querious.model.arguments import canonical, sent
from querious.model.shape import path_text, runtime_shape
from querious.relations.answer_objects import facts, identity, instances
from querious.relations.lists.list_fields import list_field
from querious.relations.lists.pages import given, is_round

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model import JSON, FieldShape, ObjectShape
    from querious.relations.answer_objects import Instance
    from querious.relations.lists.list_fields import ListField
    from querious.relations.lists.list_types import ListType, NamePath
    from querious.relations.relation import Trace
    from querious.relations.schema_types import SchemaTypes


class Row(NamedTuple):
    """An object of a list."""

    key: str
    """The same for the same object: its type and identifier, or all that was asked of it where it has none."""
    value: dict[str, Any]
    shape: ObjectShape
    cursor: JSON = None

    def read(self, path: NamePath) -> JSON:
        """What the row says at the end of a path; None where that was not asked."""
        return follow(self.shape, self.value, path)[1]


class ListAnswer(NamedTuple):
    """A list in an answer."""

    field: ListField
    owner: str
    """The same for the same field of the same object, whatever the arguments of the field."""
    arguments: dict[str, JSON]
    rows: list[Row]
    page_info: dict[PageMember, JSON]
    """What the container tells about the page; null is left out."""
    path: str
    step: int
    """Of the trace."""

    @property
    def keys(self) -> list[str]:
        """The rows, in order."""
        return [row.key for row in self.rows]

    def read(self, path: NamePath) -> list[JSON]:
        """What each row says at the end of a path."""
        return [row.read(path) for row in self.rows]

    def holds_all_rows(self) -> bool:
        """Whether a list that was asked from its beginning surely holds all of its rows."""
        length, arguments = len(self.rows), self.field.paging
        if self.page_info.get(PageMember.NEXT) is not None:
            return self.page_info[PageMember.NEXT] is False
        if isinstance(self.page_info.get(PageMember.TOTAL), int):
            return bool(self.page_info[PageMember.TOTAL] <= length)
        if not arguments.paths:
            return True
        size = given(self.arguments, arguments.size)
        return isinstance(size, int) and length < size and not is_round(length)


def lists(trace: Trace, types: SchemaTypes) -> Iterator[ListAnswer]:
    """Every list of the answers whose rows could all be read, in the order of the trace."""
    known: dict[str, ListField | None] = {}
    for step, answer in enumerate(trace):
        for instance in instances(answer):
            for shape in instance.shape.fields.values():
                if shape.child is None or instance.value.get(shape.key) is None:
                    continue
                if shape.coordinate not in known:
                    known[shape.coordinate] = list_field(types, shape.coordinate)
                field = known[shape.coordinate]
                found = _read(step, instance, shape, field, types) if field else None
                if found is not None:
                    yield found


def _read(step: int, instance: Instance, shape: FieldShape, field: ListField, types: SchemaTypes) -> ListAnswer | None:
    list_type = field.list_type
    items, rows_shape, page_info = instance.value[shape.key], shape, {}
    if list_type.container:
        container = runtime_shape(shape.child, items)
        entry = field_named(container, list_type.rows) if container else None
        if container is None or entry is None:
            return None
        page_info = _page_info(list_type, container, items)
        items, rows_shape = items.get(entry.key), entry
    if not isinstance(items, list):
        return None
    rows = []
    for item in items:
        row = _row(rows_shape, item, list_type, types)
        if row is None:
            return None
        rows.append(row)
    owner = _owner(instance, shape, rows_shape, list_type, types)
    path = path_text((*instance.path, shape.key))
    return ListAnswer(field, owner, sent(shape.arguments), rows, page_info, path, step)


def _page_info(list_type: ListType, container: ObjectShape, value: dict[str, Any]) -> dict[PageMember, JSON]:
    found: dict[PageMember, JSON] = {}
    for meaning, path in list_type.page_info:
        reached, item = follow(container, value, path)
        if meaning == PageMember.NEXT and reached and not isinstance(item, bool):
            found[meaning] = item is not None
        elif item is not None:
            found[meaning] = item
    return found


def _row(field: FieldShape, item: Any, list_type: ListType, types: SchemaTypes) -> Row | None:
    shape = runtime_shape(field.child, item)
    if shape is None:
        return None
    if not list_type.edge:
        return Row(_key(shape, item, types), item, shape)
    _, cursor = follow(shape, item, (list_type.cursor,))
    node = field_named(shape, list_type.node)
    if node is None:
        return Row("", item, shape, cursor)
    value = item.get(node.key)
    inner = runtime_shape(node.child, value)
    return None if inner is None else Row(_key(inner, value, types), value, inner, cursor)


def _key(shape: ObjectShape, value: dict[str, Any], types: SchemaTypes) -> str:
    found = identity(types, shape, value)
    if found is not None:
        return f"{shape.typename} {found}"
    said = {fact.key: fact.value for fact in facts(types, shape, value)}
    return f"{shape.typename} {json.dumps(said, sort_keys=True, ensure_ascii=False, default=str)}"


def _owner(instance: Instance, field: FieldShape, rows: FieldShape, list_type: ListType, types: SchemaTypes) -> str:
    """The route to the object, which object it is, and by what its rows are told apart: keys compare only then."""
    route = " ".join(f"{step.coordinate}({canonical(step.arguments)})" for step in instance.route)
    own = identity(types, instance.shape, instance.value)
    place = path_text(instance.path) if own is None else f"{instance.typename} {own}"
    return f"{route} {place} {field.coordinate} {' '.join(_telling_apart(rows, list_type, types))}"


def _telling_apart(field: FieldShape, list_type: ListType, types: SchemaTypes) -> Iterator[str]:
    """Identifiers where they were asked, else everything that was asked of a row."""
    for shape in _object_shapes(field):
        identifier = types.identifier(shape.typename)
        if list_type.edge and shape.typename == list_type.edge:
            node = field_named(shape, list_type.node)
            if node is not None:
                yield from _telling_apart(node, list_type, types)
        elif identifier in {one.name for one in shape.fields.values()}:
            yield f"{shape.typename}.{identifier}"
        else:
            yield from sorted(_selected(one, 3) for one in shape.fields.values())


def _selected(field: FieldShape, depth: int) -> str:
    """What was asked, a few levels deep."""
    if field.child is None or not depth:
        return field.coordinate
    inner: set[str] = set()
    for shape in _object_shapes(field):
        inner.update(_selected(one, depth - 1) for one in shape.fields.values())
    return f"{field.coordinate}{{{' '.join(sorted(inner))}}}"


def _object_shapes(field: FieldShape) -> Iterator[ObjectShape]:
    """The shapes of all object types that a field may give."""
    if field.child is not None:
        for name in sorted(field.child.possible):
            shape = field.child.runtime({field.child.typename_key: name})
            if shape is not None:
                yield shape


def field_named(shape: ObjectShape, name: str) -> FieldShape | None:
    """The field of this name that was asked with the fewest arguments, whatever its alias."""
    found = [field for field in shape.fields.values() if field.coordinate == f"{shape.typename}.{name}"]
    return min(found, key=lambda field: len(field.arguments), default=None)


def follow(shape: ObjectShape, value: dict[str, Any], path: NamePath) -> tuple[bool, JSON]:
    """Whether a path through single objects was asked and could be followed, and the value at its end."""
    here: ObjectShape | None = shape
    item: Any = value
    for name in path:
        field = field_named(here, name) if here is not None else None
        if field is None:
            return False, None
        item = item.get(field.key)
        here = runtime_shape(field.child, item)
    return True, item
