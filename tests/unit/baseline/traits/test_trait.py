from __future__ import annotations

from typing import NamedTuple

import pytest

from querious.baseline.traits.trait import Steady, excerpt


class Seen(NamedTuple):
    """As much of a field's value as a learner looks at."""

    value: int | None
    object_key: str


def learned(values: list[Seen], needed: int = 2) -> int | None:
    steady = Steady(
        lambda seen: seen.value,
        lambda about, seen: "" if seen.value == about else "differs",
        needed,
        lambda seen: [seen.object_key],
    )
    for value in values:
        steady.see(value)
    return steady.learned()


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([Seen(3, "a"), Seen(3, "b")], 3),
        ([Seen(3, "a"), Seen(3, "a")], None),  # one object says too little
        ([Seen(3, "a"), Seen(3, "")], None),  # nor does one that nobody knows
        ([Seen(3, "a"), Seen(4, "b"), Seen(3, "c")], None),
        ([Seen(None, "x"), Seen(3, "a"), Seen(3, "b")], 3),  # what shows nothing refutes nothing
        ([], None),
    ],
)
def test_what_the_first_value_shows_is_learned_if_all_others_show_it(values, expected):
    assert learned(values) == expected


def test_a_value_is_shown_in_part():
    assert excerpt("x" * 50) == "`" + "x" * 40 + "`"
