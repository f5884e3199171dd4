"""Numbers as answers write them: whole, with a fraction, as text, in minor units or beside a currency.

A number does not say how finely its service counts: JSON drops the zeros of 12.50. That shows only in a whole column,
in the number with the most digits behind the point.
"""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

from graphql import get_named_type

from querious.answers.measures import ValueKind, measure
from querious.answers.numbers.amounts import UNITS, Amount, Column, Numbers, is_key
from querious.answers.pages import PageMember
from querious.model.arguments import sent
from querious.relations.answer_objects import field_with_arguments, fields_of, identity, shape_of
from querious.relations.lists.list_types import container_of, list_type_of
from querious.relations.lists.pages import begins_inside
from querious.relations.lists.rows import follow, in_container, row_of
from querious.relations.lists.value_kinds import kind_of
from querious.relations.objects.given_objects import gives_all
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.answers.numbers.amounts import TermPath
    from querious.model import JSON, FieldShape, ObjectShape
    from querious.relations.answer_objects import AnsweredField, Instance
    from querious.relations.schema_types import SchemaTypes

_LEVELS: Final = 2
"""Levels of objects without identity that are read as part of what is above them."""
_TERMS: Final = 24
"""Numbers read of one object."""
_LISTS: Final = 6
"""Lists read of one object."""
_ROWS: Final = 200
"""Rows read of one list; nothing is said of a longer one."""
_NO_NUMBERS: Final = frozenset(("ID", "String", "Boolean"))


def numbers_of(types: SchemaTypes, instance: Instance) -> Numbers:
    """The numbers of an object and of its lists."""
    columns: dict[Column, list[Amount | None]] = {}
    lengths: dict[str, int] = {}
    for field in fields_of(instance, 0, clean=True) if _is_whole(types, instance) else ():
        rows = _rows(types, field) if len(lengths) < _LISTS else None
        if rows is None:
            continue
        name = field_with_arguments(field.shape)
        lengths[name] = len(rows)
        for path in dict.fromkeys(path for row in rows for path in row):
            columns[Column(name, path)] = [row.get(path) for row in rows]
    return Numbers(terms_of(types, instance.shape, instance.value), columns, lengths)


def _is_whole(types: SchemaTypes, instance: Instance) -> bool:
    """Whether the lists of an object are not those of a page beside which there are others."""
    container = container_of(types, instance.typename)
    step = instance.route[-1] if instance.route else None
    if container.row and step is not None and begins_inside(types, step.coordinate, sent(step.arguments)):
        return False
    told = {meaning: follow(instance.shape, instance.value, path) for meaning, path in container.page_info}
    return not container.row or told.get(PageMember.NEXT) is False


def terms_of(types: SchemaTypes, shape: ObjectShape, value: dict[str, Any]) -> dict[TermPath, Amount]:
    """The numbers of an object and of its parts without identity."""
    found: dict[TermPath, Amount] = {}
    for path, amount in _read(types, shape, value, (), _LEVELS):
        if len(found) == _TERMS:
            break
        found.setdefault(path, amount)
    return found


def _read(
    types: SchemaTypes, shape: ObjectShape, value: dict[str, Any], above: TermPath, levels: int
) -> Iterator[tuple[TermPath, Amount]]:
    """The numbers of an object: neither its identifier nor what changes by itself."""
    unit = _unit(shape, value)
    identifier = types.identifier(shape.typename)
    for field in shape.fields.values():
        item = value.get(field.key)
        if item is None or field.coordinate in types.volatile or field.name == identifier or is_key(field.name):
            continue
        path = (*above, field_with_arguments(field))
        if field.child is None:
            number = number_of(field, item)
            if number is not None:
                yield path, Amount(number, unit + _arguments_of(path))
            continue
        below = shape_of(field, item)
        if levels and below.fields and identity(types, below, item) is None:
            yield from _read(types, below, item, path, levels - 1)


def _arguments_of(path: TermPath) -> str:
    """What a number was asked with, such as a currency: it counts something else than one that was asked without."""
    return "".join(part.partition("(")[2] for part in path)


def _unit(shape: ObjectShape, value: dict[str, Any]) -> str:
    for field in shape.fields.values():
        if not UNITS.isdisjoint(words(field.name)[-1:]) and isinstance(value.get(field.key), str):
            return str(value[field.key])
    return ""


def number_of(field: FieldShape, item: JSON) -> Decimal | None:
    """The number that a leaf holds; text of digits is one only where the scalar's name says so."""
    scalar = get_named_type(field.type)
    if scalar.name in _NO_NUMBERS or kind_of(scalar) is not ValueKind.NUMBER:
        return None
    found = measure(item, ValueKind.NUMBER)
    return found if isinstance(found, Decimal) else None


def _rows(types: SchemaTypes, answered: AnsweredField) -> list[dict[TermPath, Amount]] | None:
    """The numbers of each row of a list; None if the field gives none, or not all of them for certain."""
    list_type = list_type_of(types, answered.coordinate)
    if answered.shape.child is None or not list_type.row:
        return None
    if begins_inside(types, answered.coordinate, answered.arguments):
        return None
    rows_field, items, page_info = in_container(list_type, answered)
    if not isinstance(items, list) or len(items) > _ROWS:
        return None
    if list_type.container:
        total = page_info.get(PageMember.TOTAL)
        is_whole = page_info.get(PageMember.NEXT, total != len(items)) is False
    else:
        is_whole = not answered.shape.arguments and gives_all(types, answered.coordinate)
    rows = [row_of(types, list_type, rows_field, item) for item in items] if is_whole else []
    if not is_whole or not all(row.shape.fields and isinstance(row.value, dict) for row in rows):
        return None
    return [terms_of(types, row.shape, row.value) for row in rows]
