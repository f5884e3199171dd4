"""Paths are filled in and recognised in links."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from querious.errors import ConfigError
from querious.rest.paths import Route, attempts, item_route, last_part, leads_to, slashed, with_query

COMMENT = Route("/books/{bookId}/comments/{key}")


def test_parameters_are_percent_encoded():
    assert COMMENT.parameters == ("bookId", "key")
    assert COMMENT.filled({"bookId": "a/b", "key": "ü?#"}) == "/books/a%2Fb/comments/%C3%BC%3F%23"


def test_a_parameter_without_a_value_is_an_error_that_says_what_to_do():
    with pytest.raises(ConfigError, match=r"no value for \{bookId\}; say in parents of which collection"):
        COMMENT.filled({"key": "1"})


@given(st.text(min_size=1).filter(lambda key: key.encode("utf-8", "replace") and key.isprintable()), st.booleans())
def test_a_key_is_found_in_the_path_that_was_made_with_it(key, slash):
    path = COMMENT.filled({"bookId": "7", "key": key}) + "/" * slash
    for link in (path, f"http://host:80/api/v1{path}", f"https://host{path}?x=1#part"):
        assert COMMENT.key_in(link) == key
        assert leads_to(link, path)


@pytest.mark.parametrize(
    ("route", "link", "key"),
    [
        ("/books/{key}", "books/5", "5"),
        ("/books/{key}", "/notebooks/5", ""),
        ("/books/{key}", "/books/5/pages", ""),
        ("/books/{key}", "/books", ""),
        ("/books/{key}/", "/api/books/5/", "5"),
        ("/books/{key}.json", "http://h/books/5.json", "5"),
        ("/book?id={key}", "http://h/book?id=5", "5"),
        ("/books/{key}", "", ""),
    ],
)
def test_links_are_compared_from_their_end(route, link, key):
    assert Route(route).key_in(link) == key


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/books", "books"),
        ("/api/v1/books/", "books"),
        ("/api/v2.1/books/{bookId}/comments", "books/comments"),
        ("/v1", "v1"),
        ("/api/rest/books?x=1", "books"),
    ],
)
def test_a_collection_is_named_after_its_path(path, name):
    assert Route(path).name == name


def test_items_stand_below_their_collection_and_end_as_it_does():
    assert item_route("/books") == "/books/{key}"
    assert item_route("/books/") == "/books/{key}/"
    assert item_route("/books?api=1") == "/books/{key}?api=1"


def test_a_link_may_hold_the_prefix_below_which_the_service_stands():
    assert attempts("http://h/api/v1/notes/5", "/books") == ("/api/v1/notes/5", "/v1/notes/5", "/notes/5", "/5")
    assert attempts("http://h/api/books/5?x=1", "/books")[0] == "/books/5?x=1"
    assert attempts("7", "/books/")[0] == "/books/7"


def test_the_rest():
    assert last_part("http://h/a/b%20c/?q") == "b c"
    assert with_query("/a?x=1&y=2", {"y": "3 4"}) == "/a?x=1&y=3%204"
    assert with_query("/a", {}) == "/a"
    assert slashed("/a/?x", slash=False) == "/a?x"
    assert slashed("/a?x", slash=True) == "/a/?x"
    assert not leads_to("/notebooks/1", "/books/1")


def test_half_of_a_surrogate_pair_can_be_a_key():
    assert COMMENT.filled({"bookId": "1", "key": "\ud800"}) == "/books/1/comments/%ED%A0%80"
