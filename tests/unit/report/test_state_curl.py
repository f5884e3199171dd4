"""The lines of a sequence send what was sent, with credentials from the environment."""

from __future__ import annotations

import json
import shlex

from hypothesis import given
from hypothesis import strategies as st

import state_runs
from querious.model import Request
from querious.report.context import Context
from querious.report.state_sequence import curl_lines

HEADERS = {"authorization": "Bearer never-shown", "X-Api-Key": "never-shown"}


def lines(url: str = "http://127.0.0.1:8000", connection: tuple[str, ...] = ()) -> list[str]:
    return curl_lines(state_runs.still_found(), Context(url, HEADERS, connection))


def test_headers_are_named_by_environment_variable_as_in_a_run() -> None:
    for line in lines():
        assert line.startswith('curl -sSi -g -H "authorization: $AUTHORIZATION" -H "X-Api-Key: $X_API_KEY"')
        assert "never-shown" not in line
        assert shlex.split(line)[:5] == ["curl", "-sSi", "-g", "-H", "authorization: $AUTHORIZATION"]


def test_user_query_and_certificates_of_the_url() -> None:
    for line in lines("https://me:never-shown@host/api?key=never-shown", connection=("-k",)):
        assert line.startswith('curl -sSi -g -k -u "$API_USER" -H ')
        words = shlex.split(line)
        (address,) = (word for word in words if word.startswith("$URL"))
        assert address.endswith(("?$API_QUERY", "&$API_QUERY"))
        assert "never-shown" not in line


def test_a_query_of_the_url_comes_after_that_of_the_path() -> None:
    line = Context("http://h/?k=v").request_curl(Request("GET", "/a?b=1"))
    assert shlex.split(line)[-1] == "$URL/a?b=1&$API_QUERY"
    assert shlex.split(Context("http://h/graphql").request_curl(Request("GET")))[-1] == "$URL"


@given(st.text(max_size=20), st.sampled_from(["/a b", "/a'b?x=$HOME&y=[1]"]))
def test_a_shell_reads_the_line_as_the_request(text, path):
    request = Request("POST", path, {"t": text}, has_body=True, headers={"If-Match": '"1"'})
    words = shlex.split(Context().request_curl(request))
    assert words[:6] == ["curl", "-sSi", "-g", "-X", "POST", "$URL" + path]
    assert words[6:10] == ["-H", 'if-match: "1"', "-H", "content-type: application/json"]
    assert words[10] == "--data-binary"
    assert json.loads(words[11]) == {"t": text}


def test_a_long_body_is_piped():
    line = Context().request_curl(Request("POST", "/a", "x" * 100_000, has_body=True))
    assert line.startswith("printf %s ")
    assert line.endswith("| curl -sSi -g -X POST \"$URL\"/a -H 'content-type: application/json' --data-binary @-")
