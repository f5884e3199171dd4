"""Habits of real services, each on a service of its own with some hundred fields: what a plan must reach all the same.

The budgets are a fraction of what it took before these habits were known; each test fails without its remedy.
"""

from __future__ import annotations

import pytest
from graphql import print_schema

from apis import quirks
from apis.serving import serve
from querious.model import Settings
from querious.pipeline.observer import Silent
from querious.pipeline.run.use_case import run


class Planned(Silent):
    """How many requests had been sent when the plans were done, and what had a value by then."""

    def __init__(self) -> None:
        self.requests = self.witnessed = 0

    def progress(self, progress) -> None:
        if progress.phase not in {"random", "relations", ""}:
            self.requests, self.witnessed = progress.requests, progress.witnessed


def walked(target, requests, **changes):
    planned = Planned()
    settings = {"seed": 1, "invalid": 0, "shrink": 0, "skip_oracles": ("relations",), **changes}
    return run(target, Settings(requests=requests, **settings), planned), planned


def missed(report):
    return report.coverage.tuples - report.coverage.witnessed


def test_details_hang_on_lists_and_not_on_lookups_whose_keys_nobody_knows():
    report, _ = walked(quirks.lookups_before_lists(), 60)
    assert missed(report) == {f"Query.thing{n}" for n in range(quirks.KINDS)}


def test_where_lists_are_empty_or_refused_the_lookup_is_taken():
    report, planned = walked(quirks.empty_lists(), 60)
    assert missed(report) == {f"Query.page{n}" for n in range(quirks.KINDS)}
    assert planned.requests <= 30


def test_a_page_size_that_nested_lists_refuse_is_left_out_there():
    report, _ = walked(quirks.nested_limits(), 60)
    without_data = range(2, quirks.NESTED, 3)
    places = ("Room.shelf{}", "Shelf{}.label", "Shelf{}.boxes", "Box{}.code")
    assert missed(report) == {place.format(n) for n in without_data for place in places}


def test_a_page_size_is_kept_where_it_is_taken():
    sent = []
    schema = quirks.nested_limits()
    rooms = schema.query_type.fields["rooms"]
    resolve = rooms.resolve

    def noting(root, info, **arguments):
        sent.append(arguments)
        return resolve(root, info, **arguments)

    rooms.resolve = noting
    walked(schema, 30, criterion="none")
    assert all("limit" in arguments for arguments in sent[:15])


def test_a_page_size_that_spoils_the_whole_request_is_left_out_too():
    with serve(quirks.nested_limits(whole=True), whole=quirks.Whole) as url:
        report, _ = walked(url, 400)
    assert len(missed(report)) == 4 * (quirks.NESTED // 3)


def test_what_never_brings_anything_is_given_up():
    with serve(quirks.dead_ends(60), whole=quirks.Whole) as url:
        report, planned = walked(url, 2_000)
    assert len(report.coverage.witnessed) == 6
    assert planned.requests <= 350


def test_names_of_fields_and_listed_values_are_sent_where_arguments_ask_for_them():
    report, planned = walked(quirks.names_as_values(), 100)
    assert missed(report) == set()
    assert planned.requests <= 50


def test_arguments_are_left_out_or_given_as_the_field_needs_it():
    report, planned = walked(quirks.defaults(), 60)
    assert missed(report) == set()
    assert planned.requests <= 30


def test_fields_that_spoil_whole_answers_are_found_and_asked_apart():
    with serve(quirks.brittle(), whole=quirks.Whole) as url:
        report, planned = walked(url, 400)
    assert missed(report) == {f"{kind}{n}{name}" for n in range(7, quirks.BRITTLE, 15) for kind, name in _PLACES}
    assert planned.requests <= 160


_PLACES = (("Query.part", ""), ("Part", ".name"), ("Part", ".size"))


def test_a_schema_file_that_is_out_of_date_costs_a_few_requests_and_one_note(tmp_path):
    old = tmp_path / "old.graphql"
    old.write_text(print_schema(quirks.library(old=True)))
    with serve(quirks.library()) as url:
        report, _ = walked(url, 300, schema=str(old), skip_oracles=())
    assert report.outcomes.get("refused", 0) <= 20
    assert report.findings == ()
    (note,) = [note for note in report.notes if "out of date" in note]
    for name in ("Book.isbn10", "Reader.loans", "Publisher.vatNumber", "Query.books.sortKey"):
        assert name in note
    gone = {"Book.isbn10", "Book.shelfMark", "Reader.loans", "Loan.id", "Loan.due", "Publisher.vatNumber"}
    assert missed(report) == gone


@pytest.mark.parametrize("shows_it_still", [True, False])
def test_a_field_that_a_server_drops_during_the_run_is_left_out(shows_it_still):
    """It is a finding only if the server's introspection still shows the field."""
    old, new = quirks.library(old=True), quirks.library()
    for schema in (old, new):
        schema.type_map["Reader"].fields.pop("loans", None)
        for kind, name in (("Query", "books"), ("Author", "books")):
            for argument in ("sortKey", "colour"):
                schema.type_map[kind].fields[name].args.pop(argument, None)
    served = {"asked": 0}

    def guard(body, _document):
        served["asked"] += 1

    def answer(body):
        introspects = b"__schema" in body
        early = served["asked"] < 20
        return old if early or (introspects and shows_it_still) else new

    with serve(answer, guard) as url:
        report, _ = walked(url, 200)
    assert report.outcomes.get("refused", 0) <= 15
    (note,) = [note for note in report.notes if "Left out" in note]
    assert "Book.isbn10" in note
    found = {finding.coordinate for finding in report.findings if finding.oracle == "refused_valid"}
    assert ("Book.isbn10" in found) == shows_it_still
    assert ("changed during the run" in note) != shows_it_still


def test_the_same_seed_gives_the_same_requests():
    def documents():
        seen = []
        with serve(quirks.brittle(), whole=quirks.Whole, seen=lambda body, _: seen.append(body)) as url:
            walked(url, 120, connections=1)
        return seen

    assert documents() == documents()
