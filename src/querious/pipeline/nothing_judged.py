"""Whether a run has judged anything: a run whose every answer was refused must not be green.

Pure: an ``AnswerTally`` is fed with exchanges and asked what it makes of them.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from querious.errors import TargetError
from querious.graphql.oracles import outcome
from querious.pipeline.endpoints import graphql_elsewhere, rest_elsewhere
from querious.pipeline.ledger import light
from querious.pipeline.obstacles import (
    WRONG_PATH,
    Obstacle,
    advice,
    first_message,
    is_empty_success,
    obstacle_of,
    what,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from querious.execute import Target
    from querious.model import Exchange, Finding, Settings

NOTHING_TO_ASK: Final = "nothing may be asked"
"""Why a run ends that has no operation left."""
_ENOUGH: Final = 30
"""Answers after which a run that has judged none of them is stopped."""
_NOBODY_THERE: Final = 8
"""Requests without any connection after which an API that never answered is given up: each was tried three times."""
_PRACTICALLY_ALL: Final = 0.98
_MOSTLY: Final = 0.5
_LATE: Final = 0.1
"""The part of all answers that must be lost at the end of a run before the report tells of it."""
_OF_SOME: Final = frozenset({Obstacle.CREDENTIALS, Obstacle.NOT_FOUND})
"""Obstacles that many operations may have and some not: only where no answer told anything is it in vain to go on."""
_SYMPTOMS: Final = frozenset(
    {"connection", "not_json", "envelope", "baseline", "undocumented_status", "content_type", "response_schema"}
)
"""Oracles that say of an obstacle only that it is there."""
_OF_A_GATEWAY: Final = frozenset({"server_error", "server_fault"})
"""Oracles that say the same of a gateway without a server."""
_REFUSED: Final = frozenset({"user error", "unexplained error", "refused", "limit"})
"""Outcomes of answers without data that do not blame the server."""


@dataclass(slots=True)
class AnswerTally:
    """How many answers told something of the API, and what stood in the way of the others."""

    total: int = 0
    obstacles: Counter[Obstacle] = field(default_factory=Counter)
    examples: dict[Obstacle, Exchange] = field(default_factory=dict)
    """The first answer of each kind."""
    streak: int = 0
    """Answers in a row, up to the last one, that told nothing."""
    refusals: Counter[str] = field(default_factory=Counter)
    """Messages of errors about whole requests, as far as they are needed: two tell that they are not all the same."""

    def note(self, exchange: Exchange, word: str, *, wants_page: bool = False, lacks_body: bool = False) -> None:
        """Count one answer; ``word`` is that of ``querious.graphql.oracles.outcome``.

        ``wants_page`` says that a web page is what the API should answer with, ``lacks_body`` that it should have
        answered with something.
        """
        obstacle = obstacle_of(exchange, graphql=exchange.case.is_graphql)
        if obstacle is Obstacle.WEB_PAGE and wants_page:
            obstacle = None
        if obstacle is None and lacks_body:
            obstacle = Obstacle.EMPTY
        if obstacle is None and word == "authorisation":
            obstacle = Obstacle.CREDENTIALS
        if obstacle is None and not exchange.case.valid:
            return  # that an invalid operation is refused tells nothing of what is behind
        if obstacle is None and _asked_for_nothing(exchange):
            return
        self._count(exchange, obstacle)
        if obstacle is None:
            self._note_error(exchange, word)

    def note_state(self, exchange: Exchange, *, graphql: bool) -> None:
        """Count an answer of a service whose state is tested."""
        obstacle = obstacle_of(exchange, graphql=graphql)
        if obstacle is None and graphql and outcome(exchange) == "authorisation":
            obstacle = Obstacle.CREDENTIALS
        self._count(exchange, obstacle)

    def _count(self, exchange: Exchange, obstacle: Obstacle | None) -> None:
        self.total += 1
        if obstacle is None:
            self.streak = 0
            return
        self.streak += 1
        self.obstacles[obstacle] += 1
        self.examples.setdefault(obstacle, light(exchange))

    def _note_error(self, exchange: Exchange, word: str) -> None:
        """Whether every operation gets one and the same error, whatever it asks for."""
        message = first_message(exchange) if word in _REFUSED else ""
        key = message if message and not _has_data(exchange) else ""
        if key in self.refusals or len(self.refusals) < 2:  # noqa: PLR2004 - one, or more than one
            self.refusals[key] += 1
        if word != "limit":
            self.examples.setdefault(Obstacle.SAME_ERROR, light(exchange))

    @property
    def judged(self) -> int:
        """Answers that told something of the API."""
        return self.total - self.obstacles.total()

    @property
    def is_hopeless(self) -> bool:
        """Whether enough answers have come and none told anything: it is time to stop."""
        if self.total < _ENOUGH:
            return self.obstacles[Obstacle.UNREACHABLE] == self.total >= _NOBODY_THERE
        if self.judged and self.main not in _OF_SOME and self.obstacles.total() >= _PRACTICALLY_ALL * self.total:
            return True
        return self.judged == 0 or (self.only_error != "" and Obstacle.SAME_ERROR in self.examples)

    @property
    def only_error(self) -> str:
        """The message that all answers have in common; empty if there is none, or too few answers to tell."""
        if len(self.refusals) != 1 or self.total < _ENOUGH or self.obstacles:
            return ""
        return next(iter(self.refusals))

    @property
    def main(self) -> Obstacle | None:
        """What stood in the way most often."""
        if self.only_error and Obstacle.SAME_ERROR in self.examples:
            return Obstacle.SAME_ERROR
        return self.obstacles.most_common(1)[0][0] if self.obstacles else None

    @property
    def nothing(self) -> bool:
        """Whether practically no answer told anything. No answer at all is no evidence."""
        if not self.total:
            return False
        return self.obstacles.total() >= _PRACTICALLY_ALL * self.total or self.main is Obstacle.SAME_ERROR


def _asked_for_nothing(exchange: Exchange) -> bool:
    """Whether @skip and @include left no field to answer: nothing behind the endpoint was asked."""
    payload = exchange.payload
    return exchange.case.is_graphql and isinstance(payload, dict) and payload.get("data") == {}


def _has_data(exchange: Exchange) -> bool:
    return isinstance(exchange.payload, dict) and isinstance(exchange.payload.get("data"), dict)


def line_of(tally: AnswerTally, target: Target, settings: Settings, elsewhere: str = "") -> str:
    """What the user is told where nothing was judged: what came instead, from where, and what to do next."""
    obstacle = tally.main
    if obstacle is None:
        return ""
    example = tally.examples[obstacle]
    next_step = advice(obstacle, example, target.url, given=settings.with_credentials)
    if elsewhere:
        next_step = elsewhere
    if obstacle is Obstacle.UNREACHABLE:
        return f"nothing could be judged: no connection to {target.name} could be made{_detail(example)}; {next_step}"
    told = what(obstacle, example, target.url, tuple(settings.headers.values()))
    reason = f": {target.throttle.ended}" if target.throttle.ended else ""
    return f"nothing could be judged: {_share(tally, obstacle)} from {target.name} were {told}{reason}; {next_step}"


def _share(tally: AnswerTally, obstacle: Obstacle) -> str:
    if obstacle is Obstacle.SAME_ERROR or tally.obstacles[obstacle] == tally.total:
        return f"all {tally.total:,} answers" if tally.total > 1 else "all answers"
    return f"{tally.obstacles[obstacle]:,} of {tally.total:,} answers"


def _detail(exchange: Exchange) -> str:
    lines = exchange.detail.splitlines()
    return f" ({lines[-1][:120]})" if lines else ""


def shortfall(tally: AnswerTally, settings: Settings, url: str) -> str:
    """What the closing line says where part of a run was not judged; empty if there is nothing to say."""
    obstacle = tally.main
    lost = tally.obstacles.total()
    if obstacle is None or obstacle is Obstacle.SAME_ERROR:
        return ""
    if obstacle is Obstacle.NOT_FOUND and not tally.examples[obstacle].case.is_graphql and tally.judged:
        return ""  # the usual answer of a REST API to a key that it does not know
    told = what(obstacle, tally.examples[obstacle], url, tuple(settings.headers.values()))
    next_step = advice(obstacle, tally.examples[obstacle], url, given=settings.with_credentials)
    if tally.streak >= max(_ENOUGH, _LATE * tally.total):
        return f"the last {tally.streak:,} of {tally.total:,} answers were not judged: most were {told}; {next_step}"
    if lost > _MOSTLY * tally.total:
        return f"{lost:,} of {tally.total:,} answers were not judged: most were {told}; {next_step}"
    return ""


def is_symptom(finding: Finding) -> bool:
    """Whether a finding says of an obstacle only that it is there."""
    obstacle = obstacle_of(finding.exchange, graphql=finding.exchange.case.is_graphql)
    if obstacle is Obstacle.UNAVAILABLE:
        return finding.oracle in _SYMPTOMS | _OF_A_GATEWAY
    return finding.oracle in _SYMPTOMS and (obstacle is not None or is_empty_success(finding.exchange))


async def stop_if_nothing_judged(
    target: Target, settings: Settings, tally: AnswerTally, findings: Iterable[Finding] = ()
) -> None:
    """A TargetError with the likely cause where no answer told anything and nothing else is wrong.

    Of a gateway without a server only what it answers to everything is an obstacle: where the API answers too, a 502
    is a finding.
    """
    if not tally.nothing or not all(map(is_symptom, findings)):
        return
    elsewhere = await _elsewhere(target, settings, tally) if tally.main in WRONG_PATH else ""
    raise TargetError(line_of(tally, target, settings, elsewhere))


def stop_if_nothing_asked(outcomes: Mapping[str, int], missing: Iterable[str], ended: str) -> None:
    """A TargetError where a run has had no answer at all: nothing was found because nothing was looked at.

    ``missing`` are the reasons for which operations were not asked, ``ended`` is why the run ended.
    """
    if any(outcomes.values()):
        return
    reasons = Counter(missing)
    if ended and ended != NOTHING_TO_ASK:
        told = f"the run ended ({ended}) before the first answer; allow more with --time or --requests"
    elif reasons:
        told = f"no operation could be asked: {reasons.most_common(1)[0][0]}"
    else:
        told = "there is no operation that may be asked; see --allow, --deny and --mutations"
    raise TargetError(f"nothing was tested: {told}")


async def _elsewhere(target: Target, settings: Settings, tally: AnswerTally) -> str:
    """What to do instead, where another address of the host answers; empty if none does."""
    example = tally.examples[tally.main] if tally.main else None
    if example is None or example.case.is_graphql:
        found = await graphql_elsewhere(target.url, settings)
        return f"{found} answers GraphQL: use that URL" if found else ""
    if "://" not in target.url:
        return ""
    path = example.case.request.path.partition("?")[0]
    found = await asyncio.to_thread(rest_elsewhere, target.url, path, (), settings)
    return f"{found}{path} answers: add --url {found}" if found else ""
