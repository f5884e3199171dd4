"""No error in the answer is the server's own fault; one that nobody can place is a suspicion."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from querious.answers.fault.announced import announces_failure
from querious.answers.fault.triage import ErrorKind
from querious.answers.response import errors_of, graphql_map, message_of, path_of, sent_strings
from querious.graphql.oracles.provoked_refusals import is_our_doing
from querious.model import Finding, Severity
from querious.oracles import Oracle
from querious.oracles.message import dotted, excerpt, words

if TYPE_CHECKING:
    from querious.graphql.oracles.expectation import Expectation
    from querious.model import Exchange
    from querious.oracles import Verdict

_MOST: Final = 20


def _judge(exchange: Exchange, expectation: Expectation) -> Verdict:
    payload = graphql_map(exchange)
    if payload is None:
        return None
    kinds = expectation.memory.triage.kinds(exchange)
    if not kinds:
        return ()
    # An invalid operation may be refused in any words, as long as they are not those of a crash.
    wanted = {ErrorKind.SERVER_FAULT, ErrorKind.UNEXPLAINED} if exchange.case.valid else {ErrorKind.SERVER_FAULT}
    found: dict[str, Finding] = {}
    for error, kind in zip(errors_of(payload), kinds, strict=True):
        if kind in wanted and len(found) < _MOST and not is_our_doing(error, kind, exchange, expectation):
            finding = finding_of(error, kind, exchange, expectation)
            found.setdefault(finding.fingerprint, finding)
    return list(found.values())


def finding_of(error: dict[str, Any], kind: ErrorKind, exchange: Exchange, expectation: Expectation) -> Finding:
    """What is held against the API for an error of this kind."""
    said = words(message_of(error), sent_strings(exchange))
    path = path_of(error)
    coordinate, fault = expectation.coordinate(error, exchange), kind is ErrorKind.SERVER_FAULT
    certain = fault and not announces_failure(coordinate)
    return Finding(
        ORACLE.name,
        coordinate,
        f"server fault: {said}" if fault else f"an unclassified error: {said}",
        exchange,
        Severity.FAULT if certain else Severity.SUSPICION,
        dotted(path) if path else "",
        excerpt(error),
    )


ORACLE = Oracle("server_fault", "no error is the server's own fault", _judge)
