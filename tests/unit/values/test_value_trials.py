from __future__ import annotations

from querious.values.value_trials import DrawContext, ValueTrials


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
