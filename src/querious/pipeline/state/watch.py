"""Whether a service whose state is tested has answered at all, or only what stands before it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.pipeline.endpoints import rest_elsewhere
from querious.pipeline.nothing_judged import AnswerTally
from querious.pipeline.obstacles import WRONG_PATH, Obstacle, advice, destination, what

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Collection

    from querious.model import Exchange, Settings
    from querious.pipeline.state.sources import ServiceSource

_OF_ENTRIES: Final = frozenset({Obstacle.NOT_FOUND, Obstacle.EMPTY})
"""Obstacles that are the usual answer of a service, now and then."""
_OF_ONE_COLLECTION: Final = frozenset({Obstacle.CREDENTIALS, Obstacle.NOT_FOUND})
"""Obstacles that one collection may have and the next one not."""


class AnswerWatch:
    """Counts which answers come from the service itself."""

    def __init__(self, *, graphql: bool) -> None:
        self._graphql = graphql
        self.answers = AnswerTally()
        self.path = ""
        """The first path that was asked."""

    def note(self, exchange: Exchange) -> None:
        """Count one answer."""
        self.path = self.path or exchange.case.request.path.partition("?")[0]
        self.answers.note_state(exchange, graphql=self._graphql)

    @property
    def is_hopeless(self) -> bool:
        """Whether it is in vain to go on, whatever collection comes next."""
        return self.answers.is_hopeless and self.answers.main not in _OF_ONE_COLLECTION

    def hiding(self, before: Counter[Obstacle], usual: Collection[Obstacle] = ()) -> Obstacle | None:
        """What has hidden the service since there were so many obstacles ``before``; None if nothing has.

        ``usual`` are obstacles that have nothing to say; that nothing is found never has, where entries are deleted.
        """
        since = self.answers.obstacles - before
        found = [one for one, _ in since.most_common() if one not in usual and one not in _OF_ENTRIES]
        return found[0] if found else None

    @property
    def shortfall(self) -> str:
        """What to tell where most answers were not those of the service; empty if they were."""
        obstacle, answers = self.answers.main, self.answers
        if obstacle is None or obstacle in _OF_ONE_COLLECTION or answers.judged > answers.total / 2:
            return ""
        told = what(obstacle, answers.examples[obstacle])
        return f"{answers.obstacles[obstacle]:,} of {answers.total:,} answers were {told}"


def nothing_answered(watch: AnswerWatch, source: ServiceSource, name: str, settings: Settings, ended: str = "") -> str:
    """The likely cause where practically every answer tells nothing of the service, and what to do; else empty."""
    answers, obstacle = watch.answers, watch.answers.main
    if not answers.nothing or obstacle is None:
        return ""
    next_step = _next_step(watch, obstacle, source, settings)
    if obstacle is Obstacle.UNREACHABLE:
        return f"nothing could be tested: no connection to {name} could be made; {next_step}"
    told = what(obstacle, answers.examples[obstacle], _url(source) + watch.path, tuple(settings.headers.values()))
    reason = f": {ended}" if ended and obstacle is Obstacle.TOO_MANY else ""
    count = "all" if answers.obstacles[obstacle] == answers.total else f"{answers.obstacles[obstacle]:,} of"
    return f"nothing could be tested: {count} {answers.total:,} answers from {name} were {told}{reason}; {next_step}"


def _next_step(watch: AnswerWatch, obstacle: Obstacle, source: ServiceSource, settings: Settings) -> str:
    """What to do; for REST with the base URL that would have answered, where it is found."""
    url, example = _url(source), watch.answers.examples[obstacle]
    if not source.graphql and not url and obstacle in WRONG_PATH:
        return f"check the base path of its servers ({source.told}): the first request went to {watch.path}"
    if source.graphql or not url:
        return advice(obstacle, example, url, given=bool(settings.headers))
    if obstacle is Obstacle.REDIRECT:
        base = destination(example, url + watch.path).removesuffix(watch.path)
        return f"give --url {base}"
    if obstacle in WRONG_PATH:
        elsewhere = rest_elsewhere(url, watch.path, source.prefixes, settings)
        wrong = f"check the base URL ({source.told}), and give the right one with --url"
        return f"{elsewhere} answers: give --url {elsewhere}" if elsewhere else wrong
    return advice(obstacle, example, url, given=bool(settings.headers))


def _url(source: ServiceSource) -> str:
    return source.service.rstrip("/") if isinstance(source.service, str) and "://" in source.service else ""
