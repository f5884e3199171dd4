"""Rules between the numbers of an object: what one must be, worked out from the others.

A rule is a value that works out, for one object, what a number should be, how far rounding may have moved it, and how
the result comes about, for a reader. Whether it is a rule at all is for the answers to show.
"""

from __future__ import annotations

from decimal import Decimal, localcontext
from itertools import permutations, product
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from querious.answers.numbers.number_names import (
    extreme_of,
    holds_lines,
    is_count,
    is_mean,
    is_price,
    is_quantity,
    is_subtotal,
    is_sum,
    is_sum_of_lines,
    is_total,
    is_what_is_left,
    is_worth_of_line,
    sign_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from querious.answers.numbers.amounts import Amount, Column, Numbers, TermPath

_DIGITS: Final = 60
"""Of precision when amounts are multiplied and divided."""
_FINEST: Final = 6
"""Digits behind the point that count: more are those of binary fractions, such as 0.30000000000000004."""
_RELATIVE: Final = Decimal(2) ** -23
"""Services that keep single precision are not wrong."""
_HALF: Final = Decimal("0.5")
_SHOWN: Final = 8
"""Numbers of a sum that are written out."""
_TERMS: Final = 10
"""Numbers of an object between which rules are sought that no name speaks of."""
_COLUMNS: Final = 12


class ExpectedNumber(NamedTuple):
    """What a number must be by a rule."""

    number: Decimal
    slack: Decimal
    """How far rounding may have moved it."""
    working: str
    """How it comes about: ``0.35 + 129.00 = 129.35``."""
    telling: bool
    """Whether it would hardly be met by chance: a sum of one number is that number."""


class NumberRule(Protocol):
    """Works out one number of an object from others."""

    @property
    def result(self) -> TermPath:
        """The number that is worked out."""

    @property
    def meaning(self) -> str:
        """What the number is, in words: "the sum of lines.subtotal"."""

    @property
    def named(self) -> bool:
        """Whether names say so."""

    def expect(self, numbers: Numbers, precision: Precision) -> ExpectedNumber | None:
        """What the number must be for this object; None where the rule says nothing."""


class Precision:
    """How finely the numbers at each path are written, in all objects that were seen."""

    def __init__(self, objects: Iterable[Numbers]) -> None:
        self._digits: dict[object, int] = {}
        for numbers in objects:
            for path, amount in numbers.terms.items():
                self._note(path, amount)
            for column, amounts in numbers.columns.items():
                for known in filter(None, amounts):
                    self._note(column, known)

    def _note(self, place: object, amount: Amount) -> None:
        self._digits[place] = max(self._digits.get(place, 0), min(amount.digits, _FINEST))

    def half_step(self, *places: object) -> Decimal:
        """Half of the finest step among these places: as far as one rounding moves a number."""
        return _HALF.scaleb(-max((self._digits.get(place, 0) for place in places), default=0))


def expectation(rule: NumberRule, numbers: Numbers, precision: Precision) -> ExpectedNumber | None:
    """What a rule says of an object; None where it says nothing, as where the object does not show all its parts."""
    try:
        return rule.expect(numbers, precision)
    except KeyError:
        return None


def agrees(amount: Amount, expected: ExpectedNumber) -> bool:
    """Whether a number is what it must be, but for rounding."""
    difference = abs(amount.number - expected.number)
    return difference <= max(expected.slack, abs(expected.number) * _RELATIVE)


def _same_unit(amounts: Sequence[Amount]) -> bool:
    return len({amount.unit for amount in amounts}) == 1


def _written_sum(numbers: Sequence[object], total: Decimal) -> str:
    shown = [str(number) for number in numbers[:_SHOWN]]
    if len(numbers) > _SHOWN:
        shown.append(f"… ({len(numbers)} numbers)")
    return f"{' + '.join(shown)} = {plainly(total)}"


def plainly(number: Decimal) -> str:
    """A number as a reader would write it, without the digits of binary fractions."""
    exponent = number.as_tuple().exponent
    is_short = isinstance(exponent, int) and -exponent <= _FINEST
    return f"{number:f}" if is_short else f"{round(number, _FINEST).normalize():f}"


def dotted(path: TermPath) -> str:
    """A path as a reader would write it."""
    return ".".join(path)


class Sum(NamedTuple):
    """The sum of a column."""

    result: TermPath
    column: Column
    named: bool = False

    @property
    def meaning(self) -> str:
        """What the number is."""
        return f"the sum of {self.column.list}.{dotted(self.column.path)}"

    def expect(self, numbers: Numbers, precision: Precision) -> ExpectedNumber | None:
        """A null counts as nothing."""
        own, column = numbers.terms[self.result], numbers.columns[self.column]
        known = [amount for amount in column if amount is not None]
        if not known or not _same_unit([own, *known]):
            return None
        total = sum((amount.number for amount in known), Decimal(0))
        slack = precision.half_step(self.column, self.result) * (len(known) if precision_matters(known) else 0)
        telling = len([amount for amount in known if amount.number]) > 1
        return ExpectedNumber(total, slack, _written_sum(known, total), telling)


def precision_matters(amounts: Iterable[Amount]) -> bool:
    """Whether numbers may have been rounded: whole ones without a unit are counts, and counts are exact."""
    return any(amount.unit or amount.digits for amount in amounts)


class SumOfProducts(NamedTuple):
    """The sum over all rows of one number times another."""

    result: TermPath
    quantity: Column
    price: Column
    named: bool = False

    @property
    def meaning(self) -> str:
        """What the number is."""
        rows = self.price.list
        return f"the sum of {rows}.{dotted(self.quantity.path)} * {rows}.{dotted(self.price.path)}"

    def expect(self, numbers: Numbers, precision: Precision) -> ExpectedNumber | None:
        """Every row must have both."""
        own = numbers.terms[self.result]
        pairs = list(zip(numbers.columns[self.quantity], numbers.columns[self.price], strict=True))
        known = [(many, price) for many, price in pairs if many is not None and price is not None]
        if not known or len(known) < len(pairs) or not _same_unit([own, *(price for _, price in known)]):
            return None
        total = sum((many.number * price.number for many, price in known), Decimal(0))
        slack = precision.half_step(self.price, self.result) * sum(abs(many.number) + 1 for many, _ in known)
        written = [f"{many} * {price}" for many, price in known]
        return ExpectedNumber(total, slack, _written_sum(written, total), total > slack)


class Product(NamedTuple):
    """One number times another."""

    result: TermPath
    quantity: TermPath
    price: TermPath
    named: bool = False

    @property
    def meaning(self) -> str:
        """What the number is."""
        return f"{dotted(self.quantity)} * {dotted(self.price)}"

    def expect(self, numbers: Numbers, precision: Precision) -> ExpectedNumber | None:
        """A factor of 0 or 1 tells little."""
        own, many, price = (numbers.terms[path] for path in (self.result, self.quantity, self.price))
        if own.unit != price.unit:
            return None
        product = many.number * price.number
        step = precision.half_step(self.price)
        slack = step * abs(many.number) + precision.half_step(self.result)
        if not (precision_matters([price, own]) or many.digits):
            slack = Decimal(0)
        telling = not {many.number, price.number} & {Decimal(0), Decimal(1)} and abs(product) > slack
        return ExpectedNumber(product, slack, f"{many} * {price} = {plainly(product)}", telling)


class SignedSum(NamedTuple):
    """Some numbers added, others taken off."""

    result: TermPath
    added: tuple[TermPath, ...]
    taken_off: tuple[TermPath, ...] = ()
    named: bool = False

    @property
    def meaning(self) -> str:
        """What the number is."""
        minus = "".join(f" - {dotted(path)}" for path in self.taken_off)
        return " + ".join(map(dotted, self.added)) + minus

    def expect(self, numbers: Numbers, precision: Precision) -> ExpectedNumber | None:
        """What is taken off may be written below zero; as a share or in percent it says nothing here."""
        own = numbers.terms[self.result]
        added = [numbers.terms[path] for path in self.added]
        less = [numbers.terms[path] for path in self.taken_off]
        if not _same_unit([own, *added, *less]) or (not own.unit and any(0 < abs(one.number) < 1 for one in less)):
            return None
        total = sum((one.number for one in added), Decimal(0)) - sum((abs(one.number) for one in less), Decimal(0))
        paths = (self.result, *self.added, *self.taken_off)
        slack = precision.half_step(*paths) * len(paths) if precision_matters([own, *added, *less]) else Decimal(0)
        working = " + ".join(map(str, added)) + "".join(f" - {abs(one.number):f}" for one in less)
        telling = sum(1 for one in (*added, *less) if one.number) > 1
        return ExpectedNumber(total, slack, f"{working} = {plainly(total)}", telling or self.named)


class Extreme(NamedTuple):
    """The least or the largest of a column."""

    result: TermPath
    column: Column
    direction: int
    named: bool = False

    @property
    def meaning(self) -> str:
        """What the number is."""
        which = "largest" if self.direction > 0 else "smallest"
        return f"the {which} {self.column.list}.{dotted(self.column.path)}"

    def expect(self, numbers: Numbers, precision: Precision) -> ExpectedNumber | None:
        """Nulls are passed over."""
        known = [amount for amount in numbers.columns[self.column] if amount is not None]
        if not known or not _same_unit([numbers.terms[self.result], *known]):
            return None
        values = [amount.number for amount in known]
        chosen = max(values) if self.direction > 0 else min(values)
        shown = ", ".join(map(str, known[:_SHOWN])) + (", …" if len(known) > _SHOWN else "")
        which = "largest" if self.direction > 0 else "smallest"
        working = f"{chosen:f} is the {which} of {shown}"
        step = precision.half_step(self.result) if precision_matters(known) else Decimal(0)
        return ExpectedNumber(chosen, step, working, len(set(values)) > 1)


class Mean(NamedTuple):
    """The mean of a column."""

    result: TermPath
    column: Column
    named: bool = False

    @property
    def meaning(self) -> str:
        """What the number is."""
        return f"the mean of {self.column.list}.{dotted(self.column.path)}"

    def expect(self, numbers: Numbers, precision: Precision) -> ExpectedNumber | None:
        """Nulls are passed over, or count as nothing: where that makes a difference, nothing is said."""
        own, column = numbers.terms[self.result], numbers.columns[self.column]
        known = [amount for amount in column if amount is not None]
        if not known or len(known) < len(column) or not _same_unit([own, *known]):
            return None
        with localcontext(prec=_DIGITS):
            total = sum((amount.number for amount in known), Decimal(0))
            mean = total / len(known)
        added = _written_sum(known, total)
        # Means are rounded as one likes: down, up, to halves of a star.
        slack = 2 * precision.half_step(self.result)
        working = f"({added.partition(' = ')[0]}) / {len(known)} = {plainly(mean)}"
        return ExpectedNumber(mean, slack, working, len({amount.number for amount in known}) > 1)


class WeightedMean(NamedTuple):
    """The mean of a distribution: rows that say how often there is each value."""

    result: TermPath
    column: Column
    frequency: Column
    named: bool = False

    @property
    def meaning(self) -> str:
        """What the number is."""
        rows = self.column.list
        return f"the mean of {rows}.{dotted(self.column.path)}, each {rows}.{dotted(self.frequency.path)} times"

    def expect(self, numbers: Numbers, precision: Precision) -> ExpectedNumber | None:
        """Every row must have both."""
        own = numbers.terms[self.result]
        pairs = list(zip(numbers.columns[self.column], numbers.columns[self.frequency], strict=True))
        known = [(value, often) for value, often in pairs if value is not None and often is not None]
        how_many = sum((often.number for _, often in known), Decimal(0))
        if len(known) < len(pairs) or how_many <= 0 or not _same_unit([own, *(value for value, _ in known)]):
            return None
        with localcontext(prec=_DIGITS):
            total = sum((value.number * often.number for value, often in known), Decimal(0))
            mean = total / how_many
        written = _written_sum([f"{often} * {value}" for value, often in known], total)
        working = f"({written.partition(' = ')[0]}) / {plainly(how_many)} = {plainly(mean)}"
        telling = len({value.number for value, often in known if often.number}) > 1
        return ExpectedNumber(mean, 2 * precision.half_step(self.result), working, telling)


class Length(NamedTuple):
    """The number of rows of a list."""

    result: TermPath
    list: str
    named: bool = False

    @property
    def meaning(self) -> str:
        """What the number is."""
        return f"the number of {self.list}"

    def expect(self, numbers: Numbers, precision: Precision) -> ExpectedNumber | None:
        """Lists without rows tell little: other numbers are 0 too."""
        del precision
        if numbers.terms[self.result].unit:
            return None
        length = numbers.lengths[self.list]
        return ExpectedNumber(Decimal(length), Decimal(0), f"{length} rows", length > 1)


def named_rules(objects: Sequence[Numbers]) -> Iterator[NumberRule]:
    """The rules between the numbers of a type that their names speak of."""
    terms, columns = _paths(objects)
    frequencies = {column.list: column for column in columns if is_quantity(column.path)}
    for result in terms:
        for column in columns:
            direction, frequency = extreme_of(result, column), frequencies.get(column.list, column)
            if is_sum(result, column):
                yield Sum(result, column, named=True)
            is_distribution = frequency != column and not holds_lines(column.list)
            if direction and not is_distribution:  # a distribution has rows of what there is none of
                yield Extreme(result, column, direction, named=True)
            if is_mean(result, column) and is_distribution:
                yield WeightedMean(result, column, frequency, named=True)
            elif is_mean(result, column) and frequency == column:
                yield Mean(result, column, named=True)
    yield from _named_products(terms, columns)
    yield from _named_combinations(terms)


def _named_products(terms: Sequence[TermPath], columns: Sequence[Column]) -> Iterator[NumberRule]:
    prices = list(filter(is_price, terms))
    quantities = list(filter(is_quantity, terms))
    for result in filter(is_worth_of_line, terms):
        for quantity, price in product(quantities, prices):
            yield Product(result, quantity, price, named=True)
    lines = [column for column in columns if holds_lines(column.list)]
    pairs = [(many, price) for many, price in permutations(lines, 2) if many.list == price.list]
    pairs = [(many, price) for many, price in pairs if is_quantity(many.path) and is_price(price.path)]
    for result in filter(is_sum_of_lines, terms):
        for many, worth in pairs:
            yield SumOfProducts(result, many, worth, named=True)


def _named_combinations(terms: Sequence[TermPath]) -> Iterator[NumberRule]:
    """A total that is its subtotal with all that is added and taken off; what is left of a whole."""
    added = tuple(path for path in terms if sign_of(path) > 0)
    less = tuple(path for path in terms if sign_of(path) < 0)
    for subtotal in filter(is_subtotal, terms):
        for total in filter(is_total, terms):
            if added or less:
                yield SignedSum(total, (subtotal, *added), less, named=True)
    for left, whole, taken in permutations(terms, 3):
        if is_what_is_left(left, whole, taken):
            yield SignedSum(left, (whole,), (taken,), named=True)


def unnamed_rules(objects: Sequence[Numbers]) -> Iterator[NumberRule]:
    """Every rule that may hold between the numbers of a type: bounded, as each number may take part in few."""
    terms, columns = _paths(objects)
    terms, columns = terms[:_TERMS], columns[:_COLUMNS]
    lists = list(dict.fromkeys(name for numbers in objects for name in numbers.lengths))
    for result in terms:
        for column in columns:
            yield Sum(result, column)
            yield Mean(result, column)
            yield Extreme(result, column, 1)
            yield Extreme(result, column, -1)
        for name in lists:
            if not is_count((result[0],), name):
                yield Length(result, name)
        others = [path for path in terms if path != result]
        for place, one in enumerate(others):
            for other in others[place + 1 :]:
                yield SignedSum(result, (one, other))
                yield Product(result, one, other)
                yield Product(result, other, one)


def _paths(objects: Sequence[Numbers]) -> tuple[list[TermPath], list[Column]]:
    terms = dict.fromkeys(path for numbers in objects for path in numbers.terms)
    columns = dict.fromkeys(column for numbers in objects for column in numbers.columns)
    return list(terms), list(columns)
