"""An error of ours in any part costs no finding of the others."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

import pytest

from pipeline_apis import divide, mentions_fine, resolving
from querious.graphql.oracles import CATALOGUE
from querious.model import Settings
from querious.pipeline import own_errors
from querious.pipeline.graphql import api as graphql_api
from querious.pipeline.graphql import protocol
from querious.pipeline.graphql import rules as graphql_rules
from querious.pipeline.observer import Silent
from querious.pipeline.own_errors import OwnErrors
from querious.pipeline.run import use_case, walk
from querious.relations import RELATIONS
from servers import answering, respond

SETTINGS = Settings(seed=1, requests=300, seconds=None, oracles=(mentions_fine,))


def broken(*_given, **_named):
    raise ZeroDivisionError("broken on purpose")


async def broken_phase(*_given, **_named):
    broken()


def api():
    return resolving(divide=divide)


def found(report):
    return {finding.oracle for finding in report.findings}


def told(report):
    return [(error.part, error.name, error.message) for error in report.errors]


BROKEN = "ZeroDivisionError: broken on purpose"


def test_without_errors_both_faults_are_found():
    report = use_case.run(api(), SETTINGS)
    assert found(report) == {"server_fault", "mentions_fine"}
    assert report.errors == ()


@pytest.mark.parametrize("name", [oracle.name for oracle in CATALOGUE])
def test_an_oracle_that_raises_is_switched_off(monkeypatch, name):
    calls = []

    def judge(*_):
        calls.append(name)
        broken()

    oracles = tuple(replace(oracle, judge=judge) if oracle.name == name else oracle for oracle in CATALOGUE)
    monkeypatch.setattr(graphql_rules, "CATALOGUE", oracles)
    report = use_case.run(api(), SETTINGS)
    assert told(report) == [("oracle", name, BROKEN)]
    assert "in judge" in report.errors[0].traceback
    assert len(calls) == 1
    assert found(report) == {"server_fault", "mentions_fine"} - {name}


@pytest.mark.parametrize("error", [RuntimeError("own"), SystemExit(5)])
def test_an_oracle_of_the_user_that_raises_is_switched_off(error):
    def own(_exchange):
        raise error

    report = use_case.run(api(), replace(SETTINGS, oracles=(own, mentions_fine)))
    assert [(part, name) for part, name, _ in told(report)] == [("oracle", "own")]
    assert found(report) == {"server_fault", "mentions_fine"}


def talk_that_breaks():
    yield broken()


@pytest.mark.parametrize("member", ["propose", "check"])
def test_relations_that_raise_are_switched_off_each_by_itself(monkeypatch, member):
    monkeypatch.setattr(graphql_rules, "RELATIONS", tuple(one._replace(**{member: broken}) for one in RELATIONS))
    report = use_case.run(api(), replace(SETTINGS, requests=600))
    everyone = {("relation", relation.name, BROKEN) for relation in RELATIONS if not relation.changes}
    assert len(told(report)) == len(set(told(report)))
    if member == "propose":
        assert set(told(report)) == everyone
    else:  # a check is asked only where the relation had something to ask
        assert len(told(report)) > 1
        assert set(told(report)) <= everyone
    assert found(report) == {"server_fault", "mentions_fine"}


def test_a_relation_that_raises_leaves_the_others_alone(monkeypatch):
    first = RELATIONS[0]._replace(propose=broken)
    monkeypatch.setattr(graphql_rules, "RELATIONS", (first, *RELATIONS[1:]))
    report = use_case.run(api(), SETTINGS)
    assert told(report) == [("relation", first.name, BROKEN)]
    assert found(report) == {"server_fault", "mentions_fine"}


def test_a_conversation_that_raises_ends_its_relation(monkeypatch):
    first = RELATIONS[0]._replace(propose=lambda _: iter([talk_that_breaks()]))
    monkeypatch.setattr(graphql_rules, "RELATIONS", (first, *RELATIONS[1:]))
    report = use_case.run(api(), SETTINGS)
    assert told(report) == [("relation", first.name, BROKEN)]
    assert found(report) == {"server_fault", "mentions_fine"}


@pytest.mark.parametrize(
    ("place", "phase"),
    [
        ("PlanPhase.walk", "paths"),
        ("RandomPhase.explore", "random"),
        ("RelationsPhase.relate", "relations"),
        ("ShrinkPhase.shrink", "shrinking"),
    ],
)
def test_a_phase_that_raises_is_given_up(monkeypatch, place, phase):
    name, _, method = place.partition(".")
    monkeypatch.setattr(getattr(walk if hasattr(walk, name) else protocol, name), method, broken_phase)
    report = use_case.run(api(), SETTINGS)
    assert told(report) == [("phase", phase, BROKEN)]
    assert found(report) >= {"server_fault", "mentions_fine"} - ({"server_fault"} if phase == "random" else set())


def test_recordings_and_baseline_are_phases_too(monkeypatch, tmp_path):
    from querious.baseline import Baseline, dump  # noqa: PLC0415

    place = tmp_path / "baseline.json"
    place.write_text(dump(Baseline()), encoding="utf-8")
    monkeypatch.setattr(protocol.BaselinePhase, "hold", broken_phase)
    monkeypatch.setattr(protocol, "deviate", broken_phase)
    monkeypatch.setattr(protocol, "read_recordings", lambda _: iter(()))
    report = use_case.run(api(), replace(SETTINGS, baseline=str(place), recordings="store.sqlite"))
    assert told(report) == [("phase", "baseline", BROKEN), ("phase", "recordings", BROKEN)]
    assert found(report) == {"server_fault", "mentions_fine"}


@pytest.mark.parametrize(
    ("place", "part"),
    [
        ("CoverageRecorder.answer", ("coverage", "of responses")),
        ("read_lessons", ("learning", "from responses")),
        ("Pool.learn", ("learning", "from responses")),
        ("Observations.note", ("learning", "for relations")),
    ],
)
def test_what_goes_wrong_around_judging_costs_no_finding(monkeypatch, place, part):
    name, _, method = place.partition(".")
    owner = getattr(graphql_api, name) if method else graphql_api
    monkeypatch.setattr(owner, method or name, broken)
    report = use_case.run(api(), SETTINGS)
    assert told(report) == [(*part, BROKEN)]
    assert found(report) == {"server_fault", "mentions_fine"}


def test_a_shrinker_that_raises_leaves_the_findings_as_they_are(monkeypatch):
    monkeypatch.setattr("querious.pipeline.graphql.api.shrink_cases", broken)
    report = use_case.run(api(), SETTINGS)
    assert {error.part for error in report.errors} == {"shrinking"}
    assert found(report) == {"server_fault", "mentions_fine"}
    assert all(finding.reproduced for finding in report.findings)


def test_the_numbers_of_the_report_may_fail_too(monkeypatch):
    monkeypatch.setattr(protocol.PlanPhase, "reach", broken)
    monkeypatch.setattr(walk, "missing_values", broken)
    report = use_case.run(api(), SETTINGS)
    assert [name for _, name, _ in told(report)] == ["paths", "advice"]
    assert found(report) == {"server_fault", "mentions_fine"}


def test_learned_values_that_cannot_be_written_down_cost_nothing(monkeypatch, tmp_path):
    monkeypatch.setattr(walk, "dump", broken)
    report = use_case.run(api(), replace(SETTINGS, learned=str(tmp_path / "learned.json")))
    assert told(report) == [("report", "learned values", BROKEN)]
    assert found(report) == {"server_fault", "mentions_fine"}


def test_an_error_is_told_once_with_its_traceback():
    notes = []
    errors = OwnErrors(notes.append)
    for _ in range(3):
        with errors.guard("oracle", "data"):
            broken()
    assert notes == [f"Error in oracle data, which is switched off for this run: {BROKEN}"]
    (error,) = errors.errors
    assert error.title == f"oracle data: {BROKEN}"
    assert "in broken" in error.traceback


def test_ctrl_c_goes_through_a_guard():
    errors = OwnErrors(lambda _: None)
    with pytest.raises(KeyboardInterrupt), errors.guard("phase", "random"):
        raise KeyboardInterrupt
    assert errors.errors == ()


def test_the_first_of_a_group_is_the_cause():
    group = BaseExceptionGroup("tasks", [ExceptionGroup("inner", [ValueError("cause")]), KeyError("other")])
    assert str(own_errors.first_cause(group)) == "cause"


def test_notes_tell_of_it_while_the_run_goes_on(monkeypatch):
    class Watching(Silent):
        notes: tuple[str, ...] = ()

        def note(self, text):
            self.notes += (text,)

    watching = Watching()
    monkeypatch.setattr(protocol.PlanPhase, "walk", broken_phase)
    use_case.run(api(), SETTINGS, watching)
    assert any("Error in phase paths" in note for note in watching.notes)


def test_an_error_of_the_user_in_mid_run_keeps_what_was_found(monkeypatch):
    from querious.errors import ConfigError  # noqa: PLC0415

    explore = protocol.RandomPhase.explore

    async def ends(self, *given):
        await explore(self, *given)
        raise ConfigError("the disk is full")

    monkeypatch.setattr(protocol.RandomPhase, "explore", ends)
    report = use_case.run(api(), SETTINGS)
    assert "The run ended early: the disk is full" in report.notes
    assert "server_fault" in found(report)


def test_a_login_hook_that_fails_in_mid_run_costs_no_finding(tmp_path):
    calls = []

    def renew():
        calls.append(1)
        if len(calls) > 1:
            raise RuntimeError("no more tokens")
        return {"Authorization": "token"}

    def answer(handler, body):
        if next(numbers) == 60:
            respond(handler, b"{}", 401)
        else:
            respond(handler, b'{"data": {"a": 3}}')

    numbers = count()
    schema = tmp_path / "s.graphql"
    schema.write_text("type Query { a: String }", encoding="utf-8")
    with answering(answer) as url:
        settings = Settings(seed=1, requests=150, seconds=None, schema=str(schema), connections=1, renew=renew)
        report = use_case.run(url, settings)
    assert [(error.part, error.name) for error in report.errors] == [("hook", "headers")]
    assert "data" in found(report)


def test_what_is_kept_or_shown_may_fail_too():
    class Failing(Silent):
        def found(self, finding):
            broken()

    report = use_case.run(api(), SETTINGS, Failing(), broken)
    assert [name for _, name, _ in told(report)] == ["kept exchanges", "findings as they are found"]
    assert found(report) == {"server_fault", "mentions_fine"}
