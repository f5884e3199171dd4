"""The last of shrinking: leave out steps and members one after the other, as long as the same finding shows.

Hypothesis shrinks the choices behind a sequence, which costs thousands of requests to come to the last steps. A service
is somebody's: so the engine has a limit, and what is left is done on the sequence itself, where a step is a step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.shrink import drive, shrink
from querious.state.sequences import acts_of, sequence_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from querious.model.finding import Finding
    from querious.state.sequences import Act


def reduce(finding: Finding, shows: Callable[[Sequence[Act]], bool], most: int) -> tuple[list[Act], bool]:
    """Fewest steps, smallest bodies; and whether the sequence showed the finding when it was run again.

    ``shows`` runs a sequence; it is asked at most ``most`` times.
    """
    acts = acts_of(sequence_of(finding).steps)
    if most <= 0 or not shows(acts):
        return acts, False
    return drive(shrink(acts, (_fewer, _smaller), repr), shows, most - 1, acts), True


def _fewer(acts: list[Act]) -> Iterator[list[Act]]:
    """Without a half, a quarter … a single one of them; from the front, as the last step is the one that shows."""
    size = len(acts) // 2
    while size:
        for start in range(0, len(acts), size):
            yield acts[:start] + acts[start + size :]
        size //= 2


def _smaller(acts: list[Act]) -> Iterator[list[Act]]:
    """With one member less in a body."""
    for position, act in enumerate(acts):
        if isinstance(act.sent, dict) and len(act.sent) > 1:
            for name in act.sent:
                less = {other: value for other, value in act.sent.items() if other != name}
                yield [*acts[:position], act._replace(sent=less), *acts[position + 1 :]]
