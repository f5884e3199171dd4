from __future__ import annotations

import gzip
import json
from dataclasses import replace
from typing import Any

import pytest

from querious.harvest import Recorder
from querious.harvest.proxy_exchange import ProxiedRequest
from querious.harvest.proxy_recorder import telling

pytestmark = pytest.mark.any_graphql_core

BODY = json.dumps(
    {"query": "query Q($id: ID!) { a(id: $id) }", "variables": {"id": "1", "password": "hunter2"}}
).encode()
SEEN = ProxiedRequest("POST", "/graphql", "", "application/json", "", BODY, True, 200, True, 0.5, 1_700_000_000.0)


class Kept:
    """Stands for a store."""

    def __init__(self) -> None:
        self.recordings: list[Any] = []

    def add(self, recordings: Any) -> None:
        self.recordings += recordings

    def close(self) -> None:
        pass


def recorded(seen: ProxiedRequest) -> tuple[list[Any], Recorder]:
    kept = Kept()
    recorder = Recorder(lambda: kept)
    telling(recorder)(seen)
    assert recorder.close(10)
    return kept.recordings, recorder


def test_what_was_seen_is_recorded_without_secrets():
    (recording,), _ = recorded(SEEN)
    assert (recording.operation_name, recording.kind, recording.statuses) == ("Q", "query", {"200": 1})
    assert recording.variables["id"] == "1"
    assert "hunter2" not in repr(recording)
    assert recording.latency.total == 0.5
    assert recording.created_at.year == 2023


@pytest.mark.parametrize(
    ("changes", "statuses"),
    [
        ({"status": 500}, {"500": 1}),
        ({"answered": False}, {"lost": 1}),
        ({"answered": False, "status": 0}, {"lost": 1}),
        ({"answer": b'{"errors": [{"message": "no"}]}'}, {"errors": 1}),
        ({"answer": gzip.compress(b'{"errors": [1]}'), "answer_encoding": "gzip"}, {"errors": 1}),
    ],
)
def test_how_it_went_is_recorded(changes, statuses):
    (recording,), _ = recorded(replace(SEEN, **changes))
    assert recording.statuses == statuses


def test_a_compressed_request_is_unpacked():
    (recording,), _ = recorded(replace(SEEN, body=gzip.compress(BODY), content_encoding="gzip"))
    assert recording.operation_name == "Q"


def test_a_request_that_is_too_large_is_counted():
    recordings, recorder = recorded(replace(SEEN, whole=False))
    assert (recordings, recorder.skipped) == ([], 1)


def test_of_an_upload_the_beginning_is_enough():
    part = (
        b'--b\r\nContent-Disposition: form-data; name="operations"\r\n\r\n'
        + BODY
        + b"\r\n--b\r\nContent-Disposition: x"
    )
    (recording,), _ = recorded(replace(SEEN, whole=False, content_type="multipart/form-data; boundary=b", body=part))
    assert recording.operation_name == "Q"
