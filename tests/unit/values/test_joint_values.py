from __future__ import annotations

from querious.values.forms import LeafForm
from querious.values.joint_values import JointValues
from querious.values.learned_values import LearnedValues
from querious.values.seen_values import SeenValues
from querious.values.sources import SourceGroup
from querious.values.value_trials import DrawContext, ValueTrials


def leaves() -> list[LeafForm]:
    """An owner and a name, as of repository(owner:, name:)."""
    seen = SeenValues()
    owner = LearnedValues(seen, [SourceGroup(("User.login",), 0.6), SourceGroup(("Repository.name",), 0.45)])
    name = LearnedValues(seen, [SourceGroup(("Repository.name",), 0.8)])
    return [LeafForm("Query.repository.owner", owner), LeafForm("Query.repository.name", name)]


def sight(number: int, **more: str) -> dict[str, str]:
    return {"User.login": f"u{number}", "Repository.name": f"r{number}", **more}


def test_each_leaf_gets_a_value_of_its_own_source():
    company = JointValues(leaves())
    company.add(sight(1))
    assert company.untried(1).values == ("u1", "r1")
    assert company.untried(1).likely == 0.6


def test_an_object_that_lacks_a_value_is_of_no_use():
    company = JointValues(leaves())
    company.add({"Repository.name": "r1", "License.key": "mit"})
    assert company.untried(1).values == ()


def test_values_are_drawn_once_a_round_and_wait_until_something_is_heard_of_them():
    company = JointValues(leaves())
    company.add(sight(1))
    company.add(sight(2))
    company.draw(("u1", "r1"), 1)
    assert company.untried(1).values == ("u2", "r2")
    company.draw(("u2", "r2"), 1)
    assert company.untried(1).values == ()
    assert company.untried(2).values != ()
    company.heard(("u1", "r1"))
    assert company.untried(2).values == ("u2", "r2")
    company.heard(("u2", "r2"))
    assert company.untried(3).values == ()


def test_what_is_learned_later_decides_which_sources_are_combined():
    both = leaves()
    company = JointValues(both)
    company.add({"User.login": "u1", "Repository.name": "r1", "User.id": "7"})
    both[0].learned.standing.count(["User.login"], failed=9)
    assert company.untried(1).likely < 0.2


def test_values_seen_near_others_come_in_turn():
    company = JointValues(leaves()[1:])
    for number in (1, 2, 3):
        company.add({"Repository.name": f"r{number}", "User.login": "u1" if number < 3 else "u3"})
    found = []
    for turn in range(4):
        values, _ = company.near({"u1"})
        company.draw(values, turn)
        found.append(values[0])
    assert found == ["r1", "r2", "r1", "r2"]
    assert company.near({"nobody"}).values == ()


def test_the_likeliest_are_kept_when_there_are_too_many():
    both = leaves()
    company = JointValues(both)
    for number in range(500):
        company.add(sight(number))
    assert len(company._sights) <= 48
    both[0].learned.standing.count(["User.login"], worked=5)
    company.add(sight(999))
    assert any(("User.login", "u999") in key for key in company._sights)


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
