"""Results as they may be shown and written: without what harvest would redact in a recording.

Answers hold secrets of the API's users, and so do arguments that were taken from answers. A placeholder of the same
kind stands for each, the same one throughout a finding. What querious made up itself stays: it is nobody's secret, and
a finding may need it to be reproduced.
"""

from __future__ import annotations

import json
from dataclasses import replace
from operator import is_
from typing import TYPE_CHECKING, TypeVar

from querious.model.document_text import write
from querious.model.graphql_forms import is_usual, reform
from querious.model.operation import Field, fields
from querious.model.rest_call import RestCall
from querious.model.state import CommandSequence
from querious.model.values import Variable
from querious.text.redaction import Redaction
from querious.text.redaction.placeholders import is_placeholder
from querious.text.redaction.places import Way

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from querious.model import Case, Exchange, Finding, Kept, Request, Run
    from querious.model.diff import Diff, Difference
    from querious.model.finding import FoldedFinding
    from querious.model.missing_value import MissingValue
    from querious.model.operation import Selection
    from querious.model.own_error import OwnError
    from querious.model.state import CommandStep
    from querious.model.values import JSON, Value
    from querious.text.redaction.values import Redacting

T = TypeVar("T", "Run", "Diff")


class RedactedResults:
    """Takes the secrets out of what a run found."""

    def __init__(self, told_at: Callable[[JSON], Sequence[str]] = lambda _: ()) -> None:
        """``told_at`` gives the coordinates at which the API or the user told a value; none: we made it up."""
        self._told_at = told_at
        self._redaction = Redaction()
        self._last: tuple[list[Exchange], Redacting, list[Exchange]] | None = None
        """What was redacted last: one answer may be behind hundreds of findings."""

    def run(self, run: Run) -> Run:
        """The run as it may be written."""
        self._last = None  # more may have been told since
        findings = tuple(map(self.finding, run.findings))
        told = replace(run, findings=findings, missing_values=self._missing(run.missing_values))
        return replace(self._notes(told), unjudged=self._redaction.text(run.unjudged))

    def finding(self, finding: Finding) -> Finding:
        """A finding and all its exchanges. What a sequence sent was made up for it."""
        sequence = finding.sequence
        steps = sequence.steps if sequence else ()
        exchanges = [*finding.trace, finding.exchange]
        shown = [*(one for step in steps for one in step.outcome.exchanges), *exchanges]
        redacting, redacted = self._shown(shown)
        return replace(
            finding,
            exchange=redacted[-1],
            trace=tuple(redacted[-len(exchanges) : -1]),
            message=redacting.text(finding.message),
            excerpt=redacting.text(finding.excerpt),
            sequence=_sequence(sequence, redacting) if sequence else None,
            others=tuple(self._folded(one, redacting) for one in finding.others),
        )

    def _folded(self, one: FoldedFinding, redacting: Redacting) -> FoldedFinding:
        whole = self.finding(one.finding) if one.finding is not None else None
        return replace(one, message=redacting.text(one.message), finding=whole)

    def _shown(self, exchanges: list[Exchange]) -> tuple[Redacting, list[Exchange]]:
        """The exchanges of a finding without secrets, and what redacts the words about them."""
        if self._last is not None and len(self._last[0]) == len(exchanges) and all(map(is_, self._last[0], exchanges)):
            return self._last[1:]
        redacting = self._together(exchanges)
        for exchange in exchanges:  # what one of them tells by its name may stand in another under any name
            _exchange(exchange, redacting)
        redacted = [_exchange(exchange, redacting) for exchange in exchanges]
        self._last = exchanges, redacting, redacted
        return redacting, redacted

    def kept(self, kept: Kept) -> Kept:
        """An exchange that is kept."""
        return replace(kept, exchange=_exchange(kept.exchange, self._together([kept.exchange])))

    def diff(self, diff: Diff) -> Diff:
        """Two versions held against each other."""
        return self._notes(replace(diff, differences=tuple(map(self._difference, diff.differences))))

    def _difference(self, one: Difference) -> Difference:
        redacting = self._together([one.a, one.b])
        a, b = _exchange(one.a, redacting), _exchange(one.b, redacting)
        return replace(one, a=a, b=b, said_a=redacting.text(one.said_a), said_b=redacting.text(one.said_b))

    def _notes(self, result: T) -> T:
        errors = tuple(map(self._own_error, result.errors))
        return replace(result, notes=self._texts(result.notes), errors=errors)

    def _own_error(self, error: OwnError) -> OwnError:
        text = self._redaction.text
        return replace(error, message=text(error.message), traceback=text(error.traceback))

    def _missing(self, values: Iterable[MissingValue]) -> tuple[MissingValue, ...]:
        return tuple(one._replace(advice=self._redaction.text(one.advice)) for one in values)

    def _texts(self, texts: Iterable[str]) -> tuple[str, ...]:
        return tuple(map(self._redaction.text, texts))

    def _together(self, exchanges: Sequence[Exchange]) -> Redacting:
        """For exchanges that are shown together."""
        conversation = [(_sent(one.case), one.payload) for one in exchanges]
        redacting = self._redaction.several(self._made_up(conversation))
        for leaf in dict.fromkeys(leaf for sent, _ in conversation for leaf in _leaves(sent)):
            for coordinate in self._told_at(leaf):  # a secret there, it is one here
                redacting.json(leaf, (Way("", "", (coordinate.rpartition(".")[2],)),))
        return redacting

    def _made_up(self, conversation: Iterable[tuple[Value, JSON]]) -> set[JSON]:
        """What we sent before anybody told it, of requests and answers in their order."""
        made_up: set[JSON] = set()
        told: set[JSON] = set()
        for sent, answer in conversation:
            made_up.update(leaf for leaf in _leaves(sent) if leaf not in told and not self._told_at(leaf))
            told.update(leaf for leaf in _leaves(answer) if leaf not in made_up)
        return made_up


