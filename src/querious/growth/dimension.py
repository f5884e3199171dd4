"""One way in which a question can become larger."""

from __future__ import annotations

from typing import NamedTuple


class Dimension(NamedTuple):
    """What grows, and at what sizes it is measured, each twice the one before."""

    name: str
    """``depth``, ``aliases``."""
    about: str
    """What is counted, in words: ``levels of objects``."""
    sizes: tuple[int, ...]
    limited_from: int | None = None
    """A size that services are expected to refuse; None where none is."""
    limit: str = ""
    """What would refuse it, in words: ``a limit of depth``."""
    in_steps: bool = False
    """Whether sizes grow by the same amount, and do not double: where a cost may double with each of them."""
    keeps_to_rows: bool = False
    """Whether an answer is as large as it was asked to be: a page. Where it holds fewer rows, the list has ended."""


def doubling(first: int, last: int) -> tuple[int, ...]:
    """Sizes from the first, each twice the one before, up to the last."""
    sizes = [first]
    while 2 * sizes[-1] <= last:
        sizes.append(2 * sizes[-1])
    return tuple(sizes)
