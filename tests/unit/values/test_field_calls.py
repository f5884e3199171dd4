from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from querious.values import Chance, FieldCall
from querious.values.field_calls import KEPT
from querious.values.forms import FormMember, LeafForm, ObjectForm
from querious.values.learned_values import LearnedValues, SourceGroup
from querious.values.seen_values import SeenValues

CHANCE = Chance(Random(3))


def call(*required: str, optional: tuple[str, ...] = (), seen: SeenValues | None = None) -> FieldCall:
    shown = seen or SeenValues()
    members = {}
    for name in (*required, *optional):
        learned = LearnedValues(shown, [SourceGroup((f"Thing.{name}",), 0.8)], ("1", "2", "3"))
        members[name] = FormMember(name in required, 0.5, LeafForm(f"Query.find.{name}", learned))
    return FieldCall("Query.find", "", ObjectForm(lambda: members, (), alone=0.9), nested=False)


def draw(made: FieldCall, turn: int = 0) -> dict:
    return dict(made.draw(CHANCE, turn))


def test_while_nothing_works_each_call_is_a_new_one():
    made = call("id")
    drawn = []
    for turn in range(3):
        arguments = draw(made, turn)
        made.tell(arguments, worked=False)
        drawn.append(arguments["id"])
    assert sorted(drawn) == ["1", "2", "3"]
    assert made.answered == 3


def test_what_worked_is_drawn_again():
    made = call("id")
    made.tell({"id": "7"}, worked=True, found=1)
    assert made.variety == 1
    assert [draw(made, turn) for turn in range(5)].count({"id": "7"}) >= 3


@given(st.lists(st.integers(0, 2**60), min_size=KEPT + 1, max_size=KEPT + 9, unique=True))
def test_of_many_calls_that_worked_those_are_kept_that_brought_most(found):
    made = call("id")
    for bits in found:
        made.tell({"id": str(bits)}, worked=True, found=bits)
    assert made.variety == KEPT
    brought = [worked.found.bit_count() for worked in made.worked]
    assert brought == sorted(brought, reverse=True)


def test_values_that_were_seen_together_are_sent_together():
    made = call("owner", "name")
    assert made.joint
    made.suggest({"Thing.owner": "me", "Thing.name": "mine"})
    assert draw(made) == {"owner": "me", "name": "mine"}


def test_an_error_message_is_followed():
    made = call("id", optional=("kind", "login"))
    made.tell({"id": "1"}, worked=False, complaint='Argument "login" is required')
    assert draw(made, 1).keys() == {"id", "login"}


def test_values_that_an_error_message_lists_are_tried_next():
    made = call("kind")
    made.tell({"kind": "1"}, worked=False, complaint='Invalid "kind": must be one of: small, large')
    assert made.has_more
    assert draw(made, 1) == {"kind": "small"}


def test_hostile_values_that_happened_to_work_are_not_kept():
    made = call("id")
    made.tell({"id": "\0"}, worked=True)
    assert made.variety == 0


def test_what_is_not_of_this_form_is_not_counted():
    made = call("id")
    assert made.tell({"id": ["1"]}, worked=True) is None
    assert made.answered == 0
