"""Examples → cases that are known to be askable by the schema, with the answer each must get."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import TYPE_CHECKING

from graphql import validate
from graphql.execution.values import get_variable_values

from querious.export.answers import ExpectedAnswer, answer_to
from querious.export.documents import ParsedOperation, read
from querious.export.example import Example, LeftOut, Wants
from querious.export.names import operation_words
from querious.export.tuples import Tuples, tuples_of
from querious.text.display import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable

    from graphql import GraphQLSchema

    from querious.model import JSON

_LARGEST = 10_000
"""Keys of an answer that are written down at most."""


@dataclass(frozen=True, slots=True)
class PreparedExample:
    """An example that a test can be made of."""

    example: Example
    kind: str
    """``query`` or ``mutation``."""
    name: str
    """The operation's own name, or the empty string."""
    called: str
    """What it is called in names of files and tests: ``get_teasers``."""
    document: str
    """What is sent, laid out to be read."""
    variables: dict[str, JSON]
    """In the order of the document."""
    answer: ExpectedAnswer | None
    """None for what must be refused."""
    tuples: Tuples


MUTATION = "a mutation changes data"
"""The reason for leaving out what ``mutations`` lets in."""


def prepare(
    schema: GraphQLSchema, examples: Iterable[Example], *, mutations: bool = False
) -> tuple[list[PreparedExample], list[LeftOut]]:
    """What can be exported, each question once, in the order of the examples; and what cannot, with the reason."""
    preparer = _Preparer(schema, mutations=mutations)
    ready: dict[object, PreparedExample] = {}
    left_out: list[LeftOut] = []
    for example in examples:
        try:
            case = preparer.prepare(example)
        except (ValueError, RecursionError) as error:
            reason = str(error) if isinstance(error, ValueError) else "the document is nested too deeply"
            left_out.append(LeftOut(example.label, reason))
            continue
        question = case.document, repr(case.variables), example.origin, example.mark
        known = ready.get(question)
        ready[question] = case if known is None else _merged(known, example)
    return list(ready.values()), left_out


def _merged(known: PreparedExample, other: Example) -> PreparedExample:
    example = known.example
    times = [moment for moment in (example.last_asked, other.last_asked) if moment is not None]
    last = max(times, default=None)
    return replace(known, example=replace(example, calls=example.calls + other.calls, last_asked=last))


class _Preparer:
    """Remembers what was worked out: the same documents come with many variables."""

    def __init__(self, schema: GraphQLSchema, *, mutations: bool) -> None:
        self._schema = schema
        self._mutations = mutations
        self._read = cache(read)
        self._problem = cache(partial(_problem, schema))
        self._answers: dict[object, tuple[ExpectedAnswer, Tuples]] = {}

    def prepare(self, example: Example) -> PreparedExample:
        self._check_kind(example.kind)
        _check_sendable(example)
        if example.wants is Wants.REFUSAL:
            return self._refused(example)
        asked = self._read(example.document, example.operation_name)
        self._check_kind(asked.kind)
        problem = self._problem(asked)
        if problem:
            raise ValueError(problem)
        variables = _ordered(asked, example.variables)
        misfit = _misfit(self._schema, asked, variables)
        if misfit and example.wants is Wants.ANSWER:
            # A lenient server has answered it, a strict one may refuse it: both are right.
            example = replace(example, wants=Wants.SOUND, note=example.note or f"The API may refuse it: {misfit}")
        answer, tuples = self._answer(asked, asked.values(variables))
        if answer.shape.size > _LARGEST:
            raise ValueError(f"an answer with {answer.shape.size:,} keys is too large for a test")
        called = operation_words(asked.name, asked.roots)
        return PreparedExample(example, asked.kind, asked.name, called, answer.asked.text, variables, answer, tuples)

    def _refused(self, example: Example) -> PreparedExample:
        """An invalid operation is sent as it is, and may not even be GraphQL."""
        kind, name, called = "query", "", "operation"
        with suppress(ValueError):
            asked = self._read(example.document, example.operation_name)
            kind, name, called = asked.kind, asked.name, operation_words(asked.name, asked.roots)
        self._check_kind(kind)
        return PreparedExample(example, kind, name, called, example.document, example.variables, None, Tuples())

    def _answer(self, asked: ParsedOperation, values: dict[str, JSON]) -> tuple[ExpectedAnswer, Tuples]:
        """Conditions depend on nothing but boolean variables: where these are the same, so is what is left."""
        switches = [(name, value) for name, value in values.items() if isinstance(value, bool)]
        place = asked, tuple(switches)
        if place not in self._answers:
            self._answers[place] = answer_to(self._schema, asked, values), tuples_of(self._schema, asked, values)
        return self._answers[place]

    def _check_kind(self, kind: str) -> None:
        if kind == "subscription":
            raise ValueError("a subscription has more than one answer")
        if kind == "mutation" and not self._mutations:
            raise ValueError(MUTATION)


def _problem(schema: GraphQLSchema, asked: ParsedOperation) -> str:
    """What the schema has against an operation; empty if nothing."""
    for error in validate(schema, asked.node):
        return f"not allowed by the schema: {one_line(error.message)}"
    return ""


def _misfit(schema: GraphQLSchema, asked: ParsedOperation, variables: dict[str, JSON]) -> str:
    """What the schema has against the variables; empty if nothing."""
    result = get_variable_values(schema, asked.operation.variable_definitions or (), variables)
    return one_line(result[0].message) if isinstance(result, list) else ""


def _ordered(asked: ParsedOperation, variables: dict[str, JSON]) -> dict[str, JSON]:
    """In the order in which the operation declares them; what it does not declare comes last."""
    declared = [definition.variable.name.value for definition in asked.operation.variable_definitions or ()]
    return {name: variables[name] for name in declared if name in variables} | variables


def _check_sendable(example: Example) -> None:
    try:
        json.dumps(example.variables, allow_nan=False)
        example.document.encode()
    except (ValueError, TypeError, RecursionError):
        raise ValueError("variables that cannot be sent as JSON") from None
