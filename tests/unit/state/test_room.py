"""What names of numbers say of room."""

from __future__ import annotations

import pytest

from querious.state.room import Role, counts_in, quantity_members, role_of, roomiest_first


@pytest.mark.parametrize(
    ("path", "role"),
    [
        ("capacity", Role.LIMIT),
        ("maxMembers", Role.LIMIT),
        ("quota.limit", Role.LIMIT),
        ("total_available", Role.LIMIT),
        ("initial_stock", Role.LIMIT),
        ("seats_taken", Role.USED),
        ("booked", Role.USED),
        ("seats.available", Role.LEFT),
        ("remainingPlaces", Role.LEFT),
        ("in_stock", Role.LEFT),
        ("max_price", None),
        ("min_capacity", None),
        ("limit_per_order", None),
        ("max_age", None),
        ("version", None),
        ("total_booked", None),
        ("title", None),
    ],
)
def test_names_tell_what_a_number_says_of_room(path: str, role: Role | None):
    assert role_of(path) is role


def test_counts_are_whole_numbers_and_lengths():
    shown = {"id": 7, "open": True, "price": 1.5, "seats": {"total": 3, "deep": {"er": {"x": 1}}}, "guests": ["a", "b"]}
    assert counts_in(shown) == {"id": 7, "seats.total": 3, "guests[]": 2}


def test_what_is_called_a_quantity_comes_first():
    assert quantity_members({"note": "x", "floor": 2, "price": 3, "seats": 1, "paid": True}) == ["seats", "floor"]


def test_what_has_most_room_comes_first_and_others_keep_their_order():
    assert roomiest_first([{"capacity": 1}, {"capacity": 9}, {}]) == [{"capacity": 9}, {"capacity": 1}, {}]
    assert roomiest_first(["b", "a", {"title": 3}]) == ["b", "a", {"title": 3}]
