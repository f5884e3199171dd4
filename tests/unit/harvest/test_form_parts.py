from __future__ import annotations

import pytest

from querious.harvest.form_parts import read_form
from querious.model import Request
from querious.model.request_body import BOUNDARY, MULTIPART, encode

TYPE = f"{MULTIPART}; boundary={BOUNDARY}"


def sent(body):
    return encode(Request("POST", "/", body, has_body=True, headers={"content-type": MULTIPART}))


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"a": "1", "b": ["x", "é", ""]},
        {"file": {"filename": "a b.csv", "content": "x;y\r\n1;2\r\n"}, "note": "two\r\n\r\nparagraphs"},
    ],
)
def test_a_form_is_read_as_it_was_written(body):
    assert read_form(TYPE, sent(body)) == body


def test_a_long_file_is_cut_at_the_end_of_a_line():
    content = "".join(f"{number};row\n" for number in range(1_000))
    kept = read_form(TYPE, sent({"file": {"filename": "a.csv", "content": content}}))["file"]["content"]
    assert len(kept) <= 2_000
    assert content.startswith(f"{kept}\n")


def test_of_a_file_that_is_no_text_size_and_hash_are_kept():
    part = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="f"; filename="a.png"\r\n\r\n'.encode()
    body = part + b"\x89PNG\0\1" + f"\r\n--{BOUNDARY}--\r\n".encode()
    assert read_form(TYPE, body) == {"f": {"filename": "a.png", "content": "a file of 6 bytes, sha256 09824c6bec84"}}


@pytest.mark.parametrize(("kind", "cut"), [(MULTIPART, 0), (TYPE, 4), (TYPE, 40)])
def test_what_is_no_whole_form_is_an_error(kind, cut):
    body = sent({"a": "1", "b": "2"})
    with pytest.raises(ValueError, match=r"boundary|cut off"):
        read_form(kind, body[: len(body) - cut])
