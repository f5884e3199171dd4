from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from querious.model import Exchange
from querious.report.kept_answer import answer_lines, lay_out
from sample import case

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=10,
)


def shown(body: bytes, *, is_json: bool = True) -> list[str]:
    return answer_lines(Exchange(case("{ version }"), 200, body=body, is_json=is_json))


@given(JSON, st.sampled_from([None, 1]), st.booleans())
def test_it_is_laid_out_as_python_would(value: Any, indent: int | None, ascii_only: bool):
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    assert "\n".join(lay_out(text)) == json.dumps(value, indent=2, ensure_ascii=False)


def test_numbers_and_keys_stay_as_they_came():
    assert lay_out('{"a":1.10,"a":1E400}') == ["{", '  "a": 1.10,', '  "a": 1E400', "}"]


@pytest.mark.parametrize("size", range(1, 40))
def test_a_body_that_was_cut_loses_nothing(size: int):
    text = '{"data":{"a":["x\\u00e9, {",{},[]],"b":1}}'[:size]
    assert "".join(line.lstrip() for line in lay_out(text)).replace(": ", ":") in {text, text.replace("\\u00e9", "é")}


def test_deep_nesting_takes_little_room():
    lines = shown(b"[" * 60_000)
    assert len(lines) == 60_000
    assert max(map(len, lines)) == 81


def test_hostile_text_is_never_obeyed():
    lines = shown(rb'{"a": "\u001b[31m\u202e", "b": "' + "\x1b\u2028".encode() + b'"}')
    assert lines == ["{", r'  "a": "\u001b[31m\u202e",', r'  "b": "\x1b\u2028"', "}"]


@pytest.mark.parametrize(
    ("body", "lines"),
    [
        (b"<html>\n<b>\x1b[2J</b>\r\n", ["<html>", r"<b>\x1b[2J</b>"]),
        (b"\xff\x00", [r"\xff\x00"]),
        (b" \n", []),
        (b"", []),
    ],
)
def test_what_is_no_json_is_shown_as_it_is(body: bytes, lines: list[str]):
    assert shown(body, is_json=False) == lines


def test_an_empty_body_has_no_lines():
    assert shown(b"") == []
