"""What objects say of a rule between their numbers: which bear it out, which break it, and what may be why."""

from __future__ import annotations

from decimal import Decimal
from itertools import combinations
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.answers.numbers.number_names import holds_lines, modifies_totals
from querious.answers.numbers.rules import SignedSum, Sum, SumOfProducts, agrees, expectation

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from querious.answers.numbers.amounts import Amount, Numbers, TermPath
    from querious.answers.numbers.rules import ExpectedNumber, NumberRule, Precision

BORNE_OUT: Final = 2
"""Objects with different numbers that must bear out a rule which names speak of."""
_HARDLY: Final = 4
"""Objects that break a rule for each one that seems to bear it out: a sum of one number is many things."""
_LACKING: Final = 3
"""Objects whose sum leaves out one row, the same of each."""
_NOTHING: Final = Decimal(0)
_MINOR_UNITS: Final = 5
"""Cents that may be lost where each line is rounded by itself, in amounts that are written in cents."""
_MODIFIERS: Final = 12
"""Ways of adding or taking off that are tried together."""
_CENT: Final = Decimal("0.01")
_WHOLE: Final = 100
"""Percent."""
_EARLY: Final = 2
"""Objects that may break a rule before it is looked at how many do."""


class ComparedNumber(NamedTuple):
    """What a rule says of an object."""

    place: int
    """Of the object, among those that were looked at."""
    numbers: Numbers
    amount: Amount
    expected: ExpectedNumber


class RuleEvidence(NamedTuple):
    """What speaks for a rule, and what against it; each with other numbers."""

    rule: NumberRule
    right: list[ComparedNumber]
    """Those that would hardly agree by chance."""
    wrong: list[ComparedNumber]

    @property
    def worst(self) -> ComparedNumber:
        """The exception that differs most."""
        return max(self.wrong, key=lambda one: abs(one.amount.number - one.expected.number))


def evidence_for(
    rule: NumberRule, objects: Sequence[Numbers], precision: Precision, patience: float = 1.0
) -> RuleEvidence:
    """What the objects say of a rule; ``patience`` is the share of them that may break it.

    A rule that more than twice as many break is given up as soon as that shows: of all that can be thought of, nearly
    none is one.
    """
    found = RuleEvidence(rule, [], [])
    for place, numbers in enumerate(objects):
        expected = expectation(rule, numbers, precision)
        if expected is None:
            continue
        compared = ComparedNumber(place, numbers, numbers.terms[rule.result], expected)
        if not agrees(compared.amount, expected):
            found.wrong.append(compared)
            if len(found.wrong) > _EARLY + 2 * patience * (place + 1):
                break
        elif expected.telling:
            found.right.append(compared)
    return found


def is_borne_out(evidence: RuleEvidence) -> bool:
    """Whether most objects bear a rule out, and some do not."""
    right, wrong = evidence.right, evidence.wrong
    return bool(wrong) and len(right) > len(wrong) and len({one.amount.number for one in right}) >= BORNE_OUT


def is_settled(evidence: RuleEvidence) -> bool:
    """Whether a number is what the rule says, of at least as many objects as not: no other rule is sought for it."""
    return bool(evidence.right) and len(evidence.right) >= len(evidence.wrong)


def is_broken_by_most(evidence: RuleEvidence) -> bool:
    """Whether several objects with different numbers break a rule, and hardly any bears it out."""
    different = {(one.amount.number, one.expected.number) for one in evidence.wrong}
    return len(different) >= BORNE_OUT and len(evidence.wrong) > _HARDLY * len(evidence.right)


def is_explained(one: ComparedNumber, accounted: frozenset[str] = frozenset()) -> bool:
    """Whether what the object itself takes off or adds is just the difference: its discount, its tax, or both."""
    terms = {path: amount for path, amount in one.numbers.terms.items() if path[0] not in accounted}
    numbers = [amount.number for path, amount in terms.items() if modifies_totals(path[0])]
    changes = [each for number in numbers for each in (number, -number, *_as_share(number, one.expected.number))]
    together = [first + second for first, second in combinations(changes[:_MODIFIERS], 2)]
    difference = one.amount.number - one.expected.number
    return any(each and abs(difference - each) <= _CENT for each in (*changes, *together))


def _as_share(number: Decimal, of: Decimal) -> Iterator[Decimal]:
    """What is added or taken off, where the number is a share: 20 percent, written as 20 or as 0.2."""
    for whole in (1, _WHOLE):
        if 0 < number <= whole:
            yield of * number / whole
            yield -of * number / whole


def may_be_rounded(one: ComparedNumber) -> bool:
    """Whether rounding may explain a number: less than a whole one, or a few minor units of many."""
    difference = abs(one.amount.number - one.expected.number)
    return difference < 1 or (difference <= _MINOR_UNITS and difference * 100 <= abs(one.expected.number))


def may_hold_more(evidence: RuleEvidence) -> bool:
    """Whether a total is always above the sum of rows that are not its lines: a stay costs more than its medicine."""
    rule = evidence.rule
    if not isinstance(rule, Sum) or holds_lines(rule.column.list):
        return False
    return all(one.amount.number > one.expected.number for one in evidence.wrong)


def lacks_one_row(evidence: RuleEvidence) -> bool:
    """Whether every sum is that of all rows but the last, or but the first: no discount comes to that each time."""
    different = {one.amount.number for one in evidence.wrong}
    if len(different) < BORNE_OUT or len(evidence.wrong) < _LACKING:
        return False
    rows = [_summands(evidence.rule, one.numbers) for one in evidence.wrong]
    sums = [one.amount.number for one in evidence.wrong]
    if not all(rows):
        return False
    return sums == [sum(each[:-1], _NOTHING) for each in rows] or sums == [sum(each[1:], _NOTHING) for each in rows]


def _summands(rule: NumberRule, numbers: Numbers) -> list[Decimal]:
    """What a sum adds up, row by row; nothing where the rule is no sum over rows."""
    if isinstance(rule, Sum):
        return [amount.number if amount else _NOTHING for amount in numbers.columns[rule.column]]
    if isinstance(rule, SumOfProducts):
        pairs = zip(numbers.columns[rule.quantity], numbers.columns[rule.price], strict=True)
        return [many.number * price.number if many and price else _NOTHING for many, price in pairs]
    return []


def is_modified(names: Iterable[str], rule: NumberRule, accounted: frozenset[str]) -> bool:
    """Whether one of these members may change totals, and neither this rule nor another accounts for it."""
    known = {path[0] for path in _terms_of(rule)} | accounted
    return any(modifies_totals(name) for name in names if name not in known)


def accounted_for(rule: NumberRule, named: Iterable[RuleEvidence]) -> frozenset[str]:
    """Members whose part is told by another rule that holds without exception.

    Where every total is its subtotal and a tax, the tax is no reason why a subtotal is not the sum of its lines, or why
    a balance is not what is left of the total.
    """
    own = {rule.result, *_terms_of(rule)}
    found: set[str] = set()
    for other in named:
        terms = {other.rule.result, *_terms_of(other.rule)}
        holds = not other.wrong and len({one.amount.number for one in other.right}) >= BORNE_OUT
        if other.rule != rule and holds and len(terms) > 1 and not terms.isdisjoint(own):
            found.update(path[0] for path in terms)
    return frozenset(found)


def _terms_of(rule: NumberRule) -> tuple[TermPath, ...]:
    """The numbers of the object itself that a rule adds and takes off."""
    return (*rule.added, *rule.taken_off) if isinstance(rule, SignedSum) else ()
