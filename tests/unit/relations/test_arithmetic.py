from __future__ import annotations

from typing import Any

import pytest

from querious.model import Severity
from querious.model.document_text import write
from querious.relations.arithmetic import RELATION
from relating import Api, said

SDL = """
    scalar Decimal
    type Query { orders: [Order!]! }
    type Money { amount: Decimal! currency: String! }
    type Order { id: ID! total: Money! lines: [Line!]! note: String }
    type Line { quantity: Int! unitPrice: Money! subtotal: Money! }
"""
KNOWN = "{ orders { id } }"


def money(amount: float, currency: str = "EUR") -> dict[str, str]:
    return {"amount": f"{amount:.2f}", "currency": currency}


def line(quantity: int, price: float) -> dict[str, Any]:
    return {"quantity": quantity, "unitPrice": money(price), "subtotal": money(quantity * price)}


def order(number: int, *lines: dict[str, Any], total: float | None = None) -> dict[str, Any]:
    own = sum(float(one["subtotal"]["amount"]) for one in lines) if total is None else total
    return {"id": str(number), "total": money(own), "lines": list(lines)}


ORDERS = [
    order(1, line(2, 0.35), line(1, 129)),
    order(2, line(3, 6.9)),
    order(3, line(1, 24.5), line(10, 0.08), line(4, 2)),
    order(4, line(8, 0.05), line(7, 3)),
    order(5),
]


def api(orders: list[dict[str, Any]], sdl: str = SDL) -> Api:
    return Api(sdl, {"Query.orders": lambda *_, **__: orders}).know(KNOWN)


def test_what_adds_up_is_right():
    healthy = api(ORDERS)
    assert said(healthy.found(RELATION)) == []
    assert healthy.requests > 2


def test_a_total_that_is_not_the_sum_of_its_lines_is_worked_out():
    wrong = order(6, line(2, 10), line(3, 5), total=20)
    (found,) = api([*ORDERS, wrong]).found(RELATION)
    assert found.coordinate == "Order.total"
    assert found.message == (
        'total.amount is "20.00", but for most objects it is the sum of lines.subtotal.amount: "20.00 + 15.00 = 35.00"'
    )
    assert (found.severity, found.path) == (Severity.FAULT, "data.orders[5].total.amount")


@pytest.mark.parametrize("field", ["discount: Money", "shippingCost: Money", "taxLines: [Line!]", "refund: Int"])
def test_what_may_be_why_a_total_is_another_leaves_a_suspicion(field: str):
    wrong = order(6, line(2, 10), line(3, 5), total=20)
    (found,) = api([*ORDERS, wrong], SDL.replace("note: String", field)).found(RELATION)
    assert found.severity is Severity.SUSPICION


@pytest.mark.parametrize(("discount", "total"), [(5, 30), (20, 28), (0.2, 28)])
def test_a_discount_that_is_just_the_difference_explains_it(discount: float, total: float):
    orders = [{**one, "discount": money(0)} for one in ORDERS]
    reduced = {**order(6, line(2, 10), line(3, 5), total=total), "discount": money(discount)}
    sdl = SDL.replace("note: String", "discount: Money!")
    assert said(api([*orders, reduced], sdl).found(RELATION)) == []
    reduced["discount"] = money(1)
    assert len(api([*orders, reduced], sdl).found(RELATION)) == 1


def test_totals_that_are_never_the_sum_of_their_lines_are_suspicious():
    with_something_more = [order(number, line(2, number), line(1, 9), total=5 * number + 20) for number in (1, 2, 3)]
    (found,) = api(with_something_more).found(RELATION)
    assert found.severity is Severity.SUSPICION
    assert "by its name it should be the sum of lines.subtotal.amount" in found.message


@pytest.mark.parametrize(("more", "is_told"), [(16_000, False), (-1, True)])
def test_a_total_may_hold_more_than_rows_that_are_not_its_lines(more: int, is_told: bool):
    sdl = """
        type Query { stays: [Stay!]! }
        type Stay { id: ID! totalCost: Float! prescriptions: [Prescription!]! }
        type Prescription { id: ID! cost: Float! }
    """
    stays = []
    for number in range(1, 4):
        costs = [2070.0 * number, 35.5]
        rows = [{"id": f"{number}.{place}", "cost": cost} for place, cost in enumerate(costs)]
        stays.append({"id": str(number), "totalCost": sum(costs) + more * number, "prescriptions": rows})
    hospital = Api(sdl, {"Query.stays": lambda *_: stays}).know("{ stays { id } }")
    assert bool(hospital.found(RELATION)) is is_told


