"""The longest page of a service is learned, from pages that it cuts and from what it refuses."""

from __future__ import annotations

import json
from urllib.parse import parse_qs

import pytest

from querious.model import Settings
from querious.pipeline.run.use_case import run
from querious.rest.page_sizes import LearnedPageSizes
from querious.values.lessons import ArgumentTrial

ROWS = {"type": "object", "properties": {"rows": {"type": "array", "items": {"type": "object"}}}}
LIMIT = {"name": "limit", "in": "query", "schema": {"type": "integer", "minimum": 1}}
SIZES = {"name": "offset", "in": "query", "schema": {"type": "integer", "minimum": 0, "maximum": 40}}
DESCRIPTION = {
    "openapi": "3.1.0",
    "info": {"title": "Stars", "version": "1"},
    "paths": {
        "/stars": {
            "get": {
                "parameters": [LIMIT, SIZES],
                "responses": {
                    "200": {"description": "", "content": {"application/json": {"schema": ROWS}}},
                    "400": {"description": ""},
                },
            }
        }
    },
}


class Stars:
    """Sixty stars. ``kind`` says what becomes of more than twenty at once."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.limits: list[int] = []

    def __call__(self, environ, start_response):
        query = {
            name: int(values[0]) for name, values in parse_qs(environ["QUERY_STRING"]).items() if values[0].isdigit()
        }
        status, answer = "200 OK", DESCRIPTION
        if environ["PATH_INFO"] == "/stars":
            status, answer = self.listed(query.get("limit", 5), query.get("offset", 0))
        elif environ["PATH_INFO"] != "/openapi.json":
            status, answer = "404 Not Found", {}
        start_response(status, [("content-type", "application/json")])
        return [json.dumps(answer).encode()]

    def listed(self, limit, offset):
        self.limits.append(limit)
        if self.kind == "refuses" and limit > 20:
            return "400 Bad Request", {"detail": "limit must be at most 20"}
        end = offset + (min(limit, 20) if self.kind == "cuts" else limit)
        return "200 OK", {"rows": [{"id": key} for key in range(60)][offset:end], "hasMore": end < 60}


@pytest.mark.parametrize("kind", ["cuts", "refuses"])
def test_no_more_rows_are_asked_for_than_are_given(kind):
    stars = Stars(kind)
    report = run(stars, Settings(seed=3, requests=300, seconds=None, invalid=0.0))
    assert not report.faults
    assert any("GET /stars shows 20 rows at most (limit)" in note for note in report.notes)
    late = stars.limits[len(stars.limits) // 2 :]
    assert sum(limit > 20 for limit in late) < sum(limit == 20 for limit in late)


def test_where_all_rows_come_nothing_is_learned():
    stars = Stars("gives all")
    report = run(stars, Settings(seed=3, requests=300, seconds=None, invalid=0.0))
    assert not any("rows at most" in note for note in report.notes)
    assert max(stars.limits[len(stars.limits) // 2 :]) > 60


@pytest.mark.parametrize(
    ("trial", "told"),
    [
        (ArgumentTrial("GET /a", {"limit": 90}, worked=True, cut_to=50), "GET /a shows 50 rows at most (limit)"),
        (ArgumentTrial("GET /a", {"limit": 90}, worked=False, complaint="limit: between 1 and 25"), "25 rows"),
        (ArgumentTrial("GET /a", {"limit": 90}, worked=False, complaint="the limit is too large"), "45 rows"),
        (ArgumentTrial("GET /a", {"pageSize": 90}, worked=False, complaint="pageSize > 30"), "30 rows"),
        (ArgumentTrial("GET /a", {"limit": 90}, worked=False, complaint="unknown shop 17"), ""),
        (ArgumentTrial("GET /a", {"year": 90}, worked=False, complaint="year must be 12"), ""),
    ],
)
def test_what_a_refusal_tells(trial, told):
    note = LearnedPageSizes().note(trial)
    assert bool(note) is bool(told)
    assert told in note
