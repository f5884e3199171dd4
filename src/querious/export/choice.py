"""Which cases become tests, and which of them come first."""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass
from datetime import UTC, datetime
from fnmatch import translate
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING

from querious.export.example import ExampleOrigin
from querious.model.patterns import Patterns

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.export.example import Example
    from querious.export.prepared_examples import PreparedExample

_NEVER = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class ExampleFilter:
    """What a case must have. Calls and time are known of recordings alone, and only those are judged by them."""

    names: tuple[str, ...] = ()
    """Patterns of operation names, such as ``Get*``."""
    coordinates: tuple[str, ...] = ()
    """Patterns of fields that it asks for, such as ``Product.price``."""
    min_calls: int = 0
    since: datetime | None = None


def choose(cases: Sequence[PreparedExample], choice: ExampleFilter) -> list[PreparedExample]:
    """The cases that have all that is asked for, in their order."""
    name = re.compile("|".join(map(translate, choice.names or ("*",))))
    coordinates = Patterns(choice.coordinates)
    chosen = []
    for case in cases:
        is_named = name.fullmatch(case.name or case.called)
        is_asked = not choice.coordinates or any(map(coordinates.match, case.tuples.fields))
        if is_named and is_asked and _is_used_enough(case.example, choice):
            chosen.append(case)
    return chosen


def _is_used_enough(example: Example, choice: ExampleFilter) -> bool:
    """Only of recordings it is known how often and when they were asked."""
    if example.origin is not ExampleOrigin.RECORDING:
        return True
    asked = example.last_asked or _NEVER
    return example.calls >= choice.min_calls and asked >= (choice.since or _NEVER)


def elements(case: PreparedExample, *, arguments: bool = False) -> frozenset[str]:
    """What a case covers: the fields it asks for and, apart from them, those that the study would count."""
    covered = case.tuples.fields | {f"{name} studied" for name in case.tuples.studied}
    return covered | case.tuples.arguments if arguments else covered


def by_worth(cases: Sequence[PreparedExample]) -> list[PreparedExample]:
    """Often asked first, then lately asked, then by content: the same whatever order they came in."""
    return sorted(cases, key=_rank)


def _rank(case: PreparedExample) -> tuple[int, float, str, str]:
    moment = case.example.last_asked or _NEVER
    return -case.example.calls, -moment.timestamp(), case.document, repr(case.variables)


def prioritised(cases: Sequence[PreparedExample], *, arguments: bool = False) -> list[PreparedExample]:
    """First what adds the most coverage to those before it, then by worth.

    When nothing is left to add, those that remain are ranked in the same way: any beginning of the list covers much.
    Cases that cover the same take turns; so there are few things to choose from, however many cases there are.
    """
    contents = {id(case.tuples): elements(case, arguments=arguments) for case in cases}
    waiting: dict[frozenset[str], deque[PreparedExample]] = {}
    for case in by_worth(cases):
        waiting.setdefault(contents[id(case.tuples)], deque()).append(case)
    first: list[PreparedExample] = []
    layer: list[frozenset[str]] = []
    while waiting:
        layer = layer or _layer(list(waiting))
        first += [waiting[content].popleft() for content in layer]
        remaining = {content: left for content, left in waiting.items() if left}
        if len(remaining) < len(waiting):
            waiting, layer = remaining, []
    return first


def _layer(sets: list[frozenset[str]]) -> list[frozenset[str]]:
    """Greedily, until nothing is added. What a set adds only shrinks, so an old count is an upper bound."""
    heap = [(-len(content), index) for index, content in enumerate(sets)]
    heapify(heap)
    covered: set[str] = set()
    layer: list[frozenset[str]] = []
    while heap:
        told, index = heappop(heap)
        adds = len(sets[index] - covered)
        if 0 < adds < -told:
            heappush(heap, (-adds, index))
        elif adds:
            layer.append(sets[index])
            covered |= sets[index]
    return layer or sets
