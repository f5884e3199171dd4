"""Shrinking as a conversation without I/O: it yields what to try next and is told whether the finding shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Hashable, Iterable, Sequence

T = TypeVar("T")


def shrink(
    start: T,
    steps: Sequence[Callable[[T], Iterable[T]]],
    key: Callable[[T], Hashable] | None = None,
    acceptable: Callable[[T], bool] = lambda _: True,
) -> Generator[T, bool, T]:
    """Yields candidates, receives whether each shows the finding, returns the smallest that did.

    A step proposes smaller candidates, those that cut most first. Greedy: a candidate is taken as soon as it shows the
    finding and the same step is tried again, until no step works any more. Whoever drives it may stop at any time:
    every accepted candidate has been yielded. Candidates with the same ``key`` are tried once; without a key they may
    be tried again, for what shows by chance. Only ``acceptable`` ones are tried.
    """
    best = start
    tried = set() if key is None else {key(start)}

    def worth_trying(candidate: T) -> bool:
        if key is not None:
            mark = key(candidate)
            if mark in tried:
                return False
            tried.add(mark)
        return acceptable(candidate)

    progress = True
    while progress:
        progress = False
        for step in steps:
            smaller = yield from _first_shown(filter(worth_trying, step(best)))
            while smaller is not None:
                best, progress = smaller, True
                smaller = yield from _first_shown(filter(worth_trying, step(best)))
    return best


def _first_shown(candidates: Iterable[T]) -> Generator[T, bool, T | None]:
    for candidate in candidates:
        if (yield candidate):
            return candidate
    return None


def drive(conversation: Generator[T, bool, T], shows: Callable[[T], bool], most: int, start: T) -> T:
    """The smallest that shows the finding, after at most so many candidates."""
    best = start
    try:
        candidate = next(conversation)
        for _ in range(most):
            shown = shows(candidate)
            if shown:
                best = candidate
            candidate = conversation.send(shown)
    except StopIteration:
        pass
    return best
