"""One table of texts and their formats, and everything that recognises formats held to it."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from graphql import GraphQLScalarType, GraphQLString

import querious
from querious.baseline.traits.text_format import FORMATS
from querious.graphql.collections.values import leaf_maker
from querious.rest.openapi.validity import _FORMATS as JUDGED
from querious.rest.openapi.values import formats
from querious.state.samples import samples
from querious.state.substructure import same
from querious.state.templates.examples import from_example
from querious.text.formats import (
    format_of_name,
    format_of_scalar,
    is_email,
    is_ipv4,
    is_uri,
    is_url,
    is_uuid,
    may_be_uuid,
)
from querious.text.moments import day_of, moment_of
from querious.text.redaction.randomness import random_runs
from querious.values import scalars, semantics
from querious.values.chance import Chance

UUID = "15ddd406-341a-473d-801c-203822f0b8b3"


@pytest.mark.parametrize("text", [UUID, UUID.upper()])
def test_uuids(text: str):
    assert is_uuid(text)
    assert may_be_uuid(text)
    assert FORMATS["uuid"](text)
    assert JUDGED["uuid"](text)
    assert from_example(text) == "uuid()"
    assert same(text, text.lower())
    assert random_runs(text) == []


@pytest.mark.parametrize("text", [UUID.replace("-", ""), f"{{{UUID}}}", f"urn:uuid:{UUID}"])
def test_uuids_in_other_forms_are_not_wrong_but_not_taken_for_one_either(text: str):
    assert JUDGED["uuid"](text)
    assert same(text, text.upper().replace("URN:UUID", "urn:uuid"))
    assert not is_uuid(text)
    assert not FORMATS["uuid"](text)
    assert from_example(text) != "uuid()"


@pytest.mark.parametrize("text", ["a@example.com", "a.b+c@example.co.uk", "root@localhost", '"a b"@example.com'])
def test_emails(text: str):
    assert is_email(text)
    assert FORMATS["e-mail"](text)
    assert JUDGED["email"](text)
    assert from_example(text) == "email()"


@pytest.mark.parametrize("text", ["", "@", "a@", "@b", "a b@example.com", "a@b c"])
def test_no_emails(text: str):
    assert not is_email(text)
    assert not FORMATS["e-mail"](text)
    assert not JUDGED["email"](text)
    assert from_example(text) != "email()"


@pytest.mark.parametrize("text", ["https://example.com", "http://localhost:8000/a?b=c#d"])
def test_urls(text: str):
    assert is_url(text)
    assert is_uri(text)
    assert FORMATS["url"](text)
    assert JUDGED["uri"](text)
    assert from_example(text) == "url()"


def test_other_uris():
    assert is_url("ftp://example.com/a")
    assert is_uri("mailto:a@example.com")
    assert not is_url("mailto:a@example.com")
    assert not is_uri("two words")


def test_addresses_of_machines():
    assert is_ipv4("192.0.2.1")
    assert JUDGED["ipv4"]("192.0.2.1")
    assert not is_ipv4("256.0.0.1")
    assert not JUDGED["ipv4"]("192.0.2")


def test_nobody_else_recognises_uuids():
    root = Path(querious.__file__).parent
    readers = {path.relative_to(root).as_posix() for path in root.rglob("*.py") if "a-f]{8}" in path.read_text("utf-8")}
    assert {name for name in readers if not name.startswith("demo/")} == {"text/formats.py", "model/finding.py"}


NAMES = {
    "email": "email",
    "e_mail": "email",
    "emailAddress": "email",
    "userEmails": "email",
    "url": "uri",
    "imageURLs": "uri",
    "homepage": "uri",
    "phoneNumber": "phone",
    "mobile": "phone",
    "guid": "uuid",
    "createdAt": "date-time",
    "updated_at": "date-time",
    "since": "date-time",
    "birthday": "date",
    "startDate": "date",
    "startDateTime": "date-time",
    "backgroundColour": "color",
    "currencyCode": "currency",
    "country": "country",
    "locale": "language",
    "timeZone": "time-zone",
    "timezone": "time-zone",
    "postalCode": "postal-code",
    "zip": "postal-code",
    "ipAddress": "ipv4",
    "hostname": "hostname",
    "name": "",
    "at": "",
    "number": "",
    "code": "",
    "": "",
}
RECOGNISED = {
    "email": is_email,
    "uri": is_uri,
    "uuid": is_uuid,
    "date-time": moment_of,
    "date": day_of,
    "ipv4": is_ipv4,
}


@pytest.mark.parametrize(("name", "expected"), NAMES.items())
def test_a_name_asks_all_makers_for_the_same_format(name: str, expected: str):
    assert format_of_name(name) == expected
    has_format = RECOGNISED.get(expected)
    if has_format is None:
        return
    plain = semantics.by_name(name, "String")
    assert plain is not None
    assert has_format(plain(Chance(Random(1))))
    told = formats.told_by_name({"type": "string"}, (name,))
    strategy = formats.of_format(told)
    assert strategy is not None
    assert has_format(samples(strategy, 1, 0)[0])
    if expected != "ipv4":
        text = leaf_maker(GraphQLString, name, {}, (), ())
        assert text is not None
        assert has_format(text(Chance(Random(1))))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        *[("DateTime", "date-time"), ("ISO8601DateTime", "date-time"), ("timestamptz", "date-time")],
        *[("Date", "date"), ("GUID", "uuid"), ("Url", "uri"), ("uri-reference", "uri"), ("Email_Address", "email")],
    ],
)
def test_a_scalar_stands_for_the_same_format_everywhere(name: str, expected: str):
    assert format_of_scalar(name) == expected
    has_format = RECOGNISED[expected]
    made = scalars.scalar_for(name)
    assert made is not None
    assert has_format(made.plain(Chance(Random(1))))
    strategy = formats.of_format({"format": name})
    assert strategy is not None
    assert has_format(samples(strategy, 1, 0)[0])
    leaf = leaf_maker(GraphQLScalarType(name.replace("-", "_")), "x", {}, (), ())
    assert leaf is not None
    assert has_format(leaf(Chance(Random(1))))
