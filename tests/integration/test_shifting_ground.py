"""Mutations that take the ground away, over real HTTP: they are asked last and once, found, named and left out."""

from __future__ import annotations

import pytest

from apis.shifting import Library
from querious.model import Settings
from querious.pipeline.run.use_case import run

BUDGET = 700


def report_of(library: Library, **changes):
    """Without sequences of commands, which take their time, but where a test asks for them."""
    settings = {"seed": 1, "requests": BUDGET, "seconds": 60.0, "mutations": True, "shrink": 10, "connections": 4}
    settings["skip_oracles"] = ("state",)
    with library.serve() as url:
        return run(url, Settings(**(settings | changes)))


def noted(report, *words):
    return [note for note in report.notes if all(word in note for word in words)]


def blamed(report):
    """What is held against queries."""
    return {finding.coordinate for finding in report.findings if not finding.coordinate.startswith("Mutation.")}


def test_an_innocent_library_has_nothing_dangerous_and_its_entries_are_looked_up():
    library = Library()
    report = report_of(library, skip_oracles=())
    assert not noted(report, "Asked last")
    assert not noted(report, "is left out")
    assert not report.findings
    assert {"Query.draft", "Draft.note", "Seat.row"} <= report.coverage.witnessed
    assert "Mutation.deleteBook" in report.coverage.witnessed
    assert report.ended == f"{BUDGET} requests"


def test_mutations_begin_early():
    library = Library()
    report_of(library)
    first = next(place for place, (name, _) in enumerate(library.log) if name.startswith(("create", "update")))
    assert first < BUDGET * 0.2


def test_what_creates_is_asked_before_what_changes_and_that_before_what_deletes():
    library = Library()
    report_of(library)
    order = [name for name, _ in library.log if name in {"createBook", "updateBook", "deleteBook"}]
    assert order.index("createBook") < order.index("updateBook") < order.index("deleteBook")


def test_a_logout_is_asked_last_and_once():
    library = Library("logout", closed=True)
    report = report_of(library, headers=library.login())
    assert noted(report, "Asked last", "Mutation.logout")
    assert library.asked("logout") == 1
    assert len(library.after("logout")) < BUDGET * 0.1
    assert report.ended.startswith("after Mutation.logout")
    assert not report.findings


def test_a_denied_logout_is_never_asked():
    library = Library("logout", closed=True)
    report = report_of(library, headers=library.login(), deny=("Mutation.logout",))
    assert library.asked("logout") == 0
    assert not noted(report, "Asked last")


def test_a_mutation_that_ends_the_session_is_found_by_logging_in_again_and_left_out():
    library = Library("closeDay", closed=True)
    report = report_of(library, renew=library.login)
    (note,) = noted(report, "is left out")
    assert "Mutation.closeDay" in note
    assert "a new login" in note
    assert 1 <= library.asked("closeDay") <= 4
    refused = sum(status == "refused" for _, status in library.log)
    assert refused < BUDGET * 0.15
    assert report.ended == f"{BUDGET} requests"
    assert not report.findings


def test_without_a_new_login_the_run_ends_and_names_the_mutation():
    library = Library("closeDay", closed=True)
    report = report_of(library, headers=library.login())
    assert "Mutation.closeDay" in report.ended
    assert library.asked("closeDay") == 1
    assert len(library.after("closeDay")) < BUDGET * 0.15
    assert not report.findings


def test_a_class_that_is_removed_is_blamed_on_the_mutation_alone():
    library = Library("deleteClass")
    report = report_of(library)
    assert library.asked("deleteClass") == 1
    assert len(library.after("deleteClass")) < BUDGET * 0.1
    (finding,) = report.findings
    assert (finding.oracle, finding.coordinate, finding.severity) == ("collapse", "Mutation.deleteClass", "suspicion")
    assert "queries that had worked crash" in finding.message


def test_a_name_that_does_not_tell_costs_no_innocent_query_its_name():
    library = Library("tidyUp")
    report = report_of(library)
    assert library.asked("tidyUp") == 1
    assert len(library.after("tidyUp")) < BUDGET * 0.15
    assert not blamed(report)
    (finding,) = report.findings
    assert (finding.oracle, finding.coordinate) == ("collapse", "Mutation.tidyUp")
    assert "Mutation.tidyUp" in report.ended


@pytest.mark.parametrize(("extra", "told"), [("deleteMe", "are refused"), ("setMaintenanceMode", "crash")])
def test_what_is_by_design_is_a_note_and_no_finding(extra, told):
    library = Library(extra)
    report = report_of(library)
    assert library.asked(extra) == 1
    assert not report.findings
    assert noted(report, f"After Mutation.{extra}", told) or extra == "setMaintenanceMode"


def test_a_mutation_that_kills_the_server_keeps_its_own_finding():
    library = Library("explode")
    report = report_of(library)
    assert {finding.oracle for finding in report.findings} == {"connection", "collapse"}
    assert all("explode" in finding.exchange.case.document for finding in report.findings)
    assert "Mutation.explode" in report.ended


def test_one_query_that_breaks_is_no_collapse_and_stays_blamed():
    library = Library("breakDrafts")
    report = report_of(library)
    assert blamed(report) == {"Query.drafts"}
    assert not noted(report, "Mutation.breakDrafts")
    assert report.ended == f"{BUDGET} requests"
