from __future__ import annotations

from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from querious.answers.numbers.amounts import Amount, Column, Numbers
from querious.answers.numbers.rules import (
    Extreme,
    Length,
    Mean,
    Precision,
    Product,
    SignedSum,
    Sum,
    SumOfProducts,
    agrees,
    expectation,
    named_rules,
    plainly,
    unnamed_rules,
)

CENTS = st.decimals(min_value=0, max_value=10_000, places=2)
LINES = Column("lines", ("amount",))
TOTAL = ("total",)


def numbers(total: Decimal, column: list[Decimal | None]) -> Numbers:
    amounts = [None if one is None else Amount(one) for one in column]
    return Numbers({TOTAL: Amount(total)}, {LINES: amounts}, {"lines": len(column)})


@given(st.lists(CENTS, min_size=1, max_size=20))
def test_a_sum_is_met_by_itself_and_by_no_other(column: list[Decimal]):
    right = numbers(sum(column, Decimal(0)), [*column, None])
    rule, precision = Sum(TOTAL, LINES), Precision([right])
    expected = rule.expect(right, precision)
    assert expected is not None
    assert agrees(right.terms[TOTAL], expected)
    assert not agrees(Amount(right.terms[TOTAL].number + 1), expected)


@given(st.lists(st.decimals(min_value=0, max_value=100, places=4), min_size=1, max_size=20))
def test_a_sum_is_met_whether_each_number_or_the_sum_was_rounded(exact: list[Decimal]):
    rounded: list[Decimal | None] = [round(one, 2) for one in exact]
    said = numbers(round(sum(exact, Decimal(0)), 2), rounded)
    expected = Sum(TOTAL, LINES).expect(said, Precision([said, numbers(Decimal("0.01"), [Decimal("0.01")])]))
    assert expected is not None
    assert agrees(said.terms[TOTAL], expected)


@given(st.integers(0, 1000), CENTS)
def test_a_product_is_met_by_itself(quantity: int, price: Decimal):
    terms = {TOTAL: Amount(quantity * price), ("quantity",): Amount(Decimal(quantity)), ("price",): Amount(price)}
    said = Numbers(terms, {}, {})
    expected = Product(TOTAL, ("quantity",), ("price",)).expect(said, Precision([said]))
    assert expected is not None
    assert agrees(said.terms[TOTAL], expected)


@given(st.lists(st.integers(0, 50), min_size=1, max_size=20))
def test_means_extremes_and_lengths_are_met_by_themselves(values: list[int]):
    column: list[Decimal | None] = [Decimal(one) for one in values]
    precision = Precision([])
    for rule, own in (
        (Mean(TOTAL, LINES), round(Decimal(sum(values)) / len(values), 1)),
        (Extreme(TOTAL, LINES, 1), Decimal(max(values))),
        (Extreme(TOTAL, LINES, -1), Decimal(min(values))),
        (Length(TOTAL, "lines"), Decimal(len(values))),
    ):
        said = numbers(own, column)
        expected = rule.expect(said, Precision([said]))
        assert expected is not None
        assert agrees(said.terms[TOTAL], expected)
        beyond = rule.expect(numbers(own + 3, column), precision)
        assert beyond is not None
        assert not agrees(Amount(own + 3), beyond)


def test_a_rule_says_nothing_of_an_object_that_does_not_show_its_parts():
    empty = Numbers({}, {}, {})
    rules = (Sum(TOTAL, LINES), Mean(TOTAL, LINES), Length(TOTAL, "lines"), SignedSum(TOTAL, (("a",), ("b",))))
    assert [expectation(rule, empty, Precision([])) for rule in rules] == [None] * 4


def test_a_share_that_is_taken_off_is_no_amount():
    terms = {TOTAL: Amount(Decimal(90)), ("subtotal",): Amount(Decimal(100)), ("discount",): Amount(Decimal("0.1"))}
    rule = SignedSum(TOTAL, (("subtotal",),), (("discount",),), named=True)
    assert expectation(rule, Numbers(terms, {}, {}), Precision([])) is None


def test_names_say_which_rules_there_are():
    column = Amount(Decimal(1))
    said = Numbers(
        {(name,): column for name in ("total", "subtotal", "discount", "tax", "quantity", "unitPrice", "maxAmount")},
        {Column("lines", (name,)): [column] for name in ("amount", "quantity", "unitPrice")},
        {"lines": 1},
    )
    found = list(named_rules([said]))
    assert SignedSum(TOTAL, (("subtotal",), ("tax",)), (("discount",),), named=True) in found
    assert Sum(TOTAL, LINES, named=True) in found
    assert Product(("subtotal",), ("quantity",), ("unitPrice",), named=True) in found
    assert SumOfProducts(TOTAL, Column("lines", ("quantity",)), Column("lines", ("unitPrice",)), named=True) in found
    assert not any(rule.result == ("tax",) for rule in found)


def test_rules_without_a_name_are_sought_within_bounds():
    many = Numbers(
        {(f"n{place}",): Amount(Decimal(place)) for place in range(100)},
        {Column("rows", (f"c{place}",)): [] for place in range(100)},
        {"rows": 0},
    )
    assert len(list(unnamed_rules([many]))) < 2_000


def test_binary_fractions_are_written_as_they_were_meant():
    assert plainly(Decimal("0.30000000000000004")) == "0.3"
    assert plainly(Decimal("12.50")) == "12.50"


def test_a_total_count_adds_up_counts_of_nothing_else():
    def sums(listed: str, counted: str) -> int:
        column = Column(listed, (counted,))
        shown = Numbers({("totalCount",): Amount(Decimal(4))}, {column: [Amount(Decimal(4))]}, {listed: 1})
        return len([rule for rule in named_rules([shown]) if isinstance(rule, Sum)])

    assert sums("byGenre", "count") == 1
    assert sums("nodes", "reviewCount") == 0
