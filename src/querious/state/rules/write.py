"""What writing to an entry makes known of it, and whether the answer already shows something else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.answers.volatile import may_change_by_itself, tells_of_creation
from querious.state.rules.complaint import Complaint, quoted, told
from querious.state.substructure import differences, same

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from querious.model.state import Command
    from querious.model.values import JSON
    from querious.state.model import Entry, Manners

_NOTHING: Final[tuple[JSON, ...]] = (None, False, 0, "", [])


def seen(sent: JSON, manners: Manners) -> JSON:
    """What was sent, without what the service never shows."""
    if isinstance(sent, dict) and manners.unseen:
        return {name: value for name, value in sent.items() if name not in manners.unseen}
    return sent


def facts_of(sent: JSON, shown: JSON) -> JSON:
    """What reading the entry must hold: what was sent, and what tells of its making."""
    if not isinstance(sent, dict) or not isinstance(shown, dict):
        return sent
    return {**origin_of(shown), **sent}


def origin_of(shown: JSON) -> dict[str, JSON]:
    """Members that never change."""
    if not isinstance(shown, dict):
        return {}
    return {name: value for name, value in shown.items() if tells_of_creation(name) and isinstance(value, str | int)}


def answered(command: Command, sent: JSON, shown: JSON) -> Iterator[Complaint]:
    """Whether the answer to a write shows something else than was written; an answer need not show anything."""
    if isinstance(sent, dict) and not isinstance(shown, dict):
        return
    for difference in differences(sent, shown):
        yield Complaint(
            f"{command}-answers-otherwise", f"the answer to {command} shows other values: {told(difference)}"
        )


def left_out(entry: Entry, sent: JSON, manners: Manners) -> dict[str, JSON]:
    """Members that an entry had and that a ``put`` without them takes away, unless the service fills them in so."""
    if not manners.put_replaces or not isinstance(entry.facts, dict) or not isinstance(sent, dict):
        return {}
    gone = {}
    for name, value in {**entry.replaced, **entry.facts}.items():
        unsaid = name in sent or tells_of_creation(name) or is_nothing(value)
        if not unsaid and not (name in manners.defaults and same(value, manners.defaults[name])):
            gone[name] = value
    return gone


def is_nothing(value: JSON) -> bool:
    """Whether it is what services fill in for what is left out: nothing, all the way down."""
    if isinstance(value, dict):
        return all(is_nothing(member) for member in value.values())
    return value in _NOTHING


def merged(replaced: Mapping[str, JSON], shown: JSON) -> Iterator[Complaint]:
    """Whether members that were taken away are still there; what was put is there all the same."""
    if isinstance(shown, dict):
        for name, value in replaced.items():
            if name in shown and same(value, shown[name]):
                message = f"put replaces an entry, but `{name}`, which it left out, is still {quoted(value)}"
                yield Complaint("put-merges", message, alone=True)


def steady(shown: JSON) -> JSON:
    """Without what every write changes: moments and versions, at any depth."""
    if isinstance(shown, list):
        return [steady(value) for value in shown]
    if not isinstance(shown, dict):
        return shown
    return {name: steady(value) for name, value in shown.items() if not may_change_by_itself(name)}
