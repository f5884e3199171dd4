"""What an answer tells of the custom scalars in its question: which kinds of values they took or refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from graphql import get_named_type

from querious.answers.fault.triage import ErrorKind
from querious.answers.response import errors_of, graphql_map, message_of, path_of
from querious.answers.response_path import is_in_arguments
from querious.graphql.oracles.provoked_refusals import inputs_in, is_custom_scalar
from querious.model.operation import fields

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphql import GraphQLSchema

    from querious.graphql.oracles.expectation import Expectation
    from querious.model import Case, Exchange

_ABOUT_VALUES = frozenset((ErrorKind.INVALID, ErrorKind.UNEXPLAINED, ErrorKind.USER_ERROR))


class ScalarTrial(NamedTuple):
    """One value of a custom scalar and what came of it."""

    scalar: str
    value: Any
    taken: bool


def scalar_trials(exchange: Exchange, expectation: Expectation) -> list[ScalarTrial]:
    """All that were surely taken, or the one that was surely refused: where several may be meant, nobody knows."""
    payload = graphql_map(exchange)
    if payload is None or not exchange.case.valid:
        return []
    sent = list(_sent(exchange.case, expectation.schema))
    if not sent:
        return []
    if isinstance(payload.get("data"), dict):
        return [ScalarTrial(scalar, value, taken=True) for scalar, value in sent]
    kinds = expectation.memory.triage.kinds(exchange)
    for error, kind in zip(errors_of(payload), kinds, strict=True):
        path = path_of(error)
        if kind in _ABOUT_VALUES and (path is None or is_in_arguments(path, exchange.case)):
            named = [one for one in sent if one[0] in message_of(error)] or sent
            if len({(scalar, type(value)) for scalar, value in named}) == 1:
                return [ScalarTrial(*named[0], taken=False)]
    return []


def _sent(case: Case, schema: GraphQLSchema) -> Iterator[tuple[str, Any]]:
    for field in fields(case.operation.selections):
        definition = getattr(schema.get_type(field.parent), "fields", {}).get(field.name)
        if definition is None:
            continue
        for name, value in field.arguments:
            argument = definition.args.get(name)
            if argument is not None:
                found = inputs_in(value, get_named_type(argument.type))
                yield from ((named.name, one) for named, one in found if is_custom_scalar(named))
