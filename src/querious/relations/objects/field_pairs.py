"""Fields of one object that must agree: nodes and edges of a page, an old name and a new one, a list and its count."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from querious.model import Field
from querious.relations.objects.connections import connection_of, gives_all, listed, members, page_lists
from querious.relations.schema_types import is_leaf, is_list, type_name
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphql import GraphQLField

    from querious.model import FieldShape, Selection
    from querious.relations.answer_objects import Instance
    from querious.relations.schema_types import SchemaTypes

_REPLACEMENT: Final = re.compile(
    r"(?:\buse\b|\bfavou?r of\b|\breplaced (?:by|with)\b|\brenamed(?: to)?\b|\balias (?:of|for)\b|\bsee\b)"
    r"(?:\W+(?:the|new|field))*\W+(?:\w+\.)?([A-Za-z_]\w*)",
    re.IGNORECASE,
)
_RENAMED: Final = re.compile(r"\brenamed\b|\balias (?:of|for)\b", re.IGNORECASE)
_CAPS: Final = frozenset((10, 20, 25, 30, 50, 100, 200, 250, 500, 1000))
"""Lengths at which servers cut lists without a word."""


class FieldPair(NamedTuple):
    """Two fields of one type. ``kind`` is page, name or count."""

    kind: str
    one: str
    """The one that is held against the other: the old name, the count."""
    other: str
    sure: bool = True
    """Whether a difference tells by itself; else only where others agree."""


class PairComparison(NamedTuple):
    """A pair of fields of an object that were compared."""

    pair: FieldPair
    instance: Instance
    agrees: bool
    telling: bool
    """Whether agreeing means anything: two nulls agree in nothing."""
    shown: str = ""


def pairs_of(types: SchemaTypes, typename: str) -> Iterator[FieldPair]:
    """The fields of a type that must agree."""
    fields = types.plain(typename)
    connection = connection_of(types, typename)
    if connection is not None and connection.nodes and connection.edges:
        yield FieldPair("page", connection.nodes, connection.edges)
    for name, field in fields.items():
        reason = field.deprecation_reason or ""
        replacement = _REPLACEMENT.search(reason)
        other = replacement[1] if replacement else ""
        if other in fields and other != name and _kind(field) == _kind(fields[other]):
            yield FieldPair("name", name, other, bool(_RENAMED.search(reason)))
        counted = _counted(types, name, fields) if str(field.type).strip("!") == "Int" else ""
        if counted:
            yield FieldPair("count", name, counted, words(name)[0] != "total")


def _kind(field: GraphQLField) -> tuple[bool, str]:
    """A type without regard to null, and all scalars as one: a new name often comes with a scalar of its own."""
    return is_list(field.type), "" if is_leaf(field) else type_name(field)


def _counted(types: SchemaTypes, name: str, fields: dict[str, GraphQLField]) -> str:
    """The list that a field counts by its name: ``items`` for ``itemCount``, ``totalItems`` or ``numberOfItems``."""
    spoken = words(name)
    for key, field in fields.items():
        thing = words(key)
        names = ((*thing, "count"), ("total", *thing, "count"), ("number", "of", *thing), ("count", "of", *thing))
        # ``total`` may as well be a sum
        if spoken not in (*names, ("num", *thing), ("nb", *thing), ("total", *thing)) or not gives_all(field):
            continue
        connection = connection_of(types, type_name(field))
        if connection is not None:
            if connection.total:
                return key
        elif is_list(field.type) and not is_leaf(field):
            return key
    return ""


def selections_for(types: SchemaTypes, typename: str, pair: FieldPair) -> list[Selection]:
    """What to ask of an object so that the two can be compared; empty where they cannot."""
    fields = types.fields(typename)
    if pair.kind == "page":
        connection = connection_of(types, typename)
        inner = members(types, fields[pair.one])
        if connection is None or not inner:
            return []
        edge = type_name(fields[pair.other])
        node = Field(edge, connection.node, children=members(types, types.fields(edge)[connection.node]))
        return [Field(typename, pair.one, children=inner), Field(typename, pair.other, children=[node])]
    chosen: list[Selection] = []
    if types.identifier(typename) not in {"", pair.one, pair.other}:
        chosen.append(Field(typename, types.identifier(typename)))
    for name in (pair.one, pair.other):
        children = [] if is_leaf(fields[name]) else _comparable_parts(types, fields[name])
        chosen.append(Field(typename, name, children=children))
    return chosen


def _comparable_parts(types: SchemaTypes, field: GraphQLField) -> list[Selection]:
    """Identifiers; leaves of objects that have none."""
    kind = type_name(field)
    chosen = members(types, field)
    if not chosen and types.possible(kind) == [kind]:
        chosen = [Field(kind, name) for name in types.leaves(kind)]
    return chosen or [Field(kind, "__typename")]


def compare_pairs(types: SchemaTypes, instance: Instance, pairs: list[FieldPair]) -> Iterator[PairComparison]:
    """Every pair of fields that an object shows."""
    by_name = {field.name: field for field in instance.shape.fields.values() if not field.arguments}
    for pair in pairs:
        one, other = by_name.get(pair.one), by_name.get(pair.other)
        if one is None or other is None or not {one.key, other.key} <= instance.value.keys():
            continue
        if pair.kind == "page":
            found = _compare_page(types, instance, pair)
        elif pair.kind == "count":
            found = _compare_count(types, instance, pair, instance.value[one.key], other)
        else:
            found = _compare_names(types, instance, pair, one, other)
        if found is not None:
            yield found


def _compare_page(types: SchemaTypes, instance: Instance, pair: FieldPair) -> PairComparison | None:
    connection = connection_of(types, instance.typename)
    if connection is None:
        return None
    nodes, edges = page_lists(types, instance.shape, instance.value, connection)
    if nodes is None or edges is None:
        return None
    shown = f"{pair.one}: {json.dumps(nodes)[:200]}\n{pair.other}: {json.dumps(edges)[:200]}"
    return PairComparison(pair, instance, sorted(nodes) == sorted(edges), bool(nodes), shown)


def _compare_count(
    types: SchemaTypes, instance: Instance, pair: FieldPair, count: Any, field: FieldShape
) -> PairComparison | None:
    value = instance.value[field.key]
    if not isinstance(count, int) or isinstance(count, bool):
        return None
    size: Any = None
    if isinstance(value, list):
        size = len(value)
        if None in value or (count > size and size in _CAPS):
            return None
    else:
        connection = connection_of(types, field.named)
        size = value.get(connection.total) if connection and isinstance(value, dict) else None
        if not isinstance(size, int):
            return None
    shown = f"{pair.one}: {count}, but there are {size} in {pair.other}"
    return PairComparison(pair, instance, count == size, bool(size), shown)


def _compare_names(
    types: SchemaTypes, instance: Instance, pair: FieldPair, one: FieldShape, other: FieldShape
) -> PairComparison | None:
    old, new = instance.value[one.key], instance.value[other.key]
    shown = f"{one.key}: {json.dumps(old)[:200]}\n{other.key}: {json.dumps(new)[:200]}"
    old_objects, new_objects = listed(types, one, old), listed(types, other, new)
    if old_objects is not None and new_objects is not None:
        agrees = sorted(old_objects) == sorted(new_objects)
        return PairComparison(pair, instance, agrees, bool(old_objects), shown)
    objects = isinstance(old, dict) and isinstance(new, dict) and not connection_of(types, one.named)
    if one.child is not None and not objects:
        return None
    return PairComparison(pair, instance, _leaf_text(old) == _leaf_text(new), old not in (None, [], ""), shown)


def _leaf_text(value: Any) -> str:
    """Numbers and their text are the same, as the scalar may have changed with the name."""
    if value is None or isinstance(value, list | dict):
        return json.dumps(value, sort_keys=True)
    return str(value)
