"""Every fault of state, alone: a sequence that shows it, the same on the healthy demo, and no single answer that tells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest
from graphql import graphql_sync

from querious.demo import FAULTS, create_app
from querious.demo.context import Context
from querious.demo.data import filled_store
from querious.demo.executable import executable_schema
from querious.demo.faults import choose
from querious.demo.faults.fault import AtResolver

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.any_graphql_core

STATE = [fault for fault in FAULTS if fault.kind == "state"]
UNKNOWN = "U3VwcGxpZXI6OTk5"


class Shop:
    """What the tests do, each one operation."""

    def __init__(self, send: Callable[[str, dict[str, Any]], Any]) -> None:
        self._send = send
        self.errors: list[str] = []

    def _ask(self, operation: str, **variables: Any) -> Any:
        reply = self._send(operation, variables)
        self.errors += [error.get("extensions", {}).get("code", "crash") for error in reply.errors]
        return next(iter((reply.payload.get("data") or {"none": None}).values()))

    def review(self, **values: Any) -> str:
        given = {"sku": "HA-0001", "stars": 3, **values}
        return self._ask("mutation ($i: ReviewInput!) {createReview(input: $i) {id}}", i=given)["id"]

    def edit(self, key: str, **values: Any) -> Any:
        names = {"stars": "Int", "text": "String"}
        declared = "".join(f", ${name}: {names[name]}" for name in values)
        passed = "".join(f", {name}: ${name}" for name in values)
        return self._ask(
            f"mutation ($id: ID!{declared}) {{updateReview(id: $id{passed}) {{id stars text}}}}", id=key, **values
        )

    def drop(self, key: str) -> Any:
        return self._ask("mutation ($id: ID!) {deleteReview(id: $id) {id}}", id=key)

    def read(self, key: str) -> Any:
        return self._ask("query ($id: ID!) {node(id: $id) {... on Review {stars text}}}", id=key)

    def reviews(self) -> list[str]:
        found = self._ask('{item(sku: "HA-0001") {reviews(first: 50) {nodes {id}}}}')
        return [node["id"] for node in found["reviews"]["nodes"]]

    def supplier(self, name: str) -> str:
        return self._ask("mutation ($i: SupplierInput!) {createSupplier(input: $i) {id}}", i={"name": name})["id"]

    def rate(self, key: str, rating: float | None = None, website: str | None = None) -> Any:
        operation = "mutation ($id: ID!, $r: Float) {updateSupplier(id: $id, rating: $r) {rating website}}"
        if website is not None:
            operation = "mutation ($id: ID!, $w: URL) {updateSupplier(id: $id, website: $w) {rating website}}"
        return self._ask(operation, id=key, **({"w": website} if website is not None else {"r": rating}))

    def part(self, key: str) -> Any:
        return self._ask("mutation ($id: ID!) {deleteSupplier(id: $id) {id}}", id=key)

    def look(self, key: str) -> Any:
        return self._ask("query ($id: ID!) {supplier(id: $id) {name rating website}}", id=key)

    def suppliers(self) -> dict[str, Any]:
        return {one["id"]: one["rating"] for one in self._ask("{suppliers(first: 50) {id rating}}")}

    def order(self, **values: Any) -> str:
        given = {"lines": [{"sku": "BO-0001"}], **values}
        return self._ask("mutation ($i: OrderInput!) {createOrder(input: $i) {id}}", i=given)["id"]

    def forget(self, key: str) -> Any:
        self._ask("mutation ($id: ID!) {cancelOrder(id: $id) {id}}", id=key)
        return self._ask("mutation ($id: ID!) {deleteOrder(id: $id) {id}}", id=key)

    def bought(self, key: str) -> Any:
        return self._ask("query ($id: ID!) {order(id: $id) {shipOn}}", id=key)

    def orders(self) -> list[str]:
        return [node["id"] for node in self._ask("{orders(first: 50) {nodes {id}}}")["nodes"]]


@dataclass(frozen=True)
class Sequence:
    steps: Callable[[Shop], Any]
    healthy: Any
    faulty: Any


def delete_edited(shop: Shop) -> Any:
    key = shop.review()
    shop.edit(key, stars=4)
    shop.drop(key)
    return shop.read(key), key in shop.reviews()


def delete_listed(shop: Shop) -> Any:
    key = shop.supplier("New")
    shop.suppliers()
    shop.part(key)
    return key in shop.suppliers(), shop.look(key)


def delete_older(shop: Shop) -> Any:
    one, other = shop.supplier("One"), shop.supplier("Other")
    shop.part(one)
    return shop.look(one) is not None, shop.look(other) is not None


def update_stars_alone(shop: Shop) -> Any:
    key = shop.review(text="kept")
    shop.edit(key, stars=5)
    return shop.read(key)


def update_rating(shop: Shop) -> Any:
    key = shop.supplier("New")
    answered = shop.rate(key, 4.5)["rating"]
    return answered, shop.look(key)["rating"]


def update_one_of_two(shop: Shop) -> Any:
    one, other = shop.review(stars=1), shop.review(stars=2)
    shop.edit(one, stars=5)
    return shop.read(one)["stars"], shop.read(other)["stars"]


def create_and_list(shop: Shop) -> Any:
    key, other = shop.order(), shop.order(placedBy="100")
    return key in shop.orders(), other in shop.orders(), shop.bought(key) is not None


def create_and_read(shop: Shop) -> Any:
    return shop.bought(shop.order(shipOn="2024-07-01"))["shipOn"]


def create_and_count(shop: Shop) -> Any:
    key = shop.review(author="100")
    return shop.reviews().count(key)


def update_deleted(shop: Shop) -> Any:
    key = shop.review()
    shop.edit(key, stars=4)
    shop.drop(key)
    shop.edit(key, stars=5)
    return shop.read(key)


def delete_twice(shop: Shop) -> Any:
    key = shop.supplier("New")
    shop.part(key)
    shop.part(key)
    shop.part(UNKNOWN)
    return shop.errors


def read_update_read(shop: Shop) -> Any:
    key = shop.supplier("New")
    shop.look(key)
    shop.rate(key, 2.0)
    return shop.look(key)["rating"], shop.suppliers()[key]


def list_update_list(shop: Shop) -> Any:
    key = shop.supplier("New")
    shop.suppliers()
    shop.rate(key, 2.0)
    return shop.look(key)["rating"], shop.suppliers()[key]


def create_after_delete(shop: Shop) -> Any:
    key = shop.supplier("Old")
    shop.part(key)
    return shop.supplier("New") == key, shop.review() == shop.review()


def update_twice(shop: Shop) -> Any:
    key = shop.review(stars=1)
    shop.edit(key, stars=2)
    answered = shop.edit(key, stars=3)["stars"]
    return answered, shop.read(key)["stars"]


def read_delete_read(shop: Shop) -> Any:
    key, other = shop.order(), shop.order()
    shop.bought(key)
    shop.forget(key)
    shop.forget(other)
    return shop.bought(key) is not None, shop.bought(other) is not None, key in shop.orders()


def rate_and_move(shop: Shop) -> Any:
    key = shop.supplier("New")
    shop.rate(key, 4.5)
    shop.rate(key, website="https://new.example")
    return shop.look(key)["rating"]


def create_four(shop: Shop) -> Any:
    keys = [shop.review() for _ in range(4)]
    return [shop.read(key) is not None for key in keys]


SEQUENCES = {
    "delete-does-nothing": Sequence(delete_edited, (None, False), ({"stars": 4, "text": None}, True)),
    "delete-leaves-in-list": Sequence(delete_listed, (False, None), (True, None)),
    "delete-takes-another": Sequence(delete_older, (False, True), (True, False)),
    "update-loses-text": Sequence(update_stars_alone, {"stars": 5, "text": "kept"}, {"stars": 5, "text": None}),
    "update-not-kept": Sequence(update_rating, (4.5, 4.5), (4.5, None)),
    "update-touches-another": Sequence(update_one_of_two, (5, 2), (5, 5)),
    "create-not-listed": Sequence(create_and_list, (True, True, True), (False, True, True)),
    "create-loses-field": Sequence(create_and_read, "2024-07-01", None),
    "create-listed-twice": Sequence(create_and_count, 1, 2),
    "update-revives-deleted": Sequence(update_deleted, None, {"stars": 5, "text": None}),
    "double-delete-crash": Sequence(delete_twice, ["NOT_FOUND", "NOT_FOUND"], ["crash", "NOT_FOUND"]),
    "stale-read": Sequence(read_update_read, (2.0, 2.0), (None, 2.0)),
    "stale-list": Sequence(list_update_list, (2.0, 2.0), (2.0, None)),
    "identifier-reused": Sequence(create_after_delete, (False, False), (True, False)),
    "second-update-ignored": Sequence(update_twice, (3, 3), (3, 2)),
    "deleted-still-read": Sequence(read_delete_read, (False, False, False), (True, False, False)),
    "update-resets-rating": Sequence(rate_and_move, 4.5, None),
    "create-evicts-oldest": Sequence(create_four, [True] * 4, [False, True, True, True]),
}


@pytest.fixture
def shop(ask: Any):
    def opened(*faults: str) -> Shop:
        app = create_app(faults)
        return Shop(lambda operation, variables: ask(app, operation, variables))

    return opened


def test_there_are_at_least_a_dozen_and_each_has_a_sequence():
    assert len(STATE) >= 12
    assert [fault.name for fault in STATE] == list(SEQUENCES)


@pytest.mark.parametrize("name", SEQUENCES)
def test_shows_in_a_sequence_and_alone(name: str, shop: Any):
    sequence = SEQUENCES[name]
    assert sequence.steps(shop()) == sequence.healthy
    assert sequence.steps(shop(name)) == sequence.faulty


@pytest.mark.parametrize("name", [name for name in SEQUENCES if name != "double-delete-crash"])
@pytest.mark.unmeasured
def test_no_answer_of_the_sequence_tells(name: str, shop: Any):
    faulty = shop(name)
    SEQUENCES[name].steps(faulty)
    assert set(faulty.errors) <= {"NOT_FOUND"}


@pytest.mark.parametrize("name", SEQUENCES)
@pytest.mark.unmeasured
def test_every_app_has_a_memory_of_its_own(name: str, shop: Any):
    first, second = shop(name), shop(name)
    assert SEQUENCES[name].steps(first) == SEQUENCES[name].steps(second) == SEQUENCES[name].faulty


@pytest.mark.parametrize("fault", STATE, ids=lambda fault: fault.name)
@pytest.mark.unmeasured
def test_what_was_there_at_the_start_is_read_as_it_was(fault: Any):
    walk = (
        "{items(first: 50) {nodes {sku reviews(first: 50) {nodes {id stars text}}}} suppliers(first: 50) {id name rating}"
        ' orders(first: 50) {totalCount nodes {id shipOn}} supplier(id: "U3VwcGxpZXI6MjE=") {rating}'
        ' order(id: "T3JkZXI6MzE=") {note}}'
    )
    weaves = [weave for weave in choose([fault.name])[0].weaves if isinstance(weave, AtResolver)]
    answers = [
        graphql_sync(executable_schema(woven), walk, context_value=Context(filled_store(), 0)) for woven in ([], weaves)
    ]
    assert answers[0].errors is None
    assert answers[0].data == answers[1].data
