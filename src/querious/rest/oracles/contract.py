"""What the description promises of a response: its status, its media type, its headers, its body."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Final

from querious.answers.response import SERVER_ERROR
from querious.model import Finding
from querious.oracles import Oracle
from querious.oracles.message import line, raw_excerpt

if TYPE_CHECKING:
    from querious.model import Exchange
    from querious.oracles import Verdict
    from querious.rest.oracles.expectation import RestExpectation


_STATUS: Final = "undocumented_status"
_NO_CREDENTIALS: Final = frozenset({HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN})


def _rule(name: str, about: str, *breached: str) -> Oracle[RestExpectation]:
    def judge(exchange: Exchange, expectation: RestExpectation) -> Verdict:
        if expectation.operation is None or exchange.failure is not None or exchange.status >= SERVER_ERROR:
            return None
        if name == _STATUS and exchange.status in _NO_CREDENTIALS and _is_probe(exchange):
            return None
        where = str(expectation.operation)
        # Refusals come from the framework, or from one handler of errors: one finding, whatever was asked.
        told_once = exchange.status >= HTTPStatus.BAD_REQUEST
        return [
            Finding(
                name,
                "" if told_once else where,
                line(breach.message.removeprefix(where).strip()),
                exchange,
                breach.severity,
                excerpt=raw_excerpt(exchange.body),
            )
            for breach in expectation.breaches(exchange)
            if breach.rule in breached
        ]

    return Oracle(name, about, judge)


def _is_probe(exchange: Exchange) -> bool:
    """Whether credentials were deliberately left out or made up: that this is refused need not be documented."""
    return any(argument.where == "credential" for argument in exchange.case.call.arguments)


STATUS = _rule(_STATUS, "every status is documented", "undocumented-status")
MEDIA = _rule("content_type", "every body has a documented media type", "content-type")
HEADERS = _rule("missing_header", "required response headers are there", "missing-header", "location")
SCHEMA = _rule("response_schema", "every body is valid by the schema of its status", "schema")
