"""What the filter arguments of a list mean, where their names and types leave no doubt."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from graphql import GraphQLEnumType, get_named_type, is_list_type

from querious.model.defaults import default_of
from querious.relations.lists.list_types import bare
from querious.relations.lists.measures import Kind, kind_of
from querious.relations.lists.pages import inputs, is_required, paging
from querious.relations.lists.row_leaves import RowLeaf, RowLeaves
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphql import GraphQLField

    from querious.relations.lists.list_types import ListType, Path
    from querious.relations.lists.row_leaves import Words
    from querious.relations.schema_types import SchemaTypes


class Operator(StrEnum):
    """How a leaf must stand to what was asked for; the value says it in a message."""

    EQUAL = "equal to"
    UNEQUAL = "other than"
    AMONG = "one of"
    LEAST = "at least"
    ABOVE = "more than"
    MOST = "at most"
    BELOW = "less than"
    CONTAINS = "text with"
    STARTS = "text that starts with"
    ENDS = "text that ends with"


BOUNDS: Final = frozenset((Operator.LEAST, Operator.ABOVE, Operator.MOST, Operator.BELOW))
TEXTS: Final = frozenset((Operator.CONTAINS, Operator.STARTS, Operator.ENDS))

_SYMBOLS: Final[dict[Words, Operator]] = {
    **dict.fromkeys(
        (("eq",), ("equal",), ("equal", "to"), ("exact",), ("iexact",), ("i", "exact"), ("eqi",)), Operator.EQUAL
    ),
    **dict.fromkeys((("ne",), ("neq",), ("not", "equal"), ("not", "equal", "to")), Operator.UNEQUAL),
    **dict.fromkeys((("in",), ("in", "list"), ("one", "of"), ("any", "of")), Operator.AMONG),
    **dict.fromkeys(
        (("gte",), ("ge",), ("greater", "than", "or", "equal"), ("greater", "than", "or", "equal", "to")),
        Operator.LEAST,
    ),
    **dict.fromkeys((("gt",), ("greater", "than")), Operator.ABOVE),
    **dict.fromkeys(
        (("lte",), ("le",), ("less", "than", "or", "equal"), ("less", "than", "or", "equal", "to")), Operator.MOST
    ),
    **dict.fromkeys((("lt",), ("less", "than")), Operator.BELOW),
    **dict.fromkeys(
        (("contain",), ("icontain",), ("containsi",), ("include",), ("contain", "insensitive"), ("contain", "nocase")),
        Operator.CONTAINS,
    ),
    ("include", "insensitive"): Operator.CONTAINS,
    ("i", "contain"): Operator.CONTAINS,
    **dict.fromkeys(
        (("start", "with"), ("startswith",), ("istartswith",), ("start", "with", "insensitive"), ("begin", "with")),
        Operator.STARTS,
    ),
    **dict.fromkeys((("end", "with"), ("endswith",), ("iendswith",), ("end", "with", "insensitive")), Operator.ENDS),
}
"""The operators of those who generate filters, as words; they stand last, or alone in an object of their own."""
_SPOKEN: Final[dict[Words, Operator]] = {
    **dict.fromkeys((("min",), ("minimum",), ("from",), ("since",), ("at", "least"), ("after",)), Operator.LEAST),
    **dict.fromkeys((("newer", "than"), ("later", "than"), ("above",), ("more", "than")), Operator.LEAST),
    **dict.fromkeys((("max",), ("maximum",), ("to",), ("until",), ("till",), ("up", "to")), Operator.MOST),
    **dict.fromkeys((("at", "most"), ("before",), ("below",), ("earlier", "than"), ("under",)), Operator.MOST),
    ("prefix",): Operator.STARTS,
    ("suffix",): Operator.ENDS,
}
"""Words of plain language, before or after the name."""
_CLOSED: Final = frozenset(("min", "minimum", "max", "maximum", "least", "most"))
"""Of these, those that take the bound in; the others leave it open."""
_CONTAINERS: Final = frozenset(
    (
        "filter",
        "where",
        "condition",
        "criterion",
        "input",
        "param",
        "option",
        "by",
        "with",
        "match",
        "predicate",
        "find",
    )
) | {"selector", "constraint", "arg", "argument", "filtering", "and", "query", "data"}
_NOISE: Final = frozenset(("range", "filter", "between", "period", "value", "interval", "comparison"))
_VAGUE: Final = frozenset(
    (
        "search",
        "query",
        "q",
        "term",
        "keyword",
        "fuzzy",
        "like",
        "ilike",
        "regex",
        "fulltext",
        "similar",
        "near",
        "phrase",
    )
)
"""Not plain: what they find is the server's to decide."""
_AGAINST: Final = frozenset(("not", "no", "non", "exclude", "excluding", "except", "without", "nin")) | {
    *("null", "some", "every", "none", "all"),
}
_ORDER: Final = frozenset(("sort", "order", "direction", "group", "sorting", "ordering"))
"""Enums that come under these names are no filters."""


class Condition(NamedTuple):
    """An argument that keeps rows back."""

    path: Path
    operator: Operator
    leaves: tuple[RowLeaf, ...]
    """What it is about; where several, which of them has to be learned."""
    type: Any
    """The scalar or enum that it takes."""
    several: bool = False
    """Whether it takes a list."""
    symbol: bool = False
    """Whether the operator is one of a generated filter, which has one meaning only."""
    open: bool = False
    """Whether it is left open if a bound itself is meant too."""
    default: bool = False
    """Whether something is asked for where it is left out."""

    @property
    def name(self) -> str:
        """As a reader would write it."""
        return ".".join(self.path)


