"""Why operations, and what belongs to them, were not covered: in words, for reports."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from querious.rest.coverage_places import MEDIA, SENT, STATUSES

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Mapping

    from querious.model import Coverage
    from querious.model.coverage import CoveredPlaces
    from querious.rest.coverage_places import OperationPlaces

_PARAMETER: Final = re.compile(r"\{[^{}/]+\}")
_CREDENTIALS: Final = frozenset((401, 403, 407))
_ABSENT: Final = frozenset((404, 410))
_SERVER: Final = range(500, 600)
_EMPTY: Final = "answered, but never with anything in it"


class CoverageGaps:
    """Tells of everything that was not witnessed why it was not."""

    def __init__(
        self,
        coverage: Coverage,
        statuses: Mapping[str, Counter[int]],
        refused: Mapping[str, int],
        *,
        recorded: bool,
    ) -> None:
        self._coverage = coverage
        self._statuses = statuses
        self._refused = refused
        self._recorded = recorded
        self._unasked = "in no recording" if recorded else "not asked before the run ended"

    def explained(self, operations: Mapping[str, OperationPlaces], left_out: Mapping[str, str]) -> Coverage:
        """The coverage with what is missing."""
        missing = dict(left_out)
        for operation, known in operations.items():
            reason = self._of_operation(operation)
            if reason:
                missing[operation] = reason
            for kind, covered in self._coverage.places.items():
                for place in known.of_kind(kind):
                    if place not in covered.witnessed:
                        missing[place] = self._of_place(place, operation, kind, covered)
        return replace(self._coverage, missing=missing)

    def _of_operation(self, operation: str) -> str:
        """Empty for one that was witnessed."""
        if operation in self._coverage.witnessed:
            return ""
        if operation in self._coverage.reached:
            return _EMPTY
        answers = self._statuses.get(operation)
        if not answers:
            return self._unasked
        return _statuses_alone(answers) if self._recorded else _refusal(operation, answers)

    def _of_place(self, place: str, operation: str, kind: str, covered: CoveredPlaces) -> str:
        if operation not in self._coverage.requested:
            return self._unasked
        if kind in SENT:
            return self._of_sent(place, operation, covered)
        if kind == STATUSES:
            return "no answer had this status"
        if not self._came(place, operation):
            return "no answer had this status"
        if kind == MEDIA:
            return "no answer had this content type"
        return "always null or empty" if place in covered.reached else "no answer held its object"

    def _came(self, place: str, operation: str) -> bool:
        """Whether an answer had the status of a place, which stands behind the operation."""
        status = place.removeprefix(f"{operation} ").partition(" ")[0]
        return f"{operation} {status}" in self._coverage.places[STATUSES].reached

    def _of_sent(self, place: str, operation: str, covered: CoveredPlaces) -> str:
        if place in covered.reached:
            return _EMPTY
        if place in covered.requested:
            status = self._refused.get(place, 0)
            return f"every call with it was refused, last with {status}" if status else "no call with it was answered"
        return "never sent" if operation in self._coverage.reached else "never sent: the operation was not reached"


def _statuses_alone(answers: Counter[int]) -> str:
    return f"never answered with 2xx ({', '.join(str(status or 'nothing') for status, _ in answers.most_common())})"


def _refusal(operation: str, answers: Counter[int]) -> str:
    """What the answers to an operation that was never reached have in common."""
    seen = [status for status, _ in answers.most_common() if status]
    told = ", ".join(map(str, seen))
    if not seen:
        return "no answer"
    if not _CREDENTIALS.isdisjoint(seen):
        return f"credentials or permissions missing ({told})"
    if _ABSENT.issuperset(seen):
        names = _PARAMETER.findall(operation)
        return f"no value found for {', '.join(names)} ({told})" if names else f"not there ({told})"
    if any(status in _SERVER for status in seen):
        return f"server errors ({told})"
    return f"no request found that is accepted ({told})"
