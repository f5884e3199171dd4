from __future__ import annotations

import pytest

from querious.values.complaints import listed_values, names_argument, refuses_arguments


@pytest.mark.parametrize(
    ("message", "values"),
    [
        ("target must be one of: frobnicator-7, gizmo-3", ["frobnicator-7", "gizmo-3"]),
        ("The mode to use. One of: `eager`, `lazy`, `hybrid`.", ["eager", "lazy", "hybrid"]),
        ('Expected one of ["a", "b"], got \'x\'', ["a", "b"]),
        ("valid values are day, week and month.", ["day", "week", "month"]),
        ("Invalid status 'x'. Allowed values: active, archived", ["active", "archived"]),
        ("Possible options: A | B | C", ["A", "B", "C"]),
        ("'foo' is not a valid choice. Did you mean 'bar' or 'baz'?", ["bar", "baz"]),
        ("value is not a valid enumeration member; permitted: 'a', 'b'", ["a", "b"]),
        ("Unknown column foo. Known columns: a, b", ["a", "b"]),
        ("expected string, got int", []),
        ("The user to look up, such as the one that is shown", []),
        ("Nothing was found.", []),
    ],
)
def test_values_that_a_text_lists(message, values):
    assert listed_values(message) == values


def test_an_argument_is_named_in_quotes_or_as_a_word_of_its_own():
    assert names_argument("'limit' is not supported on nested lists", "limit")
    assert names_argument("Give at least one of code, colour.", "colour")
    assert names_argument("page_size must be at most 100", "pageSize")
    assert not names_argument("The limits were exceeded", "limit")


def test_a_short_name_is_an_ordinary_word_unless_it_is_marked():
    assert not names_argument("It has to be there by now", "by")
    assert names_argument("argument by is missing", "by")


def test_a_wrong_value_is_no_unwanted_argument():
    assert refuses_arguments("'limit' is not supported on nested lists")
    assert refuses_arguments("id and login cannot be combined")
    assert not refuses_arguments("There is no user with the login 'x'")
