"""The words of filters: how what is asked for must stand to what rows show, by the name of an argument."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple

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
        Operator.UNEQUAL: "ne, neq, not equal, not equal to, not, nin, not in, not in list, none of",
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
ORDINAL: Final = frozenset(
    (
        *("level", "severity", "priority", "role", "permission", "access", "grade", "rating", "rank", "tier", "stage"),
        *("visibility", "difficulty", "size", "phase"),
    )
)
"""Leaves of which a higher value may be meant too: errors among the warnings, administrators among the editors."""


class SpokenOperator(NamedTuple):
    """What a name asks for, apart from what it is about."""

    operator: Operator
    subject: Words
    """What it is about; empty where nothing is named, as in ``since``."""
    exact: bool
    """Whether the operator is one of a generated filter."""


def spoken_operator(spoken: Words) -> SpokenOperator | None:
    """The operator in a name: at its end, or in plain language at its beginning too; None if there is none."""
    for length in range(min(5, len(spoken)), 0, -1):
        head, tail = spoken[:length], spoken[-length:]
        if tail in GENERATED and len(spoken) > length:
            return SpokenOperator(GENERATED[tail], spoken[:-length], exact=True)
        if tail in PLAIN_WORDS:
            return SpokenOperator(PLAIN_WORDS[tail], spoken[:-length], exact=False)
        if PLAIN_WORDS.get(head) in BOUNDS:
            return SpokenOperator(PLAIN_WORDS[head], spoken[length:], exact=False)
    return None


def subject_of(spoken: Words) -> Words:
    """Without the words at the end that say nothing; empty where it is vague, or a negation."""
    if not DOUBTFUL.isdisjoint(spoken):
        return ()
    while len(spoken) > 1 and spoken[-1] in NOISE:
        spoken = spoken[:-1]
    return spoken
