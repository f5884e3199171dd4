from __future__ import annotations

import json

import pytest

from dictionary import Dictionary
from querious.errors import ConfigError
from querious.model import Exchange
from querious.model.state import Ending, Outcome
from querious.pipeline.state.phase import remove_left
from querious.state.journal import FileJournal, Left, clean_up, read_journal
from services.transport import ANY_CASE

ABOUT = {"target": "http://localhost/books", "url": "", "template": "book.json"}


@pytest.fixture
def journal(tmp_path):
    return FileJournal(tmp_path / "runs" / "one.jsonl", ABOUT)


def test_what_was_made_and_not_removed_is_left(journal):
    journal.posting("books", {}, {"title": "a"})
    journal.posted("books", {}, "1")
    journal.posting("books/comments", {"books": ["1"]}, {"text": "b"})
    journal.posted("books/comments", {"books": ["1"]}, "7")
    journal.posting("books", {}, {"title": "refused"})
    journal.posted("books", {}, "")
    journal.posting("books", {}, {"title": "c"})
    journal.posted("books", {}, "2")
    journal.removed("books", {}, "2")
    journal.posting("books", {}, {"title": "d"})
    about, left = read_journal(journal.path)
    assert about == ABOUT
    assert left == [
        Left("books", {}, "", {"title": "d"}),
        Left("books/comments", {"books": ["1"]}, "7"),
        Left("books", {}, "1"),
    ]


def test_a_line_cut_by_a_kill_is_no_trouble(journal):
    journal.posting("books", {}, {"title": "a"})
    journal.posted("books", {}, "1")
    with journal.path.open("a") as file:
        file.write('{"posted": "bo')
    assert read_journal(journal.path)[1] == [Left("books", {}, "1")]


@pytest.mark.parametrize("text", ["", "hello\n", '{"no": "target"}\n', "[1]\n"])
def test_what_is_no_journal_is_one_line(tmp_path, text):
    path = tmp_path / "x.jsonl"
    path.write_text(text)
    with pytest.raises(ConfigError, match=r"is not a journal of querious crud"):
        read_journal(path)


def test_a_journal_that_is_not_there_is_one_line(tmp_path):
    with pytest.raises(ConfigError, match="cannot read"):
        read_journal(tmp_path / "none.jsonl")


def test_cleaning_up_removes_by_key_and_by_values():
    books = Dictionary()
    first, second = books.post({"title": "a"}).key, books.post({"title": "b", "pages": 3}).key
    left = [
        Left("books", {}, "", {"title": "b", "pages": 3}),
        Left("books", {}, "", {"title": "never sent"}),
        Left("books", {}, first),
    ]
    removed = []
    assert clean_up(left, {"books": books}, lambda one, key: removed.append(key)) == []
    assert set(books.there) == {"old"}
    assert removed == [second, first]


def test_what_cannot_be_removed_is_told():
    refusing = Dictionary(wrong={"delete": lambda self, key: Outcome(Ending.REFUSED, key)})
    left = [Left("books", {}, refusing.post({"title": "a"}).key), Left("gone", {}, "1")]
    stays = clean_up(left, {"books": refusing}, lambda one, key: None)
    assert stays == left
    assert [one.reason for one in stays] == [
        "delete failed: refused",
        "the service no longer has this collection",
    ]


@pytest.mark.parametrize(
    "line",
    [
        {"there": "books"},
        {"there": "books", "keys": 5},
        {"there": ["books"], "keys": []},
        {"posting": "books"},
        {"posting": "books", "given": {"a": 5}, "entry": None},
        {"posting": "books", "given": [], "entry": None},
        {"posted": "books", "given": {}, "key": {}},
        {"removed": {}, "given": {}, "key": "1"},
    ],
)
def test_a_line_of_other_types_is_told_in_one_line(tmp_path, line):
    path = tmp_path / "run.jsonl"
    path.write_text(json.dumps({"target": "t", "url": "", "template": ""}) + "\n" + json.dumps(line))
    with pytest.raises(ConfigError, match="is damaged: it has a line that querious crud does not write"):
        read_journal(path)


