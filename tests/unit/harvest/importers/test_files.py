from __future__ import annotations

import json
import tracemalloc

import pytest

from querious.harvest import Redaction
from querious.harvest.importers import FORMATS, read_any

LINE = {"query": "query Q($id: ID!) { a(id: $id) }", "variables": {"id": "1", "password": "hunter2"}}


def test_what_cannot_be_told_says_what_to_do(tmp_path):
    path = tmp_path / "x"
    path.write_bytes(b"hello")
    with pytest.raises(ValueError, match=r"cannot tell the format of .*x; name it with --format har\|"):
        read_any(path)


def test_a_format_that_does_not_exist_is_an_error(tmp_path):
    with pytest.raises(ValueError, match="unknown format 'xml'; available: har,"):
        read_any(tmp_path, format="xml")


def test_a_file_that_does_not_exist_is_an_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        read_any(tmp_path / "gone")


@pytest.mark.parametrize("format_", FORMATS)
def test_a_file_of_another_format_gives_bad_entries_and_no_exception(tmp_path, format_):
    path = tmp_path / "x"
    path.write_bytes(b"\x00\xff hello {")
    importing = read_any(path, format=format_)
    assert list(importing) == []
    assert importing.bad_counted >= 1


def test_secrets_are_replaced_by_the_rules_given(read, tmp_path):
    (recording,), _ = read(json.dumps(LINE))
    assert "hunter2" not in repr(recording)
    allowed = list(read_any(tmp_path / "file", redaction=Redaction(allow=["$password"])))
    assert allowed[0].variables["password"] == "hunter2"


def test_the_same_request_again_is_not_read_again_but_given_again(read, monkeypatch):
    calls = []
    both = Redaction.both
    monkeypatch.setattr(Redaction, "both", lambda self, *given: calls.append(given) or both(self, *given))
    recordings, importing = read("\n".join([json.dumps(LINE)] * 50))
    assert (len(recordings), importing.given, len(calls)) == (50, 50, 1)
    assert len({recording.key for recording in recordings}) == 1


def test_a_long_log_is_read_in_little_memory(tmp_path):
    path = tmp_path / "log"
    with path.open("w", encoding="utf-8") as file:
        for number in range(4_000):
            file.write(json.dumps({**LINE, "variables": {"id": str(number % 20)}, "padding": "x" * 200}) + "\n")
    importing = read_any(path)
    next(importing)
    tracemalloc.start()
    count = sum(1 for _ in importing)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert count == 3_999
    assert peak < 1_000_000
