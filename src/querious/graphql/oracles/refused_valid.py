"""A valid operation is not refused as invalid.

Refusals over limits, credentials or introspection are no finding, and neither is one over a value while the operation
carries a value of a custom scalar: what such a scalar takes, the schema does not tell. Nor is one of an operation from
which something was left out because nothing could be made of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.answers.fault.refusals import STRUCTURE
from querious.answers.fault.triage import ErrorKind
from querious.answers.fault.wordings import unquoted
from querious.answers.response import errors_of, graphql_map, message_of, sent_strings
from querious.graphql.oracles.provoked_refusals import holds_custom_scalar, lacks_something
from querious.model import Finding
from querious.model.operation import fields
from querious.oracles import Oracle
from querious.oracles.message import excerpt, words

if TYPE_CHECKING:
    from graphql import GraphQLSchema

    from querious.graphql.oracles.expectation import Expectation
    from querious.model import Case, Exchange
    from querious.oracles import Verdict


def _judge(exchange: Exchange, expectation: Expectation) -> Verdict:
    payload = graphql_map(exchange)
    if payload is None or not exchange.case.valid:
        return None
    if payload.get("data") is not None:
        return ()
    kinds = expectation.memory.triage.kinds(exchange)
    if ErrorKind.SERVER_FAULT in kinds:
        return None
    refusals = [error for error, kind in zip(errors_of(payload), kinds, strict=True) if kind is ErrorKind.INVALID]
    if not refusals:
        return None if kinds else ()
    first = refusals[0]
    message = message_of(first)
    guessed = not STRUCTURE.search(unquoted(message)) and carries_custom_scalar(exchange.case, expectation.schema)
    if guessed or lacks_something(exchange.case, expectation):
        return None
    coordinate = expectation.coordinate(first, exchange)
    told = f"a valid operation was refused: {words(message, sent_strings(exchange))}"
    return [Finding(ORACLE.name, coordinate, told, exchange, path="errors[0]", excerpt=excerpt(first))]


def carries_custom_scalar(case: Case, schema: GraphQLSchema) -> bool:
    """Whether any argument holds a value, at any depth, whose type is a scalar that the API made up."""
    return holds_custom_scalar(fields(case.operation.selections), schema)


ORACLE = Oracle("refused_valid", "a valid operation is not refused as invalid", _judge)
