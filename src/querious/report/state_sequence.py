"""A finding of state → the sequence that shows it: what had to be there first, and a line for each step."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len

from querious.report.json_pieces import CUT
from querious.report.state_answers import Telling, came
from querious.report.state_branches import Numbered, interleaving
from querious.report.state_values import compact, cut
from querious.text.display import shorten, shorten_lines, visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model.finding import Finding
    from querious.model.state import CommandSequence, CommandStep
    from querious.report.context import Context

MARK: Final = "! "
"""Before the step that shows it."""
_NARROWEST: Final = 32
"""Cells for what was sent and what came; with less they stand on lines of their own."""
_LEAST_ANSWER: Final = 20
"""Cells for what came, however much was sent."""
_LONGEST_NAME: Final = 20
_ARROW: Final = "  → "
_LONGEST: Final = 600
"""Characters of an answer that did not fit into its line."""
_MOST_STEPS: Final = 40
_MOST_GIVEN: Final = 6
_MOST_LINES: Final = 8
_LONGEST_LINE: Final = 800
"""A line for a shell that people still take for short, and so many of them."""


def sequence_lines(finding: Finding, width: int) -> list[str]:
    """All of it in lines of at most ``width`` cells; none where there is no sequence."""
    telling, sequence = Telling.of(finding), finding.sequence
    if sequence is None:
        return []
    lines = [*_given(sequence, width)]
    numbered = [Numbered(number, step) for number, step in enumerate(sequence.steps, 1)]
    for parallel, group in groupby(numbered, key=lambda one: one.step.branch > 0):
        steps = list(group)
        if parallel:
            lines += ["", *shorten_lines(list(interleaving(steps, width, telling)), 2 * _MOST_STEPS), ""]
        else:
            lines += shorten_lines(list(_steps(steps, len(numbered), width, telling)), _MOST_STEPS)
    return lines[:-1] if lines and not lines[-1] else lines


def key_line(finding: Finding) -> str:
    """Which keys the entries had in this run; empty if there are none."""
    named = Telling.of(finding).names
    told = ", ".join(f"{name} is {visible(key)}" for key, name in named.items())
    return f"where {shorten(told, _LONGEST)}" if told else ""


def last_answer_line(finding: Finding, width: int) -> str:
    """More of the last answer, if it did not fit into its line; else empty."""
    lines = sequence_lines(finding, width)
    steps = finding.sequence.steps if finding.sequence else ()
    if not steps or steps[-1].branch or not lines[-1].endswith(CUT):
        return ""
    answer = came(steps[-1], _LONGEST, Telling.of(finding), ", ")
    return f"Answer of step {len(steps)}: {answer}"


def curl_lines(finding: Finding, context: Context) -> list[str]:
    """The requests for a shell; parallel branches run at once. None if they are not short."""
    steps = finding.sequence.steps if finding.sequence else ()
    requests = _shell(steps, context)
    if len(requests) > _MOST_LINES or any(len(line) > _LONGEST_LINE for line in requests):
        return []
    lines: list[str] = []
    for parallel, group in groupby(steps, key=lambda step: step.branch > 0):
        lines += (_at_once if parallel else _shell)(list(group), context)
    return lines


def _shell(steps: Sequence[CommandStep], context: Context) -> list[str]:
    exchanges = (exchange for step in steps for exchange in step.outcome.exchanges)
    return [visible(context.request_curl(exchange.case.request)) for exchange in exchanges]


def _at_once(steps: Sequence[CommandStep], context: Context) -> list[str]:
    """A line for each branch, all in the background, and one that waits for them."""
    branches = sorted({step.branch for step in steps})
    requests = [_shell([step for step in steps if step.branch == branch], context) for branch in branches]
    lines = [f"{{ {'; '.join(together)}; }} &" for together in requests if together]
    return [*lines, "wait"] if lines else []


def _given(sequence: CommandSequence, width: int) -> Iterator[str]:
    """Without its value a key tells little, and without its key a value cannot be found in the steps."""
    for given in sequence.given[:_MOST_GIVEN]:
        head = f"given: {visible(given.collection)} {visible(given.key)} "
        yield cut(head + compact(given.entry, max(width - cell_len(head), 1)), width)
    if len(sequence.given) > _MOST_GIVEN:
        yield f"given: … and {len(sequence.given) - _MOST_GIVEN:,} more"


def _steps(steps: Sequence[Numbered], whole: int, width: int, telling: Telling) -> Iterator[str]:
    """In columns: number, command, entry, what was sent, what came. The last of all is marked.

    What was sent has the first claim to the room: answers often say the same again.
    """
    heads = _heads(steps, whole)
    room = width - cell_len(heads[0]) - len(_ARROW)
    if room < _NARROWEST:
        yield from _folded(steps, heads, width, telling)
        return
    least = max(cell_len(came(step, room, telling)) for _, step in steps)
    sent = max(cell_len(_sent(step, room, telling)) for _, step in steps)
    column = min(sent, max(room - least, room - _LEAST_ANSWER))
    for head, (_, step) in zip(heads, steps, strict=True):
        answer = came(step, room - column, telling)
        if step.sent is None and answer.endswith(CUT):
            yield f"{head}{_ARROW}{came(step, room, telling)}"
        else:
            yield f"{head}{_padded(_sent(step, column, telling), column)}{_ARROW}{answer}"


def _heads(steps: Sequence[Numbered], whole: int) -> list[str]:
    commands = [cut(visible(step.command), _LONGEST_NAME) for _, step in steps]
    names = [cut(visible(step.name), _LONGEST_NAME) for _, step in steps]
    wide, long = max(map(cell_len, commands)), max(map(cell_len, names))
    marks = [f"{MARK if number == whole else '  '}{number:>2}" for number, _ in steps]
    return [
        f"{mark}  {_padded(command, wide)}  {_padded(name, long)}"
        for mark, command, name in zip(marks, commands, names, strict=True)
    ]


def _sent(step: CommandStep, room: int, telling: Telling) -> str:
    """With two spaces before it; empty if there was nothing to send."""
    return "" if step.sent is None else f"  {compact(step.sent, max(room - 2, 1), telling.quoted)}"


def _folded(steps: Sequence[Numbered], heads: Sequence[str], width: int, telling: Telling) -> Iterator[str]:
    """For narrow screens."""
    for head, (_, step) in zip(heads, steps, strict=True):
        yield cut(head.rstrip(), width)
        if step.sent is not None:
            yield f"      {compact(step.sent, max(width - 6, 1), telling.quoted)}"
        yield f"      → {came(step, max(width - 8, 1), telling)}"


def _padded(text: str, width: int) -> str:
    return text + " " * (width - cell_len(text))
