from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from querious.harvest.importers.file_format import FORMATS, format_of

RECORD = '{"query": "{a}", "variables": {}}'


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ('{"log": {"version": "1.2", "entries": []}}', "har"),
        ('{\n  "log": {\n    "pages": [', "har"),
        (f"{RECORD}\n{RECORD}\n", "jsonl"),
        ('{"log": "text", "stream": "stdout"}\n{"log": "text"}\n', "jsonl"),
        ('{"data": {}}\n{"data": {}}\n', "jsonl"),
        (f"INFO {RECORD}\n", "jsonl"),
        (f"{{broken\n{RECORD}\n", "jsonl"),
        (RECORD, "json"),
        (f"[{RECORD}]", "json"),
        ("[]", "json"),
        ('{"query": "' + "{" + "a " * 1000, "json"),
        ('{"format": "apollo-persisted-query-manifest", "version": 1, "operations": []}', "manifest"),
        ('{"abc": "query A { a }"}', "manifest"),
        ('{"query A { a }": 5}', "manifest"),
        ('{"size": 1, "map": {}, "operations": []}', "usage"),
        ('{"data": {"operationCollection": {}}}', "collection"),
        ('{"operations": [{"query": "{a}"}]}', "collection"),
        ('[{"name": "x", "operations": []}]', "collection"),
        ('[{"name": "x", "operations": [{"query": "' + "x" * 100, "collection"),
        ("query A { a }", "graphql"),
        ("{ a }", "graphql"),
        ("# only a note\n", "graphql"),
        ("type A { b: C }", "graphql"),
        ("100:9:websocket;0:~}", "mitmproxy"),
        ("", ""),
        ("hello", ""),
        ("\x00\x01", ""),
    ],
)
def test_files_are_told_apart_by_their_beginning(text, kind):
    assert format_of(text.encode()) == kind
    assert kind == "" or kind in FORMATS


@given(st.binary(max_size=200) | st.text(max_size=100).map(lambda text: json.dumps({"a": text}).encode()[:50]))
def test_nothing_breaks_the_telling(beginning):
    assert format_of(beginning) in {*FORMATS, ""}
