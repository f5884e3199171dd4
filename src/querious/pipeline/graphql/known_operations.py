"""The operations of a GraphQL API one by one: the fields of its roots."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import parse_qs

from querious.errors import TargetError
from querious.graphql.cases import problems, read_documents
from querious.model import graphql_case
from querious.model.json_text import read_json
from querious.model.operation import Operation, fields
from querious.pipeline.protocol import KnownOperations

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.model import JSON, Case, Request
    from querious.pipeline.graphql.api import GraphqlApi

_UNREAD = Operation("", "", "", ())
"""Of a document that the schema does not allow."""


def graphql_operations(api: GraphqlApi) -> KnownOperations:
    """Queries, and mutations where the settings let them be sent."""
    schema = api.schema
    names: list[str] = []
    for root in (schema.query_type, schema.mutation_type if api.settings.mutations else None):
        coordinates = [f"{root.name}.{name}" for name in root.fields] if root is not None else []
        names += filter(api.allowed, coordinates)
    roots = {root.name for root in (schema.query_type, schema.mutation_type) if root is not None}

    def asked_by(case: Case) -> Sequence[str]:
        every = [node.coordinate for node in fields(case.operation.selections)]
        return [name for name in every if name.partition(".")[0] in roots]

    return KnownOperations(names, asked_by, lambda request: _case_of(api, request))


def _case_of(api: GraphqlApi, request: Request) -> Case:
    asked = _asked(request)
    document, variables, name = asked.get("query"), asked.get("variables") or {}, asked.get("operationName") or ""
    if not isinstance(document, str) or not isinstance(variables, dict):
        raise TargetError("could not tell: the request holds no GraphQL document, or is a batch of several")
    bare = graphql_case(0, _UNREAD, document, variables)
    wrong = problems(api.schema, bare)
    if wrong:
        return graphql_case(0, _UNREAD, document, variables, f"as the test sent it: {wrong[0].message}")
    operations = read_documents(api.schema, document, variables=variables)
    chosen = [one for one in operations if one.name == name] or operations
    return graphql_case(0, chosen[0], document, variables)


def _asked(request: Request) -> dict[str, JSON]:
    """What a request asks, in its body or in the query of its address."""
    if request.has_body:
        return request.body if isinstance(request.body, dict) else {}
    found: dict[str, JSON] = {key: texts[0] for key, texts in parse_qs(request.path.partition("?")[2]).items()}
    variables = found.get("variables")
    if isinstance(variables, str):
        try:
            found["variables"] = read_json(variables)
        except ValueError:
            found["variables"] = None
    return found
