"""Each fault shows, shows nothing else, and is gone with its application."""

from __future__ import annotations

import asyncio
import time
from importlib import import_module
from typing import Any

import pytest

from doors import Client
from querious.demo.doors.faults import DOOR_FAULTS, DOOR_SHOWCASE
from querious.errors import ConfigError

witnesses = import_module("unit.demo.doors.witnesses")
WITNESSES, plain = witnesses.WITNESSES, witnesses.plain
TIMED = {"search-grows-with-square"}
"""Shown by a clock alone."""
NAMES = [fault.name for fault in DOOR_FAULTS]
CARRIED = {
    "event-twice": {"subscriptions"},
    "never-acknowledged": {"subscriptions"},
    "socket-of-nobody": {"subscriptions"},
    "field-errors-with-400": {"variants", "uploads"},
    "accept-ignored": {"audit", "uploads"},
    "entities-all-null": {"federation"},
    "entities-without-nulls": {"federation"},
    "entity-key-crash": {"federation"},
}
"""Faults of steps through which others go, and the phases of those."""


def told(name: str, faults: Any) -> str:
    async def run() -> str:
        async with asyncio.timeout(10):
            return plain(await WITNESSES[name](Client(faults)))

    return asyncio.run(run())


@pytest.fixture(scope="module")
def healthy() -> dict[str, str]:
    return {name: told(name, []) for name in WITNESSES}


def test_every_fault_has_a_witness():
    assert set(NAMES) == set(WITNESSES) | TIMED
    assert len(set(NAMES)) == len(NAMES)


def test_there_are_faults_of_every_kind():
    kinds = {fault.kind for fault in DOOR_FAULTS}
    assert len(NAMES) >= 44
    assert {"object access", "leak", "events", "HTTP", "upload", "batch", "persisted", "federation", "cost"} <= kinds


def test_the_healthy_workspace_says_the_same_twice(healthy):
    assert {name: told(name, []) for name in WITNESSES} == healthy


@pytest.mark.parametrize("name", WITNESSES)
def test_a_fault_shows(name, healthy):
    assert told(name, [name]) != healthy[name]


@pytest.mark.parametrize("fault", [one for one in DOOR_FAULTS if one.name not in TIMED], ids=lambda fault: fault.name)
def test_a_fault_shows_only_where_it_is_woven_in(fault, healthy):
    """What a fault of another step shows is as it is without this one."""
    mine, carried = set(fault.places), CARRIED.get(fault.name, set())
    others = [one for one in DOOR_FAULTS if one.name in WITNESSES and mine.isdisjoint(one.places)]
    apart = [one.name for one in others if one.phase not in carried]
    assert {name for name in apart if told(name, [fault.name]) != healthy[name]} == set()


def test_faults_are_gone_with_their_application(healthy):
    Client(NAMES)
    some = list(WITNESSES)[::7]
    assert {name: told(name, []) for name in some} == {name: healthy[name] for name in some}


def test_the_showcase_hides_nothing(healthy):
    shown = {name for name in DOOR_SHOWCASE if told(name, DOOR_SHOWCASE) != healthy[name]}
    assert shown == set(DOOR_SHOWCASE)


def test_a_name_that_is_none_is_refused():
    with pytest.raises(ConfigError, match="did you mean note-of-anybody"):
        Client(["note-of-anyone"])


def test_the_slow_search_grows():
    def seconds(faults: list[str]) -> float:
        async def run() -> float:
            client, began = Client(faults), time.perf_counter()
            await client.ask("alice", "query($t: String!) { search(text: $t) { __typename } }", t="ab" * 1_200)
            return time.perf_counter() - began

        return asyncio.run(run())

    assert seconds(["search-grows-with-square"]) > 5 * min(seconds([]) for _ in range(3))


STRANGE = [[], {"__typename": "User"}, {"__typename": "Task", "number": True}, 7]


@pytest.mark.parametrize("name", [fault.name for fault in DOOR_FAULTS if fault.kind == "federation"])
@pytest.mark.parametrize("strange", STRANGE, ids=repr)
def test_a_fault_of_the_subgraph_brings_no_other_crash(name, strange):
    """What is refused by the healthy one is refused, or passed over, as the fault says."""

    async def run() -> Any:
        query = "query($r: [_Any!]!) { _entities(representations: $r) { __typename } }"
        return await Client([name]).ask("alice", query, r=[strange])

    codes = [error["extensions"]["code"] for error in asyncio.run(run()).get("errors", ())]
    assert "INTERNAL_SERVER_ERROR" not in codes or (name, strange) == ("entity-key-crash", {"__typename": "User"})
