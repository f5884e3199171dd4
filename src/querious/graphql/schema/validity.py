"""What a schema must have to be tested at all, and what it may lack."""

from __future__ import annotations

from collections import Counter
from pathlib import PurePath
from typing import TYPE_CHECKING

from graphql import GraphQLError, GraphQLObjectType, Source, validate_schema

from querious.errors import SchemaError
from querious.text.display import one_line, plural

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from graphql import GraphQLSchema

_SHOWN = 3


def settle(build: Callable[[bool], GraphQLSchema]) -> tuple[GraphQLSchema, list[GraphQLError]]:
    """Build a schema that graphql-core takes for valid, and tell what is not valid in it.

    ``build`` takes whether validity is to be assumed. Without that, every later ``graphql.validate`` of an
    operation would refuse to look at a schema whose faults do not concern the operation.
    """
    try:
        schema = build(False)
        problems = validate_schema(schema)
        if problems:
            schema = build(True)
    except RecursionError:
        raise SchemaError("its definitions are nested too deeply") from None
    except (GraphQLError, TypeError, ValueError) as error:
        raise SchemaError(_reason(error)) from None
    _require_query(schema)
    return schema, problems


def _reason(error: Exception) -> str:
    text = error.message if isinstance(error, GraphQLError) else str(error)
    if "maximum recursion depth" in text:
        return "an input type's default value holds the type itself without end"
    return one_line(text)


def _require_query(schema: GraphQLSchema) -> None:
    root = schema.query_type
    if root is None:
        raise SchemaError("it has no query type")
    if not isinstance(root, GraphQLObjectType):
        raise SchemaError(f"its query type {one_line(str(root))} is not an object type")
    if not root.fields:
        raise SchemaError(f"its query type {root.name} has no fields")


def describe(problems: Sequence[GraphQLError]) -> str:
    """The number of problems and the first of them, equal ones told once."""
    times = Counter(problem.message for problem in problems)
    first = {problem.message: problem for problem in reversed(problems)}
    told = []
    for message in list(times)[:_SHOWN]:
        repeated = f", {times[message]:,} times" if times[message] > 1 else ""
        told.append(f"{one_line(message).removesuffix('.')}{place(first[message])}{repeated}")
    more = "; …" if len(times) > _SHOWN else ""
    return f"{plural(len(problems), 'problem')}: {'; '.join(told)}{more}"


def place(error: GraphQLError) -> str:
    """`` (file:line:column)`` with the last part of the file's path, or nothing where the error is in no file."""
    if not error.locations or error.source is None or error.source.name == Source("").name:
        return ""
    location = error.locations[0]
    return f" ({PurePath(error.source.name).name}:{location.line}:{location.column})"