@pytest.mark.parametrize("text", [b"\xff\xfe", b"", b"{}", b'{"target": 5}', b'{"target": "t", "url": []}'])
def test_what_is_no_journal_is_told_in_one_line(tmp_path, text):
    (tmp_path / "run.jsonl").write_bytes(text)
    with pytest.raises(ConfigError, match="is not a journal of querious crud"):
        read_journal(tmp_path / "run.jsonl")


def answered(ending, status):
    return Outcome(ending, exchanges=(Exchange(ANY_CASE, status=status),))


@pytest.mark.parametrize(
    ("listed", "told"),
    [
        (answered(Ending.REFUSED, 401), "refused (401): pass the credentials of the run again"),
        (answered(Ending.BROKEN, 500), "list failed: broken (500)"),
        (answered(Ending.BROKEN, 0), "is the service running?"),
    ],
)
def test_where_nobody_can_tell_whether_it_was_made_the_reason_is_told(listed, told):
    books = Dictionary(wrong={"list": lambda self: listed})
    (stays,) = clean_up([Left("books", {}, "", {"title": "a"})], {"books": books}, lambda one, key: None)
    assert stays.reason.startswith("it may not exist, and ")
    assert told in stays.reason


def test_an_entry_that_cannot_be_there_is_not_left():
    books = Dictionary(wrong={"list": lambda self: answered(Ending.NOT_FOUND, 404)})
    assert clean_up([Left("books", {}, "", {"title": "a"})], {"books": books}, lambda one, key: None) == []


def test_what_turns_out_not_to_be_there_is_not_left_on_record(journal):
    journal.posting("books", {}, {"title": "a"})
    assert len(journal.left()) == 1
    assert remove_left(journal, {"books": Dictionary()}) == (0, [])
    assert journal.left() == []


SECRET, OTHER = ("ghp_16C7e42F292c6912E7710c838347Ae178B4a", "ghp_77Q7e42F292c6912E7710c838347Ae178B4z")


def test_keys_that_are_secrets_are_not_written(journal):
    journal.there("grants", [OTHER])
    journal.posting("grants", {}, {"scope": "a"})
    journal.posted("grants", {}, SECRET)
    journal.posting("grants/uses", {"grants": [SECRET]}, {"grant": SECRET})
    journal.posted("grants/uses", {"grants": [SECRET]}, "1")
    assert "ghp_" not in journal.path.read_text()
    assert journal.left() == [Left("grants/uses", {"grants": [SECRET]}, "1"), Left("grants", {}, SECRET)]
    use, grant = read_journal(journal.path)[1]
    assert "is a secret" in use.reason
    assert (grant.key, grant.entry, grant.is_concealed) == ("", {"scope": "a"}, True)
    journal.removed("grants", {}, grant.written)
    assert [one.collection for one in read_journal(journal.path)[1]] == ["grants/uses"]


def test_an_entry_whose_key_is_a_secret_is_found_by_its_values_if_no_other_has_them(journal):
    grants = Dictionary()
    key = grants.post({"scope": "a"}).key
    left = Left("grants", {}, "", {"scope": "a"}, written="REDACTED-1", is_concealed=True)
    removed = []
    assert clean_up([left], {"grants": grants}, lambda _, key: removed.append(key)) == []
    assert removed == [key]
    for _ in range(2):
        grants.post({"scope": "a"})
    (stays,) = clean_up([left], {"grants": grants}, lambda _, key: removed.append(key))
    assert "several entries" in stays.reason


def test_what_cannot_be_reached_is_not_tried():
    left = Left("grants", {}, reason="its parent is not known")
    assert clean_up([left], {"grants": Dictionary()}, lambda one, key: None) == [left]
