"""The ways in which branches can be carried out without anything at the same time."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def turns(lengths: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Which branch is to go on, until all have ended: first one after the other, then the last first, then mixed."""
    whole = [(number,) * length for number, length in enumerate(lengths)]
    plain = sum(whole, ()), sum(reversed(whole), ())
    yield from dict.fromkeys(plain)
    for order in _mixed(tuple(lengths)):
        if order not in plain:
            yield order


def _mixed(left: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    if not any(left):
        yield ()
    for number, length in enumerate(left):
        if length:
            for rest in _mixed((*left[:number], length - 1, *left[number + 1 :])):
                yield (number, *rest)
