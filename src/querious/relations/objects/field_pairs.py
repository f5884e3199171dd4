"""Fields of one object that must agree: nodes and edges of a page, an old name and a new one, a list and its count."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from graphql import GraphQLList, GraphQLNonNull, get_named_type, is_leaf_type

from querious.model import Severity
from querious.relations.objects.connections import connection_of, listed, members, page_lists, whole
from querious.relations.objects.lookups import possible_types
from querious.relations.objects.selections import plain_field
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphql import GraphQLField

    from querious.model import FieldShape, Selection
    from querious.relations.answer_objects import Instance
    from querious.relations.schema_types import SchemaTypes

_USE: Final = re.compile(
    r"(?:\buse\b|\bfavou?r of\b|\breplaced (?:by|with)\b|\brenamed(?: to)?\b|\balias (?:of|for)\b|\bsee\b)"
    r"(?:\W+(?:the|new|field))*\W+(?:\w+\.)?([A-Za-z_]\w*)",
    re.IGNORECASE,
)
_RENAMED: Final = re.compile(r"\brenamed\b|\balias (?:of|for)\b", re.IGNORECASE)
_COUNTS: Final = (("number", "of"), ("count", "of"), ("num",), ("nb",), ("total",))
"""Words before the name of what is counted; the last may as well be a sum."""
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
    """Two siblings of an object that were compared."""

    pair: FieldPair
    instance: Instance
    agrees: bool
    telling: bool
    """Whether agreeing means anything: two nulls agree in nothing."""
    shown: str = ""


def pairs_of(types: SchemaTypes, typename: str) -> Iterator[FieldPair]:
    """The siblings of a type that must agree."""
    fields = types.plain(typename)
    found = connection_of(types, typename)
    if found is not None and found.nodes and found.edges:
        yield FieldPair("page", found.nodes, found.edges)
    for name, field in fields.items():
        named = _USE.search(field.deprecation_reason or "")
        other = fields.get(named[1]) if named else None
        if named and other is not None and named[1] != name and _bare(field) == _bare(other):
            yield FieldPair("name", name, named[1], bool(_RENAMED.search(field.deprecation_reason or "")))
        if str(field.type).strip("!") == "Int":
            counted = next((key for key in fields if _counts(types, name, key, fields[key])), "")
            if counted:
                yield FieldPair("count", name, counted, words(name)[0] != "total")


def _bare(field: GraphQLField) -> str:
    """A type without regard to null, and all scalars as one: a new name often comes with a scalar of its own."""
    kind = field.type.of_type if isinstance(field.type, GraphQLNonNull) else field.type
    many = "[]" if isinstance(kind, GraphQLList) else ""
    named = get_named_type(kind)
    return many + ("scalar" if is_leaf_type(named) else named.name)


def _counts(types: SchemaTypes, name: str, key: str, field: GraphQLField) -> bool:
    """``itemCount``, ``totalItems`` or ``numberOfItems`` for ``items``."""
    thing = words(key)
    names = {(*thing, "count"), ("total", *thing, "count"), *((*start, *thing) for start in _COUNTS)}
    if words(name) not in names or not whole(field):
        return False
    found = connection_of(types, get_named_type(field.type).name)
    return bool(found.total) if found else "[" in str(field.type) and not is_leaf_type(get_named_type(field.type))


def selections_for(types: SchemaTypes, typename: str, pair: FieldPair) -> list[Selection]:
    """What to ask of an object so that the two can be compared; empty where they cannot."""
    fields, chosen = types.fields(typename), []
    identifier = types.identifier(typename)
    if pair.kind == "page":
        found = connection_of(types, typename)
        inner = members(types, fields[pair.one])
        if found is None or not inner:
            return []
        edge = get_named_type(fields[pair.other].type).name
        below = plain_field(edge, found.node, members(types, types.fields(edge)[found.node]))
        return [plain_field(typename, pair.one, inner), plain_field(typename, pair.other, [below])]
    for name in (pair.one, pair.other):
        kind = get_named_type(fields[name].type)
        chosen.append(plain_field(typename, name, [] if is_leaf_type(kind) else _below(types, kind.name, fields[name])))
    return [*([plain_field(typename, identifier)] if identifier not in {"", pair.one, pair.other} else []), *chosen]


def _below(types: SchemaTypes, kind: str, field: GraphQLField) -> list[Selection]:
    """Identifiers; leaves of objects that have none."""
    leaves: list[Selection] = []
    if possible_types(types, kind) == [kind]:
        leaves = [plain_field(kind, name) for name in types.leaves(kind)]
    return members(types, field) or leaves or [plain_field(kind, "__typename")]


def compared(types: SchemaTypes, instance: Instance, pairs: list[FieldPair]) -> Iterator[PairComparison]:
    """Every pair of siblings that an object shows."""
    by_name = {
        field.coordinate.split(".", 1)[1]: field for field in instance.shape.fields.values() if not field.arguments
    }
    for pair in pairs:
        one, other = by_name.get(pair.one), by_name.get(pair.other)
        if one is None or other is None or one.key not in instance.value or other.key not in instance.value:
            continue
        if pair.kind == "page":
            yield from _page(types, instance, pair)
        elif pair.kind == "count":
            yield from _count(types, instance, pair, instance.value[one.key], other)
        else:
            yield from _name(types, instance, pair, one, other)


def _page(types: SchemaTypes, instance: Instance, pair: FieldPair) -> Iterator[PairComparison]:
    found = connection_of(types, instance.typename)
    nodes, edges = page_lists(types, instance.shape, instance.value, found) if found else (None, None)
    if nodes is not None and edges is not None:
        shown = f"{pair.one}: {json.dumps(nodes)[:200]}\n{pair.other}: {json.dumps(edges)[:200]}"
        yield PairComparison(pair, instance, sorted(nodes) == sorted(edges), bool(nodes), shown)


def _count(
    types: SchemaTypes, instance: Instance, pair: FieldPair, count: Any, field: FieldShape
) -> Iterator[PairComparison]:
    value = instance.value[field.key]
    if not isinstance(count, int) or isinstance(count, bool):
        return
    if isinstance(value, list):
        size = len(value)
        if None in value or (count > size and size in _CAPS):
            return
    else:
        found = connection_of(types, field.named)
        total = value.get(found.total) if found and isinstance(value, dict) else None
        if not isinstance(total, int):
            return
        size = total
    yield PairComparison(
        pair, instance, count == size, bool(size), f"{pair.one}: {count}, but there are {size} in {pair.other}"
    )


def _name(
    types: SchemaTypes, instance: Instance, pair: FieldPair, one: FieldShape, other: FieldShape
) -> Iterator[PairComparison]:
    values: list[Any] = [instance.value[one.key], instance.value[other.key]]
    shown = "\n".join(f"{field.key}: {json.dumps(instance.value[field.key])[:200]}" for field in (one, other))
    lists = [listed(types, field, value) for field, value in zip((one, other), values, strict=True)]
    if lists[0] is not None and lists[1] is not None:
        yield PairComparison(pair, instance, sorted(lists[0]) == sorted(lists[1]), bool(lists[0]), shown)
    elif one.child is None or all(isinstance(value, dict) and not connection_of(types, one.named) for value in values):
        yield PairComparison(
            pair, instance, _leaf(values[0]) == _leaf(values[1]), values[0] not in (None, [], ""), shown
        )


def _leaf(value: Any) -> str:
    return json.dumps(value, sort_keys=True) if isinstance(value, list | dict) or value is None else str(value)


def severity_of(pair: FieldPair) -> Severity:
    """Nodes and edges are two forms of one page; the others may mean something else than their names say."""
    return Severity.FAULT if pair.kind == "page" else Severity.SUSPICION
