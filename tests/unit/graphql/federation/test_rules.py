"""Each rule of federation against a healthy subgraph, and against one that breaks it."""

from __future__ import annotations

import pytest
from tests.subgraph_api import SDL, SubgraphApi

from querious.graphql.federation.service_rule import judge_service
from querious.model import Severity

FAULTS = [
    ("last one is left out", "entities-order", Severity.FAULT),
    ("in order of keys", "entities-order", Severity.FAULT),
    ("each once", "entities-order", Severity.FAULT),
    ("other type", "entities-order", Severity.FAULT),
    ("compound key by its first field", "entities-order", Severity.FAULT),
    ("unknown key is left out", "entities-order", Severity.FAULT),
    ("unknown key gives the first", "entities-order", Severity.FAULT),
    ("compound key finds nothing", "entities-existence", Severity.FAULT),
    ("last is never found", "entities-existence", Severity.FAULT),
    ("unknown key fails the question", "entities-spoilt", Severity.FAULT),
    ("other price", "entities-values", Severity.FAULT),
    ("price of the first", "entities-values", Severity.FAULT),
    ("unknown type is answered", "entities-nonsense", Severity.FAULT),
]


@pytest.mark.parametrize("design", ["", "unknown key is an error of its own"])
def test_nothing_is_held_against_a_healthy_subgraph(design: str) -> None:
    assert SubgraphApi(design).found() == {}


@pytest.mark.parametrize(("fault", "rule", "severity"), FAULTS)
def test_each_fault_is_found_by_its_rule(fault: str, rule: str, severity: Severity) -> None:
    found = SubgraphApi(fault).found()
    assert severity in {breach.severity for breach in found.get(rule, [])}, found


SDLS = [
    ("type Query { products: [", "cannot be read", Severity.FAULT),
    (SDL.replace("price: Int", "price: String"), "by introspection", Severity.FAULT),
    (SDL.replace("price: Int", ""), "the SDL lacks", Severity.SUSPICION),
    (SDL.replace("price: Int", "price: Int cost: Int"), "introspection does not show", Severity.SUSPICION),
    (SDL.replace('"code") {', '"code number") {'), "introspection lacks a field", Severity.FAULT),
    (SDL.replace('fields: "id"', 'fields: "id ("'), "no set of fields", Severity.SUSPICION),
]


@pytest.mark.parametrize(("sdl", "words", "severity"), SDLS)
def test_the_sdl_agrees_with_introspection(sdl: str, words: str, severity: Severity) -> None:
    api = SubgraphApi(sdl=sdl)
    step = api.step(api.operation("{ _service { sdl } }"))
    found = list(judge_service([step], api.schema))
    assert [(breach.severity, words in breach.message) for breach in found] == [(severity, True)], found


def test_a_key_that_only_other_subgraphs_show_is_a_suspicion() -> None:
    """Nothing of this subgraph is found by it, whatever is asked."""
    api = SubgraphApi()
    api.entities = lambda representations: [None for _ in representations]  # type: ignore[method-assign]
    found = api.found()
    assert {breach.severity for breach in found["entities-existence"]} == {Severity.SUSPICION}
    assert found.keys() == {"entities-existence"}


def test_what_changes_from_answer_to_answer_is_not_held_against_it() -> None:
    api = SubgraphApi()
    count = iter(range(1_000))
    whole = api.entities
    api.entities = lambda representations: [  # type: ignore[method-assign]
        one and {**one, "price": next(count)} for one in whole(representations)
    ]
    assert api.found() == {}
