"""What an API repeats of our credentials is replaced, in whatever encoding; and nothing else is."""

from __future__ import annotations

import base64
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from echoing import encodings
from querious.text.mask import Mask, is_masked, labels_in
from querious.text.sent_secrets import SentSecret, of_headers, of_url

TOKEN = "q8ZrT2vXb91LmKs04HyPdWcE7uJfGa3N"


def masking(**headers: str) -> Mask:
    mask = Mask()
    mask.add(of_headers({name.replace("_", "-"): value for name, value in headers.items()}))
    return mask


@given(st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=6, max_size=40))
def test_no_encoding_of_a_secret_is_left(secret: str) -> None:
    mask = Mask()
    mask.add([SentSecret("authorization", secret)])
    for way in encodings(secret):
        shown = mask.text(f"it said ({way}) to us")
        assert way.lower() not in shown.lower() or way.lower() in "it said () to usmasked-authorization"
        assert is_masked(shown)


def test_a_header_is_told_by_its_parts() -> None:
    pair = base64.b64encode(b"elaine:benes-1993").decode()
    mask = masking(Authorization=f"Basic {pair}", Cookie="sid=abcdef123; theme=dark1234", X_Api_Key="k3y-of-mine")
    assert mask.text(f"Basic {pair}") == "Basic MASKED-authorization"
    assert mask.text("user elaine, password benes-1993") == "user MASKED-user, password MASKED-password"
    assert mask.text("elaine:benes-1993") == "MASKED-user-and-password"
    assert mask.text("sid=abcdef123 k3y-of-mine") == "sid=MASKED-cookie-sid MASKED-x-api-key"


def test_the_parts_of_a_web_token() -> None:
    parts = ("eyJhbGciOiJIUzI1NiJ9", "eyJzdWIiOiI0MiIsIm4iOiJrIn0", "dBjftJeZ4CVP-mB92K27uhbUJU1p1r")
    mask = masking(Authorization=f"Bearer {'.'.join(parts)}")
    for part in parts:
        assert mask.text(f"<{part}>") == "<MASKED-authorization>"


def test_a_short_secret_is_known_by_what_stands_before_it() -> None:
    mask = masking(Authorization="Bearer abc", Cookie="sid=x1")
    assert (
        mask.text("Bearer abc, sid=x1; abc x1 abcd")
        == "Bearer MASKED-authorization, sid=MASKED-cookie-sid; abc x1 abcd"
    )
    assert mask.json({"sid": "x1", "other": "x1"}) == {"sid": "MASKED-cookie-sid", "other": "x1"}


def test_a_secret_of_few_characters_is_no_part_of_a_word() -> None:
    mask = masking(X_Api_Key="abc123")
    assert mask.text("abc1234 xabc123 abc123.") == "abc1234 xabc123 MASKED-x-api-key."


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("Accept-Language", "de-CH, en;q=0.5"),
        ("Content-Type", "application/json"),
        ("X-Tenant", "acme-corporation"),
        ("X-Api-Version", "2024-01-01"),
        ("X-Tenant-Id", "6fa459ea-ee8a-3ca4-894e-db77e160355e"),
        ("X-Account", "1234567"),
    ],
)
def test_what_is_public_is_left(name: str, value: str) -> None:
    assert masking(**{name: value}).text(f"say {value}") == f"say {value}"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("X-Api-Key", "acme-corporation"),
        ("X-Auth", "1234567"),
        ("X-Custom", "s3cr3t-value"),
        ("X-Custom", "my-secret-value"),
        ("Proxy-Authorization", "Basic YWFhYTpiYmJi"),
    ],
)
def test_what_may_be_a_credential_is_not(name: str, value: str) -> None:
    assert value.rsplit(maxsplit=1)[-1] not in masking(**{name: value}).text(f"say {value}")


def test_a_url() -> None:
    mask = Mask()
    mask.add(of_url("http://elaine:c4nnery%2FRow@h/graphql?api_key=q4%2FTz8sK&format=json"))
    assert mask.text("elaine c4nnery/Row c4nnery%2fRow q4/Tz8sK json") == (
        "MASKED-user MASKED-password MASKED-password MASKED-query-api-key json"
    )


def test_fresh_credentials_are_masked_and_the_old_ones_stay_secret() -> None:
    mask = masking(Authorization=f"Bearer {TOKEN}")
    mask.renew(of_headers({"authorization": "Bearer another-token-1"}))
    assert mask.text(f"{TOKEN} another-token-1") == "MASKED-authorization MASKED-authorization"
    assert mask.revealed("MASKED-authorization") == "another-token-1"


def test_a_request_that_names_what_was_replaced_says_the_real_thing() -> None:
    mask = Mask()
    mask.add(of_url("http://elaine%22s:x@h/"))
    assert mask.revealed({"login": ["MASKED-user", 1, None]}) == {"login": ['elaine"s', 1, None]}
    assert mask.revealed_document('{user(login:"MASKED-user"){id}}') == '{user(login:"elaine\\"s"){id}}'
    assert mask.revealed_path("/users/MASKED-user/x") == "/users/elaine%22s/x"
    assert mask.revealed("MASKED-unknown") == "MASKED-unknown"


def test_names_of_the_schema_are_left() -> None:
    mask = masking(X_Api_Key="password")
    assert mask.json({"password": "password"}) == {"MASKED-x-api-key": "MASKED-x-api-key"}
    mask.spare({"password"})
    assert mask.json({"password": "password"}) == {"password": "password"}


def test_what_stands_for_a_secret_is_not_replaced_again() -> None:
    mask = masking(X_Api_Key="MASKED", Authorization="authorization")
    shown = mask.text("authorization: authorization")
    assert mask.text(shown) == shown


def test_nothing_shows_a_value() -> None:
    assert repr(masking(X_Api_Key=TOKEN)) == "Mask(MASKED-x-api-key)"
    assert labels_in("a MASKED-cookie-sid b MASKED-user") == ["cookie-sid", "user"]
    assert not Mask()


def test_a_long_text_without_secrets_is_a_matter_of_moments() -> None:
    mask = masking(Authorization=f"Bearer {TOKEN}")
    assert not mask.holds(json.dumps({"text": "nothing % & \\ here " * 50_000}))
