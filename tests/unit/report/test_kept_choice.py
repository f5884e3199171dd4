from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from querious.model import Exchange, Kept
from querious.report.kept_choice import KeptChoice
from sample import case

CASE = case(
    "query ($name: ID!) { book(id: $name) { author { name(upper: true) } } }", variables={"name": "Zoë Ångström"}
)
BODY = rb'{"data": {"book": {"author": {"name": "Bj\u00f6rn"}}}}'
EXCHANGE = Exchange(CASE, 200, body=BODY, payload={"data": {"book": {"author": {"name": "Björn"}}}}, is_json=True)
KEPT = Kept("paths", EXCHANGE, "data", ("0123abcd",), 3, 2, {"perfect": 0, "good": 1})


@pytest.mark.parametrize(
    "wanted",
    [
        {},
        {"phases": ("tuples", "paths")},
        {"outcomes": ("data",)},
        {"classes": ("good",)},
        {"coordinates": ("Author",)},
        {"coordinates": ("Author.n*",)},
        {"coordinates": ("Shelf.*", "Root.book")},
        {"findings": ("zzz", "0123")},
        {"text": "UPPER: true"},
        {"text": "zoë ångström"},
        {"text": "björn"},
        {"text": r"bj\u00f6rn"},
        {"failing": True},
        {"number": 1},
        {"phases": ("paths",), "outcomes": ("data",), "text": "björn", "failing": True, "number": 1},
    ],
)
def test_it_fits(wanted: dict[str, Any]):
    assert KeptChoice(**wanted).fits(KEPT)


@pytest.mark.parametrize(
    "wanted",
    [
        {"phases": ("path",)},
        {"outcomes": ("partial data",)},
        {"classes": ("perfect",)},
        {"coordinates": ("Book.name", "Author.books")},
        {"findings": ("123a",)},
        {"text": "Shelf"},
        {"number": 2},
        {"phases": ("paths",), "outcomes": ("lost",)},
    ],
)
def test_it_does_not_fit(wanted: dict[str, Any]):
    assert not KeptChoice(**wanted).fits(KEPT)


def test_only_failing_ones_can_be_wanted():
    assert not KeptChoice(failing=True).fits(replace(KEPT, findings=(), classes={"perfect": 1}))


def test_the_words_of_a_crash_are_searched_too():
    assert KeptChoice(text="zerodivision").fits(replace(KEPT, exchange=replace(EXCHANGE, detail="ZeroDivisionError")))
