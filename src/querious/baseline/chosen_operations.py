"""Which operations the baseline holds: few that together show every field that had a value, and every use of arguments.

A conversation without I/O: it yields operations by the dozen and receives what came of them, so that what one shows
need not be asked by another. Ways that are short come first, and look around widely; what they do not show is asked by
longer ones.
"""

from __future__ import annotations

import json
from collections.abc import Generator
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from querious.baseline.arguments import without_nulls
from querious.baseline.purposes import GIVES
from querious.baseline.sights import sightings
from querious.model.arguments import canonical
from querious.model.document_text import write

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from querious.baseline.purposes import Purpose
    from querious.baseline.rebuilt_operations import Selecting
    from querious.baseline.sights import Call, Route, Sights
    from querious.model import JSON, Operation, SelectionShape, Value

MOST: Final = 300
"""Operations of a baseline."""
WIDE: Final = 4_000
"""Characters of an answer, as JSON, where less could be asked."""
LARGEST: Final = 12_000
"""Characters of any answer."""
_BATCH: Final = 12
_FAR, _AROUND, _NEAR = 2, 1, 0
"""Levels of objects that are looked at from the end of a way; fewer, where the answer is too large or is refused."""


class Asked(NamedTuple):
    """An operation and what came of it."""

    operation: Operation
    shape: SelectionShape
    data: dict[str, JSON] | None
    clean: bool = True
    """Whether the answer holds no errors."""


Conversation: TypeAlias = Generator[list["Operation"], list[Asked], list[Asked]]


class _Wish(NamedTuple):
    """What is to be asked in one operation."""

    routes: tuple[Route, ...]
    """They differ in their last step alone."""
    levels: int
    """How far it looks around. Where it is about arguments alone it is enough to see which objects come."""
    kinds: frozenset[str] = frozenset()
    """Types of objects that it is to show; empty: whatever comes."""
    least: int = _NEAR
    """Levels below which it would not show them."""


class _Shown:
    """What answers show already: for each purpose, by which different calls."""

    def __init__(self, sights: Sights) -> None:
        self._sights = sights
        self._calls: dict[Purpose, set[str]] = {}

    def add(self, asked: Asked) -> None:
        """Take in an answer without errors."""
        for sight in sightings(asked.shape, asked.data):
            top = len(sight.route) == 1
            for purpose in self._sights.purposes.of(sight.field, sight.items, top=top, strict=True):
                self._calls.setdefault(purpose, set()).add(_call(sight.field.arguments))

    def __contains__(self, wanted: tuple[Purpose, Call]) -> bool:
        purpose, call = wanted
        calls = self._calls.get(purpose, set())
        return len(calls) >= purpose.calls or _call(call.route[-1].arguments) in calls


def choose(  # complexipy: ignore (to be taken apart)
    sights: Sights,
    selecting: Selecting,
    known: Iterable[Asked] = (),
    may_keep: Callable[[str, dict[str, JSON]], bool] = lambda _, __: True,
) -> Conversation:
    """Choose operations; gives them with their answers. What ``known`` ones show already is not asked again.

    ``may_keep`` is asked of document and variables: what holds a secret cannot be written to a file.
    """
    shown = _Shown(sights)
    documents: set[str] = set()
    chosen: list[Asked] = []
    for asked in known:
        shown.add(asked)
        documents.add(_text(asked.operation))
    most = MOST - len(documents)
    waiting = sights.calls()
    while waiting and len(chosen) < most:
        waiting = [wanted for wanted in waiting if wanted not in shown]
        wishes, waiting = _next_wishes(waiting, min(_BATCH, most - len(chosen)))
        while wishes:
            operations: dict[str, tuple[_Wish, Operation]] = {}
            for wish in wishes:
                operation = selecting.operation(wish.routes, wish.levels, wish.kinds)
                if _text(operation) not in documents and may_keep(*write(operation)):
                    operations.setdefault(_text(operation), (wish, operation))
            answers = (yield [operation for _, operation in operations.values()]) if operations else []
            documents.update(operations)
            wishes = []
            for (wish, _), asked in zip(operations.values(), answers, strict=True):
                if _is_good(asked, WIDE if wish.levels > _AROUND else LARGEST):
                    chosen.append(asked)
                    shown.add(asked)
                elif wish.levels > wish.least:
                    wishes.append(wish._replace(levels=wish.levels - 1))
    return chosen


def _next_wishes(waiting: list[tuple[Purpose, Call]], most: int) -> tuple[list[_Wish], list[tuple[Purpose, Call]]]:
    """The first few, and the rest. Fields without arguments at the end of one way are asked for together."""
    together: dict[str, _Wish] = {}
    for place, (purpose, call) in enumerate(waiting):
        *above, last = call.route
        sent = canonical(last.arguments)
        key = f"{[(step.coordinate, canonical(step.arguments)) for step in above]} {last.parent}"
        key = f"{key}.{last.name}({sent})" if sent or not above else key
        if key not in together and len(together) >= most:
            return list(together.values()), waiting[place:]
        wish = together.setdefault(key, _Wish((), _NEAR, least=_AROUND))
        known = wish.routes if any(route[-1] == last for route in wish.routes) else (*wish.routes, call.route)
        gives = {purpose.use.removeprefix(GIVES)} if purpose.use.startswith(GIVES) else set()
        levels = _AROUND if gives else _NEAR if purpose.use else _FAR
        least = wish.least if gives else _NEAR
        together[key] = _Wish(known, max(wish.levels, levels), wish.kinds | gives, least)
    return list(together.values()), []


def _call(arguments: Sequence[tuple[str, Value]]) -> str:
    return canonical(tuple(without_nulls(arguments).items()))


def _is_good(asked: Asked, largest: int) -> bool:
    if asked.data is None or not asked.clean:
        return False
    return len(json.dumps(asked.data, ensure_ascii=False)) <= largest


def _text(operation: Operation) -> str:
    document, variables = write(operation)
    return f"{document} {json.dumps(variables, sort_keys=True, default=str)}" if variables else document
