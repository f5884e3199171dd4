"""Refusals that we have brought about ourselves, and that are no finding whatever their words are.

What a custom scalar takes, the schema does not tell: its refusal is an answer to our guess. And where we could make
nothing of an argument or input field, such as a file to be uploaded, the API may well miss it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graphql import get_named_type, is_input_object_type, is_scalar_type, is_specified_scalar_type

from querious.answers.fault.crashes import CONVERSION, CRASH
from querious.answers.fault.triage import ErrorKind
from querious.answers.fault.wordings import unquoted
from querious.answers.response import message_of, path_of
from querious.answers.response_path import fields_on, is_in_arguments
from querious.model import ABSENT, Variable

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from graphql import GraphQLSchema

    from querious.graphql.oracles.expectation import Expectation
    from querious.model import Case, Exchange, Field


def is_our_doing(error: dict[str, Any], kind: ErrorKind, exchange: Exchange, expectation: Expectation) -> bool:
    """Whether an error is nothing but the answer to a value that we guessed or could not make."""
    case, schema = exchange.case, expectation.schema
    path = path_of(error)
    before = path is None or is_in_arguments(path, case)
    concerned = list(fields_on(None if before else path, case.operation.selections))
    if kind is ErrorKind.UNEXPLAINED:
        # Further up the values were taken, or there would be nothing below.
        nearest = concerned if before else concerned[-1:]
        return lacks(concerned, schema, expectation.memory.left_out) or holds_custom_scalar(nearest, schema)
    if kind is ErrorKind.SERVER_FAULT and before:
        text = unquoted(message_of(error))
        converted = CONVERSION.search(text) is not None and CRASH.search(text) is None
        return converted and holds_custom_scalar(concerned, schema)
    return False


def lacks_something(case: Case, expectation: Expectation) -> bool:
    """Whether anything was left out of an operation because nothing could be made of it."""
    concerned = fields_on(None, case.operation.selections)
    return lacks(concerned, expectation.schema, expectation.memory.left_out)


def lacks(concerned: Iterable[Field], schema: GraphQLSchema, left_out: Collection[str]) -> bool:
    """Whether one of these fields has an argument, or was sent an input object with a field, that is left out."""
    if not left_out:
        return False
    for field in concerned:
        definition = getattr(schema.get_type(field.parent), "fields", {}).get(field.name)
        if definition is None:
            continue
        if any(f"{field.coordinate}.{name}" in left_out for name in definition.args):
            return True
        for named, _ in _inputs(field, definition):
            fields = named.fields if is_input_object_type(named) else ()
            if any(f"{named.name}.{name}" in left_out for name in fields):
                return True
    return False


def holds_custom_scalar(concerned: Iterable[Field], schema: GraphQLSchema) -> bool:
    """Whether any argument of these fields holds a value, at any depth, whose type is a scalar that the API made up."""
    for field in concerned:
        definition = getattr(schema.get_type(field.parent), "fields", {}).get(field.name)
        if definition is None:
            continue
        for named, _ in _inputs(field, definition):
            if is_custom_scalar(named):
                return True
    return False


def is_custom_scalar(named: Any) -> bool:
    """Whether a type is a scalar that the API made up."""
    return is_scalar_type(named) and not is_specified_scalar_type(named)


def _inputs(field: Field, definition: Any) -> Iterator[tuple[Any, Any]]:
    for name, value in field.arguments:
        argument = definition.args.get(name)
        if argument is not None:
            yield from inputs_in(value, get_named_type(argument.type))


def inputs_in(value: Any, named: Any) -> Iterator[tuple[Any, Any]]:
    """Every value inside a value, itself first, with the type that the schema gives it; nulls are passed over."""
    if isinstance(value, Variable):
        value = value.value
    if value is None or value is ABSENT:
        return
    if isinstance(value, list) and not is_custom_scalar(named):
        for item in value:
            yield from inputs_in(item, named)
        return
    yield named, value
    if is_input_object_type(named) and isinstance(value, dict):
        for key, item in value.items():
            inner = named.fields.get(key)
            if inner is not None:
                yield from inputs_in(item, get_named_type(inner.type))
