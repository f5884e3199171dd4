from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from querious.values import Chance
from querious.values.forms import Draft, FormMember, LeafForm, ListForm, ObjectForm, SentParts, ValueForm
from querious.values.learned_values import LearnedValues
from querious.values.seen_values import SeenValues
from querious.values.trials import DrawContext


def leaf(*guesses: str) -> LeafForm:
    return LeafForm("Query.a.b", LearnedValues(SeenValues(), (), guesses or ("1", "2", "3", "4")))


def draft(seed: int = 1, turn: int = 0, fixed=None) -> Draft:
    return Draft(Chance(Random(seed)), fixed or {}, DrawContext(turn))


def parts() -> SentParts:
    return SentParts([], [])


def record(**members: bool) -> ObjectForm:
    """An object of leaves, each required or not."""
    made = {name: FormMember(required, 0.5, leaf()) for name, required in members.items()}
    return ObjectForm(lambda: made, (), alone=0.9)


def test_a_leaf_proposes_what_is_settled_or_the_next_to_be_tried():
    form = leaf("x", "y")
    assert form.propose(draft(fixed={form: "settled"})) == "settled"
    assert [form.propose(draft()) for _ in range(2)] == ["x", "y"]
    assert list(form.leaves(required=True)) == [form]


@pytest.mark.parametrize("value", [None, [], {}])
def test_a_leaf_reads_scalars_alone(value):
    assert not leaf().read(value, parts())


def test_a_maker_that_learns_nothing_has_no_leaves():
    form = ValueForm(lambda _: "made", 0.9)
    assert (form.propose(draft()), form.promise(), form.fresh(DrawContext())) == ("made", 0.9, (0.0, 0))
    assert (list(form.leaves(required=False)), form.restore("made"), form.opened) == ([], None, True)


@given(st.integers(0, 99), st.integers(0, 9))
def test_what_a_form_proposes_it_reads_and_restores(seed, turns):
    form = ObjectForm(
        lambda: {"a": FormMember(True, 1.0, leaf()), "b": FormMember(False, 0.5, ListForm(leaf(), ()))}, (), alone=0.5
    )
    for turn in range(turns):
        value = form.propose(draft(seed, turn))
        found = parts()
        assert "a" in value
        assert form.read(value, found)
        assert found.leaves
        assert form.restore(value) == value
        for choice, option in found.choices:
            choice.tell(option, worked=False, blame=1.0)


def test_a_list_holds_different_items_and_grows_if_one_is_not_enough():
    form = ListForm(leaf(), ())
    lengths = set()
    for turn in range(8):
        value = form.propose(draft(turn, turn))
        assert len(set(value)) == len(value)
        lengths.add(len(value))
        found = parts()
        form.read(value, found)
        found.choices[0][0].tell(len(value), worked=False, blame=1.0)
    assert {1, 2} <= lengths


def test_whole_values_that_the_user_gave_come_first():
    assert ListForm(leaf(), [["given"]]).propose(draft()) == ["given"]
    assert ListForm(leaf(), [["given"]]).promise() == 1.0


def test_what_the_api_demands_is_tried_next_and_what_it_refuses_is_left_out():
    form = record(a=True, b=False, c=False)
    assert form.propose(draft()).keys() == {"a"}
    form.require(["b"], ("a",))
    assert form.propose(draft(turn=1)).keys() == {"a", "b"}
    form.refuse(["b"], ("a", "b"))
    assert "b" not in form.propose(draft(turn=2))


def test_an_object_is_restored_only_with_all_that_is_required_and_nothing_else():
    form = record(a=True, b=False)
    assert form.restore({"b": "1"}) is None
    assert form.restore({"a": "1", "z": "1"}) is None
    assert form.restore({"a": None}) is None
    assert form.restore({"a": "1"}) == {"a": "1"}


def test_members_are_not_looked_into_before_they_are_asked_for():
    form = record(a=True, b=False)
    assert not form.opened
    assert list(form.leaves(required=False)) == []
    assert len(list(form.leaves(required=True))) == 1
    assert form.opened
    assert len(list(form.leaves(required=False))) == 2
