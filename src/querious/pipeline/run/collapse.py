"""Noticing that the API no longer works: what had worked is refused or crashes, and not here and there but in bulk.

Plain values without I/O; ``querious.pipeline.run.health_check`` asks and acts. Errors that rise are a reason to look
(``Streak``). What decides are canaries: queries that returned data are asked again (``Survey``).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.answers.fault.triage import ErrorKind
from querious.model import Finding, Severity

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.model import Exchange
    from querious.pipeline.run.api_under_test import ApiUnderTest

COLLAPSE: Final = "collapse"
"""The name under which findings of this kind are reported."""
ALIVE: Final = "__typename"
"""The query that every API answers, whatever has become of its data."""
_GOOD: Final = frozenset(("data", "partial data"))
_CRASHED: Final = frozenset((ErrorKind.SERVER_FAULT.value, "lost"))
_OWN_FAULT: Final = frozenset((ErrorKind.USER_ERROR.value, ErrorKind.LIMIT.value))
_REFUSED: Final = frozenset(
    (ErrorKind.AUTHORISATION.value, ErrorKind.UNEXPLAINED.value, ErrorKind.INVALID.value, "not GraphQL")
)
_UNLIKELY: Final = 1e-4
"""How unlikely a row of failures must be, by what was seen before, to be a reason to look."""
_SHORTEST: Final = 8
_FEW: Final = 3
"""Different queries that must crash where the API itself still answers: fewer may be what new data does to them."""


def is_bad(word: str) -> bool:
    """Whether an outcome is one that a collapse has: not what is the fault of the question alone."""
    return word in _CRASHED or word in _REFUSED


class Streak:
    """Failures in a row, weighed by how common failures were before."""

    def __init__(self) -> None:
        self._failed = 0
        self._answered = 0
        self._row = 0

    def note(self, word: str) -> None:
        """Take in the outcome of a valid query."""
        if word in _GOOD:
            self.forgive()
            self._answered += 1
        else:
            self._row += 1

    def forgive(self) -> None:
        """Count the failures at hand as ordinary ones."""
        self._answered += self._row
        self._failed += self._row
        self._row = 0

    @property
    def alarming(self) -> bool:
        """Whether so many failures in a row can hardly be chance."""
        share = (self._failed + 1) / (self._answered + 2)
        return self._row >= _SHORTEST and share**self._row < _UNLIKELY


class CollapseState(Enum):
    """What has become of a canary."""

    GOOD = "good"
    NEUTRAL = "neutral"
    """It brought nothing, and may be right: an entry was removed, a limit was met."""
    REFUSED = "refused"
    CRASHED = "crashed"


def state_of(exchange: Exchange, api: ApiUnderTest) -> CollapseState:
    """What an answer says of its canary."""
    word = api.outcome(exchange)
    if word in _CRASHED:
        return CollapseState.CRASHED
    if word in _OWN_FAULT:
        return CollapseState.NEUTRAL
    if word not in _GOOD:
        return CollapseState.REFUSED
    return CollapseState.GOOD if api.has_data(exchange) else CollapseState.NEUTRAL


class Sight(NamedTuple):
    """One canary and how it was answered."""

    coordinate: str
    state: CollapseState
    exchange: Exchange

    @property
    def failed(self) -> bool:
        """Whether it no longer works."""
        return self.state in {CollapseState.REFUSED, CollapseState.CRASHED}


@dataclass(frozen=True, slots=True)
class Survey:
    """All canaries, asked at about the same time."""

    sights: Sequence[Sight] = ()

    @property
    def failing(self) -> list[Sight]:
        """Those that no longer work."""
        return [sight for sight in self.sights if sight.failed]

    @property
    def crashed(self) -> bool:
        """Whether most of those that fail have crashed, rather than being refused."""
        return sum(sight.state is CollapseState.CRASHED for sight in self.failing) * 2 > len(self.failing)

    @property
    def dead(self) -> bool:
        """Whether most of those that fail were not answered at all."""
        return sum(sight.exchange.failure is not None for sight in self.failing) * 2 > len(self.failing)

    @property
    def collapsed(self) -> bool:
        """Whether at least half of what had worked fails, and that cannot be what new entries did to a query or two."""
        failing = self.failing
        asked = [sight for sight in self.sights if sight.coordinate != ALIVE]
        lost = [sight for sight in failing if sight.coordinate != ALIVE]
        if len(lost) * 2 < len(asked) or not failing:
            return False
        alive = len(lost) == len(failing)
        return not alive or not self.crashed or len(lost) >= _FEW

    def told(self) -> str:
        """How many fail, and how, in words."""
        asked = [sight for sight in self.sights if sight.coordinate != ALIVE] or self.sights
        failing = [sight for sight in asked if sight.failed] or self.failing
        how = "crash" if self.crashed else "are refused"
        return f"{len(failing)} of {len(asked)} queries that had worked {how}"


def split(bad: Sequence[bool]) -> int:
    """Where answers turned bad: the place with the fewest good ones after it and bad ones before it."""
    best, place = 0, 0
    score = 0
    for index, one in enumerate(bad, 1):
        score += -1 if one else 1
        if score >= best:
            best, place = score, index
    return place


def collapse_findings(trace: Sequence[Exchange], api: ApiUnderTest) -> list[Finding]:
    """What a mutation did to the canaries that were asked after it; nothing where they still work."""
    changes: Sequence[str] = api.mutations.coordinates(trace[0].case) if trace else []
    survey = Survey([Sight("", state_of(exchange, api), exchange) for exchange in trace[1:]])
    if not changes or not survey.failing or not survey.crashed:
        return []
    return [collapse_finding(changes[0], survey, trace[0])]


def collapse_finding(coordinate: str, survey: Survey, exchange: Exchange) -> Finding:
    """A mutation after which the API crashes: a suspicion, as it may be meant to be that powerful."""
    failing = survey.failing
    return Finding(
        COLLAPSE,
        coordinate,
        f"after this mutation {survey.told()}",
        exchange,
        Severity.SUSPICION,
        excerpt=failing[0].exchange.body[:200].decode("utf-8", "replace"),
        trace=(exchange, *(sight.exchange for sight in failing[:_FEW])),
    )
