"""Oracles that judge single answers, asked on every answer to a command.

What a crash is, the rules of state say themselves, with the sequence that leads to it. What is left is what is wrong
with an answer whatever was asked before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from querious.graphql.oracles import Expectation, Memory, data, envelope
from querious.graphql.shape import Shapes
from querious.oracles import leak
from querious.rest.error_source import RestErrorSource

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from graphql import GraphQLSchema

    from querious.model import Exchange, Finding

AnswerJudge: TypeAlias = "Callable[[Exchange], Sequence[Finding]]"


def graphql_judge(schema: GraphQLSchema) -> AnswerJudge:
    """For answers of GraphQL: the response map, the data against the schema, and what errors give away."""
    shapes, memory = Shapes(schema), Memory()

    def judge(exchange: Exchange) -> list[Finding]:
        expectation = Expectation(schema, shapes.of(exchange.case.operation), memory)
        found: list[Finding] = []
        for oracle in (envelope.ORACLE, leak.ORACLE, data.ORACLE):
            found += oracle.judge(exchange, expectation) or ()
        return found

    return judge


def rest_judge(exchange: Exchange) -> Sequence[Finding]:
    """For answers of REST: what errors give away. The description's promises are held by the collection itself."""
    return leak.ORACLE.judge(exchange, RestErrorSource()) or ()
