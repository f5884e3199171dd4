"""A protocol is a record of plain functions: how to read the description of an API, and how to test it.

The walk of a run (``querious.pipeline.run.walk``) takes one of these and knows neither GraphQL nor REST.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine, Sequence

    from querious.execute import Target
    from querious.model import Case, Request, Settings
    from querious.model.state import StateSection
    from querious.pipeline.learn.learnable import LearnableApi
    from querious.pipeline.ledger import Ledger
    from querious.pipeline.run.api_under_test import ApiUnderTest
    from querious.pipeline.run.batch_sender import BatchSender
    from querious.pipeline.run.context import RunContext
    from querious.pipeline.run.health_check import HealthCheck

Phase: TypeAlias = "tuple[str, Callable[[], Awaitable[StateSection | None]]]"
"""A part of a run that asks: its name, and what to await. One that tests collections gives what it has to tell."""


class Asking(NamedTuple):
    """What phases ask with."""

    sender: BatchSender
    ledger: Ledger
    health: HealthCheck | None
    """Watches over the answers where changes are asked for."""


class Removal(NamedTuple):
    """How a run removes what it has made, when everything else is done."""

    share: Callable[[], float]
    """The part of the budget that it takes."""
    remove: Callable[[], Awaitable[StateSection | None]]
    """Gives what there is to tell of the collections after that, where they were tested and it has changed."""


async def _remove_nothing() -> None:
    pass


def nothing_to_remove(_: BatchSender) -> Removal:
    """Of a protocol that does not know what it has made."""
    return Removal(lambda: 0.0, _remove_nothing)


class KnownOperations(NamedTuple):
    """The operations of an API one by one, as people's own tests name and ask them."""

    names: Sequence[str]
    """Those that the settings let be asked, in the order of the description: ``Query.book``, ``GET /books/{id}``."""
    asked_by: Callable[[Case], Sequence[str]]
    """What a case asks for."""
    case_of: Callable[[Request], Case]
    """A request that somebody else has sent, read as a case; a QueriousError where its answer cannot be judged."""


class BoundProtocol(NamedTuple):
    """A protocol, the description of one API, and one run."""

    api: ApiUnderTest
    phases: Callable[[Asking], Sequence[Phase]]
    """Every phase that asks, in its order. The last spends whatever is left, and goes on when it is entered again."""
    operations: KnownOperations
    removal: Callable[[BatchSender], Removal] = nothing_to_remove


class ApiProtocol(NamedTuple):
    """One protocol. What ``load`` gives is the description that ``bind`` takes; nobody else looks into it."""

    name: str
    open: Callable[[Any, Settings], Awaitable[Target]]
    """Open what the user points at."""
    load: Callable[[Target, Settings], Coroutine[Any, Any, Any]]
    """Read the description: from a file, from the target, or by asking."""
    bind: Callable[[RunContext, Any], BoundProtocol]
    learnable: Callable[[RunContext, Any], LearnableApi]
    """The API as one that a baseline is learned from."""
