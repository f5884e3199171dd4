from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from querious.values.seen_values import KEPT, SeenValues


def test_distinct_values_are_kept_in_their_order_up_to_a_number():
    seen = SeenValues()
    for number in [*range(KEPT + 5), 0, 1]:
        seen.add("Book.id", number)
    assert seen.shown["Book.id"].values == list(range(KEPT))
    assert seen.count("Book.id") == KEPT
    assert seen.count("Shelf.id") == 0


def test_a_value_is_found_again_whether_it_was_a_number_or_a_text():
    seen = SeenValues()
    seen.add("Book.number", 7)
    seen.add("Book.code", "7")
    assert seen.where(7) == seen.where("7") == ("Book.number", "Book.code")
    assert seen.where("8") == ()


@given(st.lists(st.tuples(st.sampled_from("ab"), st.integers(0, 3), st.integers(0, 7)), max_size=30))
def test_what_would_be_gained_is_what_changes(entries):
    seen = SeenValues()
    for coordinate, value, found in entries:
        before = {name: dict(shown.found) for name, shown in seen.shown.items()}
        gain = seen.would_gain(coordinate, value, found)
        seen.add(coordinate, value, found)
        assert gain == (before != {name: shown.found for name, shown in seen.shown.items()})
