"""Parallel branches → columns by time: from ``┌`` to ``└`` a command was under way, whatever happened meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from rich.cells import cell_len

from querious.report.state_answers import came
from querious.report.state_values import compact, cut
from querious.text.display import visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model.state import CommandStep
    from querious.report.state_answers import Telling

_NARROWEST: Final = 22
"""Of a column; with less room all branches share one."""
_TIME: Final = 9


class Numbered(NamedTuple):
    """A step, and which of its sequence it is."""

    number: int
    step: CommandStep


class TimelineEvent(NamedTuple):
    """A command goes out, or its answer comes in."""

    time: float
    """In milliseconds since the first."""
    ends: bool
    place: int
    """Of the step among those that are drawn."""


def interleaving(steps: Sequence[Numbered], width: int, telling: Telling) -> Iterator[str]:
    """A line for each command that goes out and for each answer that comes in, in the order of time."""
    branches = sorted({step.branch for _, step in steps})
    room = (width - _TIME) // len(branches) - 2
    columns = [f"branch {branch}" for branch in branches]
    shared = room < _NARROWEST
    if shared:
        room = width - _TIME - 2 - max(map(len, columns))
    else:
        yield _row("ms", columns, room)
    running: set[int] = set()
    for time, ends, place in events([step for _, step in steps]):
        branch = steps[place].step.branch
        text = _ended(steps[place], room, telling) if ends else _began(steps[place], room, telling)
        if shared:
            yield f"{time:>{_TIME - 2}.1f}  branch {branch:<{len(columns[-1]) - 7}}  {text}"
        else:
            cells = ["│" if one in running else "" for one in branches]
            cells[branches.index(branch)] = text
            yield _row(f"{time:.1f}", cells, room)
        (running.discard if ends else running.add)(branch)


def events(steps: Sequence[CommandStep]) -> list[TimelineEvent]:
    """What happened when. At one moment answers come before new commands, but never before their own."""
    spans = [_span(step) for step in steps]
    if not any(ended for _, ended in spans):
        spans = [(place, place + 0.5) for place in range(len(steps))]
    first = min(began for began, _ in spans)
    found: list[tuple[tuple[float, bool, int, bool], TimelineEvent]] = []
    for place, (began, ended) in enumerate(spans):
        late = ended <= began
        found.append(((began, True, place, False), TimelineEvent(1000 * (began - first), ends=False, place=place)))
        key = (max(began, ended), late, place, True)
        found.append((key, TimelineEvent(1000 * (max(began, ended) - first), ends=True, place=place)))
    return [event for _, event in sorted(found)]


def _span(step: CommandStep) -> tuple[float, float]:
    """From the first of its exchanges to the last."""
    exchanges = step.outcome.exchanges
    if not exchanges:
        return 0.0, 0.0
    return min(exchange.began for exchange in exchanges), max(exchange.ended for exchange in exchanges)


def _began(numbered: Numbered, room: int, telling: Telling) -> str:
    number, step = numbered
    head = " ".join(filter(None, ("┌", str(number), visible(step.command), visible(step.name))))
    if step.sent is not None:
        head += f" {compact(step.sent, max(room - cell_len(head) - 1, 1), telling.quoted)}"
    return cut(head, room)


def _ended(numbered: Numbered, room: int, telling: Telling) -> str:
    head = f"└ {numbered.number} → "
    return cut(head + came(numbered.step, max(room - len(head), 1), telling), room)


def _row(time: str, cells: Sequence[str], room: int) -> str:
    """The cells below each other; those of East Asia are wide."""
    padded = (cell + " " * (room - cell_len(cell)) for cell in cells)
    return f"{time:>{_TIME - 2}}  {'  '.join(padded)}".rstrip()
