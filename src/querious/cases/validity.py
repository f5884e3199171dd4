"""Whether a case is valid by graphql-core: for shrinking and for checks of the generator, never in the hot path."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphql import GraphQLError, OperationDefinitionNode, parse, validate
from graphql.execution.values import get_variable_values

if TYPE_CHECKING:
    from graphql import GraphQLSchema

    from querious.model import Case


def problems(schema: GraphQLSchema, case: Case) -> list[GraphQLError]:
    """Why the document or its variables are invalid; empty if they are valid."""
    try:
        document = parse(case.document)
        found = validate(schema, document)
        if found:
            return list(found)
        operation = next(node for node in document.definitions if isinstance(node, OperationDefinitionNode))
        coerced = get_variable_values(schema, operation.variable_definitions or (), case.variables)
    except (GraphQLError, RecursionError) as error:
        return [error if isinstance(error, GraphQLError) else GraphQLError("too deep")]
    return list(coerced) if isinstance(coerced, list) else list(getattr(coerced, "errors", None) or ())
