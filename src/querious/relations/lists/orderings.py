"""Which arguments put a list in order, by which leaf of its rows, and in which direction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from graphql import GraphQLEnumType, GraphQLInputObjectType, get_named_type

from querious.relations.lists.measures import ValueKind
from querious.relations.lists.pages import given, paging
from querious.relations.lists.row_leaves import RowLeaves
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from graphql import GraphQLField

    from querious.model import JSON
    from querious.relations.lists.list_types import ListType, NamePath
    from querious.relations.lists.row_leaves import RowLeaf, Words
    from querious.relations.schema_types import SchemaTypes

_ORDER: Final = frozenset(
    ("sort", "order", "orderby", "sortby", "ordering", "sorting", "orderings", "ordered", "sorted")
)
_UP: Final = (("asc",), ("ascending",), ("asc", "null", "first"), ("asc", "null", "last"), ("a",))
_DOWN: Final = (("desc",), ("descending",), ("desc", "null", "first"), ("desc", "null", "last"), ("d",))
_DIRECTIONS: Final = {**dict.fromkeys(_UP, 1), **dict.fromkeys(_DOWN, -1)}
_RANGES: Final = {("low", "to", "high"): 1, ("high", "to", "low"): -1, ("a", "to", "z"): 1, ("z", "to", "a"): -1}
_FIELD: Final = frozenset(("field", "by", "column", "key", "property", "sort", "order"))
"""Names of what is sorted by, in an object that holds a direction too."""


class Ordering(NamedTuple):
    """Arguments that ask for an order."""

    changes: tuple[tuple[NamePath, JSON], ...]
    leaf: RowLeaf
    direction: int
    """1 upward, -1 downward, 0 where the arguments leave it open."""

    @property
    def name(self) -> str:
        """As a reader would write it."""
        return ", ".join(f"{'.'.join(path)}: {value}" for path, value in self.changes)

    def is_asked(self, arguments: Mapping[str, JSON]) -> bool:
        """Whether these arguments ask for this order."""
        for path, value in self.changes:
            found = given(arguments, path)
            if isinstance(found, list) and len(found) == 1:
                found = found[0]
            if found != value:
                return False
        return True


def orderings(types: SchemaTypes, field: GraphQLField, rows: ListType) -> list[Ordering]:
    """The orders that can be asked of a field that gives rows; those of one leaf stand together."""
    leaves = RowLeaves(types, rows.row)
    arguments = _without_paging(types, field, rows)
    direction = next((name for name, kind in arguments.items() if _is_direction(kind)), "")
    found: list[Ordering] = []
    for name, kind in arguments.items():
        if _ORDER.isdisjoint(words(name)) or _is_direction(kind):
            continue
        if isinstance(kind, GraphQLEnumType):
            found += _by_enum(leaves, (name,), kind, (direction,), arguments.get(direction))
        elif isinstance(kind, GraphQLInputObjectType):
            found += _by_object(leaves, name, kind)
    return [one for one in found if one.leaf.kind not in {ValueKind.CHOICE, ValueKind.FLAG}]


def ordering_arguments(types: SchemaTypes, field: GraphQLField, rows: ListType) -> list[NamePath]:
    """The arguments that have to do with order, whether it is known what they mean or not."""
    found: list[NamePath] = []
    for name, kind in _without_paging(types, field, rows).items():
        if not _ORDER.isdisjoint(words(name)) or _is_direction(kind):
            found.append((name,))
    return found


def _without_paging(types: SchemaTypes, field: GraphQLField, rows: ListType) -> dict[str, Any]:
    """The types of the arguments that do not ask for a page."""
    pages = {path[0] for path in paging(types, field, rows).paths}
    return {name: get_named_type(argument.type) for name, argument in field.args.items() if name not in pages}


def _by_enum(
    leaves: RowLeaves, path: NamePath, kind: GraphQLEnumType, beside: NamePath, directions: GraphQLEnumType | None
) -> Iterator[Ordering]:
    """``sort: PRICE, direction: DESC`` or ``orderBy: PRICE_DESC``; ``beside`` is where a direction can be given."""
    for value in kind.values:
        subject, direction = _split_direction(words(value))
        leaf = _leaf(leaves, subject)
        if leaf is None:
            continue
        if direction or directions is None:
            yield Ordering(((path, value),), leaf, direction)
            continue
        for member in directions.values:
            yield Ordering(((path, value), (beside, member)), leaf, _DIRECTIONS.get(words(member), 0))


def _by_object(leaves: RowLeaves, name: str, kind: GraphQLInputObjectType) -> Iterator[Ordering]:
    """``orderBy: {field: NAME, direction: ASC}`` or ``order_by: {name: asc}``."""
    kinds: dict[str, Any] = {inner: get_named_type(field.type) for inner, field in kind.fields.items()}
    directions = [inner for inner, inner_kind in kinds.items() if _is_direction(inner_kind)]
    beside = directions[0] if directions else ""
    for inner, inner_kind in kinds.items():
        if isinstance(inner_kind, GraphQLEnumType) and inner not in directions and set(words(inner)) & _FIELD:
            yield from _by_enum(leaves, (name, inner), inner_kind, (name, beside), kinds.get(beside))
            return
    for inner in directions:
        leaf = _leaf(leaves, words(inner))
        if leaf is None:
            continue
        for member in kinds[inner].values:
            if words(member) in (("asc",), ("desc",)):
                yield Ordering((((name, inner), member),), leaf, _DIRECTIONS[words(member)])


def _leaf(leaves: RowLeaves, subject: Words) -> RowLeaf | None:
    """The one leaf that is meant; names of another object may mean any of its leaves."""
    found = leaves.of(subject) if subject else []
    return found[0] if len(found) == 1 else None


def _is_direction(kind: Any) -> bool:
    return isinstance(kind, GraphQLEnumType) and all(words(member) in _DIRECTIONS for member in kind.values)


def _split_direction(spoken: Words) -> tuple[Words, int]:
    """Subject and direction of the name of an order."""
    for length in (3, 1):
        subject, tail = spoken[:-length], spoken[-length:]
        if subject and tail in _DIRECTIONS:
            return subject, _DIRECTIONS[tail]
        if tail in _RANGES:
            return subject, _RANGES[tail]
    return spoken, 0
