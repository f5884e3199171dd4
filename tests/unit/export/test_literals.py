from __future__ import annotations

import ast
import json

from hypothesis import given
from hypothesis import strategies as st

from querious.export.formats.pytest import PYTEST
from querious.export.literals import WIDTH, is_text, plain, quoted, values_in

LEAVES = st.none() | st.booleans() | st.integers() | st.text(max_size=20)
VALUES = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=6)
        | st.dictionaries(st.text(max_size=8), inner, max_size=6)
        | st.tuples(st.text(), inner)
    ),
    max_leaves=30,
)


@given(VALUES, st.integers(0, 60), st.integers(0, 2))
def test_a_literal_is_read_as_it_was_however_it_is_laid_out(value, column, level):
    assert ast.literal_eval(PYTEST.literals.write(value, column, level)) == value
    assert "\n" not in PYTEST.literals.inline(value)


@given(st.lists(st.text("abc", min_size=1, max_size=20), min_size=1))
def test_words_fill_the_lines_and_no_more(words):
    lines = PYTEST.literals.write(words).splitlines()
    assert max(map(len, lines)) <= WIDTH


def test_comments_and_quotes():
    assert plain(" a\tb\nc\u202e ") == "a\\tb\\nc\\u202e"
    assert quoted("a'b", "'", str) == r"'a\'b'"
    assert json.loads(quoted('a"b\\', '"', str)) == 'a"b\\'


def test_values_are_listed_with_all_that_is_inside():
    assert list(values_in({"a": [1, {"b": None}]})) == [
        {"a": [1, {"b": None}]},
        "a",
        [1, {"b": None}],
        1,
        {"b": None},
        "b",
        None,
    ]
    assert is_text("a\nb")
    assert not is_text("a\u202eb")
