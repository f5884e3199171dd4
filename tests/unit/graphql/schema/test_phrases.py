from __future__ import annotations

import pytest

from querious.graphql.schema.phrases import counted, foreign, one_line
from querious.model.visible_text import listing


def test_one_line_has_no_breaks_and_nothing_a_terminal_cannot_print():
    assert one_line("a\n\tb\x00\x1b[31m\ud800\u202ec") == "a b [31m c"


def test_one_line_is_cut_to_its_limit():
    assert one_line("x" * 300, 10) == "x" * 9 + "…"
    assert one_line("x" * 10, 10) == "x" * 10


@pytest.mark.parametrize(
    "said",
    [
        "Invalid header Bearer s3same",
        "Authorization: s3same was refused",
        "token 's3same' is not known",
        "no such key s3same",
        'x {"password": "s3same"}',
        "error at http://me:s3same@host/graphql",
        "error at http://host/graphql?key=s3same",
        "JWT eyJhbGciOiJIUzI1NiIsInR5cCs3same.x",
        "api_key=s3same",
    ],
)
def test_what_looks_like_a_secret_is_not_repeated(said: str):
    assert "s3same" not in foreign(said)
    assert "***" in foreign(said)


def test_known_secrets_are_not_repeated_whole_or_in_parts():
    assert foreign("got open sesame, sesame", ["Bearer sesame"]) == "got open ***, ***"
    assert foreign("sid was sesame", ["sid=sesame; a=b"]) == "sid was ***"


def test_what_a_user_needs_is_repeated():
    said = 'Cannot query field "specifiedByURL" on type "__Type" at api-1.internal.example.com:8000/graphql/v2'
    assert foreign(said) == said


def test_listing_tells_how_many_more():
    assert listing(["a", "b", "c"]) == "a, b, c"
    assert listing("abcde") == "a, b, c and 2 more"


def test_counted_knows_the_plural():
    assert (counted(1, "problem"), counted(2000, "problem")) == ("1 problem", "2,000 problems")
