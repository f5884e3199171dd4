"""Answers that no honest server gives, and some that one may: every command ends in order."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socketserver
import threading
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from bench.fuzz.doors import sound
from bench.fuzz.servers import SDL, Library, Shop

from querious.errors import QueriousError
from querious.model import Settings
from querious.model.state_settings import StateSettings
from querious.pipeline.diff.use_case import diff
from querious.pipeline.learn.use_case import learn
from querious.pipeline.run.use_case import replay, run
from querious.pipeline.state.use_case import crud
from querious.report import json_report

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def nested(depth: int, kind: str) -> str:
    return "[" * depth + "]" * depth if kind == "lists" else '{"a":' * depth + "1" + "}" * depth


VALUES = {
    "lists 900 deep": nested(900, "lists"),
    "objects 900 deep": nested(900, "objects"),
    "lists 150 deep": nested(150, "lists"),
    "objects 150 deep": nested(150, "objects"),
    "5,000 digits": "9" * 5000,
    "400 digits": "-" + "9" * 400,
    "infinity": "1e999",
    "not a number": "NaN",
    "half a character": '"\\ud800"',
    "the year 1": '"0001-01-01T00:00:00+14:00"',
    "the year 9999": '"9999-12-31T23:59:59-14:00"',
    "digits as text": '"' + "9" * 5000 + '"',
    "a huge exponent": '"1e999999999"',
    "a list": "[null]",
    "an object": "{}",
}
FEW = ("lists 900 deep", "lists 150 deep", "5,000 digits", "infinity", "the year 1", "digits as text")


class Everywhere:
    """Puts a value in the place of one answered leaf in three."""

    def __init__(self, value: str) -> None:
        self._value = value
        self._turn = 0

    def __call__(self, status: int, answer: Any) -> tuple[int, str, bytes]:
        text = json.dumps(self._changed(answer)).replace('"@here@"', self._value)
        return status, "application/json", text.encode()

    def _changed(self, value: Any) -> Any:
        if isinstance(value, dict):
            return {key: inner if key == "__typename" else self._changed(inner) for key, inner in value.items()}
        if isinstance(value, list):
            return [self._changed(inner) for inner in value]
        self._turn += 1
        return value if self._turn % 3 else "@here@"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    (tmp_path / "shop.graphql").write_text(SDL)
    return Settings(schema=str(tmp_path / "shop.graphql"), requests=40, seconds=20, shrink=5)


@pytest.fixture(params=VALUES)
def hostile(request: pytest.FixtureRequest) -> Everywhere:
    return Everywhere(VALUES[request.param])


def test_a_run_reports(hostile: Everywhere, settings: Settings):
    found = sound(run(Shop(hostile), settings))
    assert found.requests
    assert found.findings
    again = json_report.load(json_report.dump(found)).run
    assert len(again.findings) == len(found.findings)
    assert len(replay(again.findings[:3], Shop(hostile), settings)) == min(3, len(again.findings))


@pytest.fixture(params=FEW)
def hostile_in_few_ways(request: pytest.FixtureRequest) -> Everywhere:
    return Everywhere(VALUES[request.param])


def test_versions_are_compared(hostile_in_few_ways: Everywhere, settings: Settings):
    assert sound(diff(Shop(hostile_in_few_ways), Shop(), settings))


def test_a_baseline_is_learned(hostile_in_few_ways: Everywhere, settings: Settings):
    assert sound(learn(Shop(hostile_in_few_ways), settings))


def test_a_rest_service_is_tested(hostile_in_few_ways: Everywhere):
    tested = sound(
        crud(Library(hostile_in_few_ways), Settings(requests=80, seconds=20, state=StateSettings(tests=2, steps=6)))
    )
    assert tested.state.collections


def test_an_answer_too_deep_to_be_judged_is_a_finding_of_its_own(settings: Settings):
    found = run(Shop(lambda *_: (200, "application/json", nested(900, "lists").encode())), settings)
    assert [finding.message for finding in found.findings] == ["the answer is nested more than 200 levels deep"]


BODY = b'{"data": null}'
WIRE = (
    b"",
    b"\x00\x01\x02\r\n\r\n",
    b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n{}",
    b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n{}",
    b"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n{}",
    b"HTTP/1.1 200 OK\r\nContent-Length: 14\r\nContent-Encoding: gzip\r\n\r\n" + BODY,
    b"HTTP/1.1 200 OK\r\nContent-Length: 14\r\nContent-Encoding: br, nonsense\r\n\r\n" + BODY,
    b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
    b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{",
    b"HTTP/1.1 999 Odd\r\nContent-Length: 2\r\n\r\n{}",
    b"HTTP/1.1 101 Switching Protocols\r\n\r\n",
    b"HTTP/1.1 302 Found\r\nLocation: \xff\xfe://::\r\nContent-Length: 0\r\n\r\n",
    b"HTTP/1.1 302 Found\r\nLocation: /again\r\nContent-Length: 0\r\n\r\n",
    b"HTTP/1.1 200 OK\r\nX-Odd: \xff\xfe\x80\r\nContent-Type: \xff\r\nContent-Length: 14\r\n\r\n" + BODY,
    b"HTTP/1.1 200 OK\r\nContent-Type: application/json; charset=utf-16\r\nContent-Length: 14\r\n\r\n" + BODY,
    b"HTTP/1.1 429 Slow\r\nRetry-After: 0\r\nContent-Length: 2\r\n\r\n{}",
    b"HTTP/1.1 200 OK\r\nSet-Cookie: \xff=\x80\r\nContent-Length: 14\r\n\r\n" + BODY,
    b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 500 + b"Content-Length: 14\r\n\r\n" + BODY,
)


@pytest.fixture(params=range(len(WIRE)))
def address(request: pytest.FixtureRequest) -> Iterator[str]:
    """Of a server that reads a request and sends these bytes."""

    class Sending(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            with contextlib.suppress(OSError):
                self.request.recv(65_536)
                self.request.sendall(WIRE[request.param])

    class Server(socketserver.ThreadingTCPServer):
        daemon_threads = True

    with Server(("127.0.0.1", 0), Sending) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/graphql"
        server.shutdown()


def test_bytes_that_are_no_http_are_a_finding_or_one_line(address: str, settings: Settings):
    settings = replace(settings, requests=6, timeout=2.0)
    for target in (settings, replace(settings, schema="")):
        with contextlib.suppress(QueriousError):
            run(address, target)
    with contextlib.suppress(QueriousError):
        crud(address, replace(settings, schema="", state=StateSettings(tests=1, steps=3)))


def test_a_comparison_that_runs_out_of_time_is_no_error_of_ours(settings: Settings, monkeypatch: pytest.MonkeyPatch):
    async def endless(*_: object) -> None:
        await asyncio.sleep(60)

    monkeypatch.setattr("querious.pipeline.diff.confirmation.Confirming.confirm", endless)
    assert sound(diff(Shop(), Shop(), replace(settings, seconds=2.0))).elapsed < 30
