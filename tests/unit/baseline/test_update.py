from __future__ import annotations

from typing import Any

from library_api import Library, made_up
from querious.baseline import (
    Baseline,
    BaselineAnswer,
    BaselineChange,
    BaselineUpdate,
    RenewedAnswer,
    by_coordinate,
    graphql_terms,
    volatile_changes,
)
from querious.model.patterns import compile_pattern

BOOK = '{ book(id: "b101") { id title pages owner { id } } }'


def updating(only: str = "**") -> BaselineUpdate:
    return BaselineUpdate(
        graphql_terms(Library().schema), frozenset(), lambda name: bool(compile_pattern(only).fullmatch(name))
    )


def renewed(**values: Any) -> RenewedAnswer:
    data = made_up()
    data.books[1] |= values
    shape, before = Library().data_of(BOOK)
    return RenewedAnswer(BaselineAnswer(BOOK, {}, before), shape, Library(data).data_of(BOOK)[1])


def test_what_changed_is_taken_over_and_told():
    update = updating()
    (answer,) = update.answers([renewed(pages=7, title="New")], [])
    assert (answer.data["book"]["pages"], answer.data["book"]["title"]) == (7, "New")
    assert [change.coordinate for change in update.changes.changed] == ["Book.title", "Book.pages"]
    assert "is `7`, but was" in update.changes.changed[1].about
    assert update.changes.any


def test_only_what_is_wanted_changes():
    update = updating("Book.title")
    one = renewed(pages=7, title="New", owner="a111")
    (answer,) = update.answers([one], [])
    assert answer.data["book"] == {**one.old.data["book"], "title": "New"}
    assert [change.coordinate for change in update.changes.changed] == ["Book.title"]


def test_what_could_not_be_had_is_kept_and_what_does_not_fit_is_dropped():
    update = updating()
    one = renewed()
    assert update.answers([one._replace(data=None), one._replace(shape=None)], []) == [one.old]
    assert (update.changes.kept, update.changes.dropped) == (1, [BOOK])


def test_new_answers_are_added():
    update = updating()
    new = BaselineAnswer("{ now }", {}, {"now": "<volatile>"})
    assert update.answers([renewed()], [new]) == [renewed().old, new]
    assert (update.changes.added, update.changes.changed) == (1, [])


OLD = {
    "Book.isbn": {"never null": True, "format": "uuid"},
    "Book": {"equal": ["a = b", "c = d"]},
    "Author.x": {"unique": True},
}


def test_invariants_stay_unless_they_broke():
    update = updating()
    broken = [("Book.isbn", "format", "uuid"), ("Book", "equal", "a = b")]
    new = {"Book.isbn": {"never null": True, "pattern": "99"}, "Book": {"equal": ["e = f"]}}
    assert update.invariants(OLD, new, broken) == {
        "Author.x": {"unique": True},
        "Book": {"equal": ["c = d", "e = f"]},
        "Book.isbn": {"never null": True, "pattern": "99"},
    }
    assert BaselineChange("Book.isbn", "format: no longer holds, was `uuid`") in update.changes.changed
    assert BaselineChange("Book.isbn", "pattern: is `99`") in update.changes.changed


def test_invariants_elsewhere_are_not_touched():
    update = updating("Book.isbn")
    broken = [("Author.x", "unique", True), ("Book.isbn", "never null", True)]
    merged = update.invariants(OLD, {"Book.title": {"unique": True}}, broken)
    assert merged == {"Book.isbn": {"format": "uuid"}, "Book": OLD["Book"], "Author.x": OLD["Author.x"]}


def test_changes_are_told_by_coordinate_the_most_frequent_first():
    changes = [BaselineChange("A.a", "1"), BaselineChange("B.b", "2"), BaselineChange("B.b", "3")]
    assert by_coordinate(changes) == [(BaselineChange("B.b", "2"), 2), (BaselineChange("A.a", "1"), 1)]
    assert volatile_changes(Baseline(volatile=frozenset({"A.a"})), frozenset({"A.a", "B.b"}))[0].coordinate == "B.b"
