"""A baseline held against another version: what is asked again, and what is no longer as it was."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from querious.baseline.invariants import Invariants
from querious.baseline.known_answers import KnownAnswers
from querious.model import Finding

if TYPE_CHECKING:
    from collections.abc import Callable

    from graphql import GraphQLSchema

    from querious.baseline.baseline import Baseline, BaselineAnswer
    from querious.model import JSON, Exchange, Operation, SelectionShape

BASELINE: Final = "baseline"


class BaselineQuestion(NamedTuple):
    """An operation of the baseline that this schema allows."""

    operation: Operation
    answer: BaselineAnswer


class BaselineCheck:
    """Pure over one exchange: a finding shows again whenever the same, or less, is asked again."""

    def __init__(
        self,
        baseline: Baseline,
        schema: GraphQLSchema,
        read: Callable[[BaselineAnswer], Operation | str],
        shape_of: Callable[[Operation], SelectionShape],
        redact: Callable[[str, JSON], JSON],
    ) -> None:
        """``read`` gives the operation of a document, or says why this schema does not allow it."""
        self.baseline = baseline
        self.questions: list[BaselineQuestion] = []
        self.invalid: list[tuple[BaselineAnswer, str]] = []
        """What this schema does not allow any more, and why."""
        self._known = KnownAnswers(schema, baseline.volatile, redact)
        self._invariants = Invariants(baseline.invariants, schema, baseline.volatile)
        for answer in baseline.answers:
            operation = read(answer)
            if isinstance(operation, str):
                self.invalid.append((answer, operation))
            else:
                self.questions.append(BaselineQuestion(operation, answer))
                self._known.add(shape_of(operation), answer.data)

    def differences(self, exchange: Exchange, shape: SelectionShape) -> list[Finding]:
        """Where an answer differs from the baseline, as far as the baseline knows what was asked."""
        payload = exchange.payload if isinstance(exchange.payload, dict) else {}
        data, errors = payload.get("data"), payload.get("errors")
        suffix = "; the answer has an error" if errors else ""
        found = []
        for one in self._known.differences(shape, data if isinstance(data, dict) else None):
            message = f"{one.message}{suffix}"
            found.append(Finding(BASELINE, one.coordinate, message, exchange, one.severity, one.place))
        if errors and not found:
            message = "returned an error, but did not in the baseline"
            found = [Finding(BASELINE, root, message, exchange) for root in self._known.roots(shape)]
        return found

    def broken_invariants(self, exchange: Exchange, shape: SelectionShape) -> list[Finding]:
        """Which invariants an answer breaks; to be asked only as long as nothing was changed by mutations."""
        return self._invariants.judge(exchange, shape)
