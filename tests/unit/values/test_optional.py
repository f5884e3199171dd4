from __future__ import annotations

import pytest

from querious.values.lessons import ArgumentTrial
from querious.values.optional import OptionalArguments


@pytest.fixture
def optional():
    known = OptionalArguments()
    known.roots = frozenset(("Query",))
    for name in ("Query.rooms", *(f"Room.shelf{n}" for n in range(6))):
        known.watch(name)
    return known


def told(optional, coordinate, worked, complaint="", **arguments):
    optional.note(ArgumentTrial(coordinate, arguments, worked, complaint=complaint), alone=True)


def test_a_page_size_is_sent_until_it_is_refused_and_only_there(optional):
    assert optional.sends_size("Room.shelf0", "limit")
    told(optional, "Room.shelf0", False, "'limit' is not supported here", limit=2)
    assert not optional.sends_size("Room.shelf0", "limit")
    assert optional.sends_size("Room.shelf1", "limit")


def test_it_is_left_out_where_it_brings_nothing_and_comes_back_where_that_brings_nothing_either(optional):
    told(optional, "Room.shelf0", False, limit=2)
    assert not optional.sends_size("Room.shelf0", "limit")
    told(optional, "Room.shelf0", False)
    assert optional.sends_size("Room.shelf0", "limit")


def test_where_both_work_it_is_sent(optional):
    told(optional, "Room.shelf0", False, limit=2)
    told(optional, "Room.shelf0", True)
    assert not optional.sends_size("Room.shelf0", "limit")
    told(optional, "Room.shelf0", True, limit=5)
    assert optional.sends_size("Room.shelf0", "limit")


def test_what_several_nested_lists_refuse_is_not_sent_to_the_others_but_to_lists_at_the_top(optional):
    for n in range(3):
        told(optional, f"Room.shelf{n}", False, "'limit' is not supported", limit=2)
    assert not optional.sends_size("Room.shelf5", "limit")
    assert optional.sends_size("Query.rooms", "limit")


def test_one_nested_list_that_takes_it_is_enough_to_try_it_elsewhere(optional):
    for n in range(3):
        told(optional, f"Room.shelf{n}", False, "'limit' is not supported", limit=2)
    told(optional, "Room.shelf4", True, limit=2)
    assert optional.sends_size("Room.shelf5", "limit")


def test_a_field_may_need_an_argument_once_it_is_refused_without_any(optional):
    assert not optional.needs_argument("Room.shelf0")
    told(optional, "Room.shelf0", False, "Give a colour.")
    assert optional.needs_argument("Room.shelf0")
    told(optional, "Room.shelf0", True)
    assert not optional.needs_argument("Room.shelf0")


def test_other_arguments_may_have_been_the_reason(optional):
    told(optional, "Room.shelf0", False, "no", limit=2, colour="red")
    assert optional.sends_size("Room.shelf0", "limit")
