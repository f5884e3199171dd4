from __future__ import annotations

import pytest

from querious.text.redaction.names import identifies, secrecy, sort_by_name, sort_by_type, words_without_numbers
from querious.text.redaction.sorts import Sort


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("apiKey", ["api", "key"]),
        ("APIKey", ["api", "key"]),
        ("API_KEY", ["api", "key"]),
        ("x-api-key", ["x", "api", "key"]),
        ("oauth2Token", ["oauth", "token"]),
        ("Secret API key", ["secret", "api", "key"]),
        ("", []),
    ],
)
def test_words_of_a_name(name: str, expected: list[str]) -> None:
    assert words_without_numbers(name) == expected


@pytest.mark.parametrize(
    ("name", "sort"),
    [
        ("cardNumber", Sort.CARD),
        ("card", None),
        ("mobilePhone", Sort.PHONE),
        ("phoneNumber", Sort.PHONE),
        ("phoneType", None),
        ("pin", Sort.DIGITS),
        ("spin", None),
        ("cvv2", Sort.DIGITS),
        ("securityCode", Sort.DIGITS),
        ("code", None),
        ("nationalId", Sort.DIGITS),
        ("iban", Sort.IBAN),
        ("sessionId", Sort.TEXT),
        ("tokenId", None),
        ("dbPass", Sort.TEXT),
        ("skiPass", None),
        ("pw", Sort.TEXT),
        ("userPw", Sort.TEXT),
        ("pwd", Sort.TEXT),
        ("passwd", Sort.TEXT),
        ("pwned", None),
        ("sid", Sort.TEXT),
        ("connect.sid", Sort.TEXT),
        ("side", None),
        ("sidBar", None),
        ("residence", None),
        ("userPin", Sort.DIGITS),
        ("pinCode", Sort.DIGITS),
        ("pinned", None),
        ("pinMessage", None),
        ("pinnedItem", None),
        ("mapPins", None),
        ("ssn", Sort.DIGITS),
        ("ssnLast4", Sort.DIGITS),
        ("assn", None),
        ("otp", Sort.DIGITS),
        ("hotpot", None),
        ("cvv", Sort.DIGITS),
        ("cvc2", Sort.DIGITS),
        ("ahvNumber", Sort.DIGITS),
        ("dob", Sort.DATE),
        ("userDob", Sort.DATE),
        ("birthDate", Sort.DATE),
        ("birth_date", Sort.DATE),
        ("birthday", Sort.DATE),
        ("dateOfBirth", Sort.DATE),
        ("BornOn", Sort.DATE),
        ("geburtsdatum", Sort.DATE),
        ("dateDeNaissance", Sort.DATE),
        ("fecha_nacimiento", Sort.DATE),
        ("birthplace", None),
        ("birthCountry", None),
        ("birthdayVisible", None),
        ("stillborn", None),
        ("adobe", None),
        ("mothersMaidenName", Sort.TEXT),
        ("bankAccount", Sort.TEXT),
        ("secretary", None),
        ("clientSecret", Sort.TEXT),
        ("passage", None),
        ("publicKey", None),
        ("newPassword", Sort.TEXT),
        ("API_KEY", Sort.TEXT),
        ("accessToken", Sort.TEXT),
    ],
)
def test_what_a_name_says(name: str, sort: Sort | None) -> None:
    assert sort_by_name(name) is sort


def test_below_a_secret_name_only_the_harmless_is_not_secret() -> None:
    assert secrecy("", ("credentials", "user")) is Sort.TEXT
    assert secrecy("", ("credentials", "type")) is None
    assert secrecy("", ("token", "in")) is Sort.TEXT


def test_what_stands_around_counts_only_for_names_that_say_nothing() -> None:
    assert secrecy("verifyPin", ("code",)) is Sort.DIGITS
    assert secrecy("verifyPin", ("input", "code")) is Sort.DIGITS
    assert secrecy("verifyPin", ("userId",)) is None
    assert secrecy("verifyPin", ("user", "code")) is None


def test_scalars_that_are_secrets() -> None:
    assert sort_by_type("Password") is Sort.TEXT
    assert sort_by_type("PhoneNumber") is Sort.PHONE
    assert sort_by_type("PasswordPolicy") is None
    assert sort_by_type("CookieConsent") is None


def test_names_of_identifiers_and_checksums() -> None:
    assert all(map(identifies, ("id", "orderIds", "commit_sha", "sha256", "md5")))
    assert not any(map(identifies, ("note", "video", "")))
