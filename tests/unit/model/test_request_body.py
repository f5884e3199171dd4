from __future__ import annotations

import email
from urllib.parse import parse_qsl

from hypothesis import given
from hypothesis import strategies as st

from querious.model.request import Request
from querious.model.request_body import BOUNDARY, FORM, MULTIPART, content_of, encode, holds_file, is_file

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


def test_a_text_can_go_verbatim_whatever_it_is_said_to_be():
    headers = {"content-type": "application/json"}
    assert encode(Request("POST", "", '{ "é', has_body=True, headers=headers, verbatim=True)) == '{ "é'.encode()
    assert encode(Request("POST", "", "", has_body=True, headers=headers, verbatim=True)) == b""


@given(st.dictionaries(st.text(min_size=1), st.text()))
def test_every_form_comes_back(body):
    assert dict(parse_qsl(sent(body, FORM).decode(), keep_blank_values=True, errors="surrogatepass")) == body


def test_a_file_has_a_name_a_type_and_as_many_bytes_as_it_says():
    sized = {"filename": "ü.txt", "content": "abc", "size": 7, "type": "text/plain"}
    bytes_ = {"filename": "a b", "base64": "AP8=", "type": ""}
    body = sent({"a": sized, "b": [bytes_]}, MULTIPART)
    assert 'name="a"; filename="ü.txt"\r\nContent-Type: text/plain\r\n\r\nabcabca\r\n'.encode() in body
    assert b'name="b"; filename="a b"\r\n\r\n\x00\xff\r\n' in body
    assert content_of({"filename": "", "content": "", "size": 3}) == b"\0\0\0"
    assert content_of({"filename": "", "content": "a", "size": 0}) == b""


def test_what_is_a_file_and_what_is_not():
    file = {"filename": "a", "content": "b"}
    assert is_file(file)
    assert holds_file({"a": [1, {"b": file}]})
    others = ({}, {"filename": "a"}, {**file, "more": 1}, {**file, "size": "1"}, {"filename": 1, "content": ""}, "a")
    assert not any(map(is_file, others))
    assert not holds_file([{"filename": "a"}])
