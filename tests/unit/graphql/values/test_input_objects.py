from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from querious.graphql.values.input_objects import InputMember, declare, one_of_maker, record_maker
from querious.values import Chance
from querious.values.chance import INCLUDED


def member(name: str, *, required: bool = False, height: float = 1, make=lambda _: "made") -> InputMember:
    return InputMember(name, f"Input.{name}", make, required, nullable=False, type="String", height=height)


MEMBERS = [member("a", required=True), member("b"), member("c"), member("d")]


@given(st.integers())
def test_what_is_required_is_always_there_and_the_depth_is_restored(seed):
    chance = Chance(Random(seed))
    value = record_maker(MEMBERS, 3)(chance)
    assert "a" in value
    assert value.keys() <= {"a", "b", "c", "d"}
    assert chance.depth == 0


def test_beyond_the_depth_nothing_optional_is_filled():
    chance = Chance(Random(1))
    chance.depth = 3
    assert record_maker(MEMBERS, 3)(chance) == {"a": "made"}


def test_a_forced_field_has_its_value_or_any():
    chance = Chance(Random(1))
    chance.forced = {"Input.b": None}
    assert record_maker(MEMBERS, 3)(chance)["b"] is None
    chance.forced = {"Input.c": INCLUDED}
    assert record_maker(MEMBERS, 3)(chance)["c"] == "made"
    assert one_of_maker(MEMBERS, 3)(chance) == {"c": "made"}


@given(st.integers())
def test_one_of_has_exactly_one_field(seed):
    assert len(one_of_maker(MEMBERS, 3)(Chance(Random(seed)))) == 1


def test_deep_inside_one_of_takes_the_branch_that_ends_soonest():
    chance = Chance(Random(1))
    chance.depth = 9
    assert one_of_maker([member("deep", height=5), member("flat", height=0)], 3)(chance) == {"flat": "made"}


@given(st.lists(st.sampled_from(("id", "id_2", "name"))))
def test_variables_have_names_of_their_own(names):
    chance = Chance(Random(1))
    declared = [declare(chance, name, "ID", 1).name for name in names]
    assert len(set(declared)) == len(names)
    assert set(declared) == chance.variables.keys()
