"""An API that a baseline can be learned from, as a record of plain functions: what differs between protocols."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Sequence

    from querious.baseline import AnsweredOperation, Conversation
    from querious.model import JSON, Case, SelectionShape
    from querious.pipeline.baseline.entries import BaselineEntries
    from querious.pipeline.run.api_under_test import ApiUnderTest
    from querious.pipeline.run.batch_sender import BatchSender


class LearnableApi(NamedTuple):
    """One API, bound to one run that learns."""

    api: ApiUnderTest
    phases: Callable[[BatchSender], Sequence[tuple[str, Callable[[], Awaitable[Any]]]]]
    """What is asked before anything is chosen, by the name of each phase."""
    entries: BaselineEntries[Any]
    observe: Callable[[Case, SelectionShape, dict[str, JSON]], None]
    """Take in an answer, for what is worth asking again."""
    reached: Callable[[], Iterable[str]]
    """The coordinates that answers have shown so far."""
    choose: Callable[[Iterable[AnsweredOperation[Any]], Callable[[Any], bool]], Conversation[Any]]
    """Which questions the baseline holds, beside those that are known already; each may be refused."""
