from __future__ import annotations

import base64
import json
from urllib.parse import quote

QUERY = "query Q($id: ID!) { thing(id: $id) { name } }"
BODY = json.dumps({"query": QUERY, "variables": {"id": "1"}})


def entry(post=None, url="https://a.example/graphql", status=200, answer='{"data": {}}', **more):
    request = {
        "method": "POST" if post else "GET",
        "url": url,
        "headers": [{"name": "Authorization", "value": "hunter2"}],
    }
    if post:
        request["postData"] = post
    content = {"mimeType": "application/json", "text": answer}
    return {
        "startedDateTime": "2021-09-04T14:00:00.000+02:00",
        "time": 250.5,
        "request": request,
        "response": {"status": status, "content": content},
        **more,
    }


def har(*entries):
    return {"log": {"version": "1.2", "creator": {"name": "x", "version": "1"}, "pages": [], "entries": list(entries)}}


def sent(text=BODY, kind="application/json", **more):
    return {"mimeType": kind, "text": text, **more}


def test_a_request_with_what_the_browser_knows_of_it(read):
    (recording,), importing = read(har(entry(sent())))
    assert importing.format == "har"
    assert (recording.operation_name, recording.variables, recording.statuses) == ("Q", {"id": "1"}, {"200": 1})
    assert recording.latency.total == 0.2505
    assert recording.created_at.hour == 12
    assert "hunter2" not in repr(recording)


def test_requests_of_every_kind(read):
    get = f"https://a.example/graphql?query={quote(QUERY)}&variables=" + quote('{"id":"2"}')
    form = {"mimeType": "application/x-www-form-urlencoded", "params": [{"name": "query", "value": "{ form }"}]}
    upload = {"mimeType": "multipart/form-data", "params": [{"name": "operations", "value": '{"query": "{ upload }"}'}]}
    encoded = sent(base64.b64encode(BODY.encode()).decode(), encoding="base64")
    batch = sent(json.dumps([{"query": "{ one }"}, {"query": "{ two }"}]))
    text = sent('{"query": "{ text }"}', "text/plain;charset=UTF-8")
    given = [entry(url=get), *map(entry, (form, upload, encoded, batch, text))]
    recordings, importing = read(har(*given, entry(url="https://a.example/logo.png")))
    found = [recording.document for recording in recordings]
    assert [next(word for word in ("form", "upload", "one", "two", "text", "thing") if word in each) for each in found] == [
        "thing", "form", "upload", "thing", "one", "two", "text",
    ]  # fmt: skip
    assert (importing.counted, importing.other, importing.bad) == (7, 1, [])


def test_errors_in_an_answer_are_seen_also_in_a_batch_and_when_encoded(read):
    batch = sent(json.dumps([{"query": "{ one }"}, {"query": "{ two }"}]))
    encoded = entry(sent(), answer=base64.b64encode(b'{"errors": [1]}').decode())
    encoded["response"]["content"]["encoding"] = "base64"
    recordings, _ = read(har(entry(batch, answer='[{"data": 1}, {"errors": [1]}]'), encoded, entry(sent(), status=0)))
    assert [recording.statuses for recording in recordings] == [{"200": 1}, {"errors": 1}, {"errors": 1}, {}]


def test_subscriptions_over_a_websocket_are_noted(read):
    ask = {"type": "subscribe", "id": "1", "payload": {"query": "subscription S { tick }", "variables": {"n": 1}}}
    messages = [
        {
            "type": "send",
            "time": 1_630_756_800.5,
            "opcode": 1,
            "data": '{"type": "connection_init", "payload": {"token": "x"}}',
        },
        {"type": "send", "time": 1_630_756_800.5, "opcode": 1, "data": json.dumps(ask)},
        {"type": "receive", "time": 1_630_756_801, "opcode": 1, "data": json.dumps(ask)},
    ]
    (recording,), _ = read(har(entry(url="wss://a.example/graphql", _webSocketMessages=messages)))
    assert (recording.kind, recording.variables, recording.created_at.year) == ("subscription", {"n": 1}, 2021)


def test_a_bad_entry_is_counted_and_the_others_are_read(read):
    text = json.dumps(
        har(entry(sent()), {"request": "none"}, {}, [], entry(sent('{"query": "query {"}')), entry(sent()))
    )
    recordings, importing = read(text.replace('"pages"', '"pages": nonsense, "more"'))
    assert len(recordings) == 2
    assert [number for number, _ in importing.bad] == [2, 3, 4, 5]


def test_a_file_that_ends_early_is_read_up_to_there(read):
    text = json.dumps(har(entry(sent()), entry(sent())))
    recordings, importing = read(text[:-40])
    assert len(recordings) == 1
    assert "broken here" in importing.bad[0][1]


def test_a_mark_before_the_first_brace_does_no_harm(read):
    recordings, _ = read("\ufeff" + json.dumps(har(entry(sent()))))
    assert len(recordings) == 1


def test_rest_calls_are_read_and_pages_are_not(read):
    url = "https://a.example/api/books/17?page=2"
    made = entry(
        {"mimeType": "application/json", "text": '{"title": "A"}'}, "https://a.example/api/books", 201, '{"id": 1}'
    )
    page = entry(url="https://a.example/about")
    page["response"]["content"]["mimeType"] = "text/html"
    (looked, created), importing = read(har(entry(url=url, answer='{"id": 17}'), made, page))
    assert (looked.document, looked.variables) == ("GET /api/books/{id}", {"path": "/api/books/17?page=2"})
    assert looked.shapes["200"].schema["required"] == ["id"]
    assert (created.document, created.variables["body"], created.statuses) == (
        "POST /api/books",
        {"title": "A"},
        {"201": 1},
    )
    assert importing.other == 1
