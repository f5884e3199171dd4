from __future__ import annotations

import pytest

from querious.rest.openapi.names import alike, is_identifier, referred, words


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("parentBookId", ("parent", "book", "id")),
        ("author_ids", ("author", "ids")),
        ("HTTPServer", ("http", "server")),
        ("line-items", ("line", "items")),
        ("_id", ("id",)),
        ("", ()),
    ],
)
def test_words(name, expected):
    assert words(name) == expected


@pytest.mark.parametrize(
    ("one", "other"),
    [("book", "books"), ("city", "cities"), ("movie", "movies"), ("box", "boxes"), ("person", "people"),
     ("status", "statuses"), ("shelf", "shelves"), ("lineItem", "line_items"), ("address", "addresses")],
)  # fmt: skip
def test_singular_and_plural_are_alike(one, other):
    assert alike(words(one), words(other))
    assert alike(words(other), words(one))


@pytest.mark.parametrize(("one", "other"), [("book", "author"), ("lineItem", "items"), ("", ""), ("class", "clas")])
def test_others_are_not(one, other):
    assert not alike(words(one), words(other))


def test_what_a_name_refers_to():
    assert referred("parentBookId") == ("parent", "book")
    assert referred("bookKeys") == ("book",)
    assert referred("id") == ()
    assert referred("paid") == ()
    assert is_identifier("_id")
    assert not is_identifier("key")
