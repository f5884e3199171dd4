"""What is wrong at the edge of a limit. Pure: it reads what was seen.

A count that was what it must be each time, while entries were made one after the other, counts these entries: where it
goes beyond the limit, or does not go back, the service contradicts itself, and that is a fault. Where names alone say
that a limit is about these entries, it is a suspicion: a ``capacity`` may be one of other things, what is out of stock
may be ordered, and a quota of invitations may be used up by those that were deleted. A refusal is held against the
service only if a holder that is made with more room takes the same at the same time: many rules refuse, and no other
one depends on the room.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from querious.model.severity import Severity
from querious.model.state import Breach
from querious.state.limits.edge_look import EdgeMove
from querious.state.room import (
    Role,
    has_several_uses,
    is_capacity,
    may_stay_used,
    of_role,
    role_of,
    share_a_word,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from querious.state.limits.edge_look import EdgeLook, EdgeTrace, HolderLooks

EXCEEDED: Final = "limit-exceeded"
REFUSED_EARLY: Final = "limit-refused-early"
COUNT: Final = "limit-count"
LIMIT_RULES: Final = frozenset({EXCEEDED, REFUSED_EARLY, COUNT})
_DONE: Final = {
    EdgeMove.POST: "was made",
    EdgeMove.CHANGE: "was changed to take more",
    EdgeMove.AT_ONCE: "was made at the same time as another",
}


class EdgeBreach(NamedTuple):
    """What is held against the service, and where it was seen."""

    breach: Breach
    look: EdgeLook


def edge_breaches(trace: EdgeTrace) -> Iterator[EdgeBreach]:
    """All of them; several about one cause are possible."""
    counts = CountsOfEntries.of(trace)
    yield from _exceeded(trace, counts)
    yield from _refused_early(trace, counts)
    yield from _wrong_counts(trace, counts)


class CountsOfEntries(NamedTuple):
    """The numbers of the holder that were seen to go with its entries while it was filled."""

    used: Sequence[str]
    left: Sequence[str]

    @classmethod
    def of(cls, trace: EdgeTrace) -> CountsOfEntries:
        """Each must have been what it must be at every look up to the limit, and have moved."""
        holder = trace.filled
        looks = [look for look in _filling(holder) if look.held <= holder.limit]
        is_moving = len({look.held for look in looks}) > 1
        names = [path for path in holder.first.counts if is_moving and path != trace.limit]
        used = [path for path in names if all(look.counts.get(path) == look.held for look in looks)]
        left = [path for path in names if all(look.counts.get(path) == holder.limit - look.held for look in looks)]
        return cls(used, left)

    @property
    def any(self) -> Sequence[str]:
        """All of them."""
        return [*self.used, *self.left]

    def shown(self, look: EdgeLook) -> str:
        """What they say, in words."""
        return ", ".join(f"`{path}` is {look.counts[path]}" for path in self.any if path in look.counts)


def _filling(holder: HolderLooks) -> list[EdgeLook]:
    """What was seen while entries were made, before anything else was done."""
    found = []
    for look in holder.looks:
        if look.move not in {EdgeMove.MADE, EdgeMove.POST}:
            break
        found.append(look)
    return found


def _exceeded(trace: EdgeTrace, counts: CountsOfEntries) -> Iterator[EdgeBreach]:
    """More was accepted than there is room for."""
    for holder in trace.all:
        for look in holder.looks:
            if look.move in _DONE and look.accepted and look.held > holder.limit:
                severity = _severity_of_excess(trace, counts, holder, look)
                if severity is not None:
                    yield EdgeBreach(Breach(EXCEEDED, _excess(trace, counts, holder, look), severity), look)


def _severity_of_excess(
    trace: EdgeTrace, counts: CountsOfEntries, holder: HolderLooks, look: EdgeLook
) -> Severity | None:
    """None where the limit need not be about these entries, or the entry is shown as one that waits."""
    below = any(look.counts.get(path, 0) < 0 for path in counts.left)
    over = any(look.counts.get(path, 0) > holder.limit for path in counts.used)
    if trace.promise and look.alike:
        return Severity.FAULT
    if _are_tied(trace, counts):
        if below or (over and trace.limit):
            return Severity.FAULT if look.alike else Severity.SUSPICION
        if not look.alike:
            return None
        return Severity.FAULT if trace.limit else Severity.SUSPICION
    is_about = is_capacity(trace.limit) or share_a_word(trace.limit, trace.collection)
    is_likely = trace.is_alone and is_about and look.alike and not trace.is_dated
    return Severity.SUSPICION if is_likely else None


def _are_tied(trace: EdgeTrace, counts: CountsOfEntries) -> bool:
    """Whether the values say that the limit is one of these entries: a count goes down from it, or is held to it.

    A room for three persons may have four bookings: a count of another name is none of the limit.
    """
    named = [path for path in counts.used if role_of(path) is Role.USED or share_a_word(trace.limit, path)]
    return bool(counts.left or named or trace.filled.fits)


def _excess(trace: EdgeTrace, counts: CountsOfEntries, holder: HolderLooks, look: EdgeLook) -> str:
    shown = counts.shown(look) or f"{look.held} are there"
    done = _DONE[look.move]
    return f"{_told(trace, holder)}, but an entry {done} beyond that: {look.held} in all, and then {shown}"


def _told(trace: EdgeTrace, holder: HolderLooks) -> str:
    """What the limit is."""
    if trace.promise:
        return f'the description says "{trace.promise}"'
    name = f"`{trace.limit}`" if trace.limit else "what is left at first"
    return f"{name} of {trace.holder} is {holder.limit}"


def _refused_early(trace: EdgeTrace, counts: CountsOfEntries) -> Iterator[EdgeBreach]:
    """Less was refused than there is room for, where a holder with more room takes it."""
    for holder in trace.all:
        for look in holder.looks:
            has_room = look.held + look.units <= holder.limit
            if look.accepted or not has_room or not look.witnessed or look.move in {EdgeMove.CHANGE, EdgeMove.AT_ONCE}:
                continue
            after = " after one was deleted" if look.move is EdgeMove.AGAIN else ""
            shown = counts.shown(look)
            told = f"{_told(trace, holder)}, but with {look.held} taken an entry that takes {look.units} is refused"
            more = "; it is accepted where the limit is higher"
            message = f"{told}{after}{': ' + shown if shown else ''}{more}"
            yield EdgeBreach(Breach(REFUSED_EARLY, message, _severity_of_refusal(trace, counts, look)), look)


def _severity_of_refusal(trace: EdgeTrace, counts: CountsOfEntries, look: EdgeLook) -> Severity:
    """A suspicion where what was deleted may count on: it is kept with a mark, or was used up for good."""
    if look.move is not EdgeMove.AGAIN:
        return Severity.FAULT
    has_room = any(look.counts.get(path) == look.held for path in counts.used)
    stays = trace.is_kept or may_stay_used(trace.limit) or any(map(may_stay_used, counts.any))
    return Severity.SUSPICION if stays and not has_room else Severity.FAULT


def _wrong_counts(trace: EdgeTrace, counts: CountsOfEntries) -> Iterator[EdgeBreach]:
    """A count that is not what the entries make of it: each one once, where it is first seen."""
    for path in counts.any:
        yield from _first_wrong(trace, path, _expected(path in counts.used), _severity_of_later)
    for role, related in ((Role.USED, counts.used), (Role.LEFT, counts.left)):
        for path in of_role(trace.filled.first.counts, role) if not related else ():
            expected = _expected(role is Role.USED)
            if path != trace.limit and _begins_right(trace, path, expected) and (counts.any or trace.filled.fits):
                yield from _first_wrong(trace, path, expected, _severity_of_named)


def _expected(is_used: bool) -> Callable[[HolderLooks, EdgeLook], int]:  # noqa: FBT001 - which of two
    """What a count must be."""
    if is_used:
        return lambda _, look: look.held
    return lambda holder, look: holder.limit - look.held


def _begins_right(trace: EdgeTrace, path: str, expected: Callable[[HolderLooks, EdgeLook], int]) -> bool:
    """Whether it is what it must be in every holder that is empty: with other limits, where it tells what is left."""
    return all(one.first.counts.get(path) == expected(one, one.first) for one in trace.all)


def _first_wrong(
    trace: EdgeTrace,
    path: str,
    expected: Callable[[HolderLooks, EdgeLook], int],
    severity_of: Callable[[EdgeTrace, str, EdgeLook], Severity | None],
) -> Iterator[EdgeBreach]:
    for holder in trace.all:
        for look in holder.looks:
            shown, right = look.counts.get(path), expected(holder, look)
            if shown is None or shown == right or look.held > holder.limit:
                continue
            severity = severity_of(trace, path, look)
            if severity is not None:
                message = (
                    f"`{path}` of {trace.holder} is {shown}{_after(look)}, and must be {right}: {_told(trace, holder)}"
                )
                yield EdgeBreach(Breach(COUNT, message, severity), look)
                return


def _after(look: EdgeLook) -> str:
    match look.move:
        case EdgeMove.DELETE:
            return " after an entry was deleted"
        case EdgeMove.READ:
            return " after entries were made in another"
        case EdgeMove.CHANGE:
            return " after an entry was changed" if look.accepted else " after a change was refused"
        case _:
            return f" with {look.held} taken"


def _severity_of_later(trace: EdgeTrace, path: str, look: EdgeLook) -> Severity | None:
    """Of a count that went with the entries while they were made."""
    named = role_of(path)
    if look.move is not EdgeMove.DELETE:
        return Severity.FAULT if named else None
    stays = trace.is_kept or not trace.limit or may_stay_used(path) or may_stay_used(trace.limit)
    if named is None:  # it may count what was ever made
        return None
    return Severity.SUSPICION if stays else Severity.FAULT


def _severity_of_named(trace: EdgeTrace, path: str, look: EdgeLook) -> Severity | None:
    """Of a count by its name, that was right as long as there was nothing."""
    del look
    is_sure = bool(trace.limit) and trace.is_settled and not has_several_uses(path)
    return Severity.FAULT if is_sure else Severity.SUSPICION
