"""What came of one request in whatever form, and what has to be known to hold it against others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from querious.model.graphql_forms import SentForm, form_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from collections.abc import Set as AbstractSet

    from querious.answers.order import OrderPromises
    from querious.model import JSON, Exchange, Operation, SelectionShape


class Pieces(NamedTuple):
    """The parts of one answer, as they came."""

    payloads: tuple[JSON, ...]
    """Each read as JSON."""
    flaw: str = ""
    """What of the form cannot be read, in words."""
    closed: bool = True
    """Whether the closing delimiter came."""


class FormAnswer(NamedTuple):
    """What came of one request."""

    exchange: Exchange
    payload: JSON
    """The answer to the operation; of a batch the list; of one that came in pieces what they join to."""
    pieces: Pieces | None = None
    """What came in pieces."""

    @property
    def operation(self) -> Operation:
        """What was asked."""
        return self.exchange.case.operation

    @property
    def form(self) -> SentForm:
        """How it was asked."""
        return form_of(self.exchange.case.request)

    @property
    def data(self) -> dict[str, Any] | None:
        """The data of an answer without errors; None of any other."""
        return data_in(self.payload)


class UploadPromise(NamedTuple):
    """What a description says of the files that are taken."""

    accepted: int = 0
    """Bytes that must be taken; 0 where it does not say."""
    refused: int = 0
    """Bytes that must be refused; 0 where it does not say, or where that is too much to send."""
    types: tuple[str, ...] = ()
    """Media types, where no other is taken."""


class FormKnowledge(NamedTuple):
    """What has to be known of an API to hold its answers against each other."""

    root: str
    """The name of the query type."""
    shape_of: Callable[[Operation], SelectionShape]
    order: OrderPromises
    volatile: AbstractSet[str] = frozenset()
    """Coordinates whose values change from answer to answer."""
    unordered: AbstractSet[str] = frozenset()
    """Coordinates whose items come in any order."""
    directives: AbstractSet[str] = frozenset()
    """The names of the directives that the schema has."""
    is_list: Callable[[str], bool] = lambda _: False
    """Whether ``Type.field`` gives a list."""
    promise: Callable[[str], UploadPromise] = lambda _: UploadPromise()
    """What the description says of the files that ``Type.field`` takes."""


def data_in(payload: JSON) -> dict[str, Any] | None:
    """The data of a response without errors; None of any other."""
    if not isinstance(payload, dict) or payload.get("errors"):
        return None
    data = payload.get("data")
    return data if isinstance(data, dict) else None
