"""Reading JSON with the places of its parts agrees with reading it without."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from querious.errors import ConfigError
from querious.state.templates.mistakes import MistakeError
from querious.state.templates.scanner import Scanner

JSONS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=15,
)


def scanned(text):
    return Scanner(text, "t.json", lambda *_: None).read()


@given(JSONS, st.sampled_from([None, 0, 2]), st.booleans())
def test_it_reads_what_json_reads(value, indent, ascii_only):
    assert scanned(json.dumps(value, indent=indent, ensure_ascii=ascii_only)) == value


@given(st.text('{}[]",: \n\\01ae-.tru') | JSONS.map(lambda v: json.dumps(v)[:-1]))
def test_it_refuses_what_json_refuses(text):
    try:
        expected = json.loads(text)
    except ValueError:
        with pytest.raises(ConfigError, match=r"^t\.json, line \d+, column \d+, at .*: not valid JSON|twice"):
            scanned(text)
    else:
        try:
            assert scanned(text) == expected
        except ConfigError as error:
            assert "stands twice" in str(error)  # noqa: PT017 - json keeps the last of two equal keys


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"a": [1,\n 2,]}', "t.json, line 2, column 4, at /a/2: not valid JSON: expected a value"),
        ('{"a": 1\n "b": 2}', "t.json, line 2, column 2, at /a: not valid JSON: expected a comma or }"),
        ('{"a" 1}', "t.json, line 1, column 6, at the top: not valid JSON: expected a colon"),
        ("{a: 1}", "t.json, line 1, column 2, at the top: not valid JSON: expected a key in double quotes"),
        ("1 2", "t.json, line 1, column 3, at the top: not valid JSON: unexpected text after the end"),
        ("", "t.json, line 1, column 1, at the top: not valid JSON: expected a value"),
        ("1e999", "t.json, line 1, column 1, at the top: not valid JSON: the number is too large"),
        ('{"a": 1,\n"a": 2}', 't.json, line 2, column 1, at /a: the key "a" appears twice in the same object'),
        ("[" * 100_000, "t.json, at the top: nested too deeply"),
    ],
)
def test_it_says_where_the_text_is_wrong(text, told):
    with pytest.raises(ConfigError) as error:
        scanned(text)
    assert str(error.value) == told


def test_a_mark_at_the_beginning_of_a_file_does_not_count():
    assert scanned("\N{ZERO WIDTH NO-BREAK SPACE}[1]") == [1]


def test_who_watches_sees_each_object_grow():
    seen = []

    def watch(members, pointer):
        seen.append((pointer, [key for key, _ in members]))
        if pointer == "/b":
            raise MistakeError("no", "/b/c", of_key=True)

    with pytest.raises(ConfigError, match=r"^t\.json, line 2, column 8, at /b/c: no$"):
        Scanner('{"a": 1,\n "b": {"c": 2}, !', "t.json", watch).read()
    assert seen == [("", ["a"]), ("/b", ["c"])]
