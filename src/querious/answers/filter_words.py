"""The words of filters: how what is asked for must stand to what rows show, by the name of an argument."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from querious.text.words import Words


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


def _by_phrase(phrases: dict[Operator, str]) -> dict[Words, Operator]:
    """Operators by the words of their names; names are parted by commas."""
    return {tuple(name.split()): operator for operator, names in phrases.items() for name in names.split(",")}


GENERATED: Final = _by_phrase(
    {
        Operator.EQUAL: "eq, equal, equal to, exact, iexact, i exact, eqi",
        Operator.UNEQUAL: "ne, neq, not equal, not equal to",
        Operator.AMONG: "in, in list, one of, any of",
        Operator.LEAST: "gte, ge, greater than or equal, greater than or equal to",
        Operator.ABOVE: "gt, greater than",
        Operator.MOST: "lte, le, less than or equal, less than or equal to",
        Operator.BELOW: "lt, less than",
        Operator.CONTAINS: "contain, icontain, containsi, i contain, include, contain insensitive, contain nocase, "
        "include insensitive",
        Operator.STARTS: "start with, startswith, istartswith, start with insensitive, begin with",
        Operator.ENDS: "end with, endswith, iendswith, end with insensitive",
    }
)
"""The operators of those who generate filters, as words; they stand last, or alone in an object of their own."""
PLAIN_WORDS: Final = _by_phrase(
    {
        Operator.LEAST: "min, minimum, from, since, at least, after, newer than, later than, above, more than",
        Operator.MOST: "max, maximum, to, until, till, up to, at most, before, below, earlier than, under",
        Operator.STARTS: "prefix",
        Operator.ENDS: "suffix",
    }
)
"""Words of plain language, before or after the name."""
INCLUSIVE: Final = frozenset(("min", "minimum", "max", "maximum", "least", "most"))
"""Of these, those that take the bound in; the others leave it open."""
CONTAINERS: Final = frozenset(
    (
        *("filter", "where", "condition", "criterion", "input", "param", "option", "by", "with", "match", "predicate"),
        *("find", "selector", "constraint", "arg", "argument", "filtering", "and", "query", "data"),
    )
)
NOISE: Final = frozenset(("range", "filter", "between", "period", "value", "interval", "comparison"))
_VAGUE: Final = frozenset(
    (
        *("search", "query", "q", "term", "keyword", "fuzzy", "like", "ilike", "regex", "fulltext", "similar", "near"),
        "phrase",
    )
)
"""Not plain: what they find is the server's to decide."""
_NEGATIONS: Final = frozenset(
    (*("not", "no", "non", "exclude", "excluding", "except", "without", "nin", "null", "some", "every", "none", "all"),)
)
DOUBTFUL: Final = _VAGUE | _NEGATIONS
