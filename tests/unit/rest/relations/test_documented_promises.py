from __future__ import annotations

import pytest

from querious.rest.relations.documented_promises import promises_bound, promises_choice, promises_equality


@pytest.mark.parametrize(
    ("about", "promised"),
    [
        ("Exactly this name.", True),
        ("Only those whose name equals this", True),
        ("A case-insensitive exact match", True),
        ("", False),
        ("A part of the name", False),
        ("The exact name in lowercase", False),
        ("Does not have to match exactly", False),
    ],
)
def test_equality(about, promised):
    assert promises_equality(about) is promised


@pytest.mark.parametrize(
    ("about", "promised"),
    [
        ("This price or a higher one.", True),
        ("So many or more in stock", True),
        ("At least this many stars", True),
        ("Start date (inclusive)", True),
        ("price >= value", True),
        ("greater than or equal to", True),
        ("Opened on this day or later", True),
        ("Born on or before", True),
        ("first day", True),
        ("The last day of the journey.", True),
        ("Last day before the journey", False),
        ("Last date, exclusive", False),
        ("Minimum price", False),
        ("More than so many", False),
        ("At least this, exclusive of the bound", False),
    ],
)
def test_bound(about, promised):
    assert promises_bound(about) is promised


@pytest.mark.parametrize(
    ("about", "promised"),
    [
        ("The members that are wanted; without it, all.", True),
        ("Return only these properties", True),
        ("Selects the fields to return", True),
        ("", False),
        ("Fields to search in", False),
        ("Additional fields to return", False),
        ("Select fields that are highlighted", False),
        ("Limits the columns of the CSV export", False),
    ],
)
def test_choice(about, promised):
    assert promises_choice(about) is promised
