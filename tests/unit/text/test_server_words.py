from __future__ import annotations

import pytest

from querious.text.server_words import foreign


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
