"""Which cases become tests, and which of them come first."""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass
from fnmatch import translate
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING

from querious.export.example import ExampleOrigin
from querious.model.patterns import Patterns

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from querious.export.example import Example
    from querious.export.prepared_examples import PreparedExample


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
    names = [re.compile(translate(pattern)) for pattern in choice.names]
    coordinates = Patterns(choice.coordinates)
    chosen = []
    for case in cases:
        if names and not any(pattern.fullmatch(case.name or case.called) for pattern in names):
            continue
        if choice.coordinates and not any(map(coordinates.match, case.tuples.fields)):
            continue
        if case.example.origin is not ExampleOrigin.RECORDING or _is_used_enough(case.example, choice):
            chosen.append(case)
    return chosen


def _is_used_enough(example: Example, choice: ExampleFilter) -> bool:
    if choice.since is not None and (example.last_asked is None or example.last_asked < choice.since):
        return False
    return example.calls >= choice.min_calls


def elements(case: PreparedExample, *, arguments: bool = False) -> frozenset[str]:
    """What a case covers: the fields it asks for and, apart from them, those that the study would count."""
    covered = case.tuples.fields | {f"{name} studied" for name in case.tuples.studied}
    return covered | case.tuples.arguments if arguments else covered


def by_worth(cases: Sequence[PreparedExample]) -> list[PreparedExample]:
    """Often asked first, then lately asked, then by content: the same whatever order they came in."""
    return sorted(cases, key=_rank)


def _rank(case: PreparedExample) -> tuple[int, float, str, str]:
    example = case.example
    moment = example.last_asked.timestamp() if example.last_asked else 0.0
    return -example.calls, -moment, case.document, repr(case.variables)


def prioritised(cases: Sequence[PreparedExample], *, arguments: bool = False) -> list[PreparedExample]:
    """First what adds the most coverage to those before it, then by worth.

    When nothing is left to add, it begins anew with those that remain: any beginning of the list covers much. Cases
    that cover the same take turns; so there are few things to choose from, however many cases there are.
    """
    waiting: dict[frozenset[str], deque[PreparedExample]] = {}
    known: dict[int, frozenset[str]] = {}
    for case in by_worth(cases):
        content = known.get(id(case.tuples))
        if content is None:
            content = known[id(case.tuples)] = elements(case, arguments=arguments)
        waiting.setdefault(content, deque()).append(case)
    first: list[PreparedExample] = []
    layer: list[frozenset[str]] = []
    while waiting:
        if not layer:
            sets = list(waiting)
            layer = [sets[index] for index in _layer(sets)]
        first += [waiting[content].popleft() for content in layer]
        ended = [content for content in layer if not waiting[content]]
        for content in ended:
            del waiting[content]
        if ended:
            layer = []
    return first


def _layer(sets: list[frozenset[str]]) -> list[int]:
    """Greedily, until nothing is added. What a set adds only shrinks, so an old count is an upper bound."""
    heap = [(-len(content), index) for index, content in enumerate(sets)]
    heapify(heap)
    covered: set[str] = set()
    layer: list[int] = []
    while heap:
        told, index = heappop(heap)
        adds = len(sets[index] - covered)
        if adds == 0 and layer:
            continue
        if -told > adds and heap and (-adds, index) > heap[0]:
            heappush(heap, (-adds, index))
            continue
        layer.append(index)
        covered |= sets[index]
        if adds == 0:
            # Nothing asks for anything: the order is that of worth.
            return [*layer, *(other for _, other in sorted(heap, key=lambda entry: entry[1]))]
    return layer
