"""Lists read out of answers: which list of which object it is, which rows it holds, and what is told about the page."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from querious.answers.pages import PageMember
from querious.model.arguments import canonical, sent
from querious.model.shape import path_text
from querious.relations.answer_objects import facts, identity, instances
from querious.relations.lists.list_types import listing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model import JSON, FieldShape, ObjectShape
    from querious.relations.answer_objects import Instance
    from querious.relations.lists.list_types import ListType, Path
    from querious.relations.relation import QueryAnswer, Trace
    from querious.relations.schema_types import SchemaTypes


class Row(NamedTuple):
    """An object of a list."""

    key: str
    """The same for the same object: its type and identifier, or all that was asked of it where it has none."""
    value: dict[str, Any]
    shape: ObjectShape
    cursor: JSON = None


class ListAnswer(NamedTuple):
    """A list in an answer."""

    coordinate: str
    """Of the field that gives it."""
    owner: str
    """The same for the same field of the same object, whatever the arguments of the field."""
    arguments: dict[str, JSON]
    rows: list[Row]
    told: dict[str, JSON]
    """What the container says, by the names of ``containers``; null is left out."""
    listing: ListType
    path: str
    step: int
    """Of the trace."""

    @property
    def keys(self) -> list[str]:
        """The rows, in order."""
        return [row.key for row in self.rows]


def lists(trace: Trace, types: SchemaTypes) -> Iterator[ListAnswer]:
    """Every list of the answers whose rows could all be read, in the order of the trace."""
    understood: dict[str, ListType | None] = {}
    for step, asked in enumerate(trace):
        yield from _lists(step, asked, types, understood)


def _lists(
    step: int, asked: QueryAnswer, types: SchemaTypes, understood: dict[str, ListType | None]
) -> Iterator[ListAnswer]:
    for instance in instances(asked):
        for field in instance.shape.fields.values():
            if field.child is None or instance.value.get(field.key) is None:
                continue
            if field.coordinate not in understood:
                known = types.fields(instance.typename).get(field.coordinate.partition(".")[2])
                understood[field.coordinate] = None if known is None else listing(types, known)
            found = understood[field.coordinate]
            if found is not None:
                read = _read(step, instance, field, found, types)
                if read is not None:
                    yield read


def _read(step: int, instance: Instance, field: FieldShape, found: ListType, types: SchemaTypes) -> ListAnswer | None:
    value = instance.value[field.key]
    told: dict[str, JSON] = {}
    items, rows_field, container = value, field, None
    if found.composite:
        container = _object(field, value)
        entry = None if container is None else named(container, found.rows)
        if container is None or entry is None:
            return None
        items, rows_field = value.get(entry.key), entry
        told = dict(_told(found, container, value))
    rows = [_row(rows_field, item, found, types) for item in items] if isinstance(items, list) else [None]
    if None in rows:
        return None
    whole = [row for row in rows if row is not None]
    path = path_text((*instance.path, field.key))
    return ListAnswer(
        field.coordinate,
        _owner(instance, field, rows_field, found, types),
        sent(field.arguments),
        whole,
        told,
        found,
        path,
        step,
    )


def _told(found: ListType, container: ObjectShape, value: dict[str, Any]) -> Iterator[tuple[str, JSON]]:
    for meaning, path in found.told:
        reached, item = follow(container, value, path)
        if meaning == PageMember.NEXT and reached and not isinstance(item, bool):
            yield meaning, item is not None
        elif item is not None:
            yield meaning, item


def _row(field: FieldShape, item: Any, found: ListType, types: SchemaTypes) -> Row | None:
    shape = _object(field, item)
    if shape is None:
        return None
    if not found.edge:
        return Row(_key(shape, item, types), item, shape)
    _, cursor = follow(shape, item, (found.cursor,))
    entry = named(shape, found.node)
    if entry is None:
        return Row("", item, shape, cursor)
    inner = _object(entry, item.get(entry.key))
    return None if inner is None else Row(_key(inner, item[entry.key], types), item[entry.key], inner, cursor)


def _object(field: FieldShape, value: Any) -> ObjectShape | None:
    return field.child.runtime(value) if field.child is not None and isinstance(value, dict) else None


def _key(shape: ObjectShape, value: dict[str, Any], types: SchemaTypes) -> str:
    found = identity(types, shape.typename, shape, value)
    if found is not None:
        return f"{shape.typename} {found}"
    said = {fact.key: fact.value for fact in facts(types, shape, value)}
    return f"{shape.typename} {json.dumps(said, sort_keys=True, ensure_ascii=False, default=str)}"


def _owner(instance: Instance, field: FieldShape, rows: FieldShape, found: ListType, types: SchemaTypes) -> str:
    """The way to the object, which object it is, and by what its rows are told apart: keys compare only then."""
    route = " ".join(f"{step.coordinate}({canonical(step.arguments)})" for step in instance.route)
    own = identity(types, instance.typename, instance.shape, instance.value)
    place = path_text(instance.path) if own is None else f"{instance.typename} {own}"
    return f"{route} {place} {field.coordinate} {' '.join(_told_apart(rows, found, types))}"


def _told_apart(field: FieldShape, found: ListType, types: SchemaTypes) -> Iterator[str]:
    """Identifiers where they were asked, else everything that was asked of a row."""
    for shape in _shapes(field):
        if found.edge and shape.typename == found.edge:
            entry = named(shape, found.node)
            if entry is not None:
                yield from _told_apart(entry, found, types)
        elif types.identifier(shape.typename) in {
            entry.coordinate.partition(".")[2] for entry in shape.fields.values()
        }:
            yield f"{shape.typename}.{types.identifier(shape.typename)}"
        else:
            yield from sorted(_selected(entry, 3) for entry in shape.fields.values())


def _selected(field: FieldShape, depth: int) -> str:
    """What was asked, a few levels deep."""
    if field.child is None or not depth:
        return field.coordinate
    inner = {_selected(entry, depth - 1) for shape in _shapes(field) for entry in shape.fields.values()}
    return f"{field.coordinate}{{{' '.join(sorted(inner))}}}"


def _shapes(field: FieldShape) -> Iterator[ObjectShape]:
    child = field.child
    for name in sorted(child.possible) if child is not None else ():
        shape = child.runtime({child.typename_key: name}) if child is not None else None
        if shape is not None:
            yield shape


def named(shape: ObjectShape, name: str) -> FieldShape | None:
    """The field of this name that was asked with the fewest arguments, whatever its alias."""
    found = [field for field in shape.fields.values() if field.coordinate == f"{shape.typename}.{name}"]
    return min(found, key=lambda field: len(field.arguments), default=None)


def follow(shape: ObjectShape, value: dict[str, Any], path: Path) -> tuple[bool, JSON]:
    """Whether a way through single objects was asked and could be gone, and the value at its end."""
    here: ObjectShape | None = shape
    item: Any = value
    for name in path:
        field = None if here is None or not isinstance(item, dict) else named(here, name)
        if field is None:
            return False, None
        item = item.get(field.key)
        here = _object(field, item)
    return True, item
