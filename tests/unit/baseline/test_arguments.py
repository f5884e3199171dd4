from __future__ import annotations

import pytest

from library_api import Library
from querious.baseline.arguments import Influence, call_text, influence_of, without_nulls
from querious.model import Variable
from querious.model.values import ABSENT


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ([], Influence.NONE),
        (["first", "after"], Influence.PAGING),
        (["pageSize"], Influence.PAGING),
        (["first", "status"], Influence.FULL),
        (["_"], Influence.FULL),
    ],
)
def test_how_far_arguments_decide(names, expected):
    assert influence_of([(name, 1) for name in names]) is expected


def test_arguments_that_are_not_sent_decide_nothing():
    assert influence_of([("status", Variable("s", "Status", ABSENT))]) is Influence.NONE


def test_nulls_are_as_good_as_left_out():
    arguments = [("a", None), ("b", {"c": None, "d": [1, {"e": None}]}), ("f", 0)]
    assert without_nulls(arguments) == {"b": {"d": [1, {}]}, "f": 0}


def test_a_call_is_the_same_whatever_its_alias():
    library = Library()
    for document in (
        '{ book(id: "b101") { price(currency: "SEK") } }',
        'query ($c: String = "SEK") { book(id: "b101") { x: price(currency: $c) } }',
    ):
        book = library.shape(library.operation(document)).runtime({}).fields["book"]
        assert call_text(book) == 'book({"id": "b101"})'
        (price,) = book.child.runtime({}).fields.values()
        assert call_text(price) == 'price({"currency": "SEK"})'
