from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from querious.execute.multipart_mixed import MixedPart, MixedReader, boundary_of, read_mixed

LIMIT = 1_000
BOUNDARIES = st.sampled_from(["-", "graphql", "a b'()+_,./:=?c", "gc0p4Jq0M2Yt08jU534c0p"])
BODIES = st.binary(max_size=60).filter(
    lambda body: b"\n--" not in body and not body.startswith(b"--") and body[-1:] != b"\r"
)
HEADS = st.dictionaries(
    st.from_regex(r"[a-z][a-z-]{0,9}", fullmatch=True), st.from_regex(r"[!-~]{1,12}", fullmatch=True)
)
PARTS = st.lists(st.builds(MixedPart, HEADS, BODIES), max_size=5)
BREAKS = st.sampled_from([b"\r\n", b"\n"])


def written(parts, boundary, line_break=b"\r\n"):
    delimiter = b"--" + boundary.encode()
    body = b""
    for part in parts:
        head = b"".join(f"{name}: {value}".encode() + line_break for name, value in part.headers.items())
        body += delimiter + line_break + head + line_break + part.body + line_break
    return body + delimiter + b"--" + line_break


def cut(body, places):
    edges = [0, *sorted(place % (len(body) + 1) for place in places), len(body)]
    return [body[begin:end] for begin, end in pairwise(edges)]


@given(
    PARTS,
    BOUNDARIES,
    BREAKS,
    st.lists(st.integers(0, 10_000)),
    st.binary(max_size=9).filter(lambda text: b"--" not in text),
)
def test_what_is_written_is_read_however_it_is_cut(parts, boundary, line_break, places, preamble):
    body = preamble + line_break + written(parts, boundary, line_break) + b"an epilogue"
    reader = MixedReader(boundary, LIMIT)
    read = [part for chunk in cut(body, places) for part in reader.feed(chunk)]
    assert (read, reader.closed, reader.flaw) == (parts, True, "")


@given(st.binary(max_size=300), st.lists(st.integers(0, 10_000)))
def test_anything_is_read_alike_however_it_is_cut_and_nothing_raises(noise, places):
    body = (
        noise.replace(b"\x00", b"\r\n---")
        .replace(b"\x01", b"\r\n\r\n")
        .replace(b"\x02", b"-")
        .replace(b"\x03", b"a: b")
    )
    whole, cut_up = MixedReader("-", 40), MixedReader("-", 40)
    at_once = whole.feed(body)
    assert [part for chunk in cut(body, places) for part in cut_up.feed(chunk)] == at_once
    assert (whole.closed, whole.flaw) == (cut_up.closed, cut_up.flaw)


def test_a_part_is_given_with_the_delimiter_behind_it_and_not_with_the_next_part():
    reader = MixedReader("-", LIMIT)
    assert reader.feed(b"---\r\ncontent-type: application/json\r\n\r\n{}") == []
    assert not reader.is_waiting
    assert reader.feed(b"\r\n---") == [MixedPart({"content-type": "application/json"}, b"{}")]
    assert reader.is_waiting
    assert reader.feed(b"\r\n\r\n[]\r\n-----\r\n") == [MixedPart({}, b"[]")]
    assert reader.closed
    assert reader.feed(b"---\r\n\r\n[]\r\n---") == []


def test_a_part_without_a_body():
    assert read_mixed('multipart/mixed; boundary="x"', b"--x\r\na: b\r\n\r\n--x--", LIMIT).parts == (
        MixedPart({"a": "b"}, b""),
    )
    assert read_mixed('multipart/mixed; boundary="x"', b"--x\r\na: b\r\n--x--", LIMIT).parts == (
        MixedPart({"a": "b"}, b""),
    )


@pytest.mark.parametrize(
    ("body", "flaw"),
    [
        (b"--x\r\n\r\n" + b"a" * (LIMIT + 9) + b"\r\n--x--", "a part of more than 1,000 bytes"),
        (b"--x\r\n\r\n" + b"a" * (LIMIT + 9), "a part of more than 1,000 bytes"),
        (b"--x\r\n" + b"a: " + b"b" * 20_000 + b"\r\n\r\n--x--", "headers of more than 16,384 bytes"),
        (b"--x\r\n" + b"".join(b"a%d: b\r\n" % number for number in range(5_000)), "headers of more than 16,384 bytes"),
        (b"--x\r\n{}\r\n--x--", "a line among the headers of a part that is no header"),
        (b"--xyz\r\n\r\n{}\r\n--xyz--", "a delimiter with something else on its line"),
        (b"--x" + b" " * 20_000, "a delimiter whose line does not end"),
    ],
)
def test_what_is_no_such_body_is_told_and_not_held(body, flaw):
    reader = MixedReader("x", LIMIT)
    for start in range(0, len(body), 512):
        reader.feed(body[start : start + 512])
        assert len(reader._buffer) < 20_000
    assert (reader.flaw, reader.closed) == (flaw, False)
    assert reader.feed(b"\r\n--x\r\n\r\n{}\r\n--x--") == []


def test_a_body_that_ends_early_is_not_closed():
    read = read_mixed("multipart/mixed; boundary=x", b"--x\r\n\r\n{}\r\n--x\r\n\r\n{", LIMIT)
    assert (read.parts, read.closed, read.flaw) == ((MixedPart({}, b"{}"),), False, "")


@pytest.mark.parametrize(
    ("content_type", "boundary"),
    [
        ('multipart/mixed; boundary="-"; deferSpec=20220824', "-"),
        ("Multipart/Mixed;boundary=graphql;subscriptionSpec=1.0", "graphql"),
        ('multipart/mixed; boundary="a b"', "a b"),
        ("multipart/mixed", ""),
        ("multipart/form-data; boundary=x", ""),
        ("application/json", ""),
        ("", ""),
        ("multipart/mixed; boundary=" + "x" * 71, ""),
        ("multipart/mixed; boundary=x\r\nset-cookie: a", "x set-cookie: a"),
    ],
)
def test_the_boundary_that_a_content_type_names(content_type, boundary):
    assert boundary_of(content_type) == boundary


def test_a_body_without_a_boundary_is_not_read():
    assert read_mixed("multipart/mixed", b"", LIMIT).flaw == "a content type that names no boundary"
