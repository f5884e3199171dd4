from __future__ import annotations

import gzip
import json
from typing import Any

from typed_netstrings import packed

BODY = json.dumps({"query": "query Q($id: ID!) { a(id: $id) }", "variables": {"id": "1"}}).encode()


def flow(content: bytes = BODY, kind: bytes = b"application/json", answer: bytes = b'{"data": 1}', **more: Any) -> dict:
    """As version 21 of the format has it, the members that matter."""
    request = {
        "http_version": b"HTTP/1.1", "headers": [[b"Content-Type", kind], [b"Authorization", b"Bearer hunter2"]],
        "content": content, "timestamp_start": 1_630_756_800.0, "timestamp_end": 1_630_756_800.1, "host": "a.example",
        "port": 443, "method": b"POST", "scheme": b"https", "authority": b"", "path": b"/graphql",
    }  # fmt: skip
    request.update(more.pop("request", {}))
    response = {
        "headers": [[b"content-type", b"application/json"]], "content": answer, "status_code": 200, "reason": b"OK",
        "timestamp_start": 1_630_756_800.2, "timestamp_end": 1_630_756_800.5,
    }  # fmt: skip
    response.update(more.pop("response", {}))
    return {"version": 21, "type": "http", "request": request, "response": response, "websocket": None, **more}


def test_a_flow_with_what_the_proxy_knew_of_it(read):
    (recording,), importing = read(packed(flow()))
    assert importing.format == "mitmproxy"
    assert (recording.operation_name, recording.variables, recording.statuses) == ("Q", {"id": "1"}, {"200": 1})
    assert round(recording.latency.total, 3) == 0.5
    assert recording.created_at.year == 2021
    assert "hunter2" not in repr(recording)


def test_flows_of_every_kind(read):
    compressed = {"headers": [[b"content-type", b"application/json"], [b"content-encoding", b"gzip"]]}
    errors = {"headers": [[b"Content-Encoding", b"gzip"]], "content": gzip.compress(b'{"errors": [1]}')}
    flows = [
        flow(b"", request={"method": b"GET", "path": b"/graphql?query=%7Bget%7D"}),
        flow(gzip.compress(BODY), request=compressed, response=errors),
        flow(b'[{"query": "{one}"}, {"query": "{two}"}]'),
        {"version": 21, "type": "tcp", "messages": []},
        flow(b"<xml/>", b"text/xml"),
        flow(response={"status_code": None}),
        {**flow(), "response": None},
    ]
    recordings, importing = read(b"".join(map(packed, flows)))
    assert [recording.statuses for recording in recordings] == [
        {"200": 1}, {"errors": 1}, {"200": 1}, {"200": 1}, {}, {},
    ]  # fmt: skip
    assert (importing.counted, importing.other, importing.bad) == (7, 2, [])


def test_flows_of_old_versions_have_bytes_for_keys(read):
    old = json.loads(json.dumps(flow(), default=lambda value: value.decode("latin-1")))

    def as_bytes(value: Any) -> Any:
        if isinstance(value, dict):
            return {key.encode(): as_bytes(member) for key, member in value.items()}
        if isinstance(value, list):
            return [as_bytes(item) for item in value]
        return value.encode() if isinstance(value, str) else value

    (recording,), _ = read(packed(as_bytes(old)))
    assert recording.operation_name == "Q"


def test_subscriptions_over_a_websocket_are_noted(read):
    ask = json.dumps({"type": "start", "payload": {"query": "subscription S { tick }"}}).encode()
    messages = [[1, True, ask, 1_630_756_800.0, False, False], [1, False, ask, 1_630_756_800.0, False, False]]
    given = flow(b"", request={"method": b"GET"}, websocket={"messages": messages})
    (recording,), _ = read(packed(given))
    assert recording.kind == "subscription"


def test_a_bad_flow_is_counted_and_the_others_are_read(read):
    strange = [b"3:abc#", packed(5), packed({"type": "http", "request": {"headers": 5}})]
    recordings, importing = read(packed(flow()) + b"".join(strange) + packed(flow()) + b"99:cut")
    assert len(recordings) == 2
    assert [number for number, _ in importing.bad] == [2, 3, 4, 6]
