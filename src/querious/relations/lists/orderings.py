"""Which arguments put a list in order, by which leaf of its rows, and in which direction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from graphql import GraphQLEnumType, GraphQLInputObjectType, get_named_type

from querious.relations.lists.list_types import list_type_of
from querious.relations.lists.pages import given, paging
from querious.relations.lists.row_leaves import row_leaves
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from querious.model import JSON
    from querious.relations.lists.list_types import NamePath
    from querious.relations.lists.row_leaves import RowLeaf, RowLeaves, Words
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
        return all(given(arguments, path) in (value, [value]) for path, value in self.changes)


def orderings(types: SchemaTypes, coordinate: str) -> list[Ordering]:
    """The orders that can be asked of a field that gives rows; those of one leaf stand together."""
    leaves = row_leaves(types, list_type_of(types, coordinate).row)
    arguments = _without_paging(types, coordinate)
    direction = next((name for name, kind in arguments.items() if _is_direction(kind)), "")
    found: list[Ordering] = []
    for path in ordering_arguments(types, coordinate):
        name, kind = path[0], arguments[path[0]]
        if isinstance(kind, GraphQLInputObjectType):
            found += _by_object(leaves, name, kind)
        elif isinstance(kind, GraphQLEnumType) and not _is_direction(kind):
            found += _by_enum(leaves, path, kind, (direction,), arguments.get(direction))
    return found


def ordering_arguments(types: SchemaTypes, coordinate: str) -> list[NamePath]:
    """The arguments that have to do with order, whether it is known what they mean or not."""
    arguments = _without_paging(types, coordinate).items()
    return [(name,) for name, kind in arguments if not _ORDER.isdisjoint(words(name)) or _is_direction(kind)]


def _without_paging(types: SchemaTypes, coordinate: str) -> dict[str, Any]:
    """The types of the arguments that do not ask for a page."""
    field = types.field(coordinate)
    pages = {path[0] for path in paging(types, coordinate).paths}
    arguments = field.args.items() if field else ()
    return {name: get_named_type(argument.type) for name, argument in arguments if name not in pages}


def _by_enum(
    leaves: RowLeaves, path: NamePath, kind: GraphQLEnumType, beside: NamePath, directions: GraphQLEnumType | None
) -> Iterator[Ordering]:
    """``sort: PRICE, direction: DESC`` or ``orderBy: PRICE_DESC``; ``beside`` is where a direction can be given."""
    for value in kind.values:
        subject, direction = _split_direction(words(value))
        for leaf in _leaf(leaves, subject):
            if direction or directions is None:
                yield Ordering(((path, value),), leaf, direction)
                continue
            for member in directions.values:
                yield Ordering(((path, value), (beside, member)), leaf, _DIRECTIONS.get(words(member), 0))


def _by_object(leaves: RowLeaves, name: str, kind: GraphQLInputObjectType) -> Iterator[Ordering]:
    """``orderBy: {field: NAME, direction: ASC}`` or ``order_by: {name: asc}``."""
    kinds: dict[str, Any] = {inner: get_named_type(field.type) for inner, field in kind.fields.items()}
    directions = [inner for inner, inner_kind in kinds.items() if _is_direction(inner_kind)]
    beside = next(iter(directions), "")
    for inner, inner_kind in kinds.items():
        if isinstance(inner_kind, GraphQLEnumType) and inner not in directions and set(words(inner)) & _FIELD:
            yield from _by_enum(leaves, (name, inner), inner_kind, (name, beside), kinds.get(beside))
            return
    for inner in directions:
        members = [member for member in kinds[inner].values if words(member) in {("asc",), ("desc",)}]
        for leaf in _leaf(leaves, words(inner)):
            yield from (Ordering((((name, inner), one),), leaf, _DIRECTIONS[words(one)]) for one in members)


def _leaf(leaves: RowLeaves, subject: Words) -> list[RowLeaf]:
    """The one leaf that is meant; names of another object may mean any of its leaves."""
    found = leaves.of(subject)
    return found if len(found) == 1 else []


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
