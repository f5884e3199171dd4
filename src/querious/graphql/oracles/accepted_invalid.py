"""A deliberately invalid operation is refused. How politely is for others to judge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.answers.response import graphql_map
from querious.model import Finding
from querious.oracles import Oracle
from querious.oracles.message import excerpt, line

if TYPE_CHECKING:
    from querious.graphql.oracles.expectation import Expectation
    from querious.model import Exchange
    from querious.oracles import Verdict


def _judge(exchange: Exchange, _expectation: Expectation) -> Verdict:
    payload = graphql_map(exchange)
    if exchange.case.valid or payload is None:
        return None
    data = payload.get("data")
    if not isinstance(data, dict) or payload.get("errors"):
        return ()
    message = f"an invalid operation was accepted: {line(exchange.case.flaw)}"
    return [Finding(ORACLE.name, "", message, exchange, path="data", excerpt=excerpt(data))]


ORACLE = Oracle("accepted_invalid", "an invalid operation is refused", _judge)
