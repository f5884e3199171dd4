from __future__ import annotations

import json

import pytest

from querious.harvest.importers.operations import asked_by_socket, captured
from querious.harvest.notes import ReceivedRequest


def test_a_request_called_text_is_read_if_it_is_json():
    (found,) = captured(ReceivedRequest("POST", "", "text/plain", b'{"query": "{a}"}'), None, 0.5, None, b"")
    assert (found.document, found.latency.total) == ("{a}", 0.5)
    assert list(captured(ReceivedRequest("POST", "", "text/plain", b"hello"), None, None, 200, b"")) == []


@pytest.mark.parametrize("kind", ["subscribe", "start"])
def test_what_is_asked_over_a_websocket_is_found(kind):
    text = json.dumps({"type": kind, "payload": {"query": "{a}", "operationName": "A", "variables": None}})
    (found,) = asked_by_socket(text, None)
    assert (found.document, found.operation_name, found.variables) == ("{a}", "A", {})


@pytest.mark.parametrize(
    "text", ["ping", "[]", '{"type": "next", "payload": {"query": "{a}"}}', '{"type": "start"}', "[" * 100_000]
)
def test_other_messages_are_nothing(text):
    assert list(asked_by_socket(text, None)) == []
