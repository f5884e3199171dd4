"""Whether a case is valid by graphql-core: for shrinking and for checks of the generator, never in the hot path."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphql import GraphQLError, OperationDefinitionNode, parse, validate
from graphql.execution.values import get_variable_values

if TYPE_CHECKING:
    from collections.abc import Mapping

    from graphql import GraphQLSchema

    from querious.model import JSON, Case


def problems(schema: GraphQLSchema, case: Case) -> list[GraphQLError]:
    """Why the document or its variables are invalid; empty if they are valid."""
    try:
        found = validate(schema, parse(case.document))
        return list(found) or variable_problems(schema, case.document, case.variables)
    except (GraphQLError, RecursionError) as error:
        return [error if isinstance(error, GraphQLError) else GraphQLError("too deep")]


def variable_problems(
    schema: GraphQLSchema, document: str, variables: Mapping[str, JSON], name: str = ""
) -> list[GraphQLError]:
    """Why values do not fit the variables of a valid document's operation: the one of this name, or the first."""
    operations = [node for node in parse(document).definitions if isinstance(node, OperationDefinitionNode)]
    chosen = next((node for node in operations if node.name and node.name.value == name), operations[0])
    coerced = get_variable_values(schema, chosen.variable_definitions or (), dict(variables))
    return list(coerced) if isinstance(coerced, list) else list(getattr(coerced, "errors", None) or ())
