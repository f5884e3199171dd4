from __future__ import annotations

import json
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from querious.report.json_pieces import CUT, beginning
from querious.report.state_values import compact, cut

steady = settings(derandomize=True, deadline=None, max_examples=100)
ANY = st.text(st.characters(exclude_categories=()))
PLAIN = st.text(st.characters(min_codepoint=32, max_codepoint=126))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | ANY,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(ANY, inner, max_size=4),
    max_leaves=12,
)


@steady
@given(VALUES, st.integers(1, 200), st.lists(ANY, max_size=3))
def test_it_fits_and_is_safe_to_show(value: Any, room: int, first: list[str]):
    text = compact(value, room, first)
    assert cell_len(text) <= room
    assert text.isprintable()


@steady
@given(
    st.recursive(
        st.none() | st.integers() | PLAIN, lambda one: st.lists(one) | st.dictionaries(PLAIN, one), max_leaves=5
    )
)
def test_what_fits_is_whole(value: Any):
    whole = json.dumps(value, separators=(",", ":"))
    assert json.loads(compact(value, len(whole))) == value
    assert compact(value, len(whole)) == whole


def test_telling_members_come_first_also_inside():
    value = {"id": 1, "title": "a", "inner": {"x": 1, "title": 2}}
    assert compact(value, 80, ("title", "none")) == '{"title":"a","id":1,"inner":{"title":2,"x":1}}'


def test_long_strings_are_cut_before_other_members_are():
    value = {"text": "a" * 1000, "id": 17}
    assert compact(value, 30) == '{"text":"aaaaaaaaa…","id":17}'
    assert compact(value, 20) == '{"text":"aaaaaaa…",…'


@pytest.mark.parametrize(("text", "room", "shown"), [("abc", 3, "abc"), ("abcd", 3, "ab…"), ("漢字漢字", 4, "漢…")])
def test_cutting_counts_cells(text: str, room: int, shown: str):
    assert cut(text, room) == shown


def test_no_more_is_read_than_shown():
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    long = [{"text": "x" * 1000}] * 1_000_000
    began = time.perf_counter()
    assert compact(deep, 60).endswith(CUT)
    assert compact(long, 60).endswith(CUT)
    assert compact({str(number): number for number in range(1000)}, 30, ("999",)).startswith('{"999":999,"0":0,')
    assert time.perf_counter() - began < 20


def test_the_beginning():
    assert beginning(["ab", float("nan")], 6) == '["ab",'
    assert beginning(["ab", float("nan")], 100) == '["ab",NaN]'
    assert len(beginning("x" * 10_000_000, 50)) == 50
