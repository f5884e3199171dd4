"""A run on a subgraph: what is asked of it beside its ordinary fields, and what is told."""

from __future__ import annotations

import pytest
from graphql import build_schema
from tests.subgraph_api import SubgraphApi

from querious.model import Settings, Severity
from querious.pipeline.run.use_case import run

SETTINGS = Settings(seed=3, requests=900, seconds=None)


def test_a_healthy_subgraph_is_clean_and_its_router_is_played():
    found = run(SubgraphApi().schema, SETTINGS)
    assert [finding.message for finding in found.findings] == []
    assert set(found.oracles["entities-order"]) == {"passed"}
    assert not found.errors
    missing = {name for names in found.coverage.missing.values() for name in names}
    assert "Product.weight" not in missing, "only other subgraphs have it"


@pytest.mark.parametrize(
    ("fault", "rule"), [("in order of keys", "entities-order"), ("compound key finds nothing", "entities-existence")]
)
def test_a_fault_is_told_once_and_shrunk(fault, rule):
    found = [one for one in run(SubgraphApi(fault).schema, SETTINGS).findings if one.oracle.startswith("entities")]
    assert [(one.oracle, one.severity, one.shrunk) for one in found] == [(rule, Severity.FAULT, True)]
    assert len(found[0].trace) < 6


def test_rules_are_left_out():
    found = run(SubgraphApi("in order of keys").schema, Settings(seed=3, requests=300, skip_oracles=("federation",)))
    assert "entities-order" not in found.oracles
    assert not any(one.oracle.startswith("entities") for one in found.findings)


def test_what_is_denied_is_not_asked():
    found = run(SubgraphApi("in order of keys").schema, Settings(seed=3, requests=300, deny=("Query._entities",)))
    assert not any(one.oracle.startswith("entities") for one in found.findings)


def test_an_entity_that_nothing_shows_is_told():
    api = SubgraphApi()
    api.schema.query_type.fields["stores"].resolve = lambda *_: []
    notes = run(api.schema, SETTINGS).notes
    assert any("No answer showed a key of these entities" in note and "Store" in note for note in notes)


def test_a_schema_without_a_subgraph_has_no_such_phase():
    found = run(build_schema("type Query { a: Int }"), Settings(seed=1, requests=50))
    assert not any(name.startswith("entities") for name in found.oracles)
