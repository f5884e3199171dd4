from __future__ import annotations

import asyncio
import json
import threading
import time
from functools import partial
from pathlib import Path

import pytest
from graphql import build_schema

from pipeline_apis import divide, resolving
from querious.errors import ConfigError, QueriousError, TargetError
from querious.execute.pace import Retrying
from querious.model import Level, Settings
from querious.pipeline.coverage.use_case import measure
from querious.pipeline.observer import Silent
from querious.pipeline.run.use_case import replay, run
from querious.pipeline.schema.use_case import load_schema
from servers import answering, hang_up, respond

SCHEMA = build_schema("type Query { a: String b(n: Int, s: String): Int! } type Mutation { change(id: ID!): Int }")


class Watching(Silent):
    def __init__(self) -> None:
        self.seen, self.notes, self.phases = [], [], []

    def note(self, text) -> None:
        self.notes.append(text)

    def progress(self, progress) -> None:
        self.phases.append(progress.phase)

    def found(self, finding) -> None:
        self.seen.append(finding)


def test_a_fault_is_found_shrunk_counted_and_reproduced():
    watching = Watching()
    report = run(resolving(divide=divide), Settings(seed=1, requests=400), watching)
    (finding,) = report.faults
    assert finding.exchange.case.document == "{ divide(n: 0) }"
    assert finding.coordinate == "Query.divide"
    assert finding.shrunk
    assert finding.reproduced
    assert finding.count > 1
    assert [seen.fingerprint for seen in watching.seen] == [finding.fingerprint]
    assert {"reading the schema", "random", "shrinking"} <= set(watching.phases)
    assert report.failed
    assert 320 < report.cases < report.requests == 400
    assert report.ended == "400 requests"
    assert report.oracles["server_fault"]["failed"] == finding.count
    assert sum(report.outcomes.values()) == report.cases


def test_without_shrinking_nothing_is_sent_again():
    report = run(resolving(divide=divide), Settings(seed=1, requests=200, shrink=0))
    assert report.requests == report.cases == 200
    assert not report.faults[0].shrunk
    assert report.faults[0].reproduced is None


def test_what_shrinking_does_not_need_is_asked_and_what_that_finds_is_shrunk():
    asked: list[str] = []

    def crash_late(n=1, s="") -> int:
        if len(asked) >= 320:  # where asking would end that leaves the rest to shrinking
            raise KeyError("gone")
        return 1

    api = resolving(divide=divide, late=crash_late)
    report = run(api, Settings(seed=1, requests=400), keep=lambda kept: asked.append(kept.phase))
    late = next(finding for finding in report.faults if finding.coordinate == "Query.late")
    assert late.exchange.case.document == "{ late }"
    assert (late.shrunk, late.reproduced) == (True, True)
    assert report.requests == 400


def test_who_wants_few_findings_is_not_asked_for_more():
    report = run(resolving(divide=divide), Settings(seed=1, requests=400, stop_after=1))
    assert report.ended == "1 finding"
    assert report.faults[0].shrunk
    assert report.requests < 200


def test_what_is_dangerous_comes_after_all_other_asking():
    schema = build_schema("type Query { divide(n: Int): Int } type Mutation { logout: Boolean }")
    schema.query_type.fields["divide"].resolve = lambda _, __, n=1: divide(n)
    asked: list[str] = []
    run(schema, Settings(seed=1, requests=300, mutations=True), keep=lambda kept: asked.append(kept.phase))
    first = asked.index("last mutations")
    assert set(asked[first:]) == {"last mutations"}
    assert first > 250


def test_what_is_dangerous_and_was_carried_out_is_told():
    schema = build_schema("type Query { divide(n: Int): Int } type Mutation { logout: Boolean shutDown: Boolean }")
    schema.query_type.fields["divide"].resolve = lambda _, __, n=1: divide(n)
    schema.mutation_type.fields["logout"].resolve = lambda *_: True
    schema.mutation_type.fields["shutDown"].resolve = fail
    report = run(schema, Settings(seed=1, requests=300, mutations=True))
    told = [note for note in report.notes if "not undone" in note]
    assert told == ["Carried out at the very end, and not undone: Mutation.logout."]


