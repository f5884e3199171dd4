"""Measuring what answers cost: each growth alone, a healthy API, harm, and consent."""

from __future__ import annotations

import asyncio
import json
from types import SimpleNamespace

import pytest
from tests.growing_api import SDL, GrowingApi
from tests.relating import Api

from querious.errors import ConfigError
from querious.growth import GROWTH, LIMIT, MEASURED
from querious.model import Exchange, Failure, Settings, Severity
from querious.pipeline.budget import RunBudget
from querious.pipeline.graphql.resource_questions import graphql_questions
from querious.pipeline.resources.consent import check_consent
from querious.pipeline.resources.phase import ResourcesPhase
from querious.pipeline.run.use_case import run

KNOWN = ("{ top { id } }", "{ items(first: 3) { id } }", '{ find(text: "x") }', "{ total(ids: [1, 2]) }")


class Sender:
    """Stands for the sender of a run, in front of an API whose time is its own."""

    def __init__(self, api: GrowingApi) -> None:
        self.api = api
        self.ended = ""
        self.sent = 0
        self.notes: list[str] = []
        self.findings: list = []
        self.session = SimpleNamespace(send=self.send)
        self.enter, self.note = (lambda _: None), self.notes.append
        self.count, self.spent = self.findings.extend, lambda: bool(self.ended)

    def next_number(self) -> int:
        self.sent += 1
        return self.sent

    def end(self, reason: str) -> None:
        self.ended = reason

    async def send(self, case) -> Exchange:
        self.api.seconds = 0.002
        status, payload = self.api.answer(case.request.body)
        if self.api.seconds > case.request.timeout:
            return Exchange(case, failure=Failure.TIMEOUT, elapsed=case.request.timeout)
        body = json.dumps(payload).encode()
        return Exchange(case, status, {}, body, payload, is_json=True, elapsed=self.api.seconds)


def measured(fault: str) -> Sender:
    api = GrowingApi(fault)
    known = Api(SDL, {})
    known.schema = known.observed.types.schema = api.schema
    sender = Sender(api)
    phase = ResourcesPhase(sender, MEASURED, 10.0)
    asyncio.run(phase.measure(graphql_questions(known.know(*KNOWN)), RunBudget.unlimited()))
    return sender


def test_an_api_with_limits_is_clean():
    sender = measured("")
    assert [(one.oracle, one.coordinate, one.message) for one in sender.findings] == []
    assert sender.notes == []
    assert sender.sent > 100


@pytest.mark.parametrize(
    ("fault", "rule", "coordinate", "words"),
    [
        ("no page limit", LIMIT, "Query.items", "rows of a page"),
        ("no depth limit", LIMIT, "Query.top", "levels of objects"),
        ("no alias limit", LIMIT, "Query.top", "aliases of one field"),
        ("batches", LIMIT, "Query.top", "operations in one request"),
        ("text explodes", GROWTH, "Query.find.text", "explodes"),
        ("list squared", GROWTH, "Query.total.ids", "items of a list"),
    ],
)
def test_each_growth_is_a_suspicion_with_its_curve(fault, rule, coordinate, words):
    sender = measured(fault)
    found = sender.findings
    assert [(one.oracle, one.coordinate, one.severity) for one in found] == [(rule, coordinate, Severity.SUSPICION)]
    assert words in found[0].message
    assert "seconds" in found[0].excerpt
    assert found[0].shrunk, "what loads a service is not sent again"
    assert not sender.ended


def test_everything_ends_at_the_first_harm():
    sender = measured("breaks at 16 aliases")
    assert sender.findings == []
    (note,) = sender.notes
    assert "first sign of harm" in note
    assert "16 aliases" in note
    assert "status 500" in note
    assert sender.ended


def test_nothing_is_measured_unasked():
    found = run(GrowingApi().schema, Settings(seed=1, requests=150, seconds=30.0))
    assert MEASURED.isdisjoint(found.oracles)
    assert not [one for one in found.findings if one.oracle in MEASURED]


def test_a_run_measures_where_it_is_asked_to():
    settings = Settings(seed=1, requests=300, seconds=30.0, resources=True, criterion="none", invalid=0.0)
    found = run(GrowingApi().schema, settings)
    assert not found.errors
    assert any("Resources" in note for note in found.notes), "150 requests are not enough for all of it"


@pytest.mark.parametrize(
    ("url", "hosts", "fine"),
    [
        ("http://localhost:8000/graphql", (), True),
        ("http://127.0.0.1/", (), True),
        ("http://[::1]:80/", (), True),
        ("http://api:4000/", (), True),
        ("http://web_1/", (), True),
        ("http://host.docker.internal:4000/", (), True),
        ("http://10.0.0.7/", (), False),
        ("http://192.168.1.4/", (), False),
        ("http://7/", (), False),
        ("https://api.example/graphql", (), False),
        ("https://localhost.example/graphql", (), False),
        ("https://api.example/graphql", ("api.example",), True),
        ("https://other.example/graphql", ("api.example",), False),
        ("", (), True),
    ],
)
def test_whose_service_may_be_loaded(url, hosts, fine):
    settings = Settings(resources=True, resources_hosts=hosts)
    check_consent(Settings(), url)
    if fine:
        check_consent(settings, url)
    else:
        with pytest.raises(ConfigError, match="resources-hosts"):
            check_consent(settings, url)
