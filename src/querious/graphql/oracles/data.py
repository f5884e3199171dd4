"""The data is what was asked for: every key and no other, kinds, scalars, enums, nulls, lists and type names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from querious.answers.response import errors_of, graphql_map, path_of
from querious.graphql.oracles.explain import Excuses, explain
from querious.model import Finding
from querious.oracles import Oracle
from querious.oracles.message import dotted, excerpt

if TYPE_CHECKING:
    from querious.graphql.oracles.expectation import Expectation
    from querious.model import Exchange
    from querious.oracles import Verdict

_MOST: Final = 20
_LOOK_AT: Final = 1000
"""Violations looked at in one answer: a list of a million wrong items has one cause."""


def _judge(exchange: Exchange, expectation: Expectation) -> Verdict:
    shape = expectation.shape
    payload = graphql_map(exchange)
    if shape is None or payload is None:
        return None
    data = payload.get("data")
    if not isinstance(data, dict) or payload.get("hasNext"):
        return None
    if expectation.memory.checks.accept(data, shape):
        return ()
    found: dict[str, Finding] = {}
    for count, violation in enumerate(explain(data, shape, _excuses(payload))):
        if count >= _LOOK_AT or len(found) >= _MOST:
            break
        where = dotted(violation.path)
        coordinate, message = violation.coordinate, violation.message
        finding = Finding(ORACLE.name, coordinate, message, exchange, path=where, excerpt=excerpt(violation.value))
        found.setdefault(finding.fingerprint, finding)
    return list(found.values())


def _excuses(payload: dict[str, Any]) -> Excuses:
    """An error that does not say where it happened may have happened anywhere."""
    errors = payload.get("errors")
    paths = [path_of(error) for error in errors_of(payload)]
    placeless = None in paths or (bool(errors) and not paths)
    return Excuses([path for path in paths if path is not None], everything=placeless)


ORACLE = Oracle("data", "the data is what was asked for and what the schema promises", _judge)
