from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from querious.rest.cases.pattern_text import pattern_maker
from querious.values import Chance

PATTERNS = [
    r"^[a-z0-9-]+$", r"^\d{4}-\d{2}$", r"^(foo|bar){1,2}$", r"\w+@\w+\.com", r"^[^/\s]+$", r"^(a)(b)\1$", r"^.{3,8}$",
    r"^[A-F\d]{8}(?:-[A-F\d]{4}){2}$", r"^\S+$", r"x*?y+", r"^$",
]  # fmt: skip


@pytest.mark.parametrize("pattern", PATTERNS)
@given(seed=st.integers(0, 2**32))
def test_texts_match(pattern, seed):
    make = pattern_maker(pattern)
    assert make is not None
    assert re.search(pattern, make(Chance(Random(seed))))


def test_what_is_no_pattern_has_no_maker():
    assert pattern_maker("(") is None
