"""Calls are shown to people, and their curl lines do what they say."""

from __future__ import annotations

import json
import shlex

from hypothesis import given
from hypothesis import strategies as st

from querious.model.exchange import Failure
from querious.model.wire import Reply, Request
from querious.state.calls import call_of, curl
from services.wires import answer


def test_a_call_holds_what_was_sent_and_what_came():
    call = call_of(Request("PUT", "/books/1", None, has_body=True), answer(201, {"id": 1}))
    assert (call.request, call.sent, call.status, call.answer) == ("PUT /books/1", None, 201, {"id": 1})
    assert call_of(Request("GET", "/"), answer(204)).answer is None


def test_text_is_cut_short_and_failures_are_told():
    call = call_of(Request("GET", "/"), answer(500, b"x" * 10_000))
    assert len(call.answer) == 502
    assert call_of(Request("GET", "/"), answer(500, b" sorry\n")).answer == "sorry"
    assert call_of(Request("GET", "/"), Reply(failure=Failure.TIMEOUT)).failure == Failure.TIMEOUT.value


@given(st.text(max_size=20), st.sampled_from(["/a b", "/a'b?x=$HOME&y=[1]"]))
def test_a_shell_reads_the_line_as_the_request(text, path):
    words = shlex.split(curl(Request("POST", path, {"t": text}, has_body=True, headers={"If-Match": '"1"'})))
    assert words[:6] == ["curl", "-sSi", "-g", "-X", "POST", "$URL" + path]
    assert words[6:10] == ["-H", 'if-match: "1"', "-H", "content-type: application/json"]
    assert words[10] == "--data-binary"
    assert json.loads(words[11]) == {"t": text}


def test_a_long_body_is_piped():
    line = curl(Request("POST", "/a", "x" * 100_000, has_body=True))
    assert line.startswith("printf %s ")
    assert line.endswith("| curl -sSi -g -X POST \"$URL\"/a -H 'content-type: application/json' --data-binary @-")
