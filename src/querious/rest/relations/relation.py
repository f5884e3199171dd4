"""A relation between answers: which calls it asks, and how the trace of what it asked is judged.

A conversation is a generator without I/O: it yields the call to make next and receives the answer. The check is pure
over the trace: it looks at nothing but calls and answers, so it can be made again on a trace that was stored, or that
shrinking has made smaller.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from querious.model import Severity
from querious.model.rest_call import RestArgument

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Mapping, Sequence

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

    @property
    def has_succeeded(self) -> bool:
        """Whether the status says so, whatever came."""
        return self.status in _SUCCESS and self.exchange.failure is None

    def sent(self, where: str) -> dict[str, JSON]:
        """What was sent in one place, names in lower case."""
        return {each.name.lower(): each.value for each in self.call.arguments if each.where == where}

    def is_like(self, other: RestAnswer, *but: str) -> bool:
        """Whether the same was asked for, but for what was sent in these places, and the method."""
        own = [each for each in self.call.arguments if each.where not in but]
        others = [each for each in other.call.arguments if each.where not in but]
        return self.call.path == other.call.path and own == others


class WorkedRead(NamedTuple):
    """A read that worked, and what is known of it."""

    call: RestCall
    answer: RestAnswer
    credentials: Mapping[str, str]
    """Made-up values of the headers by which the user is known to this operation, as its security asks for them."""
    lists: Sequence[ReadableList] = ()
    """All lists that are known."""
    together: frozenset[str] = frozenset()
    """Those of the headers that are required beside others."""
    absent: frozenset[str] = frozenset()
    """Headers that the operation requires, of which the user gives none."""
    elsewhere: Sequence[RestCall] = ()
    """Other calls of it that may work: below other parents, of other entries."""

    def sent_with(self, where: str, values: Mapping[str, JSON]) -> RestCall:
        """The call with other headers or credentials."""
        added = [RestArgument(where, name, value) for name, value in values.items()]
        return self.call._replace(arguments=(*self.call.arguments, *added))


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
    member: str = ""
    """Of an object, whose value contradicts; empty where it is not about one member."""


RestConversation: TypeAlias = "Generator[RestCall, RestAnswer, None]"


def nothing(_: object) -> Iterator[RestConversation]:
    """For a relation that has nothing to ask."""
    return iter(())


class RestRelation(NamedTuple):
    """One kind of agreement between answers."""

    name: str
    about: str
    """What must agree, in one line."""
    propose: Callable[[ReadableList], Iterator[RestConversation]]
    """What is worth asking of one list, and of what it leads to."""
    check: Callable[[Sequence[RestAnswer]], Iterator[RestMismatch]]
    probe: Callable[[WorkedRead], Iterator[RestConversation]] = nothing
    """What is worth asking of any read that worked."""
    alone: bool = False
    """Whether one answer is enough to break it, whoever asked: then every answer of a run is checked."""
    of_lists: bool = False
    """Whether answers that are no lists cannot break it."""
    steady: bool = False
    """Whether a mismatch counts only if the very same values show again: others change by nature."""


def rest_answer(exchange: Exchange, operation: RestOperation | None = None) -> RestAnswer:
    """An exchange as relations read it."""
    readable = exchange.is_json and not exchange.masked
    return RestAnswer(exchange.case.call, exchange.status, exchange.payload if readable else None, exchange, operation)
