from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from querious.baseline.sketch import Sketch, mark


@given(st.lists(st.text(max_size=3)), st.integers(1, 5), st.randoms())
def test_the_smallest_marks_are_kept_whatever_the_order(texts, most, random):
    sketch, other = Sketch(most), Sketch(most)
    for text in texts:
        sketch.add(text)
    random.shuffle(texts)
    for text in texts:
        other.add(text)
    kept = sorted({mark(text) for text in texts})[:most]
    assert len(sketch) == len(other) == len(kept)
    assert all(number in sketch and number in other for number in kept)


def test_what_has_to_go_is_told():
    sketch = Sketch(1)
    first, second = sorted(("a", "b"), key=mark)
    assert sketch.add(second) is None
    assert sketch.add(first) == mark(second)
    assert sketch.add(second) == mark(second)
    assert sketch.add(first) is None
