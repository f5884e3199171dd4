"""A baseline held against another version: what is asked again, and what no longer is as it was."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from querious.baseline.invariants import Invariants
from querious.baseline.known import Known
from querious.model import Finding

if TYPE_CHECKING:
    from collections.abc import Callable

    from graphql import GraphQLSchema

    from querious.baseline.baseline import Answer, Baseline
    from querious.model import JSON, Exchange, Operation, SelectionShape

BASELINE: Final = "baseline"


class Question(NamedTuple):
    """An operation of the baseline that this schema allows."""

    operation: Operation
    answer: Answer


class Holding:
    """Pure over one exchange: a finding shows again whenever the same, or less, is asked again."""

    def __init__(
        self,
        baseline: Baseline,
        schema: GraphQLSchema,
        read: Callable[[Answer], Operation | str],
        shape_of: Callable[[Operation], SelectionShape],
        redact: Callable[[str, JSON], JSON],
    ) -> None:
        """``read`` gives the operation of a document, or says why this schema does not allow it."""
        self.baseline = baseline
        self.questions: list[Question] = []
        self.unfit: list[tuple[Answer, str]] = []
        """What this schema does not allow any more, and why."""
        self._known = Known(schema, baseline.volatile, redact)
        self._invariants = Invariants(baseline.invariants, schema, baseline.volatile)
        for answer in baseline.answers:
            operation = read(answer)
            if isinstance(operation, str):
                self.unfit.append((answer, operation))
            else:
                self.questions.append(Question(operation, answer))
                self._known.add(shape_of(operation), answer.data)

    def differing(self, exchange: Exchange, shape: SelectionShape) -> list[Finding]:
        """What an answer says otherwise than the baseline, as far as the baseline knows what was asked."""
        payload = exchange.payload if isinstance(exchange.payload, dict) else {}
        data, errors = payload.get("data"), payload.get("errors")
        found = []
        for one in self._known.differences(shape, data if isinstance(data, dict) else None):
            told = f"{one.message}; the answer holds an error" if errors else one.message
            found.append(Finding(BASELINE, one.coordinate, told, exchange, one.severity, one.place))
        if errors and not found:
            found += [
                Finding(BASELINE, coordinate, "is answered with an error, and was not in the baseline", exchange)
                for coordinate in self._known.roots(shape)
            ]
        return found

    def broken(self, exchange: Exchange, shape: SelectionShape) -> list[Finding]:
        """Which invariants an answer breaks; to be asked only as long as nothing was changed by mutations."""
        return self._invariants.judge(exchange, shape)
