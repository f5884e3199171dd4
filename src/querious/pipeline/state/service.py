"""A service that is open for tests of its state: its collections, and whether it answers."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from querious.errors import ConfigError, QueriousError, TargetError
from querious.execute.addresses import is_this_machine
from querious.execute.bridge import open_bridge
from querious.pipeline.budget import RunBudget
from querious.pipeline.state.sources import find_source
from querious.pipeline.state.watch import AnswerWatch, nothing_answered
from querious.state.journal import Journal

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.execute.bridge import Bridge
    from querious.execute.targets import Target
    from querious.model import Settings
    from querious.pipeline.state.sources import ServiceSource
    from querious.state.facade import Collection

_DELAY: Final = 0.5
"""Seconds between requests to a service on another machine, as in the study."""
GRACE: Final = 1.1
"""The part of the time after which nothing is sent any more, not even for cleaning up: what is left stays on record."""
_UNLIMITED: Final = RunBudget.unlimited()


@dataclass(frozen=True, slots=True)
class StateService:
    """Collections behind an open target."""

    source: ServiceSource
    bridge: Bridge
    answers: AnswerWatch
    """Told by the bridge of every exchange."""
    journal: Journal
    collections: tuple[Collection, ...]
    left_out: tuple[str, ...]
    """Why others are not among them."""

    @property
    def target(self) -> Target:
        """What requests go to."""
        return self.bridge.target

    @property
    def notes(self) -> tuple[str, ...]:
        """What the user should know of it, before and after the tests."""
        found = f"collections were found by {self.source.told}"
        notes = (found, self.source.also, *self.left_out, self.target.throttle.note(), self.answers.shortfall)
        return tuple(filter(None, notes))

    def chosen(self, names: Sequence[str]) -> list[Collection]:
        """The collections of these names; all of them where none is named."""
        known = {collection.name: collection for collection in self.collections}
        for name in names:
            if name not in known:
                raise ConfigError(f"Unknown collection {name!r:.40}. Available: {', '.join(known)}.")
        return [collection for name, collection in known.items() if not names or name in names]


def find_collections(
    source: ServiceSource, bridge: Bridge, answers: AnswerWatch, settings: Settings, journal: Journal | None
) -> StateService:
    """The service, with what its owner promises of it. Nothing is written to it without a journal."""
    asked = settings.state
    made, left_out = source.make(bridge, journal)
    collections = tuple(one.promising(asked.delete_means, put_merges=asked.put_merges) for one in made)
    return StateService(source, bridge, answers, journal or Journal(), collections, left_out)


@contextmanager
def open_service(
    target: str | object, settings: Settings, journal: Journal | None, budget: RunBudget = _UNLIMITED
) -> Iterator[StateService]:
    """Open the target, until the block is left; a QueriousError if there is nothing to test."""
    asked = settings.state
    source = find_source(target, settings)
    is_here = is_this_machine(source.service)
    answers = AnswerWatch(graphql=source.graphql)
    with open_bridge(
        source.service,
        settings,
        graphql=source.graphql,
        delay=asked.delay if asked.delay is not None else 0.0 if is_here else _DELAY,
        left=budget.part(GRACE).left,
        observe=answers.note,
    ) as bridge:
        name = bridge.target.name
        if journal is not None and not (is_here or asked.write):
            raise ConfigError(
                f"{name} is not this machine, and testing its state writes to it. Allow that with --write, "
                "or see with --dry-run what would be sent."
            )
        service = find_collections(source, bridge, answers, settings, journal)
        if not service.collections:
            raise _without_collections(service, settings, budget)
        yield service


def _without_collections(service: StateService, settings: Settings, budget: RunBudget) -> QueriousError:
    name = service.target.name
    told = nothing_answered(service.answers, service.source, name, settings)
    if told:
        return TargetError(told)
    if not budget.left():
        return TargetError(f"No collection was found at {name} within {budget.seconds:g} s. Allow more with --time.")
    reason = f": {service.left_out[0]}" if service.left_out else ""
    return ConfigError(f"No collection was found at {name}{reason}. Describe one with --template or with a facade.")
