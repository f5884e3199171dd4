"""Rules that the descriptions of numbers state: "net plus tax", "sum of quantity times unit price over the items".

A description is read only if it is such a rule from its first word to its last, and all its words name other numbers of
the same object, or those of the rows of one list.
"""

from __future__ import annotations

import re
from decimal import Decimal
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.answers.numbers.number_names import spoken
from querious.answers.numbers.rules import ExpectedNumber, plainly
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from querious.answers.numbers.amounts import Amount, Column, Numbers, TermPath
    from querious.answers.numbers.rules import NumberRule, Precision
    from querious.text.words import Words

_CLAUSE: Final = re.compile(r"[.;:,(\n]")
_SIGNS: Final = {
    **dict.fromkeys("-\u2212", " minus "),
    **dict.fromkeys("*\u00d7", " times "),
    "+": " plus ",
    "%": " percent ",
}
_SIGN: Final = re.compile(r"(?<=\s)[-+*\u00d7\u2212](?=\s)|%")
_PLUS: Final = frozenset({"plus"})
_MINUS: Final = frozenset({"minus", "less"})
_TIMES: Final = frozenset({"time", "times"})
_ARTICLES: Final = frozenset(
    (
        *("the", "a", "an", "all", "its", "their", "each", "every", "per", "of", "over", "for", "in"),
        *("multiplied", "by", "equal", "is"),
    )
)
_SHARES: Final = frozenset({"percent", "pct"})
_HUNDRED: Final = Decimal(100)


class _Factor(NamedTuple):
    """A number, or a share of one: ``10 percent of net``."""

    place: TermPath | Column
    share: Decimal = Decimal(1)


class _Product(NamedTuple):
    sign: int
    factors: tuple[_Factor, ...]


class DocumentedRule(NamedTuple):
    """Products that are added or taken off; over the rows of a list, where their factors stand in one."""

    result: TermPath
    products: tuple[_Product, ...]
    meaning: str
    list: str = ""
    """Over whose rows it is added up; empty where it is about the object itself."""
    named: bool = True

    @property
    def used(self) -> frozenset[TermPath | Column]:
        """The numbers that it is about."""
        return frozenset(factor.place for product in self.products for factor in product.factors) | {self.result}

    def expect(self, numbers: Numbers, precision: Precision) -> ExpectedNumber | None:
        """Nothing where a part is missing, or something is counted otherwise than the result."""
        own = numbers.terms[self.result]
        rows = numbers.lengths[self.list] if self.list else 1
        total, slack, used = Decimal(0), precision.half_step(self.result) * (rows + 1), 0
        working: list[str] = []
        for row in range(rows):
            for product in self.products:
                amounts = [self._amount(factor, numbers, row) for factor in product.factors]
                known = [amount for amount in amounts if amount is not None]
                if len(known) < len(amounts) or any(amount.unit not in {"", own.unit} for amount in known):
                    return None
                worth = Decimal(product.sign)
                for factor, amount in zip(product.factors, known, strict=True):
                    worth *= amount.number * factor.share
                total += worth
                used += bool(worth)
                sign = "- " if product.sign < 0 else "+ " if working else ""
                working.append(sign + " * ".join(map(_written, product.factors, known)))
        told = f"{' '.join(working[:8])}{' …' if len(working) > 8 else ''} = {plainly(total)}"  # noqa: PLR2004
        return ExpectedNumber(total, slack, told, telling=used > 1 or (used == 1 and len(self.products) == 1))

    @staticmethod
    def _amount(factor: _Factor, numbers: Numbers, row: int) -> Amount | None:
        if isinstance(factor.place, tuple) and factor.place in numbers.terms:
            return numbers.terms[factor.place]  # type: ignore[index]  # a path, as it is known
        column = numbers.columns.get(factor.place)  # type: ignore[arg-type]  # else it is a column
        return column[row] if column is not None and row < len(column) else None


def _written(factor: _Factor, amount: Amount) -> str:
    return str(amount) if factor.share == 1 else f"{plainly(factor.share)} * {amount}"


