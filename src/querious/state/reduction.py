"""Shrinking: leave out steps, members that are sent and members that are asked for, as long as the finding shows."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from querious.shrink import drive, shrink
from querious.state.sequences import acts_of, sequence_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from querious.model.finding import Finding
    from querious.model.state import Command
    from querious.model.values import JSON
    from querious.state.sequences import Act

T = TypeVar("T")
_UNKNOWN: Final[Mapping[Command, JSON]] = MappingProxyType({})


class Reduced(NamedTuple):
    """What shows a finding: what is done, and the members of entries that are asked for by name."""

    acts: tuple[Act, ...]
    members: tuple[str, ...] = ()


def reduce(
    finding: Finding,
    shows: Callable[[Reduced], bool],
    most: int,
    members: Sequence[str] = (),
    barest: Mapping[Command, JSON] = _UNKNOWN,
) -> tuple[Reduced, bool]:
    """Fewest steps, smallest bodies and answers; and whether the sequence showed the finding when it was run again.

    ``shows`` runs a sequence; it is asked at most ``most`` times. ``barest``: the bodies with fewest members.
    """
    start = Reduced(tuple(acts_of(sequence_of(finding).steps)), tuple(members))
    if most <= 0 or not shows(start):
        return start, False

    def bare_bodies(start: Reduced) -> Iterator[Reduced]:
        yield start._replace(acts=tuple(_bare(act, barest.get(act.verb), finding.message) for act in start.acts))

    steps = (_members_sent, bare_bodies, _fewer_acts, _smaller_bodies, _fewer_members)
    return drive(shrink(start, steps, repr), shows, most - 1, start), True


def _members_sent(start: Reduced) -> Iterator[Reduced]:
    """Asking for the key alone, or for what is sent: mostly that is enough."""
    sent = {name for act in start.acts if isinstance(act.sent, dict) for name in act.sent}
    yield start._replace(members=())
    yield start._replace(members=tuple(name for name in start.members if name in sent))


def _bare(act: Act, needed: JSON, message: str) -> Act:
    """With the members that are needed, and those that the message names."""
    if not isinstance(act.sent, dict) or not isinstance(needed, dict):
        return act
    named = {name: value for name, value in act.sent.items() if name in needed or f"`{name}" in message}
    return act._replace(sent=named or act.sent)


def _fewer_acts(start: Reduced) -> Iterator[Reduced]:
    for acts in _fewer(start.acts):
        yield start._replace(acts=acts)


def _smaller_bodies(start: Reduced) -> Iterator[Reduced]:
    for acts in smaller_bodies(start.acts):
        yield start._replace(acts=acts)


def _fewer_members(start: Reduced) -> Iterator[Reduced]:
    for members in _fewer(start.members):
        yield start._replace(members=members)


def _fewer(items: tuple[T, ...]) -> Iterator[tuple[T, ...]]:
    """Without a half, a quarter … a single one of them; from the front, as the last step is the one that shows."""
    size = len(items) // 2
    while size:
        for start in range(0, len(items), size):
            yield items[:start] + items[start + size :]
        size //= 2


def without_each(items: tuple[T, ...]) -> Iterator[tuple[T, ...]]:
    """Without one of them, each in turn."""
    for place in range(len(items)):
        yield items[:place] + items[place + 1 :]


def smaller_bodies(acts: tuple[Act, ...]) -> Iterator[tuple[Act, ...]]:
    """With half of the members of a body, three quarters … one member less, and never none."""
    for place, act in enumerate(acts):
        if isinstance(act.sent, dict):
            for members in _fewer(tuple(act.sent.items())):
                yield (*acts[:place], act._replace(sent=dict(members)), *acts[place + 1 :])
