"""The parameters of a request: what each is for, and what is no value of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.audit.answers import answers, refuses
from querious.audit.requests import CONTROL, QUERY, ask, post
from querious.audit.rule import AuditRule, clause
from querious.model.audit import Requirement

if TYPE_CHECKING:
    from querious.model import JSON

_REQUEST: Final = clause("4.1 GraphQL-over-HTTP Request", "GraphQL-over-HTTP-Request")
_JSON: Final = clause("4.4.1 JSON Encoding", "JSON-Encoding")
_STATUS: Final = clause("5.4 Status Codes", "Status-Codes")
TWO_OPERATIONS: Final = "query A { a: __typename } query B { b: __typename }"
WITH_VARIABLE: Final = (
    "query ($yes: Boolean!, $no: Boolean!) { a: __typename @include(if: $yes) b: __typename @include(if: $no) }"
)

OPERATION_NAME: Final = AuditRule(
    "operation-name",
    Requirement.MUST,
    "Of several operations the one that operationName names is executed, and no other",
    _REQUEST,
    (CONTROL, ask(TWO_OPERATIONS, operationName="B")),
    answers("a document of two operations with the name of one", {"b": ""}),
)
VARIABLES: Final = AuditRule(
    "variables",
    Requirement.MUST,
    "Variables have the values that the request gives them",
    _REQUEST,
    (CONTROL, ask(WITH_VARIABLE, variables={"yes": True, "no": False})),
    answers("a query with variables", {"a": ""}),
)
EXTENSIONS: Final = AuditRule(
    "extensions",
    Requirement.MUST,
    "A map of extensions is taken",
    _REQUEST,
    (CONTROL, ask(QUERY, extensions={"querious": {"any": "value"}})),
    answers("a query with extensions"),
)
NULLS: Final = AuditRule(
    "null-parameters",
    Requirement.MUST,
    "A parameter that is null is as one that is not there",
    _JSON,
    (CONTROL, ask(QUERY, variables=None), ask(QUERY, operationName=None), ask(QUERY, extensions=None)),
    answers("a query with a parameter that is null"),
)
QUERY_MISSING: Final = AuditRule(
    "query-missing",
    Requirement.SHOULD,
    "A request without a query is refused with 4xx",
    _STATUS,
    (CONTROL, post({"qeury": QUERY}), post({})),
    refuses("a request without a query"),
)


def _wrong_type(rule: str, name: str, values: tuple[JSON, ...]) -> AuditRule:
    return AuditRule(
        rule,
        Requirement.SHOULD,
        f"A request whose {name} is of another type than it must be is refused with 4xx",
        _STATUS,
        (CONTROL, *(post({"query": QUERY, name: value}) for value in values)),
        refuses(f"a request whose {name} is of the wrong type"),
    )


QUERY_TYPE: Final = _wrong_type("query-type", "query", ({"not": "a text"}, 0, False, ["a list"]))
OPERATION_NAME_TYPE: Final = _wrong_type(
    "operation-name-type", "operationName", ({"not": "a text"}, 0, False, ["a list"])
)
VARIABLES_TYPE: Final = _wrong_type("variables-type", "variables", ("a text", 0, False, ["a list"]))
EXTENSIONS_TYPE: Final = _wrong_type("extensions-type", "extensions", ("a text", 0, False, ["a list"]))
