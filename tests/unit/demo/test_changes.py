"""The mutations change what they say, refuse politely, and leave nothing half done."""

from __future__ import annotations

from typing import Any

import pytest

from querious.demo import create_app

REVIEW, ORDER, PLACED, SUPPLIER = "UmV2aWV3OjQx", "T3JkZXI6MzE=", "T3JkZXI6MzI=", "U3VwcGxpZXI6MjE="


@pytest.fixture
def run(ask: Any):
    app = create_app()
    return lambda operation, variables=None: ask(app, operation, variables)


def test_a_review_is_created_changed_and_deleted(run: Any):
    made = run(
        'mutation {createReview(input: {sku: "HA-0001", stars: 4, text: "ok", author: "100"}) {id author {name}}}'
    )
    key = made.data["createReview"]["id"]
    assert made.data["createReview"]["author"] == {"name": "Burt"}
    change = "mutation ($id: ID!) {updateReview(id: $id, text: null) {stars text editedAt}}"
    changed = run(change, {"id": key}).data["updateReview"]
    assert (changed["stars"], changed["text"]) == (4, None)
    assert changed["editedAt"]
    assert run("mutation ($id: ID!) {deleteReview(id: $id) {id remaining}}", {"id": key}).data == {
        "deleteReview": {"id": key, "remaining": 5}
    }
    assert run("query ($id: ID!) {node(id: $id) {id}}", {"id": key}).data == {"node": None}


def test_an_order_goes_from_placed_to_cancelled_to_deleted(run: Any):
    made = run(
        'mutation {createOrder(input: {lines: [{sku: "BO-0001", quantity: 2}], project: "1", placedBy: "200",'
        ' shipTo: {street: "S", city: "C"}, shipOn: "2024-07-01", note: "n"})'
        " {id status total {text} project {name} placedBy {name} shipTo {country} shipOn note}}"
    ).data["createOrder"]
    key = made.pop("id")
    assert made == {
        "status": "PLACED",
        "total": {"text": "0.70 EUR"},
        "project": {"name": "Project 1"},
        "placedBy": {"name": "Earnie"},
        "shipTo": {"country": "SE"},
        "shipOn": "2024-07-01",
        "note": "n",
    }
    assert run("mutation ($id: ID!) {deleteOrder(id: $id) {id}}", {"id": key}).codes == ["BAD_USER_INPUT"]
    cancelled = run("mutation ($id: ID!) {cancelOrder(id: $id) {status cancelReason}}", {"id": key})
    assert cancelled.data["cancelOrder"] == {"status": "CANCELLED", "cancelReason": "no longer needed"}
    assert run("mutation ($id: ID!) {deleteOrder(id: $id) {remaining}}", {"id": key}).data["deleteOrder"] == {
        "remaining": 4
    }


def test_a_supplier_is_created_changed_and_deleted(run: Any):
    made = run(
        'mutation {createSupplier(input: {name: "New", website: "https://new.example", since: "2024-01-01",'
        ' address: {street: "S", city: "C", country: "FI"}}) {id website since address {country}}}'
    ).data["createSupplier"]
    key = made["id"]
    assert made["address"] == {"country": "FI"}
    changed = run(
        "mutation ($id: ID!) {updateSupplier(id: $id, website: null, rating: 2.5) {website rating}}", {"id": key}
    )
    assert changed.data["updateSupplier"] == {"website": None, "rating": 2.5}
    deleted = run("mutation ($id: ID!) {deleteSupplier(id: $id) {remaining}}", {"id": key})
    assert deleted.data["deleteSupplier"] == {"remaining": 3}


def test_an_item_is_changed_in_what_is_given_only(run: Any):
    changed = run(
        'mutation {updateItem(sku: "BO-0001", price: "1.005", attributes: null) {stock price {amount} ... on Part {attributes}}}'
    )
    assert changed.data["updateItem"] == {"stock": 900, "price": {"amount": "1.00"}, "attributes": None}


@pytest.mark.parametrize(
    ("mutation", "code"),
    [
        ('createReview(input: {sku: "ZZ-0000", stars: 1}) {id}', "NOT_FOUND"),
        ('createReview(input: {sku: "BO-0001", stars: 1, author: "1"}) {id}', "NOT_FOUND"),
        ('createReview(input: {sku: "BO-0001", stars: 0}) {id}', "BAD_USER_INPUT"),
        (f'createReview(input: {{sku: "BO-0001", stars: 1, text: "{"x" * 501}"}}) {{id}}', "BAD_USER_INPUT"),
        (f'updateReview(id: "{SUPPLIER}", stars: 1) {{id}}', "NOT_FOUND"),
        (f'updateReview(id: "{REVIEW}", stars: 6, text: "changed") {{id}}', "BAD_USER_INPUT"),
        ('deleteReview(id: "41") {id}', "BAD_USER_INPUT"),
        ("createOrder(input: {lines: []}) {id}", "BAD_USER_INPUT"),
        ('createOrder(input: {lines: [{sku: "BO-0001", quantity: 0}]}) {id}', "BAD_USER_INPUT"),
        ('createOrder(input: {lines: [{sku: "ZZ-0000"}]}) {id}', "NOT_FOUND"),
        ('createOrder(input: {lines: [{sku: "BO-0001"}], project: "9"}) {id}', "NOT_FOUND"),
        ('createOrder(input: {lines: [{sku: "BO-0001"}], shipTo: {street: " ", city: "C"}}) {id}', "BAD_USER_INPUT"),
        (f'cancelOrder(id: "{ORDER}") {{id}}', "BAD_USER_INPUT"),
        (f'deleteOrder(id: "{PLACED}") {{id}}', "BAD_USER_INPUT"),
        ('createSupplier(input: {name: ""}) {id}', "BAD_USER_INPUT"),
        ('createSupplier(input: {name: "ringskruv"}) {id}', "BAD_USER_INPUT"),
        (f'updateSupplier(id: "{SUPPLIER}", rating: 5.1) {{id}}', "BAD_USER_INPUT"),
        (f'deleteSupplier(id: "{SUPPLIER}") {{id}}', "BAD_USER_INPUT"),
        ('updateItem(sku: "ZZ-0000") {id}', "NOT_FOUND"),
        ('updateItem(sku: "BO-0001", stock: -1) {id}', "BAD_USER_INPUT"),
        ('updateItem(sku: "BO-0001", stock: 7, price: -1) {id}', "BAD_USER_INPUT"),
        ('updateItem(sku: "HA-0001", attributes: {}) {id}', "BAD_USER_INPUT"),
    ],
)
@pytest.mark.unmeasured
def test_what_makes_no_sense_is_refused_and_changes_nothing(mutation: str, code: str, run: Any):
    state = (
        "{orders(first: 50) {totalCount nodes {status}} suppliers {id rating} items(first: 50)"
        " {nodes {stock price {amount} reviews {totalCount nodes {stars text editedAt}}}}}"
    )
    before = run(state).body
    assert run(f"mutation {{{mutation}}}").codes == [code]
    assert run(state).body == before
