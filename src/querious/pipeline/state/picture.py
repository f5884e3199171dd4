"""The state machine of a collection → a picture: four states, and which commands led from one to another how often.

Drawings join parallel arrows and cut long lists of names. So commands that stay in a state are told in its box, and the
arrow back to it names only those that were never given there.
"""

from __future__ import annotations

from collections import Counter
from textwrap import wrap
from typing import TYPE_CHECKING, Final

from querious.drawing import FORMATS, Edge, Picture, PictureNode, PictureStyle

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model.state import CollectionResult

_STATES: Final = {
    "EC": "nothing there",
    "NC": "entries",
    "NN": "entries and trash",
    "EN": "trash alone",
}
_ROOM: Final = 40
"""Characters of a line in a box."""
_NOTE: Final = 130
"""Likewise of the note."""
_THOUSAND: Final = 1000
_LINES: Final = 3
"""Below the name of the state."""


def draw(tested: CollectionResult, form: str) -> str:
    """The picture as ``svg``, ``mermaid`` or ``dot``."""
    return FORMATS[form](picture(tested))


def picture(tested: CollectionResult) -> Picture:
    """The machine. Transitions that were not gone stand out, and the note names them."""
    ways = tested.transitions
    missed = [f"{source} {command} {target}" for source, command, target, count in ways if not count]
    title = f"{tested.name}: {len(ways) - len(missed)} of {len(ways)} transitions covered"
    note = "\n".join(wrap(f"not covered: {', '.join(missed)}", _NOTE)) if missed else ""
    if not ways:
        title, note = tested.name, tested.left_out and f"not tested: {tested.left_out}"
    states = dict.fromkeys((*_STATES, *(state for source, _, target, _ in ways for state in (source, target))))
    return Picture(tuple(_node(state, tested) for state in states), tuple(_edges(tested)), title, note)


def _node(state: str, tested: CollectionResult) -> PictureNode:
    """The state, and below it the commands that stay there."""
    told = f"{state}: {_STATES[state]}" if state in _STATES else state
    loops = [
        _counted(command, count)
        for source, command, target, count in tested.transitions
        if source == target == state and count
    ]
    return PictureNode(
        state, "\n".join((told, *_packed(loops))), PictureStyle.ROOT if state == "EC" else PictureStyle.PLAIN
    )


def _edges(tested: CollectionResult) -> Iterator[Edge]:
    """One for every transition to another state. Back to a state: one for each not gone, or else one for all."""
    missing = {source for source, _, target, count in tested.transitions if source == target and not count}
    stays: Counter[str] = Counter()
    for source, command, target, count in tested.transitions:
        if source == target and count:
            stays[source] += count
        else:
            yield Edge(
                source, target, _counted(command, count), PictureStyle.PLAIN if count else PictureStyle.HIGHLIGHTED
            )
    for state, count in stays.items():
        if state not in missing:
            yield Edge(state, state, _counted("stays", count))


def _counted(command: str, count: int) -> str:
    """In three characters, as there is little room, but for counts that no run comes to."""
    return f"{command} {count}" if count < _THOUSAND else f"{command} {count // _THOUSAND}k"


def _packed(names: Sequence[str]) -> list[str]:
    """As many to a line as fit; those that do not fit into the box at all are counted."""
    lines: list[str] = []
    for place, name in enumerate(names):
        if lines and len(lines[-1]) + len(name) + 2 <= _ROOM:
            lines[-1] += f", {name}"
        elif len(lines) < _LINES:
            lines.append(name)
        else:
            lines[-1] += f" +{len(names) - place}"
            break
    return lines
