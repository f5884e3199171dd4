"""What a server that keeps its schema to itself tells of it all the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.answers.response import errors_of, message_of
from querious.audit.answers import data_of, told, with_control
from querious.audit.requests import CONTROL, ask, both_ways, post
from querious.audit.rule import AuditRule, BrokenRule, Untold, clause
from querious.model.audit import Requirement

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.audit.rule import Judgement
    from querious.model import Exchange

_SECURITY: Final = clause("6.2.2 GraphQL", "GraphQL")
_INTROSPECTION: Final = "{ __schema { queryType { name } } }"
_SUGGESTION: Final = "did you mean"
_COMMON: Final = """
account accounts address admin all article articles author authors book books cart categories category comment
comments company config currentUser customer customers event events file files group groups health hello image
invoice item items list location login me member members message messages movie movies node nodes order orders
organization page pages payment people person post posts product products profile project projects query
report review reviews role search session settings shop site status store tag tags task tasks team teams
ticket todo todos token user users version viewer
"""
_MISSPELT: Final = "{ " + " ".join(f"{name}X" for name in _COMMON.split()) + " }"
"""Fields that APIs often have, each with one letter too many."""


def _is_closed(exchange: Exchange) -> bool:
    return not (data_of(exchange) or {}).get("__schema")


def _suggests(trace: Sequence[Exchange]) -> Judgement:
    if not _is_closed(trace[1]):
        return Untold("introspection is open, so suggestions tell nothing more")
    for error in errors_of(trace[2].payload):
        if _SUGGESTION in message_of(error).lower():
            return BrokenRule(
                f'introspection is refused, and errors suggest names of the schema: "{message_of(error)}"'
            )
    return None


SUGGESTIONS: Final = AuditRule(
    "field-suggestions",
    Requirement.SHOULD,
    "Where introspection is refused, errors suggest no names of the schema",
    _SECURITY,
    (CONTROL, ask(_INTROSPECTION), ask(_MISSPELT)),
    with_control(_suggests),
)


def _other_doors(trace: Sequence[Exchange]) -> Judgement:
    if not _is_closed(trace[1]):
        return Untold("introspection is open")
    for step, exchange in enumerate(trace[2:], 2):
        payload = exchange.payload[0] if isinstance(exchange.payload, list) and exchange.payload else exchange.payload
        data = payload.get("data") if isinstance(payload, dict) else None
        if isinstance(data, dict) and (data.get("__schema") or data.get("__type")):
            return BrokenRule(
                f"introspection is refused, and answered when it is asked for otherwise: {told(exchange)}", step
            )
    return None


INTROSPECTION: Final = AuditRule(
    "introspection-elsewhere",
    Requirement.SHOULD,
    "Where introspection is refused, it is refused in every form: by GET, in a batch, by __type",
    _SECURITY,
    (
        CONTROL,
        ask(_INTROSPECTION),
        ask('{ __type(name: "Query") { name } }'),
        ask("query Q { ...F } fragment F on Query { __schema\n{ queryType { name } } }"),
        *both_ways({"query": _INTROSPECTION}),
        post([{"query": _INTROSPECTION}]),
    ),
    with_control(_other_doors),
)
