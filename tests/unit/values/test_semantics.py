from __future__ import annotations

from random import Random

import pytest

from querious.values import Chance
from querious.values.semantics import by_name, guesses, is_search, usual_words


@pytest.mark.parametrize(
    ("name", "scalar", "first"),
    [
        ("count", "Int", 5),
        ("amount", "Int", 1),
        ("maxPrice", "Float", 1_000_000.0),
        ("minPrice", "Int", 0),
        ("flag", "Boolean", True),
        ("id", "ID", "1"),
        ("since", "Date", "1970-01-01"),
        ("endDate", "DateTime", "2037-12-31T00:00:00Z"),
        ("day", "Date", "2024-06-01"),
        ("at", "Timestamp", "2024-06-01T00:00:00Z"),
        ("query", "String", "a"),
        ("userName", "String", "admin"),
        ("code", "String", "1"),
        ("what", "Mystery", "1"),
    ],
)
def test_what_is_tried_first(name, scalar, first):
    assert guesses(name, scalar)[0] == first


def test_where_a_maker_is_as_good_nothing_is_guessed():
    assert guesses("email", "String") == ()
    assert guesses("token", "UUID") == ()


@pytest.mark.parametrize(("name", "word"), [("sortOrder", "asc"), ("orderStatus", "active"), ("currency", "USD")])
def test_usual_words_by_the_whole_name_or_its_last_word(name, word):
    assert usual_words(name, "String")[0] == word
    assert usual_words(name, "ID") == ()


def test_names_that_ask_for_a_format_or_a_size_have_makers():
    chance = Chance(Random(1))
    assert "@" in by_name("email", "String")(chance)
    assert 1 <= by_name("first", "Int")(chance) <= 5
    assert by_name("email", "Int") is None
    assert by_name("thing", "String") is None


def test_searches():
    assert is_search("searchTerm")
    assert is_search("q")
    assert not is_search("research")
