from __future__ import annotations

from hypothesis import strategies as st

from querious.rest.openapi.values.keyed_strategies import KeyedStrategy, joined
from querious.state.samples import samples


def test_what_needs_no_keys_is_built_once():
    built = []
    whole = joined(
        [KeyedStrategy.of(st.just(1)), KeyedStrategy.of(st.just(2))], lambda parts: built.append(parts) or parts[1]
    )
    assert whole.fixed
    assert whole.make({}) is whole.make({"books": ["1"]})
    assert len(built) == 1


def test_what_holds_a_key_is_built_for_the_keys_that_are_given():
    key = KeyedStrategy(lambda given: st.sampled_from(given["books"]), fixed=False)
    whole = joined([key, KeyedStrategy.of(st.just("x"))], lambda parts: st.tuples(*parts))
    assert not whole.fixed
    assert set(samples(whole.make({"books": ["7"]}), 3, 0)) == {("7", "x")}
    assert set(samples(key.then(lambda keys: keys.map(int)).make({"books": ["7"]}), 3, 0)) == {7}