@pytest.mark.parametrize(("lost", "orders"), [(-1, 3), (0, 3), (-1, 2)])
def test_totals_that_leave_out_one_line_of_each_order_are_wrong(lost: int, orders: int):
    wrong = []
    for number in range(1, orders + 1):
        lines = [line(2, number + 0.25), line(1, 9.5 * number)]
        rest = [one for one in lines if one is not lines[lost]]
        wrong.append(order(number, *lines, total=sum(float(one["subtotal"]["amount"]) for one in rest)))
    (found,) = api(wrong).found(RELATION)
    assert found.severity is (Severity.FAULT if orders > 2 else Severity.SUSPICION)


def test_totals_that_are_never_the_sum_and_a_type_with_shipping_say_nothing():
    with_shipping = [order(number, line(2, number), line(1, 9), total=2 * number + 4.9) for number in (1, 2, 3)]
    assert said(api(with_shipping, SDL.replace("note: String", "shipping: Money")).found(RELATION)) == []


@pytest.mark.parametrize("listed", ["payments", "refunds", "offers", "transactions"])
def test_a_total_is_not_the_sum_of_what_was_paid_or_offered(listed: str):
    sdl = f"type Query {{ bills: [Bill!]! }} type Bill {{ id: ID! total: Int! {listed}: [Sum!]! }} type Sum {{ amount: Int! }}"
    paid = [{"id": str(n), "total": 100 + n, listed: [{"amount": 60}, {"amount": 40 + n}]} for n in range(6)]
    unpaid = {"id": "9", "total": 70, listed: [{"amount": 30}]}
    some = Api(sdl, {"Query.bills": lambda *_: [*paid, unpaid]}).know("{ bills { id } }")
    assert said(some.found(RELATION)) == []


def test_a_quantity_that_is_not_multiplied_in_is_found():
    lines = [{**line(many, price), "subtotal": money(price)} for many, price in ((3, 2), (5, 7), (1, 4), (9, 1.5))]
    (found,) = api([order(1, *lines, total=58.5)]).found(RELATION)
    assert (found.coordinate, found.severity) == ("Line.subtotal", Severity.SUSPICION)
    assert "by its name it should be quantity * unitPrice.amount" in found.message


def test_subtotals_that_are_no_products_while_the_total_is_their_sum_are_wrong():
    lines = [{**line(many, price), "subtotal": money(price)} for many, price in ((3, 2), (5, 7), (1, 4), (9, 1.5))]
    (found,) = api([order(1, *lines, total=58.5), order(2, *lines[:2], total=41)]).found(RELATION)
    assert (found.coordinate, found.severity) == ("Line.subtotal", Severity.FAULT)


def test_cents_that_are_rounded_are_no_fault():
    thirds = [
        {"quantity": 3, "unitPrice": money(price), "subtotal": money(3 * exact)}
        for price, exact in ((0.33, 1 / 3), (0.67, 2 / 3), (1.43, 10 / 7))
    ]
    orders = [order(number, *thirds[:number], total=sum((1, 2, 4.28)[:number])) for number in (1, 2, 3)]
    assert said(api([*ORDERS, *orders]).found(RELATION)) == []


def test_minor_units_that_are_rounded_line_by_line_are_suspicious_at_most():
    sdl = "type Query { bills: [Bill!]! } type Bill { id: ID! total: Int! lines: [Line!]! } type Line { amount: Int! }"
    exact = [{"id": str(n), "total": 900 + n, "lines": [{"amount": 400}, {"amount": 500 + n}]} for n in range(6)]
    rounded = {"id": "9", "total": 1001, "lines": [{"amount": 333}, {"amount": 333}, {"amount": 334}]}
    (found,) = Api(sdl, {"Query.bills": lambda *_: [*exact, rounded]}).know("{ bills { id } }").found(RELATION)
    assert found.severity is Severity.SUSPICION


