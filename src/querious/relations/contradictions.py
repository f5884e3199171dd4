"""Every answer of a run, whoever asked for it, held against the relations; what seems wrong waits to be asked again.

An answer costs no request here, and no more time than its size: a relation looks at it only where the operation asks
something that concerns the relation. What is kept is bounded, and depends on the answers and their order alone.
"""

from __future__ import annotations

from collections import Counter, deque
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.model.finding import normalise
from querious.model.operation import fields

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from querious.relations.answer_objects import QueryAnswer
    from querious.relations.observations import Observations
    from querious.relations.relation import Arguments, Conversation, Relation

_TRIES: Final = 3
"""How often what seems to be the same cause is asked again."""
_WAITING: Final = 100
_REMEMBERED: Final = 20_000
"""Combinations of a coordinate and arguments of which it is remembered whom they concern."""


class Waiting(NamedTuple):
    """A conversation that was not held yet."""

    relation: Relation
    conversation: Conversation


class Contradictions:
    """What answers seem to break, until it is taken to be asked again."""

    def __init__(self, observed: Observations, relations: Iterable[Relation]) -> None:
        self._observed = observed
        self._relations = tuple(relations)
        self._tried: Counter[tuple[str, str, str]] = Counter()
        self._waiting: deque[Waiting] = deque()
        self._concerned: dict[tuple[str, Arguments, int], frozenset[str]] = {}
        """Names of relations, by coordinate, names of arguments, and how many types are ambiguous."""

    def concerned(self, answer: QueryAnswer) -> Sequence[Relation]:
        """The relations that may have something to say of an answer, in their order."""
        if answer.operation.kind != "query" or answer.data is None:
            return ()
        names: set[str] = set()
        for field in fields(answer.operation.selections):
            names |= self._concerned_by(field.coordinate, tuple([name for name, _ in field.arguments]))
        return [relation for relation in self._relations if relation.name in names]

    def _concerned_by(self, coordinate: str, arguments: Arguments) -> frozenset[str]:
        types = self._observed.types
        place = (coordinate, arguments, len(types.ambiguous))
        known = self._concerned.get(place)
        if known is None:
            if len(self._concerned) >= _REMEMBERED:
                self._concerned.clear()
            known = frozenset(one.name for one in self._relations if one.concerns(types, coordinate, arguments))
            self._concerned[place] = known
        return known

    def note(self, relation: Relation, answer: QueryAnswer) -> None:
        """Keep what one relation holds against an answer that was observed just now."""
        for found in relation.notice(answer, self._observed):
            place = (relation.name, found.coordinate, normalise(found.message))
            if len(self._waiting) < _WAITING and self._tried[place] < _TRIES:
                self._tried[place] += 1
                judge = relation if found.check is None else relation._replace(check=found.check)
                self._waiting.append(Waiting(judge, found.again))
            else:
                found.again.close()

    def take(self) -> Waiting | None:
        """The one that has waited the longest; None if none does."""
        return self._waiting.popleft() if self._waiting else None
