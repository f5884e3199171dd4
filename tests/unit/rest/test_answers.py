"""The entry, and the items of a list, are found in the answers of many services."""

from __future__ import annotations

import pytest

from querious.rest.answers import Answers
from querious.rest.keys import KeyPlaces
from querious.rest.paths import Route

ROUTE = Route("/books/{key}")
BOOKS = Answers(KeyPlaces(ROUTE), "books")
FIELDS = frozenset({"title", "data"})
BOOK = {"id": 1, "title": "x"}


@pytest.mark.parametrize(
    "payload",
    [
        BOOK,
        {"data": BOOK},
        {"book": BOOK},
        {"result": BOOK, "status": "ok", "meta": {"took": 3}},
        {"data": {"book": BOOK}},
        [BOOK],
    ],
)
def test_the_entry_is_taken_out_of_its_envelope(payload):
    assert BOOKS.entry(payload, {"title"}) == BOOK


@pytest.mark.parametrize(
    "payload",
    [
        {"id": 1, "data": {"x": 2}},
        {"title": "x", "result": {"a": 1}},
        {"data": [1]},
        "text",
        None,
        [BOOK, BOOK],
        {"self": "/books/1", "content": {"a": 1}},
    ],
)
def test_what_is_no_envelope_is_left_alone(payload):
    assert BOOKS.entry(payload, {"title"}) == payload


def test_a_wrapping_that_is_named_is_the_only_one():
    wrapped = Answers(KeyPlaces(ROUTE), "books", wrap="entry")
    assert wrapped.entry({"entry": {"data": {}}}) == {"data": {}}
    assert wrapped.entry({"data": {}}) == {"data": {}}


@pytest.mark.parametrize(
    "payload",
    [
        [BOOK],
        {"items": [BOOK], "tags": ["a"]},
        {"results": [BOOK], "count": 1, "next": None},
        {"books": [BOOK], "links": []},
        {"Books": [BOOK], "items": []},
        {"data": {"items": [BOOK], "total": 1}},
        {"array": {"@type": "Array", "resources": [BOOK]}},
        {"_embedded": {"books": [BOOK]}, "page": {"number": 0}},
        {"hydra:member": [BOOK]},
        {"things": [BOOK], "total": 1},
        {"wrapper": {"things": [BOOK]}},
        [{"book": BOOK}],
        {"data": [{"data": BOOK}]},
        {"1": BOOK},
    ],
)
def test_items_are_found(payload):
    assert BOOKS.items(payload, "", {"title"}) == (("1", BOOK),)


@pytest.mark.parametrize("payload", [None, [], {"items": []}, {"data": None}, {}])
def test_a_list_may_be_empty(payload):
    assert BOOKS.items(payload, "", {"title"}) == ()


@pytest.mark.parametrize("payload", ["text", 3, {"message": "hello"}, {"a": [1], "b": [2]}])
def test_an_answer_may_hold_no_list(payload):
    assert BOOKS.items(payload, "", {"title"}) is None


def test_lists_of_keys_and_links_tell_no_values():
    assert BOOKS.items(["a", 2], "") == (("a", None), ("2", None))
    assert BOOKS.items(["http://h/books/a", "/books/b"], "") == (("a", None), ("b", None))
    assert BOOKS.items([{"href": "/books/a"}], "", {"title"}) == (("a", None),)
    assert BOOKS.items([{"id": 1, "url": "/books/1"}], "", {"title"}) == (("1", None),)
    assert BOOKS.items([{"no": "key"}], "", {"title"}) == (("", {"no": "key"}),)


def test_where_the_list_stands_may_be_said():
    said = Answers(KeyPlaces(ROUTE), "books", listed_at="a.b")
    assert said.items({"items": [], "a": {"b": [BOOK]}}, "") == (("1", BOOK),)
    assert said.items({"items": [BOOK]}, "") == ()
    assert said.items({"a": {"b": {"k1": {"x": 1}}}}, "") == (("k1", {"x": 1}),)


def test_an_answer_to_writing_need_not_hold_the_entry():
    assert BOOKS.holds_entry(BOOK, {"title"}, ())
    assert not BOOKS.holds_entry({"id": 1}, {"title"}, ())
    assert not BOOKS.holds_entry({"message": "thanks"}, {"title"}, ())
    assert BOOKS.holds_entry({"id": 1}, {"password"}, {"password"})
    assert not BOOKS.holds_entry({"message": "thanks"}, (), ())
    assert not BOOKS.holds_entry(None, {"title"}, ())


def test_an_envelope_may_spell_the_noun_in_its_own_way():
    tag_types = Answers(KeyPlaces(Route("/tag-types/{name}")), "admin/tag-types")
    assert tag_types.entry({"version": 1, "tagType": {"name": "simple"}}, {"icon"}) == {"name": "simple"}