def test_currencies_are_never_added():
    mixed = order(6, line(2, 10), {**line(3, 5), "subtotal": money(15, "SEK")}, total=21.3)
    assert said(api([*ORDERS, mixed]).found(RELATION)) == []


def test_a_total_in_another_currency_than_its_lines_is_not_their_sum():
    """Which currency it is stands in the arguments alone."""

    def total(order: dict[str, Any], _info: Any, currency: str = "EUR") -> dict[str, str]:
        rate = 11.5 if currency == "SEK" else 1
        return money(rate * float(order["total"]["amount"]), currency)

    sdl = SDL.replace("total: Money!", 'total(currency: String = "EUR"): Money!')
    known = Api(sdl, {"Query.orders": lambda *_, **__: ORDERS, "Order.total": total}).know(KNOWN)
    lines = "lines { quantity unitPrice { amount } subtotal { amount } }"
    asked = known.operation(f'{{ orders {{ total(currency: "SEK") {{ amount }} {lines} }} }}')
    assert list(RELATION.notice(known.ask(asked), known.observed)) == []


DESIGNS = {
    "floats": ("Float", lambda cents: cents / 100),
    "text": ("Decimal", lambda cents: f"{cents / 100:.2f}"),
    "minor units": ("Int", lambda cents: cents),
}


@pytest.mark.parametrize("design", DESIGNS)
def test_numbers_are_read_however_they_are_written(design: str):
    scalar, write = DESIGNS[design]
    sdl = f"""
        scalar Decimal
        type Query {{ bills: [Bill!]! }}
        type Bill {{ id: ID! total: {scalar} entries: [Entry!]! }}
        type Entry {{ amount: {scalar} }}
    """

    def bill(number: int, cents: list[int], total: int) -> dict[str, Any]:
        return {"id": str(number), "total": write(total), "entries": [{"amount": write(one)} for one in cents]}

    bills = [bill(number, [10, 20, number * 7], 30 + number * 7) for number in range(5)]
    bills[0]["entries"].append({"amount": None})
    healthy = Api(sdl, {"Query.bills": lambda *_: bills}).know("{ bills { id } }")
    assert said(healthy.found(RELATION)) == []
    wrong = bill(9, [500, 700], 900)
    (found,) = Api(sdl, {"Query.bills": lambda *_: [*bills, wrong]}).know("{ bills { id } }").found(RELATION)
    assert found.coordinate == "Bill.total"
    assert found.severity is Severity.FAULT


RATED = """
    type Query { films: FilmConnection! }
    type FilmConnection { nodes: [Film!]! pageInfo: PageInfo! }
    type PageInfo { hasNextPage: Boolean! }
    type Film { id: ID! averageStars: Float minPrice: Int reviews: [Review!]! offers: [Offer!]! }
    type Review { stars: Int! }
    type Offer { price: Int! }
"""


def films(**changes: Any) -> Api:
    def film(number: int) -> dict[str, Any]:
        stars = [1 + number % 5, 5, 3]
        prices = [20 + number, 12 - number, 15]
        own = {
            "id": str(number),
            "averageStars": round(sum(stars) / 3, 1),
            "minPrice": min(prices),
            "reviews": [{"stars": one} for one in stars],
            "offers": [{"price": one} for one in prices],
        }
        return {**own, **changes} if number == 3 else own

    page = {"nodes": [film(number) for number in range(6)], "pageInfo": {"hasNextPage": False}}
    return Api(RATED, {"Query.films": lambda *_: page}).know("{ films { nodes { id } } }")


def test_means_and_extremes_are_held_against_their_values():
    assert said(films().found(RELATION)) == []
    (mean,) = films(averageStars=1.5).found(RELATION)
    assert 'the mean of reviews.stars: "(4 + 5 + 3) / 3 = 4"' in mean.message
    (least,) = films(minPrice=15).found(RELATION)
    assert '"9 is the smallest of 23, 9, 15"' in least.message


MINED = """
    type Query { boxes: [Box!]! }
    type Box { id: ID! alpha: Int! beta: Int! gamma: Int! }
"""


