from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from graphql import build_schema

from querious.errors import ConfigError
from querious.model import Coverage, Settings
from querious.model.recording import Recording
from querious.pipeline.coverage.use_case import compare
from querious.pipeline.recorded import Asked, Unused, read_recordings, usable
from querious.pipeline.replay.use_case import replay_recordings
from querious.pipeline.run.use_case import run

SHOP = """
type Query { book(id: ID!): Book books(first: Int!): [Book!]! }
type Mutation { sell(id: ID!): Book }
type Book { id: ID! title: String! pages: Int @deprecated }
"""
BOOKS = {"1": {"id": "1", "title": "A", "pages": 1}, "2": {"id": "2", "title": "B", "pages": 2}}
NOON = datetime(2024, 1, 1, 12, tzinfo=UTC)


def recording(document, kind="query", name="", times=1, **variables):
    return Recording(document, variables, NOON, NOON, operation_name=name, kind=kind, times_called=times)


def shop(**changes):
    schema = build_schema(SHOP)
    resolvers = {
        "book": lambda _, __, id: BOOKS.get(id),  # noqa: A006
        "books": lambda _, __, first: list(BOOKS.values())[:first],
        **changes,
    }
    for name, resolve in resolvers.items():
        schema.query_type.fields[name].resolve = resolve
    schema.mutation_type.fields["sell"].resolve = lambda _, __, id: BOOKS.get(id)  # noqa: A006
    return schema


BOOK = recording("query Book($id: ID!) { book(id: $id) { id title } }", name="Book", times=7, id="1")
LIST = recording("{ books(first: 2) { title __typename } }", times=2)
SELL = recording("mutation { sell(id: 2) { id } }", "mutation")


def test_each_recording_is_one_test():
    replayed = replay_recordings([BOOK, LIST], shop(), Settings())
    metrics = replayed.metrics
    assert (metrics.unique_queries, metrics.passing, metrics.failing, metrics.faults) == (2, 2, 0, 0)
    assert (metrics.types, metrics.entry_points) == (3, 2)
    # three of each answer; a book with two fields, twice three; a list and twice a title and a type name
    assert metrics.assertions == 3 + (1 + 2 * 3) + 3 + (3 + 2 + 2 * (3 + 1))
    assert metrics.tuples == 5
    assert metrics.covered == 4
    assert replayed.unused == ()


def test_a_recording_fails_by_a_fault_and_says_why():
    replayed = replay_recordings([BOOK, LIST], shop(book=lambda *_, **__: {"id": "1", "title": None}), Settings())
    assert [failing.name for failing in replayed.failing] == ["Book"]
    assert "Book.title" in replayed.failing[0].reason
    assert (replayed.metrics.passing, replayed.metrics.failing, replayed.metrics.faults) == (1, 1, 1)


def test_errors_that_were_there_when_it_was_recorded_are_expected():
    def refuse(*_, **__):
        raise ValueError("Book not found")

    failing = replay_recordings([BOOK], shop(book=refuse), Settings())
    assert failing.metrics.failing == 1
    known = replace(BOOK, statuses={"errors": 3})
    assert replay_recordings([known], shop(book=refuse), Settings()).metrics.failing == 0


@pytest.mark.parametrize(
    ("odd", "reason"),
    [
        (replace(BOOK, document="", document_hash="abc"), "only its hash is known"),
        (replace(BOOK, kind="subscription"), "subscriptions are not sent"),
        (SELL, "mutations are sent only with --mutations"),
        (recording("{ gone }"), "does not fit the schema: Cannot query field 'gone'"),
        (recording("{ gone"), "does not fit the schema: Syntax Error"),
        (replace(BOOK, variables={}), "its variables do not fit the schema"),
    ],
)
def test_what_cannot_be_asked_says_why(odd, reason):
    (found,) = usable(shop(), [odd], mutations=False)
    assert isinstance(found, Unused)
    assert reason in found.reason


def test_mutations_are_asked_where_they_may_be():
    assert isinstance(next(usable(shop(), [SELL], mutations=True)), Asked)
    assert replay_recordings([SELL], shop(), Settings(mutations=True)).metrics.unique_queries == 1


def test_of_several_operations_the_named_one_is_asked():
    two = recording("query A { books(first: 1) { id } } query B { books(first: 2) { title } }", name="B")
    (found,) = usable(shop(), [two], mutations=False)
    assert found.operation.name == "B"


def test_a_run_starts_from_recordings_and_changes_them(tmp_path):
    asked = []

    def seen(_, __, id):  # noqa: A002
        asked.append(id)
        return BOOKS.get(id)

    lines = tmp_path / "asked.jsonl"
    lines.write_text(
        '{"query": "query Book($id: ID!) { book(id: $id) { id title } }", "variables": {"id": "1"}, "operationName": "Book"}\n'
        '{"query": "{ book(id: 2) { id } }", "variables": {}}\n'
    )
    kept = []
    report = run(shop(book=seen), Settings(seed=1, requests=40, recordings=str(lines)), keep=kept.append)
    first = [one for one in kept if one.phase == "recordings"]
    documents = [one.exchange.case.document for one in first]
    assert asked[0] == "1"
    assert sorted(one.exchange.case.number for one in kept) == list(range(report.cases))
    assert any("title" not in document for document in documents[2:])
    assert any(one.exchange.case.flaw for one in first)
    assert report.findings == ()
    assert report.production == {"Query.book": 2, "Book.id": 2, "Book.title": 1}


def test_what_users_change_is_told_where_a_run_changes_nothing(tmp_path):
    lines = tmp_path / "asked.jsonl"
    lines.write_text('{"query": "mutation { sell(id: 2) { id } }", "variables": {}}\n')
    report = run(shop(), Settings(seed=1, requests=10, recordings=str(lines)))
    assert report.production == {"Mutation.sell": 1, "Book.id": 1}
    assert "Mutation.sell" not in report.coverage.tuples


def test_production_beside_documents():
    covered = Coverage(requested=frozenset({"Query.books", "Book.title"}))
    found = compare(shop(), covered, [BOOK, LIST, SELL], Settings())
    assert found.used == {"Query.book": 7, "Book.id": 7, "Book.title": 9, "Query.books": 2}
    assert found.missing == [("Book.id", 7), ("Query.book", 7)]
    assert [unused.name for unused in found.unused] == [SELL.document]


def test_where_no_recordings_are_there_is_one_clear_line(tmp_path):
    with pytest.raises(ConfigError, match="no recordings at"):
        list(read_recordings(str(tmp_path / "none")))
