"""Sentences of descriptions, and the states in which they allow an action or rule it out."""

from __future__ import annotations

import pytest

from querious.rest.actions.documented_states import documented_states, named_states

STATES = ("PLACED", "SHIPPED", "IN_TRANSIT")


@pytest.mark.parametrize(
    ("about", "told"),
    [
        ("Ship an order, if it is placed.", {"PLACED": True}),
        ("Only placed orders can be shipped", {"PLACED": True}),
        ("The order must be PLACED or in transit.", {"PLACED": True, "IN_TRANSIT": True}),
        ("Cancel an order, unless it is shipped.", {"SHIPPED": False}),
        ("Cannot be cancelled once it is in transit.", {"IN_TRANSIT": False}),
        ("Refused if the order is shipped", {"SHIPPED": False}),
        ("Fails if the order is not placed", {"PLACED": True}),
        ("The order was already shipped", {"SHIPPED": False}),
        ("The order is shipped already", {"SHIPPED": False}),
        ("Lists shipped orders.", {}),
        ("Only misplaced orders.", {}),
        ("", {}),
    ],
)
def test_what_a_sentence_says_of_states(about, told):
    assert {one.state: one.allowed for one in documented_states(about, STATES)} == told


def test_sentences_are_read_one_by_one():
    (one,) = documented_states("Cancel it, unless shipped. Placed orders are many.", STATES)
    assert (one.state, one.allowed, one.sentence) == ("SHIPPED", False, "Cancel it, unless shipped")


@pytest.mark.parametrize(
    ("about", "named"),
    [
        ("Ship a placed order", {"PLACED"}),
        ("Returns an order that is shipped or in transit.", {"SHIPPED", "IN_TRANSIT"}),
        ("Cancels a placed or an in-transit order", {"PLACED", "IN_TRANSIT"}),
        ("Marks the order as a shipped one", set()),
        ("Ships an order", set()),
        ("Creates a placed order", set()),
        ("", set()),
    ],
)
def test_the_states_that_an_action_is_said_to_be_for(about, named):
    assert named_states(about, STATES)[0] == named
