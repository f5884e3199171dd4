from __future__ import annotations

import gzip
import io
import json

import pytest

from querious.harvest.importers import lines

GOOD = json.dumps({"query": "query Q { a }", "variables": "{'first': 2, 'x': None}", "operation_name": "Q"})


def test_lines_as_the_study_wrote_them(read):
    record = {
        "query": "query Q($first: Int) { a(first: $first) }",
        "variables": "{'first': 2, 'x': None}",
        "operationName": "Q",
        "timesCalled": 3,
        "createdAt": "2021-09-04 13:25:49.132835+00:00",
        "updatedAt": "2021-09-05 13:25:49.132848+00:00",
    }
    (recording,), importing = read(json.dumps(record) + "\n" + "\n")
    assert importing.format == "json"
    assert recording.variables == {"first": 2, "x": None}
    assert (recording.operation_name, recording.kind, recording.times_called) == ("Q", "query", 3)
    assert (recording.created_at.day, recording.updated_at.day) == (4, 5)


def test_a_bad_line_is_counted_and_the_others_are_read(read):
    bad = ("{broken", '{"query": "query {"}', '{"query": "{a}", "variables": "words"}')
    text = f"{GOOD}\n{bad[0]}\n{GOOD}\n{bad[1]}\n{bad[2]}\n\n{GOOD}"
    recordings, importing = read(text)
    assert len(recordings) == 3
    assert [number for number, _ in importing.bad] == [2, 4, 5]
    assert (importing.counted, importing.bad_counted, importing.other) == (6, 3, 0)
    assert all("\n" not in reason for _, reason in importing.bad)


def test_lines_about_other_things_are_not_bad(read):
    recordings, importing = read(f'{GOOD}\n{{"url": "/health"}}\n[1]\n{GOOD}')
    assert (len(recordings), importing.other, importing.bad) == (2, 2, [])


def test_what_stands_before_the_json_of_a_line_is_left_out(read):
    recordings, importing = read(f"2021-09-04T12:00:00Z stdout F {GOOD}\nINFO {GOOD}\n")
    assert (len(recordings), importing.format) == (2, "jsonl")


def test_compressed_lines_are_read_and_a_broken_end_is_told(read):
    packed = gzip.compress("\n".join([f'{GOOD[:-1]}, "n": {n * n}}}' for n in range(800)]).encode())
    recordings, _ = read(packed)
    assert len(recordings) == 800
    recordings, importing = read(packed[:-30])
    assert recordings
    assert "the file is broken here" in importing.bad[0][1]


def test_bytes_that_are_no_text_make_a_bad_line(read):
    recordings, importing = read(GOOD.encode() + b'\n{"query": "\xff"}\n' + GOOD.encode())
    assert (len(recordings), importing.bad) == (2, [(2, "not UTF-8")])


def test_numbers_that_are_no_json_make_a_bad_line(read):
    _, importing = read(GOOD + '\n{"query": "{a}", "variables": {"n": NaN}}')
    assert importing.bad == [(2, "not JSON: NaN is not a JSON value")]


def test_a_line_that_is_too_long_is_passed_over(monkeypatch):
    monkeypatch.setattr(lines, "_LONGEST", 200)
    text = f"{GOOD}\n{'x' * 1000}\n{GOOD}\n{'y' * 300}"
    assert list(lines.lines_in(io.BytesIO(text.encode()))) == [GOOD.encode(), b"", GOOD.encode(), b""]
    with pytest.raises(ValueError, match="too large"):
        lines.line_operations(b"")


def test_only_so_many_bad_lines_are_kept(read):
    _, importing = read(GOOD + "\n" + "{bad\n" * 500)
    assert (len(importing.bad), importing.bad_counted) == (100, 500)


@pytest.mark.parametrize(
    "text",
    [
        f"[{GOOD}, {GOOD}, {{bad}}, {GOOD}]",
        "\n".join(json.dumps(json.loads(GOOD), indent=2) for _ in range(3)) + "\n{\n bad }",
    ],
)
def test_records_in_a_list_or_over_many_lines_are_read(read, text):
    recordings, importing = read(text)
    assert (importing.format, len(recordings), importing.bad_counted) == ("json", 3, 1)


def test_a_list_that_ends_early_is_read_up_to_there(read):
    recordings, importing = read(f"[{GOOD}, {GOOD[:-3]}")
    assert len(recordings) == 1
    assert "broken here" in importing.bad[0][1]


def test_recordings_of_ours_come_back_as_they_were(read):
    line = {
        "id": "x", "query": "query Q{a}", "variables": {"a": 1}, "operation_name": "Q", "kind": "query",
        "document_hash": "a" * 64, "created_at": "2021-09-04T12:00:00+00:00", "updated_at": "2021-09-05T12:00:00+00:00",
        "times_called": 4, "statuses": {"200": 3, "errors": 1}, "latency": {"count": 4, "total": 2.0, "longest": 1.0},
    }  # fmt: skip
    (recording,), _ = read(json.dumps(line) + "\n")
    assert (recording.document_hash, recording.times_called) == ("a" * 64, 4)
    assert recording.statuses == {"200": 3, "errors": 1}
    assert recording.latency.longest == 1.0