def boxes(count: int, wrong: int = 0) -> Api:
    found = [
        {"id": str(n), "alpha": 3 * n + 2, "beta": n * n + 5, "gamma": n * n + 3 * n + 7 + (n < wrong)}
        for n in range(count)
    ]
    return Api(MINED, {"Query.boxes": lambda *_: found}).know("{ boxes { id } }")


def test_a_rule_of_which_no_name_speaks_must_hold_for_nearly_all():
    (found,) = boxes(30, wrong=2).found(RELATION)
    assert found.severity is Severity.SUSPICION
    assert 'for nearly all objects it is alpha + beta: "2 + 5 = 7"' in found.message
    assert said(boxes(30).found(RELATION)) == []
    assert said(boxes(8, wrong=1).found(RELATION)) == []  # too few
    assert said(boxes(30, wrong=9).found(RELATION)) == []  # no rule


PAGED = """
    type Query { orders(first: Int): OrderConnection! shops: [Shop!]! }
    type OrderConnection { nodes: [Order!]! totalCount: Int! totalAmount: Int! pageInfo: PageInfo! }
    type PageInfo { hasNextPage: Boolean! }
    type Order { id: ID! amount: Int! }
    type Shop { id: ID! orders(first: Int): OrderConnection! }
"""


def paged(total: int = 0) -> Api:
    """Pages of ten; what they say of all rows is not the sum of the page."""

    def page(shop: dict[str, Any] | None, *_: Any, first: int = 10) -> dict[str, Any]:
        rows = [{"id": f"{place}", "amount": 7 + place} for place in range(2 * int(shop["id"]) if shop else 4)]
        amount = sum(row["amount"] for row in rows)
        wrong = total and shop and shop["id"] == "2"
        return {
            "nodes": rows[:first],
            "totalCount": len(rows),
            "totalAmount": total if wrong else amount,
            "pageInfo": {"hasNextPage": len(rows) > first},
        }

    shops = [{"id": str(number)} for number in range(1, 20)]
    resolvers = {"Query.orders": page, "Shop.orders": page, "Query.shops": lambda *_: shops}
    return Api(PAGED, resolvers).know("{ orders { nodes { id } } shops { id orders { nodes { id } } } }")


def test_a_page_is_not_the_whole():
    assert said(paged().found(RELATION)) == []
    (found,) = paged(total=999).found(RELATION)
    assert (found.coordinate, found.severity) == ("OrderConnection.totalAmount", Severity.FAULT)


def test_the_last_page_behind_a_cursor_is_not_the_whole():
    def page(shop: dict[str, Any], *_: Any, first: int = 100, after: str = "") -> dict[str, Any]:
        rows = [{"id": f"{place}", "amount": 7 + place} for place in range(2 * int(shop["id"]))]
        shown = rows[after == shop["id"] :][:first]
        amount = sum(row["amount"] for row in rows)
        return {"nodes": shown, "totalCount": len(rows), "totalAmount": amount, "pageInfo": {"hasNextPage": False}}

    sdl = PAGED.replace("Shop { id: ID! orders(first: Int)", "Shop { id: ID! orders(first: Int, after: String)")
    shops = [{"id": str(number)} for number in range(1, 20)]
    served = Api(sdl, {"Shop.orders": page, "Query.shops": lambda *_: shops})
    asked = (
        '{ shops { id orders(after: "5") { nodes { id amount } totalCount totalAmount pageInfo { hasNextPage } } } }'
    )
    answer = served.ask(served.operation(asked))
    assert said(list(RELATION.check([answer], served.observed.types))) == []


def test_totals_are_noticed_whoever_asked_for_them():
    known = api([*ORDERS, order(6, line(2, 10), line(3, 5), total=20)])
    asked = "{ orders { total { amount currency } lines { subtotal { amount currency } } } }"
    (noticed,) = RELATION.notice(known.ask(known.operation(asked)), known.observed)
    assert noticed.coordinate == "Order.total"
    assert list(RELATION.notice(known.ask(known.operation("{ orders { total { amount } } }")), known.observed)) == []
    assert RELATION.concerns(known.observed.types, "Order.total", ())
    assert not RELATION.concerns(known.observed.types, "Order.note", ())


