"""Numbers as answers write them, with what they count."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from querious.answers.identity import KEY_WORDS
from querious.text.words import words

if TYPE_CHECKING:
    from decimal import Decimal

TermPath: TypeAlias = tuple[str, ...]
"""Names of fields with their arguments, from an object through objects without identity down to a number."""

UNITS: Final = frozenset(("currency", "unit"))
"""Last words of the names of leaves that say what the number beside them counts."""


class Amount(NamedTuple):
    """A number, and what it counts."""

    number: Decimal
    unit: str = ""
    """The currency or unit that stands beside it, and the arguments that it was asked with; empty where none do."""

    @property
    def digits(self) -> int:
        """How many stand behind the point."""
        exponent = self.number.normalize().as_tuple().exponent
        return max(0, -exponent) if isinstance(exponent, int) else 0

    def __str__(self) -> str:
        """As a reader would write it."""
        return f"{self.number:f}"


class Column(NamedTuple):
    """One number of every row of a list."""

    list: str
    """The field that gives the rows."""
    path: TermPath


class Numbers(NamedTuple):
    """All numbers that an answer tells of an object, and of the rows of its lists."""

    terms: dict[TermPath, Amount]
    columns: dict[Column, list[Amount | None]]
    """Of lists whose rows are all there; None where a row says nothing."""
    lengths: dict[str, int]
    """How many rows these lists have."""


def is_key(name: str) -> bool:
    """Whether a number of this name stands for an object and counts nothing: ``addressId``."""
    return not KEY_WORDS.isdisjoint(words(name)[-1:])
