"""The words in which all reports speak of collections and their states. All text is safe to show."""

from __future__ import annotations

import shlex
from collections import Counter
from typing import TYPE_CHECKING, Final

from querious.model.state import Command, Delete
from querious.text.display import plural, shorten, visible

if TYPE_CHECKING:
    from querious.model.state import CollectionResult, StateSection

_LONGEST_MESSAGE: Final = 500
_LONGEST_NAME: Final = 60
_DELETE: Final = {
    Delete.HARD: "hard",
    Delete.READABLE: "soft, readable",
    Delete.LISTED: "soft, listed",
    Delete.TOMBSTONE: "tombstone",
}
_MEANS: Final = {
    Delete.HARD: "deleted entries are neither found nor listed",
    Delete.READABLE: "deleted entries are not listed, but can still be read",
    Delete.LISTED: "deleted entries are still listed and can be read",
    Delete.TOMBSTONE: "deleted entries return 410 Gone and are not listed",
}
STATES: Final = "EC: empty; NC: entries; NN: entries and trash; EN: only trash"
"""The states of the study's machine, in words."""


def name(text: str) -> str:
    """Of a collection or a rule."""
    return shorten(visible(text), _LONGEST_NAME)


def deleting(tested: CollectionResult) -> str:
    """What deleting means, in a word or two."""
    return _DELETE[tested.delete] if tested.delete else "-"


def offered(tested: CollectionResult) -> str:
    """Its commands, and what deleting means to it."""
    commands = ", ".join(command for command in Command if command in tested.commands)
    told = f"offers {commands}" if commands else ""
    means = _MEANS[tested.delete] if tested.delete else ""
    marked = f", marked by `{name(tested.mark)}`" if means and tested.mark else ""
    return "; ".join(filter(None, (told, means + marked)))


def covered(tested: CollectionResult) -> str:
    """``18 of 20``: how many transitions of the state machine were covered."""
    if not tested.transitions:
        return "-"
    return f"{sum(count > 0 for *_, count in tested.transitions)} of {len(tested.transitions)}"


def missed(tested: CollectionResult) -> str:
    """Transitions that were not covered, by where they lead: ``NN: get_del, put_del; NN→NC: empty_trash``."""
    groups: dict[str, list[str]] = {}
    for source, command, target, count in tested.transitions:
        if not count:
            way = visible(source) if source == target else f"{visible(source)}→{visible(target)}"
            groups.setdefault(way, []).append(visible(command))
    return "; ".join(f"{way}: {', '.join(commands)}" for way, commands in groups.items())


def left(section: StateSection) -> str:
    """What could not be removed, and what removes it; empty if nothing is left."""
    if not section.left:
        return ""
    told = f"{plural(section.left, 'entry is', 'entries are')} left in the service"
    return f"{told}: querious crud --clean-up {shlex.quote(visible(section.name))}" if section.name else f"{told}."


def collections_tested(section: StateSection) -> str:
    """How many collections were tested, left out and not reached: ``; 2 collections tested, 1 left out``."""
    tested = sum(one.tests > 0 for one in section.collections)
    left_out = sum(bool(one.left_out) and not one.tests for one in section.collections)
    waiting = len(section.collections) - tested - left_out
    told = []
    if tested:
        told.append(f"{plural(tested, 'collection')} tested")
    if left_out:
        told.append(f"{left_out:,} left out")
    if waiting:
        told.append(f"{waiting:,} not reached")
    return f"; {', '.join(told)}" if told else ""


def why_untested(section: StateSection) -> str:
    """Where nothing was tested: the reason that holds for most collections, as a sentence."""
    reasons = Counter(one.left_out for one in section.collections if one.left_out)
    return f" {message_line(reasons.most_common(1)[0][0])}." if reasons else ""


def message_line(text: str) -> str:
    """A reason as a sentence."""
    line = shorten(visible(text), _LONGEST_MESSAGE)
    return line[:1].upper() + line[1:]
