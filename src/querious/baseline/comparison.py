"""A baseline held against another version: what is asked again, and what is no longer as it was."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from querious.baseline.answer_terms import read_answer
from querious.baseline.invariants import Invariants
from querious.model import Finding

if TYPE_CHECKING:
    from collections.abc import Callable

    from querious.baseline.answer_terms import AnswerTerms
    from querious.baseline.baseline import Asked, Baseline, BaselineAnswer
    from querious.model import JSON, Exchange, SelectionShape

BASELINE: Final = "baseline"


class BaselineQuestion(NamedTuple):
    """An operation or call of the baseline that the API as it is described allows."""

    asked: Asked
    answer: BaselineAnswer


class BaselineCheck:
    """Pure over one exchange: a finding shows again whenever the same, or less, is asked again."""

    def __init__(
        self,
        baseline: Baseline,
        terms: AnswerTerms,
        read: Callable[[BaselineAnswer], Asked | str],
        shape_of: Callable[[Asked], SelectionShape],
        redact: Callable[[str, JSON], JSON],
    ) -> None:
        """``read`` gives what an entry asks, or says why the API as it is described does not allow that."""
        self.baseline = baseline
        self.questions: list[BaselineQuestion] = []
        self.invalid: list[tuple[BaselineAnswer, str]] = []
        """What this schema does not allow any more, and why."""
        self._known = terms.known(baseline.volatile, redact)
        self._invariants = Invariants(baseline.invariants, terms.identity, baseline.volatile)
        for answer in baseline.answers:
            asked = read(answer)
            if isinstance(asked, str):
                self.invalid.append((answer, asked))
            else:
                self.questions.append(BaselineQuestion(asked, answer))
                self._known.add(shape_of(asked), answer.data)

    def differences(self, exchange: Exchange, shape: SelectionShape) -> list[Finding]:
        """Where an answer differs from the baseline, as far as the baseline knows what was asked."""
        answer = read_answer(exchange)
        suffix = f"; {answer.trouble}" if answer.trouble else ""
        found = []
        for one in self._known.differences(shape, answer.data):
            message = f"{one.message}{suffix}"
            found.append(Finding(BASELINE, one.coordinate, message, exchange, one.severity, one.place))
        if answer.trouble and not found:
            message = "returned an error, but did not in the baseline"
            found = [Finding(BASELINE, root, message, exchange) for root in self._known.roots(shape)]
        return found

    def broken_invariants(self, exchange: Exchange, shape: SelectionShape) -> list[Finding]:
        """Which invariants an answer breaks; to be asked only as long as nothing was changed by mutations."""
        return self._invariants.judge(exchange, shape)
