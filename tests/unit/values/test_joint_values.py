from __future__ import annotations

from querious.values.forms import LeafForm
from querious.values.joint_values import JointValues
from querious.values.learned_values import LearnedValues, SourceGroup
from querious.values.seen_values import SeenValues
from querious.values.trials import DrawContext, ValueTrials


def leaves() -> list[LeafForm]:
    """An owner and a name, as of repository(owner:, name:)."""
    seen = SeenValues()
    owner = LearnedValues(seen, [SourceGroup(("User.login",), 0.6), SourceGroup(("Repository.name",), 0.45)])
    name = LearnedValues(seen, [SourceGroup(("Repository.name",), 0.8)])
    return [LeafForm("Query.repository.owner", owner), LeafForm("Query.repository.name", name)]


def observed(number: int, **more: str) -> dict[str, str]:
    return {"User.login": f"u{number}", "Repository.name": f"r{number}", **more}


def test_each_leaf_gets_a_value_of_its_own_source():
    joint = JointValues(leaves())
    joint.add(observed(1))
    assert joint.untried(1).values == ("u1", "r1")
    assert joint.untried(1).likely == 0.6


def test_an_object_that_lacks_a_value_is_of_no_use():
    joint = JointValues(leaves())
    joint.add({"Repository.name": "r1", "License.key": "mit"})
    assert joint.untried(1).values == ()


def test_values_are_drawn_once_a_round_and_wait_until_something_is_heard_of_them():
    joint = JointValues(leaves())
    joint.add(observed(1))
    joint.add(observed(2))
    joint.draw(("u1", "r1"), 1)
    assert joint.untried(1).values == ("u2", "r2")
    joint.draw(("u2", "r2"), 1)
    assert joint.untried(1).values == ()
    assert joint.untried(2).values != ()
    joint.heard(("u1", "r1"))
    assert joint.untried(2).values == ("u2", "r2")
    joint.heard(("u2", "r2"))
    assert joint.untried(3).values == ()


def test_what_is_learned_later_decides_which_sources_are_combined():
    both = leaves()
    joint = JointValues(both)
    joint.add({"User.login": "u1", "Repository.name": "r1", "User.id": "7"})
    both[0].learned.scores.count(["User.login"], failed=9)
    assert joint.untried(1).likely < 0.2


def test_values_seen_near_others_come_in_turn():
    joint = JointValues(leaves()[1:])
    for number in (1, 2, 3):
        joint.add({"Repository.name": f"r{number}", "User.login": "u1" if number < 3 else "u3"})
    found = []
    for turn in range(4):
        values, _ = joint.near({"u1"})
        joint.draw(values, turn)
        found.append(values[0])
    assert found == ["r1", "r2", "r1", "r2"]
    assert joint.near({"nobody"}).values == ()


def test_the_likeliest_are_kept_when_there_are_too_many():
    both = leaves()
    joint = JointValues(both)
    for number in range(500):
        joint.add(observed(number))
    assert len(joint._observed) <= 48
    both[0].learned.scores.count(["User.login"], worked=5)
    joint.add(observed(999))
    assert any(("User.login", "u999") in key for key in joint._observed)


def test_a_value_that_was_never_heard_of_comes_again_but_not_for_ever():
    tries = ValueTrials()
    fresh = (0, 0, 0, -1, 0)
    tries.drawn, tries.round = 1, 1
    assert tries.rank(DrawContext(round=1), 2)[0] == 1
    assert tries.rank(DrawContext(round=2), 2) < fresh
    tries.drawn = 5
    assert tries.rank(DrawContext(round=2), 2) > fresh


def test_a_value_that_failed_is_given_some_chances_elsewhere():
    tries = ValueTrials()
    tries.told = 1
    assert tries.rank(DrawContext(round=2), 0)[0] == 1
    assert tries.rank(DrawContext(round=2, elsewhere=True), 0)[0] == 0
    tries.told = 5
    assert tries.rank(DrawContext(round=2, elsewhere=True), 0)[0] == 5
