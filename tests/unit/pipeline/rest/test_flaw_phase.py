"""Every place of every operation gets what the description rules out, one at a time."""

from __future__ import annotations

import json
from datetime import date
from urllib.parse import parse_qs

from querious.model import Settings
from querious.pipeline.run.use_case import run

NAMES = [f"{word}_before" for word in ("made", "sent", "sold", "paid", "kept", "read", "seen", "lost")]
DAYS = [{"name": name, "in": "query", "schema": {"type": "string", "format": "date"}} for name in NAMES]
ANSWERS = {"200": {"description": ""}, "400": {"description": ""}}
DESCRIPTION = {
    "openapi": "3.0.0",
    "info": {"title": "t", "version": "1"},
    "paths": {f"/{thing}": {"get": {"parameters": DAYS, "responses": ANSWERS}} for thing in ("books", "films")},
}


def app(unchecked):
    def is_day(text):
        try:
            return bool(date.fromisoformat(text))
        except ValueError:
            return False

    def serve(environ, start_response):
        path, query = environ["PATH_INFO"], parse_qs(environ["QUERY_STRING"])
        wrong = [name for name, values in query.items() if not is_day(values[0])]
        known = path == "/openapi.json" or path.strip("/") in {"books", "films"}
        status = "200 OK" if known and not wrong else "400 No" if known else "404 No"
        if path == "/films" and unchecked in wrong:
            status = "500 Oops"
        start_response(status, [("content-type", "application/json")])
        return [json.dumps(DESCRIPTION if path == "/openapi.json" else [] if status == "200 OK" else {}).encode()]

    return serve


def test_the_one_value_that_is_not_checked_is_found_with_few_requests():
    settings = Settings(seed=1, requests=150, seconds=None)
    assert run(app(""), settings).faults == ()
    found = run(app("paid_before"), settings).faults
    assert [(one.oracle, one.coordinate) for one in found] == [("server_error", "GET /films")]
    assert "paid_before" in found[0].exchange.case.request.path


def test_nothing_invalid_is_sent_where_that_is_not_wanted():
    assert run(app("paid_before"), Settings(seed=1, requests=150, seconds=None, invalid=0)).faults == ()
