"""Examples → cases that are known to be askable by the schema, with the answer each must get."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from graphql import validate
from graphql.execution.values import get_variable_values

from querious.export.answers import ExpectedAnswer, answer_to
from querious.export.conditions import switches, values_of
from querious.export.documents import ParsedOperation, read
from querious.export.example import Example, LeftOut, Wants
from querious.export.names import operation_words
from querious.export.tuples import Tuples, tuples_of

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
    desk = _Desk(schema, mutations=mutations)
    ready: dict[object, PreparedExample] = {}
    left_out: list[LeftOut] = []
    for example in examples:
        try:
            case = desk.prepare(example)
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


class _Desk:
    """Remembers what was worked out: the same documents come with many variables."""

    def __init__(self, schema: GraphQLSchema, *, mutations: bool) -> None:
        self._schema = schema
        self._mutations = mutations
        self._asked: dict[tuple[str, str], ParsedOperation | ValueError] = {}
        self._problems: dict[int, str] = {}
        self._answers: dict[object, ExpectedAnswer] = {}
        self._tuples: dict[object, Tuples] = {}

    def prepare(self, example: Example) -> PreparedExample:
        self._check_kind(example.kind)
        _check_sendable(example)
        if example.wants is Wants.REFUSAL:
            return self._refused(example)
        asked = self._read(example)
        self._check_kind(asked.kind)
        problem = self._problem(asked)
        if problem:
            raise ValueError(problem)
        variables = _ordered(asked, example.variables)
        misfit = self._misfit(asked, variables)
        if misfit and example.wants is Wants.ANSWER:
            # A lenient server has answered it, a strict one may refuse it: both are right.
            example = replace(example, wants=Wants.SOUND, note=example.note or f"The API may refuse it: {misfit}")
        values = values_of(asked, variables)
        place = id(asked), switches(values)
        if place not in self._answers:
            self._answers[place] = answer_to(self._schema, asked, values)
            self._tuples[place] = tuples_of(self._schema, asked, values)
        answer = self._answers[place]
        if answer.shape.size > _LARGEST:
            raise ValueError(f"an answer with {answer.shape.size:,} keys is too large for a test")
        called = operation_words(asked.name, asked.roots)
        return PreparedExample(
            example, asked.kind, asked.name, called, answer.asked.text, variables, answer, self._tuples[place]
        )

    def _refused(self, example: Example) -> PreparedExample:
        """An invalid operation is sent as it is, and may not even be GraphQL."""
        try:
            asked = self._read(example)
        except ValueError:
            return PreparedExample(
                example, "query", "", "operation", example.document, example.variables, None, Tuples()
            )
        self._check_kind(asked.kind)
        called = operation_words(asked.name, asked.roots)
        return PreparedExample(
            example, asked.kind, asked.name, called, example.document, example.variables, None, Tuples()
        )

    def _read(self, example: Example) -> ParsedOperation:
        place = example.document, example.operation_name
        known = self._asked.get(place)
        if known is None:
            try:
                known = read(*place)
            except ValueError as error:
                known = error
            self._asked[place] = known
        if isinstance(known, ValueError):
            raise known
        return known

    def _problem(self, asked: ParsedOperation) -> str:
        """What the schema has against an operation; empty if nothing."""
        known = self._problems.get(id(asked))
        if known is None:
            errors = validate(self._schema, asked.node)
            known = f"invalid by the schema: {' '.join(errors[0].message.split())}" if errors else ""
            self._problems[id(asked)] = known
        return known

    def _check_kind(self, kind: str) -> None:
        if kind == "subscription":
            raise ValueError("a subscription has more than one answer")
        if kind == "mutation" and not self._mutations:
            raise ValueError(MUTATION)

    def _misfit(self, asked: ParsedOperation, variables: dict[str, JSON]) -> str:
        """What the schema has against the variables; empty if nothing."""
        result = get_variable_values(self._schema, asked.operation.variable_definitions or (), variables)
        return " ".join(result[0].message.split()) if isinstance(result, list) else ""


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


def _unread(example: Example, kind: str, name: str, called: str) -> PreparedExample:
    """An example that is sent as it is, without a look at what it asks for."""
    return PreparedExample(example, kind, name, called, example.document, example.variables, None, Tuples())