def documented_rules(objects: Sequence[Numbers], texts: Mapping[str, str]) -> Iterator[NumberRule]:
    """The rules that the descriptions of the members of an object state, by member."""
    terms: dict[TermPath, Words] = {path: spoken(path) for numbers in objects for path in numbers.terms}
    columns = {column: spoken(column.path) for numbers in objects for column in numbers.columns}
    for path in terms:
        text = texts.get(path[0], "") if len(path) == 1 else ""
        clause = _CLAUSE.split(text.strip().removeprefix("=").strip())[0].strip() if text else ""
        tokens = words(_SIGN.sub(lambda sign: _SIGNS[sign[0]], clause))
        others: dict[TermPath, Words] = {
            other: said for other, said in terms.items() if other != path and len(other) == 1
        }
        rule = _sum(path, tokens, columns, clause) or _combination(path, tokens, others, clause)
        if rule is not None:
            yield rule


def _combination(path: TermPath, tokens: Words, terms: Mapping[TermPath, Words], clause: str) -> DocumentedRule | None:
    """``net plus tax``: something has to be done with the numbers that are named."""
    products = _products(tokens, terms)
    if products is None or (len(products) == 1 and len(products[0].factors) == 1 and products[0].factors[0].share == 1):
        return None
    return DocumentedRule(path, products, f'"{clause}"')


def _sum(path: TermPath, tokens: Words, columns: Mapping[Column, Words], clause: str) -> DocumentedRule | None:
    """``sum of quantity times unit price over the lines``; the list may go unnamed where there is one."""
    if tokens[:1] not in {("sum",), ("total",)} or tokens[1:2] != ("of",):
        return None
    found = []
    for listed in dict.fromkeys(column.list for column in columns):
        of_list = {column: said for column, said in columns.items() if column.list == listed and len(column.path) == 1}
        name = spoken((listed,))
        rest = _without_phrase(tokens[2:], name)
        products = _products(rest, of_list)
        if products is not None:
            found.append((len(rest) < len(tokens) - 2, DocumentedRule(path, products, f'"{clause}"', listed)))
    named = [rule for is_named, rule in found if is_named] or [rule for _, rule in found]
    return named[0] if len(named) == 1 else None


def _without_phrase(tokens: Words, name: Words) -> Words:
    places = [place for place in range(len(tokens)) if tokens[place : place + len(name)] == name]
    return tokens[: places[-1]] + tokens[places[-1] + len(name) :] if places else tokens


def _products(tokens: Words, known: Mapping[TermPath, Words] | Mapping[Column, Words]) -> tuple[_Product, ...] | None:
    """All products that are added and taken off; None where a word is left over."""
    signs = [(-1, 1)] + [
        (place, -1 if token in _MINUS else 1) for place, token in enumerate(tokens) if token in _PLUS | _MINUS
    ]
    ends = [place for place, _ in signs[1:]] + [len(tokens)]
    found = []
    for (begin, sign), end in zip(signs, ends, strict=True):
        factors = _factors(tokens[begin + 1 : end], known)
        if not factors:
            return None
        found.append(_Product(sign, factors))
    return tuple(found)


def _factors(tokens: Words, known: Mapping[TermPath, Words] | Mapping[Column, Words]) -> tuple[_Factor, ...]:
    """Nothing where a word is left over."""
    places = [-1, *(place for place, token in enumerate(tokens) if token in _TIMES), len(tokens)]
    found = [_factor(tokens[begin + 1 : end], known) for begin, end in pairwise(places)]
    factors = [factor for factor in found if factor is not None]
    return tuple(factors) if len(factors) == len(found) else ()


def _factor(tokens: Words, known: Mapping[TermPath, Words] | Mapping[Column, Words]) -> _Factor | None:
    share = Decimal(1)
    if len(tokens) > 1 and tokens[0].isdecimal() and tokens[1] in _SHARES:
        share, tokens = Decimal(tokens[0]) / _HUNDRED, tokens[2:]
    exact = [place for place, said in known.items() if said == tokens]
    plain = tuple(token for token in tokens if token not in _ARTICLES)
    found = exact or [place for place, said in known.items() if plain and said == plain]
    return _Factor(found[0], share) if len(found) == 1 else None
