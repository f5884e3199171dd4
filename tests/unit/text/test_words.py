"""One table of names, and everything that reads names held to it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import querious
from querious.export.names import short_snake
from querious.graphql.collections.words import noun_of_query, noun_of_type, split_verb
from querious.relations.objects.names import type_words
from querious.rest.openapi.collections.names import referred
from querious.text.redaction.names import words_without_numbers
from querious.text.words import (
    camel,
    folded,
    plural,
    same,
    same_noun,
    singular,
    singulars,
    snake,
    without_type_ending,
    words,
    written_words,
)

NAMES = {
    "projectFullPath": "project full path",
    "project_full_path": "project full path",
    "Project-Full-Path": "project full path",
    "HTTPServer": "http server",
    "parseHTML": "parse html",
    "userIDs": "user ids",
    "imageURLs": "image urls",
    "USER_NAMES": "user names",
    "_id": "id",
    "größeInCm": "größe in cm",
    "Übersicht": "übersicht",
    "line items": "line items",
    "": "",
}
"""Names without digits and the words in them, as they are written."""
NUMBERED = {"projectV2Item": "project v 2 item", "oauth2Token": "oauth 2 token", "address2": "address 2"}
PAIRS = [
    ("book", "books"), ("category", "categories"), ("tie", "ties"), ("key", "keys"), ("house", "houses"),
    ("person", "people"), ("child", "children"), ("man", "men"), ("index", "indices"), ("criterion", "criteria"),
    ("address", "addresses"), ("box", "boxes"), ("branch", "branches"), ("dish", "dishes"), ("process", "processes"),
    ("cache", "caches"), ("movie", "movies"), ("cookie", "cookies"), ("shoe", "shoes"), ("size", "sizes"),
    ("status", "statuses"), ("bus", "buses"), ("alias", "aliases"), ("canvas", "canvases"), ("menu", "menus"),
    ("schema", "schemas"), ("area", "areas"), ("quota", "quotas"), ("uri", "uris"), ("api", "apis"), ("id", "ids"),
    ("analysis", "analyses"), ("quiz", "quizzes"), ("shelf", "shelves"), ("leaf", "leaves"), ("life", "lives"),
    ("series", "series"), ("news", "news"), ("data", "data"), ("sms", "sms"), ("has", "has"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "spoken"), [*NAMES.items(), *NUMBERED.items()])
def test_a_name_has_the_same_words_for_all_who_read_it(name: str, spoken: str):
    expected = tuple(spoken.split())
    assert written_words(name) == expected
    assert words(name) == tuple(map(singular, expected))
    assert words_without_numbers(name) == [word for word in expected if not word.isdecimal()]
    assert short_snake(name) == snake(name) == "_".join(expected)
    assert type_words(name) == words(name)
    assert noun_of_type(name) == noun_of_query(name) == expected


@pytest.mark.parametrize("spoken", [spoken for spoken in NAMES.values() if spoken and spoken.isascii()])
def test_every_style_is_read_alike(spoken: str):
    parts = tuple(spoken.split())
    for written in (camel(parts), "_".join(parts), "-".join(parts), " ".join(parts).title(), spoken.upper()):
        assert written_words(written) == parts
        assert folded(written) == "".join(parts).casefold()
        assert same(written) == "".join(map(singular, parts))
    verb = split_verb(camel(("create", *parts)), ("create",))
    assert verb is not None
    assert verb[1] == parts
    assert referred(camel((*parts, "id"))) == parts


@pytest.mark.parametrize(("one", "many"), PAIRS)
def test_singular_and_plural(one: str, many: str):
    assert singular(many) == singular(one) == one
    assert plural(one) == plural(many) == many
    assert one in singulars(many)
    assert same_noun(("old", one), ("old", many))
    assert same_noun(("old", many), ("old", one))
    assert same(f"{one}Name") == same(f"{many}_name")


def test_a_plural_that_rules_do_not_give_is_read_nevertheless():
    assert singular("heroes") == "hero"
    assert singulars("entries") == ("entry", "entrie", "entri", "entries")
    assert singulars("boxes") == ("box", "boxe", "boxes")
    assert singulars("calves") == ("calve", "calf", "calfe", "calv", "calves")


@pytest.mark.parametrize(("one", "other"), [("book", "author"), ("lineItem", "items"), ("", ""), ("class", "clas")])
def test_other_nouns(one: str, other: str):
    assert not same_noun(written_words(one), written_words(other))


@given(st.text("abcdefghijklmnopqrstuvwxyz", min_size=3, max_size=10))
def test_a_word_and_its_plural_are_one_noun(word: str):
    assert same_noun(("old", word), ("old", plural(word)))
    assert not same_noun(("old", word), ("new", plural(word)))


@pytest.mark.parametrize("name", ["Book", "BookType", "BookNode", "BookEntity", "BookDTO", "BookOutputType"])
def test_what_a_type_stands_for(name: str):
    assert without_type_ending(words(name)) == ("book",)
    assert noun_of_type(name) == type_words(name) == ("book",)


def test_an_ending_alone_is_a_name():
    assert noun_of_type("Node") == type_words("Node") == ("node",)


def test_nobody_else_takes_names_apart():
    root = Path(querious.__file__).parent
    readers = {
        path.relative_to(root).as_posix()
        for path in root.rglob("*.py")
        if any(mark in path.read_text("utf-8") for mark in ("[A-Z]?[a-z]+", "[A-Z]?[^\\W", '"ies"'))
    }
    assert readers - {"text/words.py"} == set()
