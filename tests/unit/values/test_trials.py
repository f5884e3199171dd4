from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from querious.values.trials import GOOD, AdaptiveChoice, DrawContext, GeneralScores, TrialScores, ValueTrials

LIKELY = st.floats(0.0, 1.0)
OPTIONS = st.dictionaries(st.sampled_from("abcdef"), st.floats(0.0, 1.0), min_size=1)


@given(LIKELY)
def test_before_any_trial_the_guess_counts(likely):
    assert TrialScores().score("a", likely) == likely


@given(LIKELY, st.lists(st.booleans(), max_size=30))
def test_a_score_stays_between_0_and_1_and_moves_with_each_trial(likely, outcomes):
    scores: TrialScores[str] = TrialScores()
    for worked in outcomes:
        before = scores.score("a", likely)
        scores.count(["a"], worked=worked, failed=not worked)
        after = scores.score("a", likely)
        assert 0.0 <= after <= 1.0
        assert after >= before if worked else after <= before


def test_options_are_scored_by_their_own_trials():
    scores: TrialScores[str] = TrialScores()
    scores.count(["a"], failed=5.0)
    assert scores.score("b", 0.4) == 0.4
    assert scores.score("a", 0.4, pending=1.0) < scores.score("a", 0.4)


def test_what_worked_is_proven():
    scores: TrialScores[str] = TrialScores()
    scores.count(["a", "b"], worked=1.0)
    scores.count(["c"], failed=1.0)
    assert list(scores.proven()) == ["a", "b"]
    assert not scores.is_proven("c")
    assert not scores.is_proven("never tried")


def test_general_scores_carry_over_but_not_from_the_other_types():
    scores: TrialScores[str] = TrialScores()
    scores.count(["Book.id", "Author.id"], worked=1.0)
    scores.count(["Shelf.id"], failed=1.0)
    general = GeneralScores(scores, frozenset({"Author"}))
    assert GOOD < general.score("Book.id") < scores.score("Book.id", GOOD)
    assert general.score("Author.id") == general.score("Shelf.id") == 0.0


def trials(**values) -> ValueTrials:
    made = ValueTrials()
    for name, value in values.items():
        setattr(made, name, value)
    return made


def test_a_value_that_was_answered_counts_as_tried():
    assert trials().rank(DrawContext(1), 0)[0] == 0
    assert trials(told=1).rank(DrawContext(1), 0)[0] > 0


def test_a_value_drawn_in_this_round_waits_and_one_drawn_earlier_without_an_answer_does_not():
    assert trials(drawn=1, round=1).rank(DrawContext(1), 0)[0] > 0
    assert trials(drawn=1, round=1).rank(DrawContext(2), 0)[0] == 0


def test_where_it_may_work_in_another_combination_a_value_has_several_chances():
    context = DrawContext(2, elsewhere=True)
    assert trials(told=4).rank(context, 0)[0] == 0
    assert trials(told=5).rank(context, 0)[0] > 0


def test_of_untried_values_the_one_that_brings_more_comes_first():
    assert trials().rank(DrawContext(1), 3) < trials().rank(DrawContext(1), 1)


def test_a_choice_turns_to_what_works():
    choice = AdaptiveChoice({"first": 0.9, "second": 0.5})
    picked = []
    for turn in range(12):
        option = choice.pick(turn)
        picked.append(option)
        choice.tell(option, worked=option == "second", blame=0.5)
    assert picked[0] == "first"
    assert picked[-4:] == ["second"] * 4


def test_a_choice_varies_within_a_round_and_heeds_promise():
    assert len({AdaptiveChoice({"a": 0.6, "b": 0.5}).pick(1), "b"}) == 2
    choice = AdaptiveChoice({"a": 0.6, "b": 0.5})
    assert {choice.pick(1) for _ in range(4)} == {"a", "b"}
    assert AdaptiveChoice({"a": 0.9, "b": 0.5}).pick(1, lambda option: 0.1 if option == "a" else 1.0) == "b"


@given(OPTIONS, st.dictionaries(st.sampled_from("abcdef"), st.floats(0.0, 1.0)))
def test_the_best_by_guess_and_promise_is_picked_and_the_first_of_equals(options, promises):
    def promise(option):
        return promises.get(option, 1.0)

    best = max(options, key=lambda option: options[option] * promise(option))
    assert AdaptiveChoice(dict(options)).pick(0, promise) == best


@given(OPTIONS)
def test_no_promise_is_asked_for_that_cannot_matter(options):
    asked = []
    AdaptiveChoice(dict(options)).pick(0, lambda option: asked.append(option) or 1.0)
    assert asked == [max(options, key=options.get)]


def test_what_the_api_asks_for_comes_next_and_what_is_not_an_option_is_not_counted():
    choice = AdaptiveChoice({"a": 0.6})
    choice.tell("b", worked=True, blame=1.0)
    choice.expect("c", 1.0)
    assert choice.pick(0) == "c"
