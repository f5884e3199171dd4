"""What the filter arguments of a list mean, where their names and types leave no doubt."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from graphql import GraphQLEnumType, get_named_type

from querious.model.defaults import default_of
from querious.relations.lists.measures import ValueKind, kind_of
from querious.relations.lists.pages import inputs, is_required, paging
from querious.relations.lists.row_leaves import RowLeaf, RowLeaves
from querious.relations.schema_types import is_list
from querious.text.words import words

if TYPE_CHECKING:
    from graphql import GraphQLField

    from querious.relations.lists.list_types import ListType, NamePath
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

_GENERATED: Final[dict[Words, Operator]] = {
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
_PLAIN_WORDS: Final[dict[Words, Operator]] = {
    **dict.fromkeys((("min",), ("minimum",), ("from",), ("since",), ("at", "least"), ("after",)), Operator.LEAST),
    **dict.fromkeys((("newer", "than"), ("later", "than"), ("above",), ("more", "than")), Operator.LEAST),
    **dict.fromkeys((("max",), ("maximum",), ("to",), ("until",), ("till",), ("up", "to")), Operator.MOST),
    **dict.fromkeys((("at", "most"), ("before",), ("below",), ("earlier", "than"), ("under",)), Operator.MOST),
    ("prefix",): Operator.STARTS,
    ("suffix",): Operator.ENDS,
}
"""Words of plain language, before or after the name."""
_INCLUSIVE: Final = frozenset(("min", "minimum", "max", "maximum", "least", "most"))
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
_NEGATIONS: Final = frozenset(("not", "no", "non", "exclude", "excluding", "except", "without", "nin")) | {
    *("null", "some", "every", "none", "all"),
}
_ORDER: Final = frozenset(("sort", "order", "direction", "group", "sorting", "ordering"))
"""Enums that come under these names are no filters."""


class Condition(NamedTuple):
    """An argument that keeps rows back."""

    path: NamePath
    operator: Operator
    leaves: tuple[RowLeaf, ...]
    """What it is about; where several, which of them has to be learned."""
    type: Any
    """The scalar or enum that it takes."""
    several: bool = False
    """Whether it takes a list."""
    exact: bool = False
    """Whether the operator is one of a generated filter, such as ``gte``, which has one meaning only."""
    open: bool = False
    """Whether it is left open if a bound itself is meant too."""
    default: bool = False
    """Whether something is asked for where it is left out."""

    @property
    def name(self) -> str:
        """As a reader would write it."""
        return ".".join(self.path)


class _Meaning(NamedTuple):
    """What an argument asks for, by its name."""

    operator: Operator
    leaves: tuple[RowLeaf, ...]
    exact: bool = False


def conditions(types: SchemaTypes, field: GraphQLField, rows: ListType) -> list[Condition]:
    """The filter arguments of a field that gives rows."""
    leaves = RowLeaves(types, rows.row)
    pages = paging(types, field, rows).paths
    found = []
    for path, argument in inputs(field.args):
        if path in pages or (len(path) == 1 and is_required(argument)):
            continue
        kind = get_named_type(argument.type)
        several = is_list(argument.type)
        meaning = _meaning(path, leaves, kind)
        if meaning is None or not _fits(meaning, kind):
            continue
        operator = meaning.operator
        if several and operator is Operator.EQUAL:
            operator = Operator.AMONG
        if several is not (operator is Operator.AMONG):
            continue
        spoken = {word for name in path for word in words(name)}
        open_ = not meaning.exact and spoken.isdisjoint(_INCLUSIVE)
        default = bool(default_of(argument))
        found.append(Condition(path, operator, meaning.leaves, kind, several, meaning.exact, open_, default))
    return found


def _meaning(path: NamePath, leaves: RowLeaves, kind: Any) -> _Meaning | None:
    """What an argument asks for; None if its name leaves a doubt."""
    parts = [words(name) for name in path]
    while len(parts) > 1 and _CONTAINERS.issuperset(parts[0]):
        parts = parts[1:]
    spoken = tuple(word for part in parts for word in part)
    last = parts[-1]
    if len(parts) > 1:
        subject = spoken[: -len(last)]
        if last in _GENERATED:
            return _about(leaves, subject, _GENERATED[last], exact=True)
        if last not in _PLAIN_WORDS and leaves.has(subject):
            return None  # what stands below the name of a leaf is an operator, whatever it is called
    split = _split(spoken)
    if split is None:
        return _equal(spoken, leaves, kind)
    subject, operator, exact = split
    if not subject:
        return _about_moment(leaves, operator, kind)
    if leaves.of(spoken) and not exact:
        return None  # ``validFrom`` may be a leaf's own name
    return _about(leaves, subject, operator, exact=exact)


def _about(leaves: RowLeaves, subject: Words, operator: Operator, *, exact: bool = False) -> _Meaning | None:
    """The leaves that a subject names, if it is no vague word and no negation."""
    if not _VAGUE.isdisjoint(subject) or not _NEGATIONS.isdisjoint(subject):
        return None
    while len(subject) > 1 and subject[-1] in _NOISE:
        subject = subject[:-1]
    found = leaves.of(subject) if subject else []
    return _Meaning(operator, tuple(found), exact) if found else None


def _about_moment(leaves: RowLeaves, operator: Operator, kind: Any) -> _Meaning | None:
    """``since`` or ``until`` alone, where rows have but one moment."""
    moments = leaves.moments()
    if operator in BOUNDS and kind_of(kind) is ValueKind.MOMENT and len(moments) == 1:
        return _Meaning(operator, tuple(moments))
    return None


def _equal(spoken: Words, leaves: RowLeaves, kind: Any) -> _Meaning | None:
    """The name of a leaf; else of an enum that only one leaf has."""
    if spoken in (("text",), ("match",)):
        return None
    if not _VAGUE.isdisjoint(spoken) or not _NEGATIONS.isdisjoint(spoken):
        return None
    found = _about(leaves, spoken, Operator.EQUAL)
    if found is None and isinstance(kind, GraphQLEnumType) and _ORDER.isdisjoint(spoken):
        only = leaves.only(kind)
        found = _Meaning(Operator.EQUAL, (only,)) if only else None
    return found


def _split(spoken: Words) -> tuple[Words, Operator, bool] | None:
    """Subject and operator of a name that holds one, and whether it is exact; None for other names."""
    for length in range(min(5, len(spoken)), 0, -1):
        tail, head = spoken[-length:], spoken[:length]
        if tail in _GENERATED and len(spoken) > length:
            return spoken[:-length], _GENERATED[tail], True
        if tail in _PLAIN_WORDS:
            return spoken[:-length], _PLAIN_WORDS[tail], False
        if head in _PLAIN_WORDS and _PLAIN_WORDS[head] in BOUNDS:
            return spoken[length:], _PLAIN_WORDS[head], False
    return None


def _fits(meaning: _Meaning, kind: Any) -> bool:
    """Whether values of the leaf can be asked for by an argument of this type, with this operator."""
    taken = kind_of(kind)
    kinds = {leaf.kind for leaf in meaning.leaves}
    if meaning.operator in BOUNDS:
        if len(meaning.leaves) > 1 or taken not in {ValueKind.NUMBER, ValueKind.MOMENT, ValueKind.TEXT}:
            return False
        return kinds <= {taken, ValueKind.MOMENT, ValueKind.TEXT}
    if meaning.operator in TEXTS:
        leaf = meaning.leaves[0]
        return len(meaning.leaves) == 1 and taken is leaf.kind is ValueKind.TEXT and not leaf.identifies
    if taken is ValueKind.CHOICE:
        return all(leaf.type is kind for leaf in meaning.leaves)
    if taken is ValueKind.NUMBER and all(leaf.identifies for leaf in meaning.leaves):
        return True
    if taken in {ValueKind.FLAG, ValueKind.NUMBER}:
        return kinds == {taken}
    return ValueKind.FLAG not in kinds and kinds != {ValueKind.NUMBER}