def fail(*_):
    raise RuntimeError("not allowed")


def test_what_does_not_show_again_is_said_to_be_so():
    calls = iter([True] * 3)

    def moody(n=1, s="") -> int:
        if next(calls, False):
            raise KeyError("gone")
        return 1

    (finding,) = run(resolving(moody=moody), Settings(seed=1, requests=150)).faults
    assert finding.reproduced is False
    assert not finding.shrunk


def test_coverage_counts_queries_only_unless_mutations_are_asked():
    report = run(SCHEMA, Settings(requests=20))
    assert report.coverage.tuples == {"Query.a", "Query.b"}
    both = run(SCHEMA, Settings(requests=120, mutations=True))
    assert both.coverage.tuples == {"Query.a", "Query.b", "Mutation.change"}
    assert both.coverage.share(Level.REQUESTED) == 1


def test_patterns_bound_what_is_asked_and_what_counts():
    report = run(
        resolving(one=divide, two=divide), Settings(requests=100, deny=("Query.two",), exclude=("Query.fine",))
    )
    assert report.coverage.tuples == {"Query.one"}
    assert report.coverage.requested == {"Query.one"}


def test_nothing_to_ask_ends_at_once():
    with pytest.raises(TargetError, match="nothing was tested: there is no operation that may be asked"):
        run(SCHEMA, Settings(deny=("Query",)))


def test_budgets_end_the_run():
    assert run(SCHEMA, Settings(requests=None, seconds=0.3)).ended == "0.3 s"
    covered = run(resolving(divide=divide), Settings(requests=3_000, coverage=0.5))
    assert covered.ended == "50% coverage"
    assert run(resolving(divide=divide), Settings(requests=3_000, stop_after=1)).ended == "1 finding"


def test_own_oracles_and_skipped_ones():
    def slow(exchange) -> str | None:
        return "the answer mentions fine" if b"fine" in exchange.body else None

    report = run(resolving(divide=divide), Settings(requests=120, oracles=(slow,), skip_oracles=("server_fault",)))
    assert {finding.oracle for finding in report.findings} == {"slow"}
    with pytest.raises(ConfigError, match="Unknown oracle 'nonsense'"):
        run(SCHEMA, Settings(skip_oracles=("nonsense",)))


@pytest.mark.parametrize("error", [ValueError("no"), SystemExit(4)])
def test_a_generator_that_raises_is_told_and_done_without(error):
    calls = []

    def broken(_random) -> int:
        calls.append(1)
        raise error

    report = run(resolving(divide=divide), Settings(requests=500, generators={"Query.divide.n": broken}))
    (told,) = report.errors
    assert (told.part, told.name) == ("hook", "generators['Query.divide.n']")
    assert "raise error" in told.traceback
    assert len(calls) == 1
    assert {finding.coordinate for finding in report.faults} == {"Query.divide"}


@pytest.mark.unmeasured
def test_learned_values_lead_deeper():
    schema = build_schema("type Query { things: [Thing!]! thing(id: ID!): Thing } type Thing { id: ID! secret: Int }")
    schema.query_type.fields["things"].resolve = lambda *_: [{"id": "opaque-731"}]
    schema.query_type.fields["thing"].resolve = lambda _, __, id: (  # noqa: A006
        {"id": id, "secret": 1} if id == "opaque-731" else None
    )
    report = run(schema, Settings(seed=1, requests=400))
    assert report.coverage.share(Level.WITNESSED) == 1


