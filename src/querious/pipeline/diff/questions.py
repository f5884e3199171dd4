"""Asking two versions the same: A, then B and, where they differ, A again.

B is asked between the two answers of A, so the noise of A is measured over a longer time than its distance to B.
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from querious.answers.differences import ComparisonContext
from querious.graphql.cases import problems
from querious.model import Failure
from querious.model.diff import Broken
from querious.model.document_text import write_case
from querious.pipeline.nothing_judged import AnswerTally
from querious.versions import compare, compare_three, fit

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from graphql import GraphQLSchema

    from querious.execute import Client
    from querious.model import Case, Exchange, SelectionShape
    from querious.pipeline.diff.both_versions import BothVersions
    from querious.versions import Tallies, ThreeWayComparison

_GIVING_UP = 25
"""Requests in a row without a connection to B, after which it is taken to be gone."""
_THROTTLED = frozenset({429, 503})
"""Answers that say more about the pace than about the question."""
_EXAMPLES = 3
Differ: TypeAlias = "Callable[[Exchange, Exchange], bool]"
"""Whether two answers to one case differ."""


class Three(NamedTuple):
    """The answers to one case, in the order in which they came."""

    first: Exchange
    b: Exchange
    again: Exchange

    @property
    def tells(self) -> bool:
        """Whether they can be compared: A answered twice, and nobody was asked too fast."""
        whole = self.first.failure is None and self.again.failure is None and self.b.failure is not Failure.UNREACHABLE
        return whole and _THROTTLED.isdisjoint({exchange.status for exchange in self})


class Pair:
    """Both versions, and what has become of asking them."""

    def __init__(self, a: Client, b: Client, versions: BothVersions) -> None:
        self._a = a
        self._b = b
        self._versions = versions
        self._unreachable = 0
        self.requests = 0
        self.answers = AnswerTally(), AnswerTally()
        """Of A and of B: what their answers told."""
        self.incomparable = 0
        """Cases whose answers could not be compared."""

    @property
    def lost(self) -> bool:
        """Whether B cannot be reached any more."""
        return self._unreachable >= _GIVING_UP

    async def ask_a(self, case: Case) -> Exchange:
        """Ask A alone."""
        self.requests += 1
        exchange = await self._a.send(case)
        self.answers[0].note(exchange, self._versions.outcome(exchange))
        return exchange

    async def ask_b(self, case: Case) -> Exchange:
        """Ask B alone."""
        self.requests += 1
        exchange = await self._b.send(self._versions.for_b(case))
        self.answers[1].note(exchange, self._versions.outcome(exchange))
        self._unreachable = self._unreachable + 1 if exchange.failure is Failure.UNREACHABLE else 0
        return exchange

    async def ask(self, case: Case, differ: Differ, first: Exchange | None = None) -> Three | None:
        """Ask A (unless its first answer is given), B and, if they differ, A; None if they cannot be compared.

        Where they do not differ, the first answer stands for the second too: whatever A would have said, there is
        nothing to explain.
        """
        first = first or await self.ask_a(case)
        b = await self.ask_b(case)
        three = Three(first, b, first)
        if three.tells and differ(first, b):
            three = Three(first, b, await self.ask_a(case))
        if three.tells:
            return three
        self.incomparable += 1
        return None


class Fitting:
    """Cases of A made to fit the schema of B, and why some do not. Without breaking changes all fit as they are."""

    def __init__(self, schema: GraphQLSchema, *, breaking: bool, without: Collection[str] = frozenset()) -> None:
        """``without`` are fields, as ``Type.field``, that B has and cannot answer."""
        self._schema = schema
        self._without = without
        self._breaking = breaking
        self._causes: Counter[str] = Counter()
        self._examples: defaultdict[str, list[str]] = defaultdict(list)

    def fitted(self, case: Case) -> Case | None:
        """What of a case can be asked of B; None if nothing can."""
        if not self._breaking:
            return case
        operation, causes = fit(case.operation, self._schema, self._without)
        for cause in causes:
            self._note(cause, case)
        if operation is None:
            return None
        left = write_case(case.number, operation) if causes else case
        wrong = problems(self._schema, left)
        if wrong:
            self._note(cause_of(wrong[0].message), case)
        return None if wrong else left

    def _note(self, cause: str, case: Case) -> None:
        self._causes[cause] += 1
        if len(self._examples[cause]) < _EXAMPLES:
            self._examples[cause].append(case.document)

    def broken(self) -> list[Broken]:
        """Operations that could not be asked of B as they were, by cause."""
        return [
            Broken(cause, "planned", count, 0, tuple(self._examples[cause])) for cause, count in self._causes.items()
        ]


def cause_of(message: str) -> str:
    """A message of validation without its advice, and without the variable that a value came in."""
    plain = message.partition(" Did you mean")[0].rstrip(".")
    return plain.partition("; ")[2] or plain if plain.startswith("Variable ") else plain


class Both:
    """Stands where the session of A expects a client: whatever it asks of A is asked of B too, and compared."""

    def __init__(self, pair: Pair, versions: BothVersions, tallies: Tallies, reading: QuestionReading) -> None:
        self._pair = pair
        self._versions = versions
        self._tallies = tallies
        self._reading = reading

    async def send(self, case: Case) -> Exchange:
        """See ``Client``. The answer is A's first."""
        first = await self._pair.ask_a(case)
        self._versions.note(first)
        fitted = self._versions.fitted(case) if case.valid else None
        if fitted is None or first.failure is not None or self._pair.lost:
            return first
        known = first if fitted.request.path == case.request.path else None
        three = await self._pair.ask(fitted, self._reading.differ(fitted), known)
        if three is not None:
            self._tallies.take(self._reading.shape_of(fitted), *three, self._reading.terms())
        return first

    async def close(self) -> None:
        """See ``Client``. Whoever opened the targets closes them."""


class QuestionReading:
    """How answers of both are read: along the shapes of A, with what is known of its noise."""

    def __init__(self, versions: BothVersions, tallies: Tallies) -> None:
        self._versions = versions
        self._tallies = tallies

    def shape_of(self, case: Case) -> SelectionShape:
        """The answer as objects."""
        return self._versions.shape_of(case)

    def terms(self) -> ComparisonContext:
        """What is known at this moment."""
        return ComparisonContext(self._versions.order, self._tallies.volatile, time.time())

    def differ(self, case: Case) -> Differ:
        """Tells whether two answers to this case differ."""
        return lambda one, other: bool(compare(self.shape_of(case), one, other, self.terms()))

    def compared(self, case: Case, three: Three) -> ThreeWayComparison:
        """Three answers held against each other."""
        return compare_three(self.shape_of(case), *three, self.terms())
