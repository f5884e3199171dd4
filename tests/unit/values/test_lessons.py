from __future__ import annotations

import pytest

from querious.values.lessons import LONGEST, worth_keeping


@pytest.mark.parametrize("value", ["a", "a" * LONGEST, 0, -1.5])
def test_texts_and_numbers_are_worth_keeping(value):
    assert worth_keeping(value)


@pytest.mark.parametrize("value", [None, "", "a" * (LONGEST + 1), True, False, [], {}, ["a"]])
def test_nothing_else_is(value):
    assert not worth_keeping(value)
