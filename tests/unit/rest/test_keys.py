"""The key of an entry is found where services put it."""

from __future__ import annotations

import pytest

from querious.rest.keys import KeyPlaces, at
from querious.rest.paths import Route

BOOKS = KeyPlaces(Route("/books/{key}"))


@pytest.mark.parametrize(
    ("entry", "found"),
    [
        ({"id": 5, "title": "x"}, ("id", "5")),
        ({"id": 0}, ("id", "0")),
        ({"id": 5.0}, ("id", "5")),
        ({"_id": "5190fa", "title": "x"}, ("_id", "5190fa")),
        ({"uuid": "u-1"}, ("uuid", "u-1")),
        ({"bookId": "b1"}, ("bookId", "b1")),
        ({"book_id": "b1", "author_id": 3}, ("book_id", "b1")),
        ({"ID": 5}, ("ID", "5")),
        ({"@id": "/books/5", "@type": "Book"}, ("@id", "5")),
        ({"@id": "/books/5", "id": 7}, ("id", "7")),
        ({"metadata": {"id": "m1"}, "spec": {}}, ("metadata.id", "m1")),
        ({"sys": {"id": "c1"}}, ("sys.id", "c1")),
        ({"data": {"id": "d1", "title": "x"}, "permissions": {"write": ["me"]}}, ("data.id", "d1")),
        ({"_links": {"self": {"href": "http://h/books/a%20b"}}}, ("_links.self.href", "a b")),
        ({"links": {"self": "/books/9"}}, ("links.self", "9")),
        ({"links": [{"rel": "up", "href": "/books"}, {"rel": "self", "href": "/books/9"}]}, ("", "9")),
        ({"url": "http://h/api/books/9/"}, ("url", "9")),
        ({"@url": "http://h/books/9"}, ("@url", "9")),
        ({"self": "http://h/books/9"}, ("self", "9")),
        ({"url": "http://example.com/cover.png", "name": "n1"}, ("name", "n1")),
        ({"slug": "s", "name": "n"}, ("slug", "s")),
        ({"id": None, "key": "k"}, ("key", "k")),
        ({"id": True}, ("", "")),
        ({"id": ""}, ("", "")),
        ({"message": "created", "code": 201}, ("", "")),
        ({}, ("", "")),
        ([1], ("", "")),
    ],
)  # fmt: skip
def test_where_it_stands(entry, found):
    assert BOOKS.find(entry) == found


def test_what_we_sent_ourselves_is_last_to_be_taken_for_it():
    entry = {"id": 7, "_key": "k1", "name": "n"}
    assert BOOKS.find(entry, sent={"id", "name"}) == ("_key", "k1")
    assert BOOKS.find({"id": 7, "self": "/books/9"}, sent={"id"}) == ("self", "9")
    assert BOOKS.find({"id": 7, "name": "n"}, sent={"id", "name"}) == ("id", "7")
    assert BOOKS.find({"code": "c", "created": "2020-01-01"}, sent={"code"}) == ("code", "c")


def test_the_parameter_of_the_path_gives_its_name():
    users = KeyPlaces(Route("/users/{username}"))
    assert users.find({"id": 1, "username": "ann"}) == ("username", "ann")
    assert KeyPlaces(Route("/tags/{name}")).find({"id": 1, "name": "x"}) == ("id", "1")
    assert KeyPlaces(Route("/tags/{name}")).find({"color": 1, "name": "x"}) == ("name", "x")


def test_what_was_learned_comes_before_guessing():
    entry = {"id": 5, "slug": "war-and-peace"}
    assert BOOKS.find(entry, "slug") == ("slug", "war-and-peace")
    assert BOOKS.find(entry, "isbn") == ("id", "5")
    assert BOOKS.holding(entry, "war-and-peace") == "slug"
    assert BOOKS.holding({"a": "x", "b": "y"}, "y") == "b"
    assert BOOKS.holding(entry, "z") == BOOKS.holding(3, "z") == ""


def test_who_says_where_it_stands_is_believed():
    places = KeyPlaces(Route("/books/{key}"), "data.isbn")
    assert places.find({"id": 1, "data": {"isbn": "978"}}) == ("data.isbn", "978")
    assert places.find({"id": 1}).key == ""
    assert KeyPlaces(Route("/books/{key}"), "a.b").find({"a.b": 3}).key == "3"


def test_small_things():
    assert at({"a": {"b": 1}}, "a.b") == 1
    assert at({"a": 1}, "a.b") is None
    assert at([], "a") is None
