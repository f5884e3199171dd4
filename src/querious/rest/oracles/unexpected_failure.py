"""No status 5xx, but for one that the description announces: 501 for what is not offered is an answer."""

from __future__ import annotations

from dataclasses import replace
from http import HTTPStatus
from typing import TYPE_CHECKING

from querious.oracles import server_error

if TYPE_CHECKING:
    from querious.model import Exchange
    from querious.oracles.oracle import Oracle, Verdict
    from querious.rest.oracles.expectation import RestExpectation


def _judge(exchange: Exchange, expectation: RestExpectation) -> Verdict:
    """A documented 500 is a failure all the same: it says that nobody knows why."""
    documented = expectation.operation.responses if expectation.operation is not None else {}
    if exchange.status != HTTPStatus.INTERNAL_SERVER_ERROR and str(exchange.status) in documented:
        return ()
    return server_error.ORACLE.judge(exchange, expectation)


ORACLE: Oracle[RestExpectation] = replace(server_error.ORACLE, judge=_judge)  # type: ignore[arg-type]
