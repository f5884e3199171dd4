"""Subscriptions over real sockets: a healthy server, and servers that misbehave in one way each, side by side."""

from __future__ import annotations

import resource
from concurrent.futures import ThreadPoolExecutor

import pytest

import querious
from subscribing import subscribing

FOUND = {
    "no_pong": ("stream_messages", "a ping was never answered with a pong"),
    "garbage": ("stream_messages", "the server sent a message that is not JSON"),
    "closes_at_once": ("stream_ends", "the server closed the socket with 1011, an error of its own, before"),
    "never_complete": ("stream_ends", "a query was answered over the stream and never completed"),
    "serves_strangers": ("stream_misuse", "the server carried out a subscription before connection_init"),
    "other_arguments": ("stream_arguments", "an event came for another `"),
    "doubled": ("stream_doubled", "the same event came 2 times for one Mutation."),
}


def run(*switches, **more):
    """With no limit of time, so that a busy machine finds the same."""
    with subscribing(*switches) as url:
        settings = {
            "requests": 160,
            "criterion": "none",
            "seconds": None,
            "seed": 1,
            "mutations": True,
            "connections": 4,
            "shrink": 0,
        }
        skipped = ("state", "relations")
        return querious.run(url, **{**settings, "skip_oracles": skipped, **more})


@pytest.fixture(scope="module")
def runs():
    with ThreadPoolExecutor(len(FOUND) + 2) as pool:
        asked = {name: pool.submit(run, name) for name in FOUND}
        asked["healthy"] = pool.submit(run)
        asked["flood"] = pool.submit(run, "flood", "deaf_to_complete")
        return {name: one.result() for name, one in asked.items()}


def test_a_healthy_server_is_clean_and_covered(runs):
    healthy = runs["healthy"]
    assert healthy.findings == ()
    assert healthy.errors == ()
    assert {name for name in healthy.coverage.witnessed if name.startswith("Subscription.")} == {
        "Subscription.noteAdded",
        "Subscription.noteRenamed",
        "Subscription.ticks",
    }
    assert any("graphql-transport-ws: 3 fields" in note for note in healthy.notes)


@pytest.mark.parametrize("switch", FOUND)
def test_each_misbehaviour_is_found(switch, runs):
    oracle, message = FOUND[switch]
    found = [(one.oracle, one.message) for one in runs[switch].findings]
    assert any(one == oracle and told.startswith(message) for one, told in found), (found, runs[switch].notes)
    assert runs[switch].errors == ()


def test_a_flood_of_events_is_told_once_and_costs_little(runs):
    flood = runs["flood"]
    told = [note for note in flood.notes if "sent so much that its stream was stopped" in note]
    went_on = [one.message for one in flood.findings if one.message.startswith("events went on after the client")]
    assert told or went_on, (flood.notes, flood.findings)
    assert {one.coordinate for one in flood.findings} <= {"Subscription.ticks"}
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < 600 * 1024


def test_without_leave_nothing_is_changed():
    quiet = run("other_arguments", mutations=False, requests=60)
    assert quiet.findings == ()
    assert "Subscription.ticks" in quiet.coverage.witnessed
    assert "Subscription.noteAdded" not in quiet.coverage.witnessed


def test_subscriptions_that_nobody_wants_do_not_count():
    silent = run(subscriptions="none", mutations=False, requests=30)
    assert not [name for name in silent.coverage.tuples if name.startswith("Subscription.")]
    assert any("do not count in the coverage (--subscriptions none)" in note for note in silent.notes)
