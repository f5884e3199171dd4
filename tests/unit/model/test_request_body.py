from __future__ import annotations

import email
from urllib.parse import parse_qsl

from hypothesis import given
from hypothesis import strategies as st

from querious.model.request import Request
from querious.model.request_body import BOUNDARY, FORM, MULTIPART, encode

BODY = {"name": 'A "b"', "tags": ["x", "é"], "count": 3, "inner": {"a": 1}, "none": None}
FIELDS = [("name", 'A "b"'), ("tags", "x"), ("tags", "é"), ("count", "3"), ("inner", '{"a": 1}'), ("none", "null")]


def sent(body, media):
    return encode(Request("POST", "/", body, has_body=True, headers={"content-type": media}))


def test_a_form_has_a_field_for_each_item():
    assert parse_qsl(sent(BODY, FORM).decode(), keep_blank_values=True) == FIELDS


def test_a_multipart_body_is_read_by_a_mail_parser():
    head = f"Content-Type: {MULTIPART}; boundary={BOUNDARY}\r\n\r\n".encode()
    message = email.message_from_bytes(head + sent(BODY, MULTIPART))
    parts = [
        (part.get_param("name", header="content-disposition"), part.get_payload()) for part in message.get_payload()
    ]
    assert [name for name, _ in parts] == [name for name, _ in FIELDS]
    assert parts[3][1] == "3"


def test_text_goes_as_it_is_and_everything_else_as_json():
    assert sent("a,b\n1,2", "text/csv") == b"a,b\n1,2"
    assert sent("a", "application/json") == b'"a"'
    assert sent("a", "application/problem+json; charset=utf-8") == b'"a"'
    assert sent({"a": 1}, "text/plain") == b'{"a": 1}'
    assert encode(Request("GET", "/", {"a": 1})) == b""


@given(st.dictionaries(st.text(min_size=1), st.text()))
def test_every_form_comes_back(body):
    assert dict(parse_qsl(sent(body, FORM).decode(), keep_blank_values=True, errors="surrogatepass")) == body
