"""Numbers of rows, held against those beside them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from querious.rest.openapi.operations import DocumentedResponse
from unit.rest.relations.traces import FAULT, SUSPICION, answer, told

LINES = [[(2, 10), (1, 5)], [(3, 7), (2, 2)], [(1, 4), (4, 9)], [(5, 6), (2, 8)]]


def invoices(amount=lambda many, price: many * price, total=sum, tax=lambda total: 0):
    found = []
    for number, lines in enumerate(LINES):
        rows = [{"quantity": many, "unit_price": price, "amount": amount(many, price)} for many, price in lines]
        net = total([row["amount"] for row in rows])
        found.append({"id": number, "lines": rows, "goods": net, "extra": tax(net), "total": net + tax(net)})
    return found


def judged(rows, about=None):
    one = answer("/invoices", rows)
    texts = [dict.fromkeys(rows[0], "") | (about or {}), dict.fromkeys(("quantity", "unit_price", "amount"), "")]
    if about and "amount" in about:
        texts[1]["amount"] = about["amount"]
    response = DocumentedResponse(described=lambda: texts)
    operation = replace(one.operation, responses={"200": response})
    return sorted({severity for severity, _ in told("arithmetic", one._replace(operation=operation))})


def one_wrong(rows):
    rows[2]["total"] += 7
    return rows


def last_left_out(amounts):
    return sum(amounts[:-1])


@pytest.mark.parametrize(
    ("rows", "about", "severities"),
    [
        (invoices(), None, []),
        (invoices(), {"total": "goods plus extra", "amount": "quantity times unit price"}, []),
        (invoices(tax=lambda net: net // 2 + 1), {"total": "goods plus extra"}, []),
        (invoices(amount=lambda many, price: price), {"amount": "quantity times unit price"}, [FAULT]),
        (invoices(amount=lambda many, price: price), None, [SUSPICION]),
        (invoices(total=last_left_out), None, [FAULT]),
        (one_wrong(invoices()), {"total": "goods plus extra"}, [SUSPICION]),
        (one_wrong(invoices()), {"total": "goods and whatever comes on top"}, [FAULT]),
    ],
)
def test_totals_are_what_names_and_descriptions_say(rows, about, severities):
    assert judged(rows, about) == severities


def bills(subtotal=sum, left=lambda total, paid: total - paid):
    found = []
    for number, lines in enumerate(LINES):
        rows = [{"quantity": many, "unit_price": price} for many, price in lines]
        net = subtotal([many * price for many, price in lines])
        total, paid = net + net // 5, number * 3
        money = {"subtotal": net, "tax": net // 5, "total": total, "paid": paid, "balance": left(total, paid)}
        found.append({"id": number, "lines": rows} | money)
    return found


@pytest.mark.parametrize(
    ("rows", "severities"),
    [
        (bills(), []),
        (bills(left=lambda total, paid: total - total // 5 - paid), [SUSPICION]),
        (bills(subtotal=lambda amounts: sum(amounts) * 2 - 1), [SUSPICION]),
        ([{"seats_free": 9 - n, "capacity": 9, "seats_booked": n} for n in (1, 2, 5)], []),
        ([{"seats_free": 9, "capacity": 9, "seats_booked": n} for n in (1, 2, 5)], [SUSPICION]),
        ([{"balance": 9 - n, "total_paid": n, "amount_paid": 1, "total": 9} for n in (1, 2, 5)], []),
        ([{"free": {"kg": 9}, "capacity": {"kg": 9}, "loaded": {"kg": n}} for n in (1, 2, 5)], [SUSPICION]),
        ([{"beds_free": 9, "capacity": 9, "seats_booked": n} for n in (1, 2, 5)], []),
    ],
)
def test_what_is_left_and_what_a_tax_that_is_accounted_for_does_not_explain(rows, severities):
    assert judged(rows) == severities
