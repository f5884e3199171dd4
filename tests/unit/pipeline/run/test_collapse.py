from __future__ import annotations

import pytest

from querious.model import Exchange, Field, Operation, graphql_case
from querious.pipeline.run.collapse import (
    ALIVE,
    CollapseState,
    Sight,
    Streak,
    Survey,
    alive,
    canaries,
    collapse_findings,
    is_bad,
    split,
    state_of,
)

LEAF = Field("Book", "id", "", (), (), ())
BOOKS = Field("Query", "books", "all", (("first", 1),), (), (LEAF,))
COUNT = Field("Query", "count", "", (), (), ())


def exchange(kind="query", *selections, **answer) -> Exchange:
    operation = Operation(kind, "", "Query", selections)
    return Exchange(graphql_case(0, operation, "", {}), 200, **answer)


def survey(*states, living: CollapseState | None = CollapseState.GOOD) -> Survey:
    sights = [Sight(f"Query.{place}", state, exchange()) for place, state in enumerate(states)]
    return Survey([*sights, *([Sight(ALIVE, living, exchange())] if living else [])])


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
    ("word", "data", "state"),
    [
        ("data", {"a": 1}, CollapseState.GOOD),
        ("partial data", {"a": 1, "b": None}, CollapseState.GOOD),
        ("data", {"a": None}, CollapseState.NEUTRAL),
        ("data", {"a": []}, CollapseState.GOOD),
        ("user error", None, CollapseState.NEUTRAL),
        ("limit", None, CollapseState.NEUTRAL),
        ("authorisation", None, CollapseState.REFUSED),
        ("refused", None, CollapseState.REFUSED),
        ("not GraphQL", None, CollapseState.REFUSED),
        ("server fault", None, CollapseState.CRASHED),
        ("lost", None, CollapseState.CRASHED),
    ],
)
def test_what_an_answer_says_of_a_canary(word, data, state):
    assert state_of(exchange(payload={"data": data}), word) is state


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


def test_a_canary_asks_one_root_field_for_as_little_as_possible():
    operation = Operation("query", "Name", "Query", (BOOKS, COUNT))
    found = dict(canaries(operation, {"all": [{"id": 1}], "count": None}))
    assert list(found) == ["Query.books"]
    (field,) = found["Query.books"].selections
    assert (field.alias, field.arguments, [child.name for child in field.children]) == (
        "",
        (("first", 1),),
        ["__typename"],
    )


def test_mutations_and_answers_without_data_give_no_canaries():
    assert list(canaries(Operation("mutation", "", "Mutation", (COUNT,)), {"count": 1})) == []
    assert list(canaries(Operation("query", "", "Query", (COUNT,)), None)) == []
    assert [field.name for field in alive("Query").selections] == [ALIVE]


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
    field = Field("Mutation", "deleteClass", "", (), (), ())
    trace = [exchange("mutation", field), exchange("query", COUNT)]
    (finding,) = collapse_findings(trace, lambda _: "server fault")
    assert (finding.oracle, finding.coordinate, finding.severity) == ("collapse", "Mutation.deleteClass", "suspicion")
    assert collapse_findings(trace, lambda _: "data") == []
    assert collapse_findings(trace[1:], lambda _: "server fault") == []
