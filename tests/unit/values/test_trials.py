from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from querious.values.trial_scores import GOOD, GeneralScores, TrialScores

LIKELY = st.floats(0.0, 1.0)


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
