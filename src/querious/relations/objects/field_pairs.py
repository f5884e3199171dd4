"""Fields of one object that must agree: nodes and edges of a page, an old name and a new one, a list and its count."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final, NamedTuple

from graphql import is_leaf_type

from querious.answers.pages import PageMember
from querious.model import Field
from querious.model.arguments import plain
from querious.relations.lists.list_types import container_of, list_type_of
from querious.relations.lists.pages import CAPS, given, paging
from querious.relations.lists.rows import in_container
from querious.relations.objects.given_objects import given_objects, gives_all, members, objects_in_list
from querious.relations.objects.selections import identifier_selection
from querious.relations.schema_types import is_leaf, is_list, once, type_name
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from graphql import GraphQLField

    from querious.model import JSON, Selection
    from querious.relations.answer_objects import AnsweredField, Instance
    from querious.relations.schema_types import SchemaTypes

_REPLACEMENT: Final = re.compile(
    r"(?:\buse\b|\bfavou?r of\b|\breplaced (?:by|with)\b|\brenamed(?: to)?\b|\balias (?:of|for)\b|\bsee\b)"
    r"(?:\W+(?:the|new|field))*\W+(?:\w+\.)?([A-Za-z_]\w*)",
    re.IGNORECASE,
)
_RENAMED: Final = re.compile(r"\brenamed\b|\balias (?:of|for)\b", re.IGNORECASE)


class FieldPair(NamedTuple):
    """Two fields of one type. ``kind`` is page, name or count."""

    kind: str
    one: str
    """The one that is held against the other: the old name, the count."""
    other: str
    sure: bool = True
    """Whether a difference tells by itself; else only where others agree."""


class PairComparison(NamedTuple):
    """What a pair of fields said of an object."""

    pair: FieldPair
    field: AnsweredField
    """The one that is held against the other."""
    one: JSON
    other: JSON
    """What both must agree on."""

    @property
    def agrees(self) -> bool:
        """Whether both say the same."""
        return bool(self.one == self.other)

    @property
    def telling(self) -> bool:
        """Whether agreeing means anything: two nulls agree in nothing."""
        return self.one not in (None, [], "", 0)

    @property
    def shown(self) -> str:
        """Both, for a reader."""
        lines = ((self.pair.one, self.one), (self.pair.other, self.other))
        return "\n".join(f"{name}: {json.dumps(value)[:200]}" for name, value in lines)


@once
def pairs_of(types: SchemaTypes, typename: str) -> list[FieldPair]:
    """The fields of a type that must agree."""
    fields = types.plain(typename)
    container = container_of(types, typename)
    pairs = [FieldPair("page", container.nodes, container.rows)] if container.nodes else []
    for name, field in fields.items():
        reason = field.deprecation_reason or ""
        replacement = _REPLACEMENT.search(reason)
        other = replacement[1] if replacement else ""
        if other in fields and other != name and _kind(field) == _kind(fields[other]):
            pairs.append(FieldPair("name", name, other, bool(_RENAMED.search(reason))))
        counted = _counted(types, typename, name) if str(field.type).strip("!") == "Int" else ""
        if counted:
            pairs.append(FieldPair("count", name, counted, words(name)[0] != "total"))
    return pairs


def _kind(field: GraphQLField) -> tuple[bool, str]:
    """A type without regard to null, and all scalars as one: a new name often comes with a scalar of its own."""
    return is_list(field.type), "" if is_leaf(field) else type_name(field)


def _counted(types: SchemaTypes, typename: str, name: str) -> str:
    """The list that a field counts by its name: ``items`` for ``itemCount``, ``totalItems`` or ``numberOfItems``."""
    spoken = words(name)
    for key in types.plain(typename):
        thing, coordinate = words(key), f"{typename}.{key}"
        names = ((*thing, "count"), ("total", *thing, "count"), ("number", "of", *thing), ("count", "of", *thing))
        # ``total`` may as well be a sum
        if spoken not in (*names, ("num", *thing), ("nb", *thing), ("total", *thing)):
            continue
        list_type = list_type_of(types, coordinate)
        has_length = list_type.row and (list_type.total or not list_type.container)
        if has_length and gives_all(types, coordinate):
            return key
    return ""


def selections_for(types: SchemaTypes, typename: str, pair: FieldPair) -> list[Selection]:
    """What to ask of an object so that the two can be compared; empty where they cannot."""
    if pair.kind == "page":
        container = container_of(types, typename)
        inner = identifier_selection(types, container.row)
        edges = [Field(container.edge, container.node, children=inner)]
        both = [Field(typename, pair.one, children=inner), Field(typename, pair.other, children=edges)]
        return [*both] if inner else []
    identifier = types.identifier(typename)
    names = (pair.one, pair.other) if identifier in {"", pair.one, pair.other} else (identifier, pair.one, pair.other)
    return [Field(typename, name, children=_comparable_parts(types, f"{typename}.{name}")) for name in names]


def _comparable_parts(types: SchemaTypes, coordinate: str) -> list[Selection]:
    """Identifiers; leaves of objects that have none."""
    kind = type_name(types.field(coordinate))
    if is_leaf_type(types.schema.type_map.get(kind)):
        return []
    leaves = types.leaves(kind) if types.possible(kind) == [kind] else ()
    return members(types, coordinate) or [Field(kind, name) for name in leaves or ("__typename",)]


def compare_pairs(types: SchemaTypes, fields: Iterable[AnsweredField]) -> Iterator[PairComparison]:
    """Every pair of the fields of an object that were asked, and can be compared."""
    by_name = {field.shape.name: field for field in fields if not field.shape.arguments}
    owner = next(iter(by_name.values())).owner if by_name else None
    for pair in pairs_of(types, owner.typename) if owner else ():
        if pair.kind == "count" and owner and _is_page(types, owner):
            continue
        if {pair.one, pair.other} <= by_name.keys():
            one, other = _READINGS[pair.kind](types, by_name[pair.one], by_name[pair.other])
            if None not in (one, other) or pair.kind == "name":
                yield PairComparison(pair, by_name[pair.one], one, other)


def _is_page(types: SchemaTypes, owner: Instance) -> bool:
    """Whether an object holds the part of a list that was asked for: its count is of the whole list."""
    if not owner.route:
        return False
    last = owner.route[-1]
    asked = {name: plain(value) for name, value in last.arguments}
    return any(given(asked, path) is not None for path in paging(types, last.coordinate).paths)


def _read_page(types: SchemaTypes, nodes: AnsweredField, edges: AnsweredField) -> tuple[JSON, JSON]:
    container = container_of(types, nodes.owner.typename)
    listed = [objects_in_list(types, container, field.shape, field.value) for field in (nodes, edges)]
    one, other = (sorted(objects) if objects is not None else None for objects in listed)
    return one, other


def _read_count(types: SchemaTypes, count: AnsweredField, counted: AnsweredField) -> tuple[JSON, JSON]:
    """The count and the length of the list; None where one of them is not known."""
    if not isinstance(count.value, int) or isinstance(count.value, bool):
        return None, None
    if not isinstance(counted.value, list):
        _, _, page_info = in_container(list_type_of(types, counted.coordinate), counted)
        return count.value, page_info.get(PageMember.TOTAL, page_info.get(PageMember.COUNT))
    length = len(counted.value)
    may_be_cut = None in counted.value or (count.value > length and length in CAPS)
    return count.value, None if may_be_cut else length


def _read_names(types: SchemaTypes, old: AnsweredField, new: AnsweredField) -> tuple[JSON, JSON]:
    """The objects, where all are known; else the values, if they are leaves or single objects without identity."""
    old_objects, new_objects = given_objects(types, old), given_objects(types, new)
    if old_objects is not None and new_objects is not None:
        return sorted(old_objects), sorted(new_objects)
    values = (old.value, new.value)
    single = all(isinstance(value, dict) for value in values) and not list_type_of(types, old.coordinate).row
    if old.shape.child is not None and not single:
        return None, None
    one, other = map(_leaf_text, values)
    return one, other


def _leaf_text(value: JSON) -> JSON:
    """Numbers and their text are the same, as the scalar may have changed with the name."""
    if value is None or isinstance(value, list | dict):
        return value
    return str(value)


_READINGS: Final[dict[str, Callable[..., tuple[JSON, JSON]]]] = {
    "page": _read_page,
    "count": _read_count,
    "name": _read_names,
}
"""What two fields of a pair must agree on, by its kind; None for what cannot be told."""
