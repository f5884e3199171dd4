from __future__ import annotations

import email
import json
import os
import shutil
import subprocess
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from querious.model import Case, Field, Operation, Request, Settings, Variable, graphql_case, rest_case
from querious.model.case import GRAPHQL_HEADERS
from querious.model.graphql_forms import SentForm, request_in
from querious.model.request_body import BOUNDARY, content_of, encode
from querious.report.curl import bare, body_text, connection_options, curl, remark, request_curl, secret_parts

needs_curl = pytest.mark.skipif(not shutil.which("curl"), reason="curl is not installed on this machine")
HOSTILE = st.text(
    st.one_of(st.sampled_from("'\"\\\n\r\t\0!$`%@{}[]\x7f\x1b \ud800é😀"), st.characters(exclude_categories=()))
)


def a_case(document: str = "{ a }", variables: Any = None):
    return graphql_case(1, Operation("query", "", "Query", ()), document, variables or {})


@pytest.fixture(scope="module")
def echo():
    """A server that remembers the last request."""

    class Echo(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        seen: tuple[str, dict[str, str], bytes] = ("", {}, b"")

        def do_POST(self):
            body = self.rfile.read(int(self.headers["content-length"]))
            Echo.seen = (self.path, {name.lower(): value for name, value in self.headers.items()}, body)
            self.send_response(200)
            self.send_header("content-length", "2")
            self.end_headers()
            self.wfile.write(b"ok")

        def log_message(self, *_: Any):
            """Quietly."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Echo)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield Echo, f"http://127.0.0.1:{server.server_address[1]}/graphql"
    server.shutdown()
    server.server_close()
    thread.join()


def paste(line: str, shell: str = "sh", **environment: Any):
    """Run the line as if pasted: given to the shell as its input, not as an argument."""
    proxies = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    return subprocess.run(
        [shell],
        input=line + "\n",
        env={**proxies, **environment},
        capture_output=True,
        text=True,
        check=True,
        timeout=30,
    ).stdout


@needs_curl
@settings(max_examples=40, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(HOSTILE, st.dictionaries(st.sampled_from("ab"), HOSTILE))
def test_the_bytes_arrive_exactly(echo: Any, document: str, variables: Any):
    case = a_case(document, variables)
    paste(curl(case, echo[1], {}))
    assert echo[0].seen[2] == body_text(case.body).encode()
    assert json.loads(echo[0].seen[2]) == case.body


@needs_curl
@pytest.mark.parametrize("length", [60_000, 131_072, 400_000])
@pytest.mark.parametrize("shell", ["sh", "bash"])
def test_a_body_of_any_length_arrives(echo: Any, shell: str, length: int):
    if not shutil.which(shell):
        pytest.skip(f"{shell} is not installed on this machine")
    case = a_case("{ a }", {"long": "'%s\\" * (length // 4)})
    paste(curl(case, echo[1], {}), shell)
    assert json.loads(echo[0].seen[2]) == case.body


@needs_curl
def test_headers_query_and_user_come_from_the_environment(echo: Any):
    address = echo[1].replace("http://", "http://bob:secret@") + "?key=secret"
    headers = {"Authorization": "secret", "X-Api-Key": "secret", "we`ird$": "secret"}
    line = curl(a_case(), address, headers)
    assert "secret" not in line + remark(address, headers)
    assert '-H "Authorization: $AUTHORIZATION"' in line
    told = paste(line, AUTHORIZATION="a'b \"c", X_API_KEY="$(id)", WE_IRD_="w", API_QUERY="key=1&b=2", API_USER="bob:x")
    assert told.startswith("HTTP/1.1 200")
    path, seen, _ = echo[0].seen
    assert path == "/graphql?key=1&b=2"
    assert (seen["authorization"], seen["x-api-key"], seen["we`ird$"]) == ("a'b \"c", "$(id)", "w")
    assert (seen["content-type"], seen["accept"]) == ("application/json", GRAPHQL_HEADERS["accept"])


def test_headers_of_the_user_replace_ours():
    line = curl(a_case(), "http://h/", {"Accept": "x", "content-type": "y"})
    assert "application/" not in line
    assert '-H "Accept: $ACCEPT"' in line


def test_variables_never_clash_with_each_other_or_the_shell():
    told = remark("http://h/", {"Path": "", "a-b": "", "a_b": "", "1st": ""})
    assert told == (
        "The curl commands read $HEADER_PATH, $A_B, $A_B_, $HEADER_1ST from the environment: set them first."
    )
    assert remark("http://h/", {}) == ""
    assert "$API_QUERY" in remark("http://u@h/?a", {})
    assert "$API_USER" in remark("http://u@h/?a", {})


def test_the_line_is_printable_ascii_whatever_is_in_the_case_or_the_address():
    line = curl(a_case("\x1b\x7f\u202e\ud800"), "http://h/\x1b[31m\u202e {x}\ud800", {}, ("-k",))
    assert line.isascii()
    assert line.isprintable()
    assert line.startswith("curl -sSi -k -g ")


def test_what_may_be_secret_in_an_address_is_left_out():
    assert bare("https://bob:secret@h:8/p?q=1#f") == "https://h:8/p"
    assert bare("http://[::1]:8/p/@me") == "http://[::1]:8/p/@me"
    assert bare("http://[broken?x@y") == "http://[broken"
    assert secret_parts("https://bob:secret@h:8/p?q=1") == (True, True)
    assert secret_parts("https://h:8/@p#?q=1") == (False, False)


@pytest.mark.parametrize(
    ("said", "options"),
    [
        (Settings(), ()),
        (Settings(insecure=True), ("-k",)),
        (Settings(ca="our ca.pem"), ("--cacert 'our ca.pem'",)),
        (Settings(cert="me.pem", cert_key="me.key"), ("--cert me.pem", "--key me.key")),
        (Settings(proxy="http://proxy:3128"), ("-x http://proxy:3128",)),
        (Settings(proxy="http://me:never-shown@proxy:3128"), ("-x http://proxy:3128", '-U "$PROXY_USER"')),
        (Settings(proxy="none"), ("--noproxy '*'",)),
    ],
)
def test_the_line_connects_as_we_did(said, options):
    assert connection_options(said) == options
    for case in (a_case("{ a }"), rest_case(Request("GET", "/a"))):
        line = curl(case, "https://h/graphql", {}, connection_options(said))
        assert all(f" {option} " in line for option in options)
        assert "never-shown" not in line


FILES = [
    {"filename": 'a "b" \\ c.txt', "content": 'it\'s; "quoted", \\ and\nmore', "type": "text/plain"},
    {"filename": "@ü.png", "base64": "iVBORwD/", "type": "image/png"},
    {"filename": "large", "content": "abc", "size": 100_000, "type": "text/plain"},
]


@needs_curl
@pytest.mark.parametrize("files", [[FILES[0]], [FILES[1]], [FILES[2]], [FILES[0], FILES[2]]])
def test_files_arrive_as_they_were_sent(echo: Any, files: Any):
    server, url = echo
    argument = ("files", Variable("f", "[Upload!]!", files))
    operation = Operation("mutation", "", "Mutation", (Field("Mutation", "upload", arguments=[argument]),))
    request = request_in(SentForm.MULTIPART, operation)
    line = curl(Case(0, operation, request), url, {})
    assert len(line) < 2_000
    paste(line)
    _, headers, body = server.seen
    ours = f"multipart/form-data; boundary={BOUNDARY}"
    assert _form(headers["content-type"], body) == _form(ours, encode(request))
    assert [content for name, _, _, content in _form(ours, encode(request))][2:] == [content_of(file) for file in files]


def _form(content_type: str, body: bytes):
    message = email.message_from_bytes(f"Content-Type: {content_type}\r\n\r\n".encode() + body)
    parts = []
    for part in message.get_payload():
        name = part.get_param("name", header="content-disposition")
        text = part.get_payload(decode=True)
        if name in {"operations", "map"}:
            text = json.loads(text)
        parts.append((name, bool(part.get_filename()), part.get_content_type(), text))
    return parts


def test_a_verbatim_body_and_missing_headers_are_sent_as_they_were():
    request = Request(
        "POST", "", '{ "not JSON', has_body=True, headers={"accept": "*/*"}, without=("content-type",), verbatim=True
    )
    line = request_curl(request, "http://x/graphql", {}, service="http://x/graphql")
    assert "--data-binary '{ \"not JSON'" in line
    assert "-H content-type:" in line or "-H 'content-type:'" in line
    assert "application/json" not in line
