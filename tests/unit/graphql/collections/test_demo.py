"""The demo's GraphQL API, in process: its three collections come out, and all commands work on them."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from querious.demo import create_app
from querious.demo.executable import executable_schema
from querious.graphql.collections import collections_of
from querious.model import Case, Exchange
from querious.model.state import Command, Ending
from querious.state.samples import samples
from querious.state.substructure import differences

FULL = {Command.POST, Command.GET, Command.PATCH, Command.DELETE, Command.LIST}


async def call(app: Any, case: Case) -> Exchange:
    status, parts = 0, []
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "path": "/graphql",
        "query_string": b"",
        "headers": [(b"content-type", b"application/json"), (b"host", b"demo")],
    }

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": json.dumps(case.body).encode(), "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        nonlocal status
        status = message.get("status", status)
        parts.append(message.get("body", b""))

    await app(scope, receive, send)
    return Exchange(case, status, body=b"".join(parts), payload=json.loads(b"".join(parts)), is_json=True)


@pytest.fixture
def opened():
    """Wires to new demos; each knows what it sent."""
    with asyncio.Runner() as runner:

        def new() -> Any:
            app = create_app()

            def send(case: Case) -> Exchange:
                send.sent.append(case)  # type: ignore[attr-defined]
                return runner.run(call(app, case))

            send.sent = []  # type: ignore[attr-defined]
            return send

        yield new


@pytest.fixture
def wire(opened: Any):
    return opened()


@pytest.fixture
def reading(wire: Any):
    return collections_of(executable_schema(), wire)


def test_three_collections_come_out_with_few_requests(reading: Any, wire: Any):
    found = {one.name: one for one in reading.collections}
    assert list(found) == ["reviews", "orders", "suppliers"]
    assert found["reviews"].commands == found["suppliers"].commands == FULL
    assert found["orders"].commands == FULL - {Command.PATCH}
    assert not any(one.unseen or one.needs for one in reading.collections)
    assert [line.partition(":")[0] for line in reading.left_out] == ["cancelOrder", "updateItem"]
    assert len(wire.sent) <= 40


def test_the_probe_leaves_nothing_behind(reading: Any):
    orders, suppliers = (
        next(one for one in reading.collections if one.name == name) for name in ("orders", "suppliers")
    )
    assert (len(orders.list().entries), len(suppliers.list().entries)) == (4, 3)


@pytest.mark.parametrize("name", ["reviews", "orders", "suppliers"])
@pytest.mark.unmeasured
def test_every_command_does_what_it_says(name: str, reading: Any):
    collection = next(one for one in reading.collections if one.name == name)
    before = {key for key, _ in collection.list().entries}
    made = {}
    for entry in samples(collection.entries(), 12, 7):
        outcome = collection.post(entry)
        assert outcome.ending is Ending.DONE, (entry, outcome.exchanges[0].payload)
        assert not list(differences(entry, outcome.value))
        assert not list(differences(entry, collection.get(outcome.key).value))
        made[outcome.key] = entry
    listed = collection.list()
    assert listed.whole
    assert {key for key, _ in listed.entries} == before | set(made)
    for key, value in listed.entries:
        assert not list(differences(made.get(key, {}), value))
    for key, changes in zip(
        made, samples(collection.changes(), 12, 8) if Command.PATCH in collection.commands else (), strict=False
    ):
        outcome = collection.patch(key, changes)
        assert (outcome.ending, outcome.breaches) == (Ending.DONE, ())
        made[key] = {**made[key], **changes}
        assert not list(differences(made[key], collection.get(key).value))
    for key in made:
        assert collection.delete(key).ending is Ending.DONE
        assert collection.get(key).ending is Ending.NOT_FOUND
        assert collection.delete(key).ending is Ending.NOT_FOUND
    assert {key for key, _ in collection.list().entries} == before
    for key in samples(collection.unknown_keys(list(made)), 5, 9):
        assert collection.get(key).ending is Ending.NOT_FOUND
        assert collection.delete(key).ending is Ending.NOT_FOUND


def test_values_stay_within_what_the_shop_allows(reading: Any):
    reviews = reading.collections[0]
    assert {entry["stars"] for entry in samples(reviews.entries(), 60, 1)} == {1, 2, 3, 4, 5}


def test_an_order_is_cancelled_before_it_is_deleted(reading: Any):
    orders = reading.collections[1]
    key = orders.post(samples(orders.entries(), 1, 1)[0]).key
    assert [f"{one.case.operation.kind} {one.case.operation.name}" for one in orders.delete(key).exchanges] == [
        "mutation deleteOrder",
        "mutation cancelOrder",
        "mutation deleteOrder",
    ]


def test_the_same_is_sent_each_time(opened: Any):
    wires = opened(), opened()
    entries = []
    for wire in wires:
        reading = collections_of(executable_schema(), wire)
        entries.append([samples(one.entries(), 5, 3) for one in reading.collections])
    assert wires[0].sent == wires[1].sent
    assert entries[0] == entries[1]
