"""What names say of numbers: that one is the sum, the product, the least, the mean or the count of others."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Final

from querious.text.words import words

if TYPE_CHECKING:
    from querious.answers.numbers.amounts import Column, TermPath
    from querious.text.words import Words

_SUMS: Final = frozenset(("total", "sum", "subtotal"))
_FILLERS: Final = frozenset(
    ("total", "sum", "sub", "subtotal", "grand", "amount", "all", "of", "overall", "value", "net")
)
_HOLDERS: Final = frozenset(("aggregate", "statistic", "stat", "summary"))
"""Objects that hold what is worked out of many."""
_MONEY: Final = frozenset(("total", "subtotal", "sum", "amount", "price", "cost", "value"))
_LINES: Final = frozenset(
    (
        *("line", "item", "entry", "row", "position", "detail", "product", "part", "article", "lineitem", "expense"),
        *("node", "edge", "record", "element", "component", "cost"),
    )
)
_OF_ONE: Final = frozenset(("unit", "each", "single", "list", "original", "old", "previous", "min", "max", "average"))
"""A number of one piece, or of another time."""
_QUANTITIES: Final = frozenset((("quantity",), ("qty",), ("unit",), ("piece",), ("hour",)))
_OF_LINES: Final = frozenset(
    ("line", "sub", "total", "subtotal", "sum", "amount", "extended", "price", "cost", "value", "item", "row", "net")
)
_PRICES: Final = frozenset(("price", "cost", "rate", "fee"))
_ADDED: Final = frozenset(
    ("tax", "vat", "shipping", "delivery", "fee", "tip", "surcharge", "handling", "freight", "postage")
)
_TAKEN_OFF: Final = frozenset(("discount", "rebate", "saving", "reduction", "deduction"))
_MODIFIERS: Final = (
    _ADDED
    | _TAKEN_OFF
    | frozenset(
        (
            *("adjustment", "coupon", "voucher", "promotion", "credit", "refund", "deposit", "gift", "duty", "charge"),
            *("commission", "rounding", "gross", "net", "modifier", "offer", "markup", "bonus", "correction"),
        )
    )
)
_LEFT: Final = frozenset(
    (
        "left",
        "remaining",
        "outstanding",
        "balance",
        "due",
        "owed",
        "owing",
        "unpaid",
        "open",
        "free",
        "available",
        "vacant",
    )
)
_TAKEN: Final = frozenset(
    (
        *(
            "paid",
            "settled",
            "received",
            "booked",
            "reserved",
            "sold",
            "taken",
            "used",
            "occupied",
            "allocated",
            "issued",
        ),
        *("loaded", "load", "spent", "consumed", "lent"),
    )
)
_WHOLES: Final = frozenset(("capacity", "total", "limit", "quota", "budget", "size", "allowance"))
_OF_PARTS: Final = frozenset(
    ("amount", "number", "count", "of", "so", "far", "already", "still", "to", "be", "pay", "total")
)
"""Words that tell no part of a whole from another."""
_LEAST: Final = frozenset(("min", "minimum", "least", "lowest", "smallest", "cheapest", "earliest", "first"))
_MOST: Final = frozenset(("max", "maximum", "most", "highest", "largest", "greatest", "biggest", "latest"))
_MEANS: Final = frozenset(("average", "avg", "mean"))


def spoken(path: TermPath) -> Words:
    """The words of a path, arguments left out."""
    return tuple(chain.from_iterable(words(name.partition("(")[0]) for name in path))


def is_sum(result: TermPath, column: Column) -> bool:
    """``total`` and ``lines { subtotal }``; ``totalHours`` and ``entries { hours }``."""
    said, added = spoken(result), set(spoken(column.path))
    if _SUMS.isdisjoint(said) or not _OF_ONE.isdisjoint(added) or not _MODIFIERS.isdisjoint({*said, *added}):
        return False
    rest = set(said) - _FILLERS - _HOLDERS
    if rest != {"count"} and is_total_count(result[-1:], frozenset()):
        return False  # `items { totalCount }` counts the rows of its own list
    if rest == {"count"}:
        # `totalCount` counts the rows themselves: it adds up `byGenre { count }`, but not `nodes { reviewCount }`.
        return added == rest and _MODIFIERS.isdisjoint(spoken((column.list,)))
    if rest:
        return rest <= added and _MODIFIERS.isdisjoint(spoken((column.list,)))
    # What a line refers to, `lines { item { price } }`, has a price of one piece, and counts of its own.
    own = spoken(column.path[:1])
    return holds_lines(column.list) and "count" not in added and not _MONEY.isdisjoint(own)


def is_sum_of(result: TermPath, column: Column) -> bool:
    """``totalFollowers`` and ``artists { followers }``, ``sumTotal`` and ``invoices { total }``."""
    said, added = list(spoken(result)), list(spoken(column.path))
    sums = [place for place, word in enumerate(said) if word in _SUMS]
    return any(said[:place] + said[place + 1 :] == added for place in sums)


def is_total_count(result: TermPath, things: frozenset[Words]) -> bool:
    """``count`` and ``totalCount``; ``patientCount`` and ``totalPatients`` where these are the things."""
    said = spoken(result)
    if said in {("count",), ("total", "count"), ("count", "total")}:
        return True
    return any(said in _counting_names(thing) for thing in things)


def holds_lines(listed: str) -> bool:
    """Whether a list holds what a total is made of: lines, items, entries, but no payments and no offers."""
    said = spoken((listed,))
    return not _LINES.isdisjoint(said) and _MODIFIERS.isdisjoint(said)


def is_sum_of_lines(path: TermPath) -> bool:
    """``total`` or ``subtotal``, and nothing more special."""
    said = spoken(path)
    return not _SUMS.isdisjoint(said) and _FILLERS.issuperset(said)


def is_worth_of_line(path: TermPath) -> bool:
    """What several of one thing cost together: ``subtotal``, ``lineTotal``, ``amount``, and nothing more special."""
    said = _own_words(path)
    names_a_line = said[:1] in {("line",), ("amount",), ("extended",)}
    return (names_a_line or not _SUMS.isdisjoint(said)) and _OF_LINES.issuperset(spoken(path))


def is_quantity(path: TermPath) -> bool:
    """How many there are of one thing: ``quantity`` and its like, but no ``errorCount``."""
    said = spoken(path)
    return len(path) == 1 and (said[-1:] in _QUANTITIES or said in {("count",), ("number",)})


def is_price(path: TermPath) -> bool:
    """What one thing costs: ``unitPrice { amount }``, but not ``costSummary { tokens }``."""
    said = spoken(path)
    is_worth = not _PRICES.isdisjoint(_own_words(path)[-1:])
    return is_worth and (_SUMS | _MODIFIERS | {"line"}).isdisjoint(said)


def _own_words(path: TermPath) -> Words:
    """The words of the last name of a path, of that before it where the last says only that it is an amount."""
    for name in reversed(path):
        said = spoken((name,))
        if not {"amount", "value"}.issuperset(said) or len(path) == 1:
            return said
    return spoken(path[:1])


def sign_of(path: TermPath) -> int:
    """1 for what is added to a subtotal, -1 for what is taken off, 0 for anything else."""
    said = set(spoken(path))
    if not _SUMS.isdisjoint(said) or not {"rate", "percent", "percentage", "count", "code", "id"}.isdisjoint(said):
        return 0
    if not _TAKEN_OFF.isdisjoint(said):
        return -1
    return 0 if _ADDED.isdisjoint(said) else 1


def is_subtotal(path: TermPath) -> bool:
    """What comes before taxes and discounts."""
    said = spoken(path)
    return ("subtotal" in said or said[:2] == ("sub", "total")) and _MODIFIERS.isdisjoint(said)


def is_total(path: TermPath) -> bool:
    """What is to be paid, and nothing more special than that."""
    said = spoken(path)
    return _FILLERS.issuperset(said) and (said[:1] == ("total",) or said[:2] == ("grand", "total"))


def is_what_is_left(left: TermPath, whole: TermPath, taken: TermPath) -> bool:
    """``balance``, ``total`` and ``paid``; ``seatsLeft``, ``capacity`` and ``seatsSold``; all of the same thing."""
    roles = ((left, _LEFT), (whole, _WHOLES), (taken, _TAKEN))
    others = _LEFT | _TAKEN
    for path, role in roles:
        said = set(spoken(path))
        if len(said & role) != 1 or said & (others - role):
            return False
    things = [set(spoken(path)) - role - _OF_PARTS for path, role in roles]
    named = [thing for thing in things if thing]
    return all(thing == named[0] for thing in named)


def extreme_of(result: TermPath, column: Column) -> int:
    """-1 where a name says the least of a column, 1 where it says the largest, else 0: ``minPrice``, ``price.max``."""
    said = set(spoken(result))
    direction = -1 if said & _LEAST else 1
    if not said & (_LEAST | _MOST) or (said & _LEAST and said & _MOST):
        return 0
    return direction if _speaks_of_column(said - _LEAST - _MOST, column) else 0


def is_mean(result: TermPath, column: Column) -> bool:
    """``averageStars`` and ``reviews { stars }``."""
    said = set(spoken(result))
    return bool(said & _MEANS) and _speaks_of_column(said - _MEANS, column)


def _speaks_of_column(said: set[str], column: Column) -> bool:
    """Whether what is left of a name is that of the column, or of the list and the column."""
    rest = said - {"value", "amount", "range", "of"} - _HOLDERS
    path = set(spoken(column.path)) - {"value", "amount"}
    listed = set(spoken((column.list,)))
    return bool(rest) and rest <= path | listed and path <= rest | {"value"} and bool(rest & path)


def is_count(result: TermPath, listed: str) -> bool:
    """``itemCount``, ``numberOfItems`` and ``totalItems`` for ``items``."""
    return spoken(result) in _counting_names(spoken((listed,)))


def _counting_names(thing: Words) -> tuple[Words, ...]:
    names = ((*thing, "count"), ("total", *thing, "count"), ("number", "of", *thing), ("count", "of", *thing))
    return (*names, ("num", *thing), ("nb", *thing), ("total", *thing))


def modifies_totals(name: str) -> bool:
    """Whether a field of this name may be why a total is not the sum of its lines: taxes, discounts, refunds."""
    return not _MODIFIERS.isdisjoint(words(name))
