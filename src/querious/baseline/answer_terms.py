"""What has to be known to read the answers of an API as objects, whatever its protocol; and the data of an answer."""

from __future__ import annotations

from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from querious.answers.order import PromisedOrder
from querious.baseline.identity import ShownKeys, TypeIdentifiers
from querious.baseline.known_answers import KnownAnswers, KnownCalls
from querious.model.shape import BODY, STATUS

if TYPE_CHECKING:
    from collections.abc import Callable

    from graphql import GraphQLSchema

    from querious.answers.order import OrderPromises
    from querious.baseline.identity import ObjectKeys
    from querious.baseline.known_answers import AnswerDifference
    from querious.model import JSON, Exchange, SelectionShape

_MISSING: Final = frozenset({HTTPStatus.NOT_FOUND, HTTPStatus.GONE})


class TrustedAnswers(Protocol):
    """Answers that are trusted, and where others differ from them."""

    def add(self, shape: SelectionShape, data: dict[str, JSON]) -> None:
        """Take in a trusted answer."""

    def roots(self, shape: SelectionShape) -> list[str]:
        """The coordinates that are asked for first, if all of them are known; else none."""

    def differences(self, shape: SelectionShape, data: dict[str, JSON] | None) -> list[AnswerDifference]:
        """Where an answer differs, as high up as it shows."""


class AnswerTerms(NamedTuple):
    """One API, as far as its answers are read as objects and held against each other."""

    identity: ObjectKeys
    order: OrderPromises
    known: Callable[[frozenset[str], Callable[[str, JSON], JSON]], TrustedAnswers]
    """Made with volatile coordinates, and with what takes secrets out of the value of a field by its name."""


def graphql_terms(schema: GraphQLSchema) -> AnswerTerms:
    """Those of a GraphQL API."""
    return AnswerTerms(TypeIdentifiers(schema), PromisedOrder(schema), partial(KnownAnswers, schema))


def rest_terms(order: OrderPromises) -> AnswerTerms:
    """Those of a REST API."""
    return AnswerTerms(ShownKeys(), order, partial(KnownCalls, order))


class AnswerData(NamedTuple):
    """What a response says, as a baseline reads it."""

    data: dict[str, JSON] | None
    """By field; of a REST answer its body, or its status where it was refused."""
    trouble: str = ""
    """What is wrong with the answer as such, in words."""
    is_clean: bool = False
    """Whether it answers a question that changes nothing, and nothing is wrong with it."""


def read_answer(exchange: Exchange) -> AnswerData:
    """The data of an answer."""
    return _graphql_answer(exchange) if exchange.case.is_graphql else _rest_answer(exchange)


def _graphql_answer(exchange: Exchange) -> AnswerData:
    payload = exchange.payload if isinstance(exchange.payload, dict) else {}
    data = payload.get("data")
    trouble = "the answer has an error" if payload.get("errors") else ""
    known = data if isinstance(data, dict) else None
    is_clean = known is not None and not trouble and exchange.case.operation.kind == "query"
    return AnswerData(known, trouble, is_clean)


def _rest_answer(exchange: Exchange) -> AnswerData:
    """A look-up that finds nothing is an answer too."""
    if exchange.failure is not None:
        return AnswerData(None, exchange.failure.value)
    if exchange.status >= HTTPStatus.MULTIPLE_CHOICES:
        return AnswerData({STATUS: exchange.status}, is_clean=exchange.status in _MISSING)
    if not exchange.is_json:
        return AnswerData(None, "the answer is not JSON")
    return AnswerData({BODY: exchange.payload}, is_clean=not exchange.masked)