def conditions(  # complexipy: ignore (to be taken apart)
    types: SchemaTypes, field: GraphQLField, found: ListType
) -> list[Condition]:
    """The filter arguments of a field that gives rows."""
    subjects = RowLeaves(types, found.row)
    pages = paging(types, field, found).paths
    conditions = []
    for path, argument in inputs(field.args):
        if path in pages or (len(path) == 1 and is_required(argument)):
            continue
        named = get_named_type(argument.type)
        several = is_list_type(bare(argument.type))
        meant = next(_meant(path, subjects, named), None)
        if meant is not None and _fits(meant[1], meant[0], named):
            operator, leaves, symbol = meant
            if several:
                operator = Operator.AMONG if operator is Operator.EQUAL else operator
            if several is (operator is Operator.AMONG):
                spoken = {word for name in path for word in words(name)}
                open_ = not symbol and not spoken & _CLOSED
                default = bool(default_of(argument))
                conditions.append(Condition(path, operator, leaves, named, several, symbol, open_, default))
    return conditions


def _meant(path: Path, subjects: RowLeaves, named: Any) -> Iterator[tuple[Operator, tuple[RowLeaf, ...], bool]]:
    """Readings of an argument, the plainest first."""
    parts = [words(name) for name in path]
    while len(parts) > 1 and set(parts[0]) <= _CONTAINERS:
        parts = parts[1:]
    spoken = tuple(word for part in parts for word in part)
    last = parts[-1]
    if last in _SYMBOLS and len(parts) > 1:
        if not set(spoken[: -len(last)]) & (_VAGUE | _AGAINST):
            yield from _about(subjects, _trimmed(spoken[: -len(last)]), _SYMBOLS[last], symbol=True)
        return
    if len(parts) > 1 and last not in _SPOKEN and subjects.names(spoken[: -len(last)]):
        return  # what stands below the name of a leaf is an operator, whatever it is called
    yield from _plainly(spoken, subjects, named)


def _plainly(spoken: Words, subjects: RowLeaves, named: Any) -> Iterator[tuple[Operator, tuple[RowLeaf, ...], bool]]:
    """Readings of a name that has its operator in it, or none."""
    split = _split(spoken)
    if split is not None:
        subject, operator, symbol = split
        if not set(subject) & (_VAGUE | _AGAINST):
            if subject and not (subjects.of(spoken) and not symbol):  # ``validFrom`` may be a leaf's own name
                yield from _about(subjects, _trimmed(subject), operator, symbol=symbol)
            elif not subject and operator in BOUNDS and kind_of(named) is Kind.MOMENT and len(subjects.moments()) == 1:
                yield operator, tuple(subjects.moments()), False
        return
    if set(spoken) & (_VAGUE | _AGAINST) or spoken in (("text",), ("match",)):
        return
    yield from _about(subjects, _trimmed(spoken), Operator.EQUAL, symbol=False)
    only = subjects.only(named) if isinstance(named, GraphQLEnumType) and not set(spoken) & _ORDER else None
    if only is not None:
        yield Operator.EQUAL, (only,), False


def _about(
    subjects: RowLeaves, subject: Words, operator: Operator, *, symbol: bool
) -> Iterator[tuple[Operator, tuple[RowLeaf, ...], bool]]:
    leaves = subjects.of(subject) if subject else []
    if leaves:
        yield operator, tuple(leaves), symbol


def _split(spoken: Words) -> tuple[Words, Operator, bool] | None:
    """Subject and operator of a name that holds one; None for other names."""
    for length in range(min(5, len(spoken)), 0, -1):
        tail, head = spoken[-length:], spoken[:length]
        if tail in _SYMBOLS and len(spoken) > length:
            return spoken[:-length], _SYMBOLS[tail], True
        if tail in _SPOKEN:
            return spoken[:-length], _SPOKEN[tail], False
        if head in _SPOKEN and _SPOKEN[head] in BOUNDS:
            return spoken[length:], _SPOKEN[head], False
    return None


def _trimmed(subject: Words) -> Words:
    while len(subject) > 1 and subject[-1] in _NOISE:
        subject = subject[:-1]
    return subject


def _fits(leaves: tuple[RowLeaf, ...], operator: Operator, named: Any) -> bool:
    """Whether values of the leaf can be asked for by this argument, with this operator."""
    taken = kind_of(named)
    kinds = {leaf.kind for leaf in leaves}
    if operator in BOUNDS:
        return (
            len(leaves) == 1
            and taken in {Kind.NUMBER, Kind.MOMENT, Kind.TEXT}
            and kinds <= {taken, Kind.MOMENT, Kind.TEXT}
        )
    if operator in TEXTS:
        return len(leaves) == 1 and taken is Kind.TEXT and kinds == {Kind.TEXT} and not leaves[0].identifies
    if taken is Kind.CHOICE:
        return all(leaf.type is named for leaf in leaves)
    if taken in {Kind.FLAG, Kind.NUMBER}:
        return kinds <= {taken} or (taken is Kind.NUMBER and all(leaf.identifies for leaf in leaves))
    return bool(kinds & {Kind.TEXT, Kind.CHOICE, Kind.MOMENT}) and Kind.FLAG not in kinds
