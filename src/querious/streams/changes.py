"""What a change brings about in a stream: once it has caused an event, it does so again, once, and the event is true.

Everything here is a suspicion: others may write at the same time, a change may be one that nobody is told of, and a
field may be worked out anew whenever it is asked for.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from querious.model.severity import Severity
from querious.streams.rule import ChangeRule, StreamFlaw

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model.values import JSON
    from querious.streams.rule import Change

_BORNE_OUT: Final = 2
"""Changes that caused an event, before one that does not is one too few."""
_PATIENCE: Final = 0.5
_LATER: Final = 5
"""So many seconds, or so many times the longest time that an event took, have to pass before it counts as missing."""


def _missing(changes: Sequence[Change]) -> Sequence[StreamFlaw] | None:
    found: list[StreamFlaw] = []
    judged = False
    for mutation in dict.fromkeys(change.mutation for change in changes):
        made = [change for change in changes if change.mutation == mutation and change.made]
        caused = [change for change in made if change.events]
        if len(caused) < _BORNE_OUT:
            continue
        judged = True
        patience = max(_PATIENCE, _LATER * max(change.waited for change in caused))
        alike = {change.sameness for change in caused}
        missed = [one for one in made if not one.events and one.waited >= patience and one.sameness in alike]
        if missed:
            message = f"no event came for {mutation}, which {len(caused)} times caused one"
            found.append(StreamFlaw(message, Severity.SUSPICION, f"missing {len(missed)} of {len(made)} times"))
    return found if judged else None


def _doubled(changes: Sequence[Change]) -> Sequence[StreamFlaw] | None:
    """The same event for one change, more than once, most of the time."""
    caused = [change for change in changes if change.made and change.events]
    if len(caused) < _BORNE_OUT:
        return None
    twice = [change for change in caused if len(change.events) > 1 and change.events.count(change.events[0]) > 1]
    if 2 * len(twice) <= len(caused):
        return ()
    number = twice[0].events.count(twice[0].events[0])
    message = f"the same event came {number} times for one {twice[0].mutation}"
    return [StreamFlaw(message, Severity.SUSPICION, str(twice[0].events[0])[:200])]


def _untrue(changes: Sequence[Change]) -> Sequence[StreamFlaw] | None:
    """A field of the event that contradicts the answer to the change that caused it."""
    compared: Counter[str] = Counter()
    wrong: dict[str, list[tuple[str, JSON, JSON]]] = {}
    for change in changes:
        if not change.made or not change.events:
            continue
        for place, said, came in _pairs(change.answered, change.events[0]):
            compared[place] += 1
            if said != came:
                wrong.setdefault(place, []).append((change.mutation, said, came))
    if not compared:
        return None
    found: list[StreamFlaw] = []
    for place, shown in wrong.items():
        mutation, said, came = shown[0]
        message = f"the event says otherwise than the answer to {mutation} that caused it: `{place}`"
        found.append(StreamFlaw(message, Severity.SUSPICION, f"answered {_short(said)}, event {_short(came)}"))
    return found


def _pairs(answered: JSON, event: JSON) -> Iterator[tuple[str, JSON, JSON]]:
    """The plain values that both tell of one object, by their name. That it is one, its id says."""
    for one in _objects(answered):
        for other in _objects(event):
            if one["id"] == other["id"]:
                yield from (
                    (name, one[name], other[name])
                    for name in one
                    if name in other and name != "id" and _is_plain(one[name]) and _is_plain(other[name])
                )
                return


def _objects(value: JSON) -> Iterator[dict[str, JSON]]:
    """An object with an id, and those right inside: payloads wrap what they changed."""
    if not isinstance(value, dict):
        return
    for one in (value, *value.values()):
        if isinstance(one, dict) and isinstance(one.get("id"), str | int):
            yield one


def _is_plain(value: JSON) -> bool:
    return not isinstance(value, dict | list)


def _short(value: JSON) -> str:
    return repr(value)[:60]


MISSING: Final = ChangeRule("stream_missing", "a change that causes events causes one each time", _missing)
DOUBLED: Final = ChangeRule("stream_doubled", "a change causes an event once", _doubled)
UNTRUE: Final = ChangeRule("stream_untrue", "an event says what the answer to its change says", _untrue)
