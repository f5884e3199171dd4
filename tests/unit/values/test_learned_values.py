from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from querious.values import Chance
from querious.values.learned_values import LearnedValues, SourceGroup
from querious.values.seen_values import SeenValues
from querious.values.trials import DrawContext, GeneralScores, TrialScores


def learned(*groups: tuple[str, float], shown=(), **more) -> LearnedValues:
    seen = SeenValues()
    made = LearnedValues(seen, [SourceGroup((name,), likely) for name, likely in groups], **more)
    for coordinate, value in shown:
        seen.add(coordinate, value)
    return made


def proposed(made: LearnedValues, count: int, wish: DrawContext | None = None) -> list:
    chance = Chance(Random(5))
    return [made.propose(chance, wish or DrawContext()) for _ in range(count)]


def test_what_was_not_tried_comes_first_from_the_likeliest_source():
    made = learned(("A.id", 0.8), ("B.id", 0.3), shown=[("A.id", "a1"), ("A.id", "a2"), ("B.id", "b1")])
    assert proposed(made, 3) == ["a1", "a2", "b1"]


def test_sources_in_good_standing_take_turns():
    shown = [(f"{name}.id", f"{name}{n}") for name in "AB" for n in range(3)]
    made = learned(("A.id", 0.8), ("B.id", 0.6), shown=shown)
    assert proposed(made, 4) == ["A0", "B0", "A1", "B1"]


def test_a_source_whose_values_fail_is_dropped_quickly():
    shown = [(f"{name}.id", f"{name}{n}") for name in "AB" for n in range(20)]
    made = learned(("A.id", 0.8), ("B.id", 0.45), shown=shown)
    tried = []
    for turn in range(12):
        (value,) = proposed(made, 1, DrawContext(turn))
        tried.append(value)
        made.tell(value, worked=value.startswith("B"))
    assert sum(value.startswith("A") for value in tried) <= 4


def test_a_source_that_shows_its_first_value_late_is_tried_at_once():
    seen = SeenValues()
    made = LearnedValues(seen, [SourceGroup(("A.id",), 0.6), SourceGroup(("B.id",), 0.55)])
    for n in range(30):
        seen.add("A.id", f"a{n}")
    for turn in range(20):
        (value,) = proposed(made, 1, DrawContext(turn))
        made.tell(value, worked=False)
    seen.add("B.id", "late")
    assert proposed(made, 1, DrawContext(99)) == ["late"]


def test_guesses_come_before_the_last_resort():
    made = learned(("A.id", 0.45), ("B.id", 0.2), guesses=("1", "2"), shown=[("A.id", "a"), ("B.id", "b")])
    assert proposed(made, 4) == ["a", "1", "2", "b"]


def test_given_values_come_first_of_all():
    made = learned(("A.id", 0.9), shown=[("A.id", "a")], guesses=("1",))
    made.give(["mine", "too"])
    assert proposed(made, 3)[0] == "mine"
    assert {"mine", "too"} <= set(proposed(made, 4, DrawContext(2)))
    assert made.promise() == 1


def test_a_value_that_is_known_to_bring_something_new_comes_first():
    seen = SeenValues()
    made = LearnedValues(seen, [SourceGroup(("A.id",), 0.8)])
    for value, found in (("poor", 0), ("known", 0b01), ("new", 0b10)):
        seen.add("A.id", value, found)
    assert proposed(made, 1, DrawContext(provided=0b01)) == ["new"]


def test_blame_is_taken_back_when_the_value_works_after_all():
    made = learned(("A.id", 0.5), shown=[("A.id", "a")])
    before = made.likelihood("A.id")
    made.tell("a", worked=False, blame=0.5)
    assert made.likelihood("A.id") < before
    made.tell("a", worked=True)
    assert made.likelihood("A.id") > before
    made.tell("a", worked=False)
    assert made.likelihood("A.id") > before
    assert made.has_worked("a")


def test_what_says_nothing_blames_nobody():
    made = learned(("A.id", 0.5), shown=[("A.id", "a")])
    before = made.likelihood("A.id")
    made.tell("a", worked=None)
    assert made.likelihood("A.id") == before
    assert made.tried() == ["a"]


def test_what_works_for_any_type_is_likely_for_a_certain_one():
    general = learned(("A.id", 0.8), ("B.code", 0.3))
    seen = general._seen
    aimed = LearnedValues(seen, [SourceGroup(("A.id",), 0.8)], general=GeneralScores(general.scores, frozenset(("C",))))
    for n in range(3):
        seen.add("B.code", f"c{n}")
    general.tell("c0", worked=True)
    assert aimed.likelihood("B.code") > 0.5
    assert proposed(aimed, 1)[0].startswith("c")
    general.scores.count(["C.id"], worked=1)
    assert aimed.likelihood("C.id") == 0.2


def test_values_that_cannot_be_sent_are_passed_over():
    made = learned(
        ("A.id", 0.8),
        shown=[("A.id", "x"), ("A.id", "7")],
        convert=lambda value: int(value) if value.isdigit() else None,
    )
    assert proposed(made, 1) == [7]


@given(st.lists(st.tuples(st.sampled_from("abc"), st.booleans(), st.floats(0.1, 1)), max_size=40))
def test_scores_stay_between_none_and_all(trials):
    made = learned(
        ("A.id", 0.8),
        ("B.id", 0.4),
        shown=[("A.id", "a"), ("B.id", "b"), ("B.id", "a")],
        guesses=("c",),
        plain=lambda _: "made",
    )
    for value, worked, blame in trials:
        made.tell(value, worked=worked, blame=blame)
    for source in ("A.id", "B.id", ""):
        assert 0 <= made.likelihood(source) <= 1
    assert set(proposed(made, 30)) <= {"a", "b", "c", "made"}


def test_standing():
    standing = TrialScores()
    assert standing.score("A", 0.5) == 0.5
    standing.count(["A"], worked=1)
    standing.count(["B"], failed=1)
    assert standing.score("A", 0.5) > 0.5 > standing.score("B", 0.5)
    assert list(standing.proven()) == ["A"]
    assert standing.is_proven("A")
    assert not standing.is_proven("C")
