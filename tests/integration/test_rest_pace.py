"""A REST service behind a socket that asks for a slower pace: it is obeyed, told in one line, and no finding."""

from __future__ import annotations

import json
import time
from email.utils import formatdate
from urllib.parse import urlsplit

import pytest

from querious.model import Settings
from querious.pipeline.run.use_case import run
from servers import answering

pytestmark = pytest.mark.usefixtures("each_client")
BOOK = {"type": "object", "properties": {"id": {"type": "integer"}}}
OK = {"200": {"description": "", "content": {"application/json": {"schema": {"type": "array", "items": BOOK}}}}}
DESCRIPTION = {
    "openapi": "3.0.3",
    "info": {"title": "Books", "version": "1"},
    "paths": {"/books": {"get": {"responses": OK}}, "/authors": {"get": {"responses": OK}}},
}
FREE = 4
"""Requests before the service asks for a pause."""


class Busy:
    """After a few requests everybody has to wait until a moment."""

    def __init__(self, headers, pause):
        self.headers, self.pause = headers, pause
        self.asked = self.early = self.refused = 0
        self.open_at = 0.0

    def __call__(self, handler, _body):
        path = handler.path.partition("?")[0]
        status, extra = (200, {}) if path in {"/books", "/authors"} else (404, {})
        self.asked += status == 200
        if self.asked == FREE and not self.refused:
            self.open_at = time.monotonic() + self.pause
        if status == 200 and time.monotonic() < self.open_at:
            self.refused, status, extra = self.refused + 1, 429, self.headers()
        text = json.dumps([{"id": 1}] if status == 200 else {"detail": "no"}).encode()
        handler.send_response(status)
        for name, value in {"Content-Type": "application/json", "Content-Length": str(len(text)), **extra}.items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(text)


def _run(busy, tmp_path, **limits):
    (tmp_path / "openapi.json").write_text(json.dumps(DESCRIPTION))
    with answering(busy) as url:
        base = url.removesuffix(urlsplit(url).path)
        return run(base, Settings(seed=1, schema=str(tmp_path / "openapi.json"), connections=2, **limits))


@pytest.mark.parametrize(
    "headers",
    [
        lambda: {"Retry-After": "1"},
        lambda: {"Retry-After": formatdate(time.time() + 2, usegmt=True)},
        lambda: {"RateLimit-Reset": "1"},
        lambda: {"X-RateLimit-Reset": str(int(time.time()) + 2)},
    ],
)
def test_a_pause_is_kept_and_no_finding(headers, tmp_path):
    busy = Busy(headers, 0.8)
    report = _run(busy, tmp_path, requests=40, seconds=30)
    assert report.findings == ()
    assert 1 <= busy.refused <= 4  # two connections, and what was under way
    (note,) = [one for one in report.notes if "too frequent" in one]
    assert "429" in note
    assert report.coverage.reached == {"GET /books", "GET /authors"}


def test_a_pause_longer_than_the_run_ends_it_in_time(tmp_path):
    began = time.monotonic()
    report = _run(Busy(lambda: {"Retry-After": "3600"}, 3600), tmp_path, requests=None, seconds=4)
    assert time.monotonic() - began < 4
    assert report.findings == ()
    assert "3,600 s (Retry-After)" in report.ended