def has_placeholders(case: Case) -> bool:
    """Whether arguments of a saved case were secrets, so that it cannot be asked again as it was."""
    return any(isinstance(leaf, str) and is_placeholder(leaf) for leaf in _leaves(_sent(case)))


def _sent(case: Case) -> list[Value]:
    arguments = [value for field in fields(case.operation.selections) for _, value in field.arguments]
    return [case.body, *arguments]


def _leaves(value: Value) -> Iterator[JSON]:
    if isinstance(value, Variable):
        yield from _leaves(value.value)
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _leaves(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _leaves(inner)
    elif isinstance(value, str | int | float):
        yield value


def _exchange(exchange: Exchange, redacting: Redacting) -> Exchange:
    case = _case(exchange.case, redacting)
    if not exchange.is_json or exchange.payload is None:
        body = _text_body(exchange.body, redacting)
        return replace(exchange, case=case, body=body, detail=redacting.text(exchange.detail))
    payload = redacting.json(exchange.payload, ())
    body = exchange.body if payload == exchange.payload else json.dumps(payload, ensure_ascii=False).encode()
    return replace(exchange, case=case, payload=payload, body=body, detail=redacting.text(exchange.detail))


def _text_body(body: bytes, redacting: Redacting) -> bytes:
    """What is not text stays; so does text in which nothing is found, byte by byte."""
    try:
        text = body.decode()
    except UnicodeDecodeError:
        text = body.decode("latin-1")
    redacted = redacting.text(text)
    return body if redacted == text else redacted.encode()


def _case(case: Case, redacting: Redacting) -> Case:
    if case.is_graphql and not is_usual(case):
        return _rare_case(case, redacting)
    selections = _selections(case.operation.selections, redacting)
    if selections is not case.operation.selections:
        operation = case.operation._replace(selections=selections)
        document, variables = write(operation)
        body = {**case.body, "query": document, **({"variables": variables} if variables else {})}
        return replace(case, asked=operation, request=case.request._replace(body=body))
    body = redacting.json(case.body, ())
    if case.is_graphql and isinstance(body, dict) and "query" in body:
        body["query"] = case.body["query"]
    request = case.request._replace(body=body, path=redacting.path(case.request.path))
    if case.is_graphql:
        return replace(case, request=request)
    return replace(case, asked=_call(case.call, request, redacting), request=request)


def _rare_case(case: Case, redacting: Redacting) -> Case:
    """One that is sent in another form than most: its request is redacted as a whole, beside the operation."""
    operation = case.operation._replace(selections=_selections(case.operation.selections, redacting))
    changed = None if operation.selections is case.operation.selections else reform(case, operation)
    if changed is not None:
        return changed
    body = redacting.json(case.body, ())
    request = case.request._replace(body=body, path=redacting.path(case.request.path))
    return replace(case, asked=operation, request=request)


def _call(call: RestCall, request: Request, redacting: Redacting) -> RestCall:
    """A call with the body of its request, which is redacted already."""
    arguments = []
    for argument in call.arguments:
        value = redacting.json(argument.value, (Way("", "", (argument.name,)),))
        arguments.append(argument._replace(value=value))
    body = request.body if call.media else None
    return RestCall(request.method, redacting.path(call.path), tuple(arguments), call.media, body)


def _selections(selections: Sequence[Selection], redacting: Redacting) -> Sequence[Selection]:
    """The same object where nothing was replaced: a document that somebody else wrote stays as it is."""
    redacted = [_selection(one, redacting) for one in selections]
    changed = any(one is not before for one, before in zip(redacted, selections, strict=True))
    return redacted if changed else selections


def _selection(selection: Selection, redacting: Redacting) -> Selection:
    children = _selections(selection.children, redacting)
    if children is not selection.children:
        selection = selection._replace(children=children)
    if not isinstance(selection, Field):
        return selection
    arguments = [
        (name, redacting.json(value, (Way(selection.parent, selection.name, (name,)),)))
        for name, value in selection.arguments
    ]
    return selection if arguments == list(selection.arguments) else selection._replace(arguments=arguments)


def _sequence(sequence: CommandSequence, redacting: Redacting) -> CommandSequence:
    steps = tuple(_step(step, redacting) for step in sequence.steps)
    given = tuple(
        replace(one, key=redacting.text(one.key), entry=redacting.json(one.entry, ())) for one in sequence.given
    )
    return CommandSequence(steps, given)


def _step(step: CommandStep, redacting: Redacting) -> CommandStep:
    outcome = step.outcome
    told = replace(
        outcome,
        key=redacting.text(outcome.key),
        value=redacting.json(outcome.value, ()),
        entries=tuple((redacting.text(key), redacting.json(entry, ())) for key, entry in outcome.entries),
        exchanges=tuple(_exchange(exchange, redacting) for exchange in outcome.exchanges),
        breaches=tuple(replace(breach, message=redacting.text(breach.message)) for breach in outcome.breaches),
    )
    return replace(step, key=redacting.text(step.key), sent=redacting.json(step.sent, ()), outcome=told)
