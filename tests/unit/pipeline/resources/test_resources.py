"""A run that measures what answers cost: each growth alone, a healthy API, harm, and consent."""

from __future__ import annotations

import pytest
from tests.growing_api import GrowingApi

from querious.errors import ConfigError
from querious.growth import GROWTH, LIMIT, MEASURED
from querious.model import Settings, Severity
from querious.pipeline.resources.consent import check_consent
from querious.pipeline.run.use_case import run

SETTINGS = Settings(seed=1, requests=1_200, seconds=None, resources=True, invalid=0.0, criterion="none")


def told(fault: str, settings: Settings = SETTINGS):
    found = run(GrowingApi(fault), settings)
    assert not found.errors
    return [one for one in found.findings if one.oracle in MEASURED], found


def test_an_api_with_limits_is_clean():
    found, whole = told("")
    assert [(one.oracle, one.coordinate, one.message) for one in found] == []
    assert not any("Resources" in note for note in whole.notes)


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
    found, _ = told(fault)
    assert [(one.oracle, one.coordinate, one.severity) for one in found] == [(rule, coordinate, Severity.SUSPICION)]
    assert words in found[0].message
    assert "seconds" in found[0].excerpt


def test_everything_ends_at_the_first_harm():
    found, whole = told("breaks at 16 aliases")
    assert found == []
    (note,) = [note for note in whole.notes if "Resources" in note]
    assert "first sign of harm" in note
    assert "16 aliases" in note
    assert "status 500" in note


def test_nothing_is_measured_unasked():
    api = GrowingApi()
    found = run(api, Settings(seed=1, requests=600, seconds=60.0, invalid=0.0))
    assert api.longest < 20_000
    assert not [one for one in found.findings if one.oracle in MEASURED]


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
