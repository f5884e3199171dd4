"""Two versions of an API of any protocol: what has to be known of both to ask them the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Generator, Sequence

    from querious.answers.order import OrderPromises
    from querious.model import Case, Exchange, SelectionShape
    from querious.model.diff import Broken, SchemaChange
    from querious.pipeline.run.api_under_test import ApiUnderTest, Scenario
    from querious.pipeline.run.batch_sender import BatchSender
    from querious.pipeline.run.context import RunContext


class BothVersions(Protocol):
    """Both, as A is explored and B is asked the same."""

    protocol: str
    oracles: tuple[str, ...]
    """The names of the rules by which a run would judge A: here nobody does."""
    changes: tuple[SchemaChange, ...]
    """What their descriptions say of the way from A to B."""
    order: OrderPromises

    def is_left_out(self, coordinate: str) -> bool:
        """Whether nobody wants to hear of a coordinate: it tells no objects apart either."""

    def bind(self, context: RunContext) -> ApiUnderTest:
        """A, ready to be explored."""

    def phases(self, sender: BatchSender) -> Sequence[tuple[str, Callable[[], Awaitable[Any]]]]:
        """How A is explored, by the name of each phase."""

    def fitted(self, case: Case) -> Case | None:
        """What of a case can be asked of both; None if nothing can."""

    def for_b(self, case: Case) -> Case:
        """A case as B takes it: its paths may begin otherwise."""

    def broken(self) -> list[Broken]:
        """What could not be asked of B as it was, by cause."""

    def shape_of(self, case: Case) -> SelectionShape:
        """The answer as objects."""

    def note(self, exchange: Exchange) -> None:
        """Learn from an answer of A what is worth asking."""

    def outcome(self, exchange: Exchange) -> str:
        """One word for an answer."""

    def smaller(self, case: Case, is_over: Callable[[], bool]) -> Generator[Scenario, bool, Any]:
        """Smaller cases that both take."""
