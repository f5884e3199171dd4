from __future__ import annotations

import json

APACHE = '10.0.0.1 - ann [10/Oct/2026:13:55:36 +0200] "GET /books/17?token=abc HTTP/1.1" 200 2326 "-" "curl"\n'
UVICORN = 'INFO:     127.0.0.1:5000 - "DELETE /books/17 HTTP/1.1" 404 Not Found\n'


def test_lines_of_servers_are_read_as_calls_without_bodies(read):
    other = '10.0.0.1 - - [10/Oct/2026:13:55:36 +0200] "POST /books HTTP/1.1" 201 12\n'
    moved = '10.0.0.1 - - [10/Oct/2026:13:55:36 +0200] "GET /old HTTP/1.1" 301 0\n'
    page = '10.0.0.1 - - [10/Oct/2026:13:55:36 +0200] "GET /app.js HTTP/1.1" 200 10\n'
    (got, deleted), importing = read(APACHE + UVICORN + other + moved + page + "nonsense\n")
    assert importing.format == "access-log"
    assert (got.document, got.variables) == ("GET /books/{id}", {"path": "/books/17?token=REDACTED-1"})
    assert (got.statuses, got.created_at.hour) == ({"200": 1}, 11)
    assert (deleted.document, deleted.statuses) == ("DELETE /books/{id}", {"404": 1})
    assert (importing.other, importing.bad_counted) == (3, 1)


def test_records_of_json_tell_calls_in_several_ways(read):
    records = [
        {"method": "GET", "path": "/books/1", "status": 200, "duration_ms": 12},
        {"req": {"method": "get", "url": "http://a.example/books?x=1"}, "res": {"statusCode": 404}},
        {"request": "GET /authors HTTP/1.1", "status": "200"},
        {"http": {"method": "POST", "path": "/books", "body": {"title": "A"}}, "status": 201},
        {"method": "POST", "path": "/books", "status": 201},
    ]
    found, importing = read("\n".join(map(json.dumps, records)))
    assert [one.variables["path"] for one in found] == ["/books/1", "/books?x=1", "/authors", "/books"]
    assert [one.statuses for one in found] == [{"200": 1}, {"404": 1}, {"200": 1}, {"201": 1}]
    assert found[0].latency.total == 0.012
    assert found[3].variables["body"] == {"title": "A"}
    assert importing.other == 1
