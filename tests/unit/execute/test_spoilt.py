"""Credentials that nobody should accept."""

from __future__ import annotations

import base64
import json

import pytest

from querious.execute.spoilt import WAYS, spoilt_headers


def part(value: dict[str, object]) -> str:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")


TOKEN = f"{part({'alg': 'HS256'})}.{part({'sub': 'alice', 'exp': 9_999_999_999})}.c2lnbmF0dXJl"


def claims(header: str) -> list[dict[str, object]]:
    parts = header.removeprefix("Bearer ").split(".")[:2]
    return [json.loads(base64.urlsafe_b64decode(one + "=" * (-len(one) % 4))) for one in parts]


@pytest.mark.parametrize("how", WAYS)
def test_none_is_what_it_was(how: str) -> None:
    spoilt = spoilt_headers({"authorization": f"Bearer {TOKEN}", "x-tenant": "acme"}, how)
    assert spoilt is not None
    assert spoilt["authorization"] != f"Bearer {TOKEN}"
    assert spoilt["authorization"].startswith("Bearer ")
    assert spoilt["x-tenant"] == "acme"


def test_a_web_token_says_that_it_is_not_signed_or_has_ended() -> None:
    unsigned = spoilt_headers({"authorization": f"Bearer {TOKEN}"}, "unsigned")
    expired = spoilt_headers({"authorization": f"Bearer {TOKEN}"}, "expired")
    assert unsigned is not None
    assert expired is not None
    assert claims(unsigned["authorization"])[0]["alg"] == "none"
    assert claims(expired["authorization"])[1]["exp"] < 2_000_000_000


def test_of_basic_the_password_alone() -> None:
    pair = base64.b64encode(b"alice:very-long-password").decode()
    spoilt = spoilt_headers({"authorization": f"Basic {pair}"}, "cut short")
    assert spoilt is not None
    assert base64.b64decode(spoilt["authorization"].removeprefix("Basic ")) == b"alice:very-long"


@pytest.mark.parametrize("how", ["unsigned", "expired"])
def test_what_is_no_web_token_cannot_be_spoilt_so(how: str) -> None:
    assert spoilt_headers({"authorization": "Bearer abcdefghijkl"}, how) is None


def test_cookies_keep_their_names() -> None:
    spoilt = spoilt_headers({"cookie": "sid=abcdefghijkl; theme=dark"}, "made up")
    assert spoilt is not None
    assert spoilt["cookie"].startswith("sid=nopqrstuvwxy;")


def test_what_is_no_credential_is_none() -> None:
    assert spoilt_headers({"accept": "application/json"}, "made up") is None
