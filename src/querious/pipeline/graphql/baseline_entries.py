"""The entries of a baseline as GraphQL operations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphql import GraphQLError, parse, validate

from querious.baseline import GRAPHQL, graphql_terms
from querious.graphql.cases import read_documents, variable_problems
from querious.model import Operation, graphql_case
from querious.model.document_text import write, write_case
from querious.pipeline.baseline.entries import BaselineEntries

if TYPE_CHECKING:
    from graphql import GraphQLSchema

    from querious.baseline import BaselineAnswer
    from querious.model import Case
    from querious.pipeline.graphql.api import GraphqlApi


def graphql_entries(api: GraphqlApi) -> BaselineEntries[Operation]:
    """How entries are asked of an API."""
    schema = api.schema
    return BaselineEntries(
        GRAPHQL,
        graphql_terms(schema),
        lambda answer: operation_of(schema, answer),
        write,
        api.shape_of,
        write_case,
        _unfit_case,
    )


def operation_of(schema: GraphQLSchema, answer: BaselineAnswer) -> Operation | str:
    """The operation of an entry of the baseline, or why this schema does not allow it."""
    try:
        errors = validate(schema, parse(answer.document, no_location=True))
    except (GraphQLError, RecursionError) as error:
        return str(error)
    if errors:
        return errors[0].message
    problems = variable_problems(schema, answer.document, answer.variables, "")
    if problems:
        return problems[0].message
    return read_documents(schema, answer.document, "the baseline", answer.variables)[0]


def _unfit_case(number: int, answer: BaselineAnswer, reason: str) -> Case:
    return graphql_case(number, Operation("query", "", "", ()), answer.document, answer.variables, reason)
