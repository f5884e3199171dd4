"""Batches, where a server takes a list of requests: each is answered, in its place, and not without end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.audit.answers import data_of, is_result, refused, succeeded, told, with_control
from querious.audit.requests import CONTROL, QUERY, post
from querious.audit.rule import AuditRule, BrokenRule, Untold, clause
from querious.model.audit import Clause, Requirement

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.audit.rule import Judgement
    from querious.model import JSON, Exchange

_BATCHING: Final = Clause("RFC: Batching", "https://github.com/graphql/graphql-over-http/blob/main/rfcs/Batching.md")
_MANY: Final = 200
_BATCH: Final[JSON] = [
    {"query": "{ a: __typename }"},
    {"query": "{ querious_no_such_field }"},
    {"query": "{ b: __typename }"},
]


def _is_offered(exchange: Exchange) -> bool:
    """Whether a list is answered with a list of results."""
    payload = exchange.payload
    return (
        succeeded(exchange)
        and isinstance(payload, list)
        and any(isinstance(one, dict) and "data" in one for one in payload)
    )


def _names(result: JSON) -> list[str] | None:
    data = result.get("data") if isinstance(result, dict) else None
    return list(data) if isinstance(data, dict) else None


def _consistent(trace: Sequence[Exchange]) -> Judgement:
    if not _is_offered(trace[1]):
        return Untold("batches are not offered")
    batch = trace[2]
    if not isinstance(batch.payload, list):
        return BrokenRule(
            f"a batch with one invalid request is not answered as a list, as a valid one is: {told(batch)}"
        )
    if len(batch.payload) != len(_BATCH):
        return BrokenRule(f"a batch of {len(_BATCH)} requests has {len(batch.payload)} answers")
    names = [_names(one) for one in batch.payload]
    if names != [["a"], None, ["b"]]:
        return BrokenRule("the answers to a batch are not those of its requests, each in its place")
    return None


CONSISTENT: Final = AuditRule(
    "batch-answers",
    Requirement.MUST,
    "A batch, if it is offered, has an answer for each request, in its place; one that fails spoils no other",
    _BATCHING,
    (CONTROL, post([{"query": QUERY}, {"query": QUERY}]), post(_BATCH)),
    with_control(_consistent),
)


def _bounded(trace: Sequence[Exchange]) -> Judgement:
    if not _is_offered(trace[1]):
        return Untold("batches are not offered")
    payload = trace[2].payload
    if isinstance(payload, list) and len(payload) == _MANY and all(_names(one) is not None for one in payload):
        return BrokenRule(
            f"a batch of {_MANY} requests is executed whole: limits on requests do not hold for what comes in batches"
        )
    return None


BOUNDED: Final = AuditRule(
    "batch-limit",
    Requirement.SHOULD,
    "A batch has a largest size",
    clause("6.2.2 GraphQL", "GraphQL"),
    (CONTROL, post([{"query": QUERY}, {"query": QUERY}]), post([{"query": QUERY}] * _MANY)),
    with_control(_bounded),
)


def _refused(trace: Sequence[Exchange]) -> Judgement:
    batch = trace[1]
    if _is_offered(batch):
        return Untold("batches are offered")
    if data_of(batch) is not None and is_result(batch):
        return BrokenRule("a list of requests is answered as if it were one request")
    if refused(batch):
        return None
    return BrokenRule(f"a list of requests, which is not taken, is refused with another status than 4xx: {told(batch)}")


REFUSED: Final = AuditRule(
    "batch-refused",
    Requirement.SHOULD,
    "A list of requests is refused with 4xx, if batches are not offered",
    clause("5.4 Status Codes", "Status-Codes"),
    (CONTROL, post([{"query": QUERY}, {"query": QUERY}])),
    with_control(_refused),
)
