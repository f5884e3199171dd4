from __future__ import annotations

from types import SimpleNamespace

import pytest

from querious.model import Exchange, Field, Operation, graphql_case
from querious.pipeline.run.collapse import (
    ALIVE,
    CollapseState,
    Sight,
    Streak,
    Survey,
    collapse_findings,
    is_bad,
    split,
    state_of,
)
from querious.pipeline.run.mutation_order import MutationOrder

COUNT = Field("Query", "count")


def exchange(changes: int = 0, *selections) -> Exchange:
    """An answer to a case whose number says whether it changes anything."""
    return Exchange(graphql_case(changes, Operation("query", "", "Query", selections), "", {}), 200)


def survey(*states, living: CollapseState | None = CollapseState.GOOD) -> Survey:
    sights = [Sight(f"Query.{place}", state, exchange()) for place, state in enumerate(states)]
    return Survey([*sights, *([Sight(ALIVE, living, exchange())] if living else [])])


def api(word: str, *, has_data: bool = True):
    """As much of an API under test as is asked here."""
    order = MutationOrder({}, lambda case: [node.coordinate for node in case.operation.selections[:1]][: case.number])
    return SimpleNamespace(outcome=lambda _: word, has_data=lambda _: has_data, mutations=order)


def streak(words) -> Streak:
    found = Streak()
    for word in words:
        found.note(word)
    return found


def test_failures_in_a_row_alarm_by_how_common_failures_were():
    assert streak(["data"] * 50 + ["server fault"] * 8).alarming
    assert not streak(["data"] * 50 + ["server fault"] * 7).alarming
    assert not streak(["data", "user error"] * 25 + ["user error"] * 8).alarming
    assert streak(["data", "user error"] * 25 + ["user error"] * 20).alarming


def test_a_row_that_was_forgiven_counts_as_ordinary():
    found = streak(["data"] * 50 + ["lost"] * 20)
    found.forgive()
    assert not found.alarming


@pytest.mark.parametrize(
    ("word", "has_data", "state"),
    [
        ("data", True, CollapseState.GOOD),
        ("partial data", True, CollapseState.GOOD),
        ("data", False, CollapseState.NEUTRAL),
        ("user error", False, CollapseState.NEUTRAL),
        ("limit", False, CollapseState.NEUTRAL),
        ("authorisation", False, CollapseState.REFUSED),
        ("refused", False, CollapseState.REFUSED),
        ("not GraphQL", False, CollapseState.REFUSED),
        ("server fault", False, CollapseState.CRASHED),
        ("lost", False, CollapseState.CRASHED),
    ],
)
def test_what_an_answer_says_of_a_canary(word, has_data, state):
    assert state_of(exchange(), api(word, has_data=has_data)) is state


@pytest.mark.parametrize(
    ("states", "living", "collapsed"),
    [
        ([CollapseState.GOOD, CollapseState.GOOD], CollapseState.GOOD, False),
        ([CollapseState.NEUTRAL] * 4, CollapseState.GOOD, False),
        ([CollapseState.CRASHED] * 4, CollapseState.CRASHED, True),
        ([CollapseState.CRASHED] * 4, CollapseState.GOOD, True),
        ([CollapseState.REFUSED], CollapseState.GOOD, True),
        ([CollapseState.REFUSED, CollapseState.GOOD, CollapseState.GOOD], CollapseState.GOOD, False),
        ([CollapseState.CRASHED], CollapseState.GOOD, False),
        ([CollapseState.CRASHED] * 2, CollapseState.GOOD, False),
        ([CollapseState.CRASHED] * 2, CollapseState.CRASHED, True),
        ([], CollapseState.GOOD, False),
    ],
)
def test_it_is_a_collapse_only_if_new_entries_cannot_explain_it(states, living, collapsed):
    assert survey(*states, living=living).collapsed is collapsed


def test_a_survey_tells_how_many_fail_and_how():
    assert (
        survey(CollapseState.REFUSED, CollapseState.REFUSED, CollapseState.GOOD).told()
        == "2 of 3 queries that had worked are refused"
    )
    assert survey(CollapseState.CRASHED, CollapseState.GOOD).told() == "1 of 2 queries that had worked crash"


@pytest.mark.parametrize(
    ("answers", "place"), [("", 0), ("ggg", 3), ("bbb", 0), ("gggbbb", 3), ("ggbgbbgbbb", 4), ("gbgggg", 6)]
)
def test_where_answers_turned_bad(answers, place):
    assert split([answer == "b" for answer in answers]) == place


def test_only_what_is_not_the_fault_of_the_question_is_bad():
    assert is_bad("server fault")
    assert is_bad("authorisation")
    assert not is_bad("user error")
    assert not is_bad("data")


def test_a_mutation_after_which_canaries_crash_is_found_again_in_its_trace():
    field = Field("Mutation", "deleteClass")
    trace = [exchange(1, field), exchange(0, COUNT)]
    (finding,) = collapse_findings(trace, api("server fault"))
    assert (finding.oracle, finding.coordinate, finding.severity) == ("collapse", "Mutation.deleteClass", "suspicion")
    assert collapse_findings(trace, api("data")) == []
    assert collapse_findings(trace[1:], api("server fault")) == []
