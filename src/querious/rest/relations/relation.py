"""A relation between answers: which calls it asks, and how the trace of what it asked is judged.

A conversation is a generator without I/O: it yields the call to make next and receives the answer. The check is pure
over the trace: it looks at nothing but calls and answers, so it can be made again on a trace that was stored, or that
shrinking has made smaller.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from querious.model import Severity

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence

    from querious.model import JSON, Exchange
    from querious.model.rest_call import RestCall
    from querious.rest.openapi import RestOperation
    from querious.rest.relations.readable_lists import ReadableList

_SUCCESS = range(200, 300)


class RestAnswer(NamedTuple):
    """A call and what came of it."""

    call: RestCall
    status: int
    payload: JSON
    """None where nothing readable came, or what came repeats credentials of ours."""
    exchange: Exchange
    operation: RestOperation | None = None
    """What the description says of it; None where it is not described."""

    @property
    def is_good(self) -> bool:
        """Whether it holds what was asked for."""
        return self.status in _SUCCESS and self.payload is not None

    @property
    def key(self) -> str:
        """What the last parameter of the path was filled with; empty if it has none."""
        named = {argument.name: argument.value for argument in self.call.arguments if argument.where == "path"}
        last = self.call.path.rstrip("/").rpartition("/")[2]
        return str(named.get(last[1:-1], "")) if last.startswith("{") else ""

    @property
    def query(self) -> dict[str, JSON]:
        """What was sent in the query."""
        return {argument.name: argument.value for argument in self.call.arguments if argument.where == "query"}

    @property
    def path(self) -> str:
        """That was asked for, with the query."""
        return self.exchange.case.request.path


class RestMismatch(NamedTuple):
    """Where a trace breaks the relation."""

    coordinate: str
    """The operation that is most likely at fault."""
    message: str
    """One line: what was expected and what came. Particulars are quoted or numbers, see ``Finding``."""
    step: int
    """The place in the trace of the answer that shows it."""
    severity: Severity = Severity.FAULT
    excerpt: str = ""


RestConversation: TypeAlias = "Generator[RestCall, RestAnswer, None]"


class RestRelation(NamedTuple):
    """One kind of agreement between answers."""

    name: str
    about: str
    """What must agree, in one line."""
    propose: Callable[[ReadableList], Iterator[RestConversation]]
    """What is worth asking of one list, and of what it leads to."""
    check: Callable[[Sequence[RestAnswer]], Iterator[RestMismatch]]
    alone: bool = False
    """Whether one answer is enough to break it, whoever asked: then every answer of a run is checked."""
    steady: bool = False
    """Whether a mismatch counts only if the very same values show again: others change by nature."""


def rest_answer(exchange: Exchange, operation: RestOperation | None = None) -> RestAnswer:
    """An exchange as relations read it."""
    readable = exchange.is_json and not exchange.masked
    return RestAnswer(exchange.case.call, exchange.status, exchange.payload if readable else None, exchange, operation)
