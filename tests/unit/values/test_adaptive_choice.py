from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from querious.values.adaptive_choice import AdaptiveChoice

OPTIONS = st.dictionaries(st.sampled_from("abcdef"), st.floats(0.0, 1.0), min_size=1)


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
