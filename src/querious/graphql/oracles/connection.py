"""An answer comes, and in time, unless much more was asked for than a service can be expected to give in that time."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from graphql import GraphQLInterfaceType, GraphQLList, GraphQLNonNull, GraphQLObjectType

from querious.model import Failure, Field, Severity
from querious.oracles import Oracle, connection

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graphql import GraphQLSchema

    from querious.graphql.oracles.expectation import Expectation
    from querious.model import Exchange, Selection
    from querious.oracles import Verdict


def _judge(exchange: Exchange, expectation: Expectation) -> Verdict:
    """Too late is a suspicion where several lists stand below lists: their rows multiply, and many take their time."""
    found = connection.ORACLE.judge(exchange, expectation)
    if exchange.failure is not Failure.TIMEOUT or not found:
        return found
    if _lists_below_lists(exchange.case.operation.selections, expectation.schema) <= 1:
        return found
    return [replace(finding, severity=Severity.SUSPICION) for finding in found]


def _lists_below_lists(selections: Sequence[Selection], schema: GraphQLSchema, *, in_list: bool = False) -> int:
    """How many lists are asked for of every row of another list."""
    count = 0
    for node in selections:
        is_list = isinstance(node, Field) and _is_list(node, schema)
        count += is_list and in_list
        count += _lists_below_lists(node.children, schema, in_list=in_list or is_list)
    return count


def _is_list(field: Field, schema: GraphQLSchema) -> bool:
    owner = schema.get_type(field.parent)
    if not isinstance(owner, GraphQLObjectType | GraphQLInterfaceType) or field.name not in owner.fields:
        return False
    kind = owner.fields[field.name].type
    nullable = kind.of_type if isinstance(kind, GraphQLNonNull) else kind
    return isinstance(nullable, GraphQLList) and bool(field.children)


ORACLE = Oracle(connection.ORACLE.name, connection.ORACLE.about, _judge)
