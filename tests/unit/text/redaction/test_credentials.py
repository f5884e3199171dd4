from __future__ import annotations

import pytest

from querious.text.redaction.credentials import without_credentials


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("nothing here", "nothing here"),
        ("at postgres://app:hunter2@db/x!", "at [secret]/x!"),
        ("Host=db;Port=1;Password=hunter2", "[secret]"),
        ("key AKIAIOSFODNN7EXAMPLE.", "key [secret]."),
        ("-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----\nrest", "[secret]\nrest"),
        ("-----BEGIN EC PRIVATE KEY-----\ncut off", "[secret]"),
        ("xoxb-123456789012-abcdefgh", "[secret]"),
        ("sk_live_abcdefghijklmnop", "[secret]"),
        ("AIza" + "a" * 35, "[secret]"),
        ("see https://example.com:8080/a@b", "see https://example.com:8080/a@b"),
        ("password=", "password="),
        ("Bearer of news", "Bearer of news"),
    ],
)
def test_secrets_are_masked_and_nothing_else(text: str, shown: str):
    assert without_credentials(text) == shown
