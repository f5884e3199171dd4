from __future__ import annotations

import json
from itertools import count
from typing import TYPE_CHECKING, Any

import pytest

from library_api import Library, made_up
from querious.baseline import Baseline, dump
from querious.errors import ConfigError
from querious.model import Settings, Severity
from querious.model.patterns import compile_pattern
from querious.pipeline.baseline.entries import read_baseline
from querious.pipeline.learn.use_case import Learned, Learning, learn
from querious.pipeline.run.use_case import run

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from graphql import GraphQLSchema

    from querious.model import Run


QUICK = {"skip_oracles": ("relations",), "shrink": 0}
"""Relations are judged elsewhere, and shrinking takes its time."""


def library(data: Any = None, **changed: Callable[..., Any]) -> GraphQLSchema:
    clock = count()
    resolvers = {
        "Query.now": lambda *_: str(next(clock)),
        **{key.replace("_", "."): one for key, one in changed.items()},
    }
    return Library(data or made_up(books=8, authors=4), resolvers).schema


def learned(target: GraphQLSchema, before: Baseline | None = None, **how: Any) -> Learned:
    seed = how.pop("seed", 0)
    return learn(target, Settings(seed=seed, requests=60, seconds=None), before, Learning(seconds=0.0, **how))


@pytest.fixture(scope="module")
def trusted() -> Baseline:
    return learned(library()).baseline


def held(target: GraphQLSchema, baseline: Baseline, folder: Path, **settings: Any) -> Run:
    place = folder / "baseline.json"
    place.write_text(dump(baseline), encoding="utf-8")
    return run(
        target, Settings(**{"seed": 5, "requests": 150, "seconds": None, "baseline": str(place), **QUICK, **settings})
    )


def of_baseline(report: Run) -> list[tuple[str, str]]:
    return [(one.coordinate, one.message) for one in report.findings if one.oracle in {"baseline", "invariant"}]


@pytest.mark.unmeasured
def test_the_same_api_has_the_same_bytes(trusted):
    assert dump(learned(library()).baseline) == dump(trusted)


def test_the_clock_is_set_aside_and_no_e_mail_address_is_written(trusted):
    assert trusted.volatile == {"Query.now"}
    text = dump(trusted)
    assert "@example.org" not in text
    assert "email" in text


@pytest.mark.unmeasured
def test_an_api_holds_its_own_baseline(trusted, tmp_path):
    for seed in (1, 2):
        assert of_baseline(held(library(), trusted, tmp_path, seed=seed)) == []


def fails(*_: Any, **__: Any) -> Any:
    raise ValueError("no")


@pytest.mark.parametrize(
    ("changed", "coordinate"),
    [
        ({"Query_book": lambda *_, **__: None}, "Query.book"),
        ({"Query_author": lambda *_, **__: made_up(books=1, authors=4).authors[3]}, "Query.author"),
        ({"Book_owner": lambda *_: None}, "Book.owner"),
        ({"Book_owner": fails}, "Book.owner"),
        ({"Author_books": lambda *_: []}, "Author.books"),
        ({"Book_price": lambda row, _, **__: row["pages"] * 100}, "Book.price"),
        ({"Book_isbn": lambda row, _: row["id"]}, "Book.isbn"),
    ],
)
@pytest.mark.unmeasured
def test_what_is_answered_otherwise_is_a_fault_that_shows_again(trusted, tmp_path, changed, coordinate):
    report = held(library(**changed), trusted, tmp_path, shrink=50)
    found = [one for one in report.faults if one.oracle == "baseline"]
    assert coordinate in {one.coordinate for one in found}
    assert all(one.reproduced for one in found)
    assert all(one.shrunk for one in found)
    least = min(len(one.exchange.case.document) for one in found if one.coordinate == coordinate)
    assert least < 80


def test_a_field_that_became_volatile_is_no_fault(trusted, tmp_path):
    clock = count()
    report = held(library(Book_title=lambda *_: f"Book {next(clock)}"), trusted, tmp_path)
    assert of_baseline(report) == []