def test_keys_count_nothing():
    rows = [{"id": str(n), "shopId": 3 * n + (n < 2), "first": n, "second": 2 * n} for n in range(30)]
    sdl = "type Query { rows: [Row!]! } type Row { id: ID! shopId: Int! first: Int! second: Int! }"
    known = Api(sdl, {"Query.rows": lambda *_: rows}).know("{ rows { id } }")
    assert said(known.found(RELATION)) == []
    assert all("shopId" not in str(write(step.operation)) for trace in known.traces(RELATION) for step in trace)


def test_strange_answers_are_passed_over():
    faulty = api(ORDERS)
    for trace in faulty.traces(RELATION):
        for data in ({"orders": [None, {"total": "x"}]}, {"orders": {"total": []}}, {}, None):
            strange = trace[0]._replace(data=data)
            assert list(RELATION.check([*trace, strange], faulty.observed.types)) == []


@pytest.mark.parametrize("number", ["totalItems: Int!", "items: Items!"])
def test_what_a_category_counts_may_leave_out_what_its_children_count(number: str):
    sdl = f"""
        type Query {{ categories: [Category!]! }}
        type Items {{ totalCount: Int! nodes: [Item!]! }}
        type Item {{ name: String! }}
        type Category {{ id: ID! {number} children: [Category!]! }}
    """

    def category(key: int, own: int, *children: dict[str, Any]) -> dict[str, Any]:
        return {
            "id": str(key),
            "totalItems": own,
            "items": {"totalCount": own, "nodes": []},
            "children": list(children),
        }

    tree = [category(1, 5, category(2, 1), category(3, 2)), category(4, 9, category(5, 4))]
    some = Api(sdl, {"Query.categories": lambda *_: tree}).know("{ categories { id } }")
    assert said(some.found(RELATION)) == []


@pytest.mark.parametrize(("own", "is_wrong"), [(3, False), (-3, True)])
def test_what_a_category_has_itself_comes_on_top_of_what_its_children_have(own: int, is_wrong: bool):
    sdl = """
        type Query { categories: [Category!]! }
        type Category { id: ID! totalItems: Int! children: [Category!]! }
    """

    def leaf(key: int) -> dict[str, Any]:
        return {"id": f"{key}", "totalItems": key, "children": []}

    def parent(key: int, own: int) -> dict[str, Any]:
        children = [leaf(10 * key + 1), leaf(10 * key + 2)]
        return {"id": str(key), "totalItems": own + sum(one["totalItems"] for one in children), "children": children}

    tree = [*(parent(key, 0) for key in range(1, 12)), parent(12, own)]
    found = Api(sdl, {"Query.categories": lambda *_: tree}).know("{ categories { id } }").found(RELATION)
    assert [one.severity for one in found] == [Severity.FAULT] * is_wrong


@pytest.mark.parametrize(("told", "is_wrong"), [(0, False), (1, True)])
def test_the_mean_of_a_distribution_counts_each_value_as_often_as_it_is_there(told: int, is_wrong: bool):
    sdl = """
        type Query { films: [Film!]! }
        type Film { id: ID! averageRating: Float worstRating: Int ratings: [RatingCount!]! }
        type RatingCount { rating: Int! count: Int! }
    """

    def film(key: int, *often: int, more: int = 0) -> dict[str, Any]:
        rows = [{"rating": rating, "count": count} for rating, count in enumerate(often, 1)]
        mean = sum(row["rating"] * row["count"] for row in rows) / sum(often)
        worst = min(row["rating"] for row in rows if row["count"])
        return {"id": str(key), "averageRating": round(mean, 1) + more, "worstRating": worst, "ratings": rows}

    unrated = {**film(5, 1, 0, 0, 0, 1), "averageRating": None}
    films = [
        unrated,
        film(1, 0, 0, 2, 3, 1),
        film(2, 1, 0, 0, 0, 5),
        film(3, 4, 4, 1, 0, 0),
        film(4, 0, 1, 1, 0, 0, more=told),
    ]
    found = Api(sdl, {"Query.films": lambda *_: films}).know("{ films { id } }").found(RELATION)
    assert [one.severity for one in found] == [Severity.FAULT] * is_wrong
    assert all("(0 * 1 + 1 * 2 + 1 * 3 + 0 * 4 + 0 * 5) / 2 = 2.5" in one.message for one in found)
