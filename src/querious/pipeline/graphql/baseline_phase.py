"""The phase that holds a baseline against the API: its operations are asked again before anything else is.

What differs is asked once more when all others have been asked. Only what differs in the same way both times counts: a
value that is another one each time is volatile, and nobody's fault.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from graphql import GraphQLError, parse, validate

from querious.baseline import BASELINE, BaselineCheck, load
from querious.errors import ConfigError
from querious.graphql.cases import read_documents, variable_problems
from querious.model import Operation, graphql_case
from querious.model.document_text import write_case
from querious.pipeline.graphql.baseline_findings import findings_against, unfit_finding
from querious.text.redaction import Redaction

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from graphql import GraphQLSchema

    from querious.baseline import Baseline, BaselineAnswer
    from querious.model import JSON, Exchange, Finding
    from querious.pipeline.graphql.api import GraphqlApi
    from querious.pipeline.run.batch_sender import BatchSender
    from querious.pipeline.run.session import Judged

_UNANSWERED = frozenset(("limit", "lost"))
"""Outcomes that say nothing of the data."""
_REFUSED = "authorisation"
_MOSTLY = 0.5
_FEW = 10


def read_baseline(place: str) -> Baseline:
    """The baseline of a file; a ConfigError where there is none."""
    try:
        return load(Path(place).read_text(encoding="utf-8"), place)
    except FileNotFoundError:
        raise ConfigError(f"no baseline at {place}; create one with querious learn TARGET") from None
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"cannot read the baseline {place}: {error}") from None


def redactor(redaction: Redaction | None = None) -> Callable[[str, JSON], JSON]:
    """Takes secrets out of the value of a field, by the field's name and by what the value looks like."""
    using = redaction or Redaction()

    def redact(name: str, value: JSON) -> JSON:
        if value is None or isinstance(value, bool):
            return value
        return next(iter(using.variables("", {name: value}).values()))

    return redact


def operation_of(schema: GraphQLSchema, answer: BaselineAnswer) -> Operation | str:
    """The operation of an entry of the baseline, or why this schema does not allow it."""
    try:
        errors = validate(schema, parse(answer.document, no_location=True))
    except (GraphQLError, RecursionError) as error:
        return str(error)
    if errors:
        return errors[0].message
    problems = variable_problems(schema, answer.document, answer.variables, "")
    if problems:
        return problems[0].message
    return read_documents(schema, answer.document, "the baseline", answer.variables)[0]


def check_of(api: GraphqlApi, baseline: Baseline) -> BaselineCheck:
    """A baseline made ready for the schema of a api."""
    return BaselineCheck(
        baseline,
        api.schema,
        lambda answer: operation_of(api.schema, answer),
        api.shape_of,
        redactor(),
    )


class BaselinePhase:
    """The phase as such."""

    def __init__(self, api: GraphqlApi, sender: BatchSender, holding: BaselineCheck) -> None:
        self._api = api
        self._sender = sender
        self._holding = holding
        self._outcomes: dict[int, str] = {}

    async def hold(self) -> None:
        """Ask all operations of the baseline, and what differs once more."""
        self._sender.enter(BASELINE)
        first = await self._ask([question.operation for question in self._holding.questions])
        asked = [exchange for exchange in first if exchange is not None and self._says_something(exchange)]
        self._tell(len(first), len(asked))
        differing = [found for exchange in asked if (found := self._differing(exchange))]
        again = await self._ask([found[0].exchange.case.operation for found in differing])
        confirmed = sum(map(self._confirm, differing, again))
        self._api.tallies.add(BASELINE, "passed", len(asked) - confirmed)
        self._api.tallies.add(BASELINE, "failed", confirmed)
        await self._ask_unfit()
        if confirmed >= _FEW and confirmed / len(asked) > _MOSTLY:
            self._sender.note(
                "Most answers differ from the baseline: if it was learned on other data, learn it again on this, "
                "or without answers: querious learn --no-answers."
            )

    def _confirm(self, found: Sequence[Finding], again: Exchange | None) -> bool:
        """Count what showed both times; whether anything did."""
        shown = set() if again is None else {(one.coordinate, one.message) for one in self._differing(again)}
        kept = [one for one in found if (one.coordinate, one.message) in shown]
        self._sender.count(kept)
        return bool(kept)

    def _differing(self, exchange: Exchange) -> list[Finding]:
        return findings_against(self._holding, exchange, self._api.shape(exchange.case), BASELINE)

    def _says_something(self, exchange: Exchange) -> bool:
        return self._outcomes.get(exchange.case.number, "") not in _UNANSWERED

    def _tell(self, questions: int, asked: int) -> None:
        refused = sum(outcome == _REFUSED for outcome in self._outcomes.values())
        if asked < questions:
            missing = questions - asked
            self._sender.note(f"{missing:,} of {questions:,} operations of the baseline had no answer to compare.")
        if refused > _MOSTLY * questions:
            self._sender.note("Most operations of the baseline asked for credentials: pass those it was learned with.")

    async def _ask(self, operations: Sequence[Operation]) -> list[Exchange | None]:
        """What came of each; None where the budget ended before it."""
        first = self._sender.cases
        answers: list[Exchange | None] = [None] * len(operations)

        def look(exchange: Exchange, judged: Judged) -> None:
            answers[exchange.case.number - first] = exchange
            self._outcomes[exchange.case.number] = judged.outcome

        await self._sender.send((write_case(first + place, one) for place, one in enumerate(operations)), look)
        return answers

    async def _ask_unfit(self) -> None:
        """What the schema does not allow any more is sent as it is, so that there is an answer to show."""
        for answer, reason in self._holding.invalid:
            if self._sender.spent():
                return
            nothing = Operation("query", "", "", ())
            case = graphql_case(self._sender.cases, nothing, answer.document, answer.variables, reason)
            self._sender.count([unfit_finding(await self._sender.session.send(case), reason)])
