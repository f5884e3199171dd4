from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from querious.model import Severity
from querious.relations.rates import RELATION, _common_rate, _Rates
from relating import Api, said

SDL = """
    scalar Decimal
    enum Currency { EUR SEK USD }
    type Query { items: [Item!]! }
    interface Item { id: ID! price(currency: Currency = EUR): Money! }
    type Money { amount: Decimal! currency: Currency! }
    type Part implements Item { id: ID! price(currency: Currency = EUR): Money! weight(in: Unit!): Float! }
    type Kit implements Item { id: ID! price(currency: Currency = EUR): Money! }
    enum Unit { KG G }
"""
KNOWN = "{ items { __typename id } }"
RATES = {"EUR": Decimal(1), "SEK": Decimal("11.50"), "USD": Decimal("1.08")}
PRICES = [Decimal(text) for text in ("0.05", "0.35", "129.00", "24.50", "3.33", "17.20", "6.90")]


def api(rate_of_kits: str = "11.50", changes: dict[str, Any] | None = None) -> Api:
    items = [{"id": str(place), "kind": "Part", "price": price} for place, price in enumerate(PRICES)]
    items.append({"id": "9", "kind": "Kit", "price": Decimal("80.00")})

    def price(item: dict[str, Any], _: Any, currency: str = "EUR") -> dict[str, str]:
        rate = Decimal(rate_of_kits) if item["kind"] == "Kit" and currency == "SEK" else RATES[currency]
        return {"amount": str(round(item["price"] * rate, 2)), "currency": currency}

    resolvers = {
        "Query.items": lambda *_: items,
        "Part.price": price,
        "Kit.price": price,
        "Part.weight": lambda item, _, **given: float(item["price"]) * (1 if given["in"] == "KG" else 1000),
    }
    return Api(SDL, {**resolvers, **(changes or {})}, {"Item": "kind"}).know(KNOWN)


def test_one_rate_for_all_is_right_however_small_the_amounts():
    healthy = api()
    assert said(healthy.found(RELATION)) == []
    assert healthy.requests > 2


def test_another_rate_for_some_is_found():
    (found,) = api("10.30").found(RELATION)
    assert (found.coordinate, found.severity) == ("Kit.price", Severity.SUSPICION)
    assert 'a rate of "10.3000", but for most objects the rate is "11.5' in found.message


def test_prices_that_are_set_by_hand_have_no_rate():
    by_hand = iter([Decimal(n * n % 17 + 1) for n in range(200)])
    free = {"Part.price": lambda *_, **__: {"amount": str(next(by_hand)), "currency": "EUR"}}
    assert said(api(changes=free).found(RELATION)) == []


def test_units_are_one_factor_apart():
    def weight(item: dict[str, Any], _: Any, **given: str) -> float:
        in_grams = given["in"] == "G" and item["id"] != "3"
        return float(item["price"]) * (1000 if in_grams else 1)

    (found,) = api(changes={"Part.weight": weight}).found(RELATION)
    assert found.coordinate == "Part.weight"


@given(st.lists(st.tuples(st.integers(1, 50), st.integers(0, 20)), min_size=1, max_size=12))
def test_the_common_rate_lies_in_as_many_ranges_as_any_other(spans: list[tuple[int, int]]):
    rates = [_Rates(Decimal(low), Decimal(low + width), (Decimal(0), Decimal(0)), *[None] * 3) for low, width in spans]  # type: ignore[arg-type]  # only the ranges count here
    best = max(sum(one.low <= edge.low <= one.high for one in rates) for edge in rates)
    found = _common_rate(rates)
    assert found is not None
    assert sum(one.low <= found <= one.high for one in rates) == best


@pytest.mark.parametrize("data", [None, {}, {"items": [None]}, {"items": [{"__typename": "Part", "inSEK": "x"}]}])
def test_strange_answers_are_passed_over(data: Any):
    healthy = api()
    for trace in healthy.traces(RELATION):
        assert list(RELATION.check([*trace, trace[0]._replace(data=data)], healthy.observed.types)) == []


CONVERTING = """
    enum Currency { EUR SEK USD }
    type Query { rate(from: Currency!, to: Currency!): Float convert(amount: Float!, from: Currency!, to: Currency!): Sum }
    type Sum { amount: Float currency: Currency }
"""


def converting(spread: float = 0.0, wrong: float = 1.0, to_itself: float = 1.0) -> Api:
    def rate(_: Any, __: Any, **given: Any) -> float:
        one, other = float(RATES[given["from"]]), float(RATES[given["to"]])
        if one == other:
            return to_itself
        return other / one * (1 - spread) * (wrong if given["to"] == "SEK" else 1)

    def convert(*given: Any, amount: float, **ends: Any) -> dict[str, Any]:
        return {"amount": round(amount * rate(*given, **ends), 2), "currency": ends["to"]}

    known = "{ rate(from: EUR, to: SEK) convert(amount: 1, from: EUR, to: SEK) { amount } }"
    return Api(CONVERTING, {"Query.rate": rate, "Query.convert": convert}).know(known)


def test_rates_forth_and_back():
    assert said(converting().found(RELATION)) == []
    assert said(converting(spread=0.02).found(RELATION)) == []
    found = converting(wrong=0.5).found(RELATION)
    assert [one.coordinate for one in found] == ["Query.rate", "Query.convert"]
    assert 'there and back again 1 becomes "0.5000"' in found[0].message


def test_to_itself_nothing_changes():
    found = converting(to_itself=1.5).found(RELATION)
    assert found[0].message == 'from "EUR" to itself the rate is "1.5", not 1'
