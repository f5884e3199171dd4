"""What of a description was covered: operations, what calls sent, and what answers showed, at three levels.

A call requests its operation and everything that it sends. A status of 2xx reaches them, and an answer that holds
something witnesses them. What is documented of answers is requested with its operation; a property is reached where
its object is there, and witnessed where it has a value.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from querious.model import Coverage
from querious.model.coverage import CoveredPlaces, Level
from querious.rest.coverage_gaps import CoverageGaps
from querious.rest.coverage_places import KINDS, SENT, ResponseProperties, places_of, sent_places, shown_places

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from querious.model import Exchange
    from querious.rest.cases.callable_operation import CallableOperation
    from querious.rest.coverage_places import OperationPlaces
    from querious.rest.openapi.schemas import Schemas

_SUCCESS: Final = range(200, 300)
_WITHOUT_BODY: Final = frozenset(("DELETE", "HEAD", "OPTIONS"))
"""Methods that are witnessed by their status."""


class RestCoverage:
    """Coverage so far. ``left_out`` says of operations that are not asked why not."""

    def __init__(
        self,
        plans: Iterable[CallableOperation],
        schemas: Schemas,
        left_out: Mapping[str, str] | None = None,
        *,
        recorded: bool = False,
    ) -> None:
        """``recorded``: others asked, and nobody tried to reach everything."""
        responses = ResponseProperties(schemas)
        self._places: dict[str, OperationPlaces] = {plan.coordinate: places_of(plan, responses) for plan in plans}
        self._left_out = left_out or {}
        self._recorded = recorded
        self._statuses: dict[str, Counter[int]] = {}
        """How often each operation was answered with which status; 0 where no answer came."""
        self._seen: dict[Level, set[str]] = {level: set() for level in Level}
        """Operations and places."""
        self._refused: dict[str, int] = {}
        """The last status that refused what was sent."""
        self._counts: Counter[Level] = Counter()
        self._shown: Counter[tuple[str, str]] = Counter()
        """How many properties of the answers of an operation and status had a value."""

    def note(self, exchange: Exchange) -> None:
        """Count a call and its answer; of one that is deliberately invalid, the answer alone."""
        known = self._places.get(exchange.case.call.coordinate)
        if known is None:
            return
        if exchange.case.valid:
            self._note_call(exchange)
        self._note_answer(known, exchange)

    def _note_call(self, exchange: Exchange) -> None:
        call = exchange.case.call
        sent = {call.coordinate, *sent_places(call)}
        self._statuses.setdefault(call.coordinate, Counter())[exchange.status] += 1
        self._add(Level.REQUESTED, sent, call.coordinate)
        if exchange.status in _SUCCESS:
            self._add(Level.REACHED, sent, call.coordinate)
            holds_something = exchange.body if not exchange.is_json else exchange.payload not in ([], {}, None, "")
            if holds_something or call.method in _WITHOUT_BODY:
                self._add(Level.WITNESSED, sent, call.coordinate)
        else:
            self._refused.update(dict.fromkeys(sent, exchange.status))

    def _add(self, level: Level, places: set[str], operation: str) -> None:
        self._counts[level] += operation not in self._seen[level]
        self._seen[level] |= places

    def _note_answer(self, known: OperationPlaces, exchange: Exchange) -> None:
        status = next((name for name in _names_of(exchange.status) if name in known.answers), "")
        if not status:
            return
        answer = known.answers[status]
        seen = {answer.place, answer.media_place(exchange.headers.get("content-type", ""))}
        self._seen[Level.REACHED] |= seen
        self._seen[Level.WITNESSED] |= seen
        key = exchange.case.call.coordinate, status
        if exchange.is_json and self._shown[key] < answer.properties.size:
            reached, witnessed = shown_places(answer, exchange.payload)
            self._shown[key] += len(witnessed - self._seen[Level.WITNESSED])
            self._seen[Level.REACHED] |= reached
            self._seen[Level.WITNESSED] |= witnessed

    def is_reached(self, coordinate: str) -> bool:
        """Whether an operation was answered with 2xx."""
        return coordinate in self._seen[Level.REACHED]

    def counts(self) -> tuple[int, int, int, int]:
        """How many operations there are, and how many were requested, reached and witnessed."""
        requested, reached, witnessed = (self._counts[level] for level in Level)
        return len(self._places), requested, reached, witnessed

    def coverage(self) -> Coverage:
        """What was covered, as a value."""
        operations = frozenset(self._places)
        places = {kind: self._covered(kind) for kind in KINDS}
        found = Coverage(
            tuples=operations,
            requested=operations & self._seen[Level.REQUESTED],
            reached=operations & self._seen[Level.REACHED],
            witnessed=operations & self._seen[Level.WITNESSED],
            places={kind: covered for kind, covered in places.items() if covered.every},
        )
        gaps = CoverageGaps(found, self._statuses, self._refused, recorded=self._recorded)
        return gaps.explained(self._places, self._left_out)

    def _covered(self, kind: str) -> CoveredPlaces:
        every: set[str] = set()
        asked: set[str] = set()
        for operation, known in self._places.items():
            of_kind = set(known.of_kind(kind))
            every |= of_kind
            if operation in self._statuses:
                asked |= of_kind
        requested = every & self._seen[Level.REQUESTED] if kind in SENT else asked
        reached = every & self._seen[Level.REACHED]
        witnessed = every & self._seen[Level.WITNESSED]
        return CoveredPlaces(frozenset(every), frozenset(requested), frozenset(reached), frozenset(witnessed))


def _names_of(status: int) -> tuple[str, str, str]:
    """Under which a status may be documented, the nearest first."""
    return str(status), f"{status // 100}XX", "default"
