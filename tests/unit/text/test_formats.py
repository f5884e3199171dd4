"""One table of texts and their formats, and everything that recognises formats held to it."""

from __future__ import annotations

from pathlib import Path

import pytest

import querious
from querious.baseline.traits.text_format import FORMATS
from querious.rest.openapi.validity import _FORMATS as JUDGED
from querious.state.substructure import same
from querious.state.templates.examples import from_example
from querious.text.formats import is_email, is_ipv4, is_uri, is_url, is_uuid, may_be_uuid
from querious.text.redaction.randomness import random_runs

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
