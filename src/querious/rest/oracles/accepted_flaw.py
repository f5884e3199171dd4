"""A request that the description rules out is refused. A suspicion: a lenient service may take more than it promises.

The coordinate is empty and names are quoted, since it is mostly the whole framework that is lax: one finding for each
kind of flaw.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

from querious.model import Finding, Severity
from querious.oracles import Oracle
from querious.oracles.message import raw_excerpt

if TYPE_CHECKING:
    from querious.model import Exchange
    from querious.oracles import Verdict
    from querious.rest.oracles.expectation import RestExpectation


def _judge(exchange: Exchange, expectation: RestExpectation) -> Verdict:
    flaw = exchange.case.flaw
    if not flaw or expectation.operation is None or exchange.failure is not None:
        return None
    if not HTTPStatus.OK <= exchange.status < HTTPStatus.MULTIPLE_CHOICES:
        return ()
    message = f"a request that the description rules out was accepted: {flaw}"
    return [Finding(ORACLE.name, "", message, exchange, Severity.SUSPICION, excerpt=raw_excerpt(exchange.body))]


ORACLE = Oracle("accepted_flaw", "requests that the description rules out are refused", _judge)