def test_an_operation_that_no_longer_fits_is_a_fault(trusted, tmp_path):
    schema = library()
    del schema.type_map["Book"].fields["isbn"]
    report = held(schema, trusted, tmp_path, shrink=5)
    (finding,) = [one for one in report.faults if one.coordinate == "" and one.oracle == "baseline"]
    assert "no longer fits the schema: Cannot query field 'isbn' on type 'Book'" in finding.message
    assert finding.reproduced


@pytest.mark.unmeasured
def test_learning_again_changes_nothing_and_accepts_what_changed(trusted):
    again = learned(library(), trusted)
    assert (again.baseline, again.changes.any) == (trusted, False)
    by_chance = learned(library(), trusted, seed=3)
    assert {answer.document for answer in by_chance.baseline.answers} >= {answer.document for answer in trusted.answers}
    data = made_up(books=8, authors=4)
    data.books[3]["pages"] = 7
    update = learned(library(data), trusted)
    assert {change.coordinate for change in update.changes.changed} >= {"Book.pages"}
    assert dump(learned(library(data), update.baseline).baseline) == dump(update.baseline)


@pytest.mark.unmeasured
def test_only_a_part_can_be_accepted(trusted, tmp_path):
    data = made_up(books=8, authors=4)
    for row in data.books:
        row |= {"pages": 7, "isbn": "new"}
    only = compile_pattern("Book.pages")
    update = learned(library(data), trusted, wanted=lambda name: bool(only.fullmatch(name)))
    assert {change.coordinate for change in update.changes.changed} == {"Book.pages"}
    found = {coordinate for coordinate, _ in of_baseline(held(library(data), update.baseline, tmp_path))}
    assert "Book.isbn" in found
    assert "Book.pages" not in found


@pytest.mark.unmeasured
def test_without_answers_other_data_can_be_held_against_it(tmp_path):
    baseline = learned(library(made_up(books=24)), answers=False).baseline
    assert baseline.answers == ()
    assert baseline.invariants["Book.isbn"]["never null"]
    other = made_up(books=20, seed=4)
    assert of_baseline(held(library(other), baseline, tmp_path)) == []
    for row in other.books:
        row["isbn"] = None
    assert ("Book.isbn", "is null, but was never null in the baseline") in of_baseline(
        held(library(other), baseline, tmp_path)
    )


def test_what_the_user_calls_volatile_is_set_aside():
    pattern = compile_pattern("Book.*ed")
    baseline = learned(library(), is_volatile=lambda name: bool(pattern.fullmatch(name))).baseline
    assert baseline.volatile == {"Query.now", "Book.added", "Book.updated"}
    assert '"added": "<volatile>"' in dump(baseline)


def test_no_mutation_is_sent():
    sent = []
    schema = Library(made_up(books=3, authors=2)).schema
    from graphql import GraphQLField, GraphQLInt, GraphQLObjectType, GraphQLSchema  # noqa: PLC0415

    mutation = GraphQLObjectType("Mutation", {"change": GraphQLField(GraphQLInt, resolve=lambda *_: sent.append(1))})
    whole = GraphQLSchema(schema.query_type, mutation, types=list(schema.type_map.values()))
    learn(whole, Settings(requests=60, mutations=True), how=Learning(seconds=0.0))
    assert sent == []


def test_there_must_be_a_file(tmp_path):
    with pytest.raises(ConfigError, match="create one with querious learn"):
        read_baseline(str(tmp_path / "none.json"))
    (tmp_path / "bytes").write_bytes(b"\xff")
    with pytest.raises(ConfigError, match="cannot read"):
        read_baseline(str(tmp_path / "bytes"))


def test_most_answers_being_others_is_told_once(trusted, tmp_path):
    data = made_up(books=8, authors=4)
    for row in data.books:
        row["id"] = f"x{row['id']}"
    report = held(library(data), trusted, tmp_path)
    assert len([note for note in report.notes if "Most answers differ from the baseline" in note]) == 1
    assert all(one.severity in {Severity.FAULT, Severity.SUSPICION} for one in report.findings)


def test_the_file_is_json_that_says_what_it_is(trusted):
    assert json.loads(dump(trusted))["querious"] == "baseline 1"
