from __future__ import annotations

import re

import pytest

from querious.rest.openapi.values.patterns import PatternPart, matching, row_of, simple
from querious.state.samples import samples


@pytest.mark.parametrize("pattern", ["^[A-Z]{3}-\\d{2,4}$", "^\\w+@[a-z]+\\.de$", "^x", "a?b*c", "^[^/]+$"])
def test_rows_of_simple_parts_match_their_pattern(pattern):
    texts = samples(simple(pattern, 0, 100), 40, 0)
    assert all(re.search(pattern, text) and text.isprintable() for text in texts)


@pytest.mark.parametrize("pattern", ["(a|b)", "a|b", "^(?=a)a$", "a++", "[", "^a$b$", "", "^$"])
def test_other_patterns_are_no_rows(pattern):
    assert simple(pattern, 0, 100) is None


@pytest.mark.parametrize(
    ("pattern", "part"),
    [
        ("^[ab]$", PatternPart("ab", 1, 1)),
        ("^[ab]?$", PatternPart("ab", 0, 1)),
        ("^[ab]*$", PatternPart("ab", 2, 9)),
        ("^[ab]+$", PatternPart("ab", 2, 9)),
        ("^[ab]{3}$", PatternPart("ab", 3, 3)),
        ("^[ab]{3,}$", PatternPart("ab", 3, 9)),
        ("^[ab]{1,4}$", PatternPart("ab", 2, 4)),
        ("^\\s$", PatternPart(" ", 1, 1)),
    ],
)
def test_a_part_that_stands_alone_keeps_to_the_lengths(pattern, part):
    assert row_of(pattern, 2, 9) == [part]


def test_what_no_length_allows_is_no_row():
    assert row_of("^[ab]{1,2}$", 3, 9) is None
    assert simple("^a$", 2, 9) is None


@pytest.mark.parametrize("pattern", ["^(red|green)$", "^(?=.*[A-Z])(?=.*\\d)[A-Za-z\\d]{8,12}$"])
def test_more_than_a_row_is_matched_too(pattern):
    assert all(re.search(pattern, text) for text in samples(matching(pattern, 0, 100), 20, 0))