def test_the_same_seed_sends_the_same_cases_whatever_the_timing():
    def sent(delay: float) -> list[bytes]:
        bodies: list[bytes] = []
        lock = threading.Lock()

        def application(environ, start_response):
            body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
            with lock:
                bodies.append(body)
                wait = delay * (len(bodies) % 3)
            time.sleep(wait)
            start_response("200 OK", [("content-type", "application/json")])
            query = json.loads(body)["query"]
            data = {"things": [{"id": "t1"}, {"id": "t2"}]} if "things" in query else {}
            return [json.dumps({"data": data}).encode()]

        schema = "type Query { things: [Thing!]! thing(id: ID!): Thing } type Thing { id: ID! }"
        path = "schema.graphql"
        Path(path).write_text(schema, encoding="utf-8")
        run(application, Settings(seed=4, requests=150, shrink=0, schema=path, skip_oracles=("data",)))
        return sorted(bodies)

    assert sent(0) == sent(0.004)


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_a_server_that_is_not_there_ends_the_run(monkeypatch):
    # how long it waits before it tries again is tested with the clock of test_pace
    monkeypatch.setattr("querious.execute.targets.Retrying", partial(Retrying, pauses=(0, 0)))
    with answering(lambda handler, _: respond(handler, b'{"data": {"a": "x"}}')) as url:
        pass
    Path("s.graphql").write_text("type Query { a: String }", encoding="utf-8")
    with pytest.raises(TargetError, match=r"no connection to .* could be made .*; check the address"):
        run(url, Settings(requests=500, schema="s.graphql", shrink=0))


def test_replay_tells_what_still_shows():
    faulty, mended = resolving(divide=divide), resolving(divide=lambda **_: 1)
    findings = run(faulty, Settings(seed=1, requests=300)).findings
    assert [one.shown for one in replay(findings, faulty, Settings())] == [True]
    assert [one.shown for one in replay(findings, mended, Settings())] == [False]


def test_measuring_documents_and_loading_schemas():
    coverage = measure(
        SCHEMA, {"a.graphql": "{ a }", "b.graphql": "mutation { change(id: 1) }"}, Settings(mutations=True)
    )
    assert coverage.requested == {"Query.a", "Mutation.change"}
    with pytest.raises(QueriousError, match=r"c\.graphql"):
        measure(SCHEMA, {"c.graphql": "{ a"}, Settings())
    Path("s.graphql").write_text("type Query { a: String }", encoding="utf-8")
    assert load_schema("", Settings(schema="s.graphql")).schema.query_type.fields["a"]


def test_a_run_inside_a_running_event_loop():
    async def in_a_notebook() -> int:
        return run(SCHEMA, Settings(requests=10, shrink=0)).cases

    assert asyncio.run(in_a_notebook()) == 10


@pytest.mark.parametrize("name", ["allow", "deny", "include", "exclude"])
def test_a_pattern_that_matches_nothing_is_a_mistake(name):
    with pytest.raises(ConfigError, match=r"'Mutation\.chnge' of .* matches nothing .* did you mean Mutation\.change"):
        run(SCHEMA, Settings(requests=5, **{name: ("Query.*", "Mutation.chnge")}))


def test_a_connection_lost_once_is_only_a_suspicion():
    calls = iter(range(1_000))

    def sometimes(handler, body):
        if b"__schema" not in body and next(calls) == 30:
            hang_up(handler)
        else:
            respond(handler, b'{"data": {}}')

    Path("s.graphql").write_text("type Query { a: String }", encoding="utf-8")
    with answering(sometimes) as url:
        report = run(
            url, Settings(requests=120, schema="s.graphql", connections=1, skip_oracles=("data", "variants"), invalid=0)
        )
    assert [(finding.oracle, finding.severity, finding.reproduced) for finding in report.findings] == [
        ("connection", "suspicion", False)
    ]
    assert not report.failed


def test_a_time_limit_that_was_exceeded_once_is_only_a_suspicion():
    calls = iter(range(1_000))

    def sometimes(handler, body):
        if b"__schema" not in body and next(calls) == 30:
            time.sleep(1.5)
        respond(handler, b'{"data": {}}')

    Path("s.graphql").write_text("type Query { a: String }", encoding="utf-8")
    skipped = ("data", "variants")
    settings = Settings(requests=120, schema="s.graphql", connections=1, skip_oracles=skipped, invalid=0, timeout=0.5)
    with answering(sometimes) as url:
        report = run(url, settings)
    assert ("connection", "suspicion", False) in {
        (finding.oracle, finding.severity, finding.reproduced) for finding in report.findings
    }
    assert not report.failed
