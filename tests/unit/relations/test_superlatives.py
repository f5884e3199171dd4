from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from querious.model import Severity
from querious.relations.superlatives import RELATION
from relating import Api, said

SDL = """
    scalar Decimal scalar DateTime
    type Query { items: [Item!]! cheapest(skus: [ID!]!): Item latestItem: Item mostExpensive(skus: [ID!]!): Item }
    type Item { id: ID! sku: ID! price: Money! addedAt: DateTime! }
    type Money { amount: Decimal! currency: String! }
"""
KNOWN = "{ items { id } }"
ROWS: list[dict[str, Any]] = [
    {
        "id": str(place),
        "sku": f"S{place}",
        "price": {"amount": amount, "currency": "EUR"},
        "addedAt": f"2024-0{1 + place * 5 % 7}-01T00:00:00Z",
    }
    for place, amount in enumerate(["9.50", "129.00", "24.50", "0.35", "3.00", "100.00"])
]


def worth(row: dict[str, Any]) -> Decimal:
    return Decimal(row["price"]["amount"])


def chosen(skus: list[str]) -> list[dict[str, Any]]:
    return [row for row in ROWS if row["sku"] in skus]


def api(**changes: Any) -> Api:
    own = {
        "Query.items": lambda *_: ROWS,
        "Query.cheapest": lambda _, __, skus: min(chosen(skus), key=worth, default=None),
        "Query.mostExpensive": lambda _, __, skus: max(chosen(skus), key=worth, default=None),
        "Query.latestItem": lambda *_: max(ROWS, key=lambda row: row["addedAt"]),
    }
    return Api(SDL, {**own, **{f"Query.{name}": one for name, one in changes.items()}}).know(KNOWN)


def test_what_is_chosen_rightly_stays_silent():
    healthy = api()
    assert said(healthy.found(RELATION)) == []
    assert healthy.requests > 6


def test_a_choice_that_depends_on_the_order_of_the_keys_is_wrong():
    (found,) = api(cheapest=lambda _, __, skus: min(chosen(skus[:-1]), key=worth, default=None)).found(RELATION)
    assert (found.coordinate, found.severity) == ("Query.cheapest", Severity.FAULT)
    assert found.message.endswith('when the same are given in another order, but the smallest among them is "0.35"')


def test_a_choice_by_text_is_suspicious():
    by_text = api(mostExpensive=lambda _, __, skus: max(chosen(skus), key=lambda row: row["price"]["amount"]))
    (found,) = by_text.found(RELATION)
    assert found.message == 'answers with price.amount "9.50", but the largest among them is "129.00"'
    assert found.severity is Severity.SUSPICION


def test_a_choice_among_the_rows_of_a_list_beside_it():
    (found,) = api(latestItem=lambda *_: ROWS[0]).found(RELATION)
    assert (found.coordinate, found.severity) == ("Query.latestItem", Severity.SUSPICION)


@pytest.mark.parametrize("name", ["secondCheapest", "nextCheapest", "notCheapest"])
def test_other_choices_are_left_alone(name: str):
    sdl = SDL.replace("cheapest(", f"{name}(")
    resolvers = {"Query.items": lambda *_: ROWS, f"Query.{name}": lambda *_, **__: ROWS[1]}
    latest = {"Query.latestItem": lambda *_: max(ROWS, key=lambda row: row["addedAt"])}
    dearest = {"Query.mostExpensive": lambda *_, skus: max(chosen(skus), key=worth)}
    assert said(Api(sdl, {**resolvers, **latest, **dearest}).know(KNOWN).found(RELATION)) == []


def test_prices_in_several_currencies_do_not_compare():
    mixed = [
        {**row, "price": {**row["price"], "currency": "EUR" if place % 2 else "SEK"}} for place, row in enumerate(ROWS)
    ]

    def first(_: Any, __: Any, skus: list[str]) -> dict[str, Any]:
        return chosen(skus)[0]

    assert said(api(items=lambda *_: mixed, cheapest=first, mostExpensive=first).found(RELATION)) == []


def test_strange_answers_are_passed_over():
    healthy = api()
    for trace in healthy.traces(RELATION):
        for data in (None, {}, {"items": [None]}, {"cheapest": {"sku": None}}, {"latestItem": {"id": []}}):
            strange = [*trace, trace[-1]._replace(data=data)]
            assert [
                one for one in RELATION.check(strange, healthy.observed.types) if "nothing" not in one.message
            ] == []
