from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from querious.baseline.distinct import DistinctCount, DistinctMap, stable_hash


@given(st.lists(st.text(max_size=3)), st.integers(1, 5), st.randoms())
def test_texts_are_counted_up_to_a_limit_in_any_order(texts, most, random):
    count, other = DistinctCount(most), DistinctCount(most)
    for text in texts:
        count.add(text)
    random.shuffle(texts)
    for text in texts:
        other.add(text)
    assert len(count) == len(other) == min(most, len(set(texts) - {""}))


@given(st.lists(st.tuples(st.text(max_size=2), st.integers())), st.integers(1, 5), st.randoms())
def test_the_values_of_the_smallest_hashes_are_remembered_in_any_order(pairs, most, random):
    largest: dict[str, int] = {}
    for text, value in pairs:
        largest[text] = max(value, largest.get(text, value))
    expected = [largest[text] for text in sorted(filter(None, largest), key=stable_hash)[:most]]
    random.shuffle(pairs)
    found: DistinctMap[int] = DistinctMap(most, max)
    for text, value in pairs:
        found.put(text, value)
    assert sorted(found.values()) == sorted(expected)


def test_a_hash_is_the_same_in_every_process():
    assert stable_hash("a") == 4681665781835383343
