"""Which arguments put a list in order, by which leaf of its rows, and in which direction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from graphql import GraphQLEnumType, GraphQLInputObjectType, get_named_type

from querious.relations.lists.measures import Kind
from querious.relations.lists.pages import given, paging
from querious.relations.lists.row_leaves import RowLeaves
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from graphql import GraphQLField

    from querious.model import JSON
    from querious.relations.lists.list_types import ListType, Path
    from querious.relations.lists.row_leaves import RowLeaf, Words
    from querious.relations.schema_types import SchemaTypes

_ORDER: Final = frozenset(
    ("sort", "order", "orderby", "sortby", "ordering", "sorting", "orderings", "ordered", "sorted")
)
_UP: Final = frozenset((("asc",), ("ascending",), ("asc", "null", "first"), ("asc", "null", "last"), ("a",)))
_DOWN: Final = frozenset((("desc",), ("descending",), ("desc", "null", "first"), ("desc", "null", "last"), ("d",)))
_DIRECTED: Final = (("low", "to", "high"), ("high", "to", "low"), ("a", "to", "z"), ("z", "to", "a"))
_FIELD: Final = frozenset(("field", "by", "column", "key", "property", "sort", "order"))
"""Names of what is sorted by, in an object that holds a direction too."""


class Ordering(NamedTuple):
    """Arguments that ask for an order."""

    changes: tuple[tuple[Path, JSON], ...]
    leaf: RowLeaf
    direction: int
    """1 upward, -1 downward, 0 where the arguments leave it open."""

    @property
    def name(self) -> str:
        """As a reader would write it."""
        return ", ".join(f"{'.'.join(path)}: {value}" for path, value in self.changes)

    def asked(self, arguments: Mapping[str, JSON]) -> bool:
        """Whether these arguments ask for this order, and for no other beside it."""
        return all(_one(given(arguments, path)) == value for path, value in self.changes)


def _one(value: JSON) -> JSON:
    return value[0] if isinstance(value, list) and len(value) == 1 else value


def orderings(types: SchemaTypes, field: GraphQLField, found: ListType) -> list[Ordering]:
    """The orders that can be asked of a field that gives rows; those of one leaf stand together."""
    subjects = RowLeaves(types, found.row)
    pages = {path[0] for path in paging(types, field, found).paths}
    arguments = {name: get_named_type(argument.type) for name, argument in field.args.items() if name not in pages}
    directions = {name: kind for name, kind in arguments.items() if _is_direction(kind)}
    orders: list[Ordering] = []
    for name, kind in arguments.items():
        if not set(words(name)) & _ORDER or name in directions:
            continue
        if isinstance(kind, GraphQLEnumType):
            beside = next(iter(directions), "")
            orders += _by_enum(subjects, (name,), kind, (beside,) if beside else (), directions.get(beside))
        elif isinstance(kind, GraphQLInputObjectType):
            orders += _by_object(subjects, name, kind)
    return [one for one in orders if one.leaf.kind not in {Kind.CHOICE, Kind.FLAG}]


def paths(types: SchemaTypes, field: GraphQLField, found: ListType) -> tuple[Path, ...]:
    """The arguments that have to do with order, whether it is known what they mean or not."""
    pages = {path[0] for path in paging(types, field, found).paths}
    return tuple(
        (name,)
        for name, argument in field.args.items()
        if name not in pages and (set(words(name)) & _ORDER or _is_direction(get_named_type(argument.type)))
    )


def _by_enum(
    subjects: RowLeaves, path: Path, kind: GraphQLEnumType, beside: Path, directions: Any
) -> Iterator[Ordering]:
    """``sort: PRICE, direction: DESC`` or ``orderBy: PRICE_DESC``."""
    for value in kind.values:
        spoken = words(value)
        subject, direction = _directed(spoken)
        leaf = _leaf(subjects, subject)
        if leaf is None:
            continue
        if direction or directions is None:
            yield Ordering(((path, value),), leaf, direction)
            continue
        for member in directions.values:
            yield Ordering(((path, value), (beside, member)), leaf, _direction(words(member)))


def _by_object(subjects: RowLeaves, name: str, kind: GraphQLInputObjectType) -> Iterator[Ordering]:
    """``orderBy: {field: NAME, direction: ASC}`` or ``order_by: {name: asc}``."""
    kinds = {inner: get_named_type(field.type) for inner, field in kind.fields.items()}
    directions = {inner: named for inner, named in kinds.items() if _is_direction(named)}
    for inner, named in kinds.items():
        if isinstance(named, GraphQLEnumType) and inner not in directions and set(words(inner)) & _FIELD:
            beside = next(iter(directions), "")
            way = (name, beside) if beside else ()
            yield from _by_enum(subjects, (name, inner), named, way, directions.get(beside))
            return
    for inner, named in directions.items():
        leaf = _leaf(subjects, words(inner))
        for member in named.values if leaf is not None else ():
            if words(member) in (("asc",), ("desc",)):
                yield Ordering((((name, inner), member),), leaf, _direction(words(member)))  # type: ignore[arg-type]  # seen


def _leaf(subjects: RowLeaves, subject: Words) -> RowLeaf | None:
    """The one leaf that is meant; names of another object may mean any of its leaves."""
    found = subjects.of(subject) if subject else []
    return found[0] if len(found) == 1 else None


def _is_direction(kind: Any) -> bool:
    return isinstance(kind, GraphQLEnumType) and all(_direction(words(member)) for member in kind.values)


def _direction(spoken: Words) -> int:
    return 1 if spoken in _UP else -1 if spoken in _DOWN else 0


def _directed(spoken: Words) -> tuple[Words, int]:
    """Subject and direction of the name of an order."""
    for length in (3, 1):
        tail = spoken[-length:]
        if len(spoken) > length and _direction(tail):
            return spoken[:-length], _direction(tail)
        if length == len(tail) and tail in _DIRECTED:
            return spoken[:-length], 1 if tail[0] in {"low", "a"} else -1
    return spoken, 0
