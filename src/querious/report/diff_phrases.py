"""The words in which reports speak of two versions. All text that is returned is safe to show."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from querious.model.diff import Kind, Steadiness, Weight
from querious.model.severity import Severity
from querious.report.operation_text import pretty
from querious.text.display import listing, plural, shorten, shorten_lines, visible, visible_lines

if TYPE_CHECKING:
    from querious.model.diff import Broken, Diff, Difference

_LONGEST_SAID: Final = 400
_LONGEST_VALUE: Final = 100
_LONGEST_LINE: Final = 1_200
_MOST_LINES: Final = 60
_MOST_NAMES: Final = 6
_MANNERS: Final = {
    Kind.VALUE: "another value",
    Kind.TYPE: "another type",
    Kind.OTHER: "another object",
    Kind.LOST: "items lost",
    Kind.ADDED: "items added",
    Kind.OTHERS: "other items",
    Kind.ORDER: "another order",
    Kind.MESSAGE: "other words",
    Kind.STATUS: "another status",
}
_REMARKS: Final = {
    Steadiness.STEADY: "showed every time",
    Steadiness.FLICKERS: "B does not agree with itself",
    Steadiness.GONE: "did not show when asked again",
    Steadiness.UNTRIED: "not asked again",
}


def title(difference: Difference) -> str:
    """How sure it is, in one word."""
    return "difference" if difference.severity is Severity.FAULT else "suspicion"


def place(difference: Difference) -> str:
    """The coordinate, or words for the answer as a whole."""
    return visible(difference.coordinate) or "the whole answer"


def manner(difference: Difference) -> str:
    """What B does otherwise."""
    if difference.kind is Kind.NULL:
        return "null in B" if difference.said_b == "null" else "null in A"
    if difference.kind is Kind.ERROR:
        if difference.said_a == "no error":
            return "an error in B"
        return "an error in A" if difference.said_b == "no error" else "another error"
    return _MANNERS[difference.kind]


def frequency(difference: Difference) -> str:
    """In how many cases it showed."""
    return f"{difference.count:,} of {plural(difference.cases, 'case')}"


def also(difference: Difference) -> str:
    """What follows from it; empty if nothing does."""
    names = list(dict.fromkeys(difference.also))
    return f"and below it {listing(map(visible, names), _MOST_NAMES)}" if names else ""


def said(text: str) -> str:
    """What a version says, in one line."""
    return shorten(visible(text), _LONGEST_SAID)


def operation_lines(difference: Difference, width: int) -> list[str]:
    """The operation, over lines if it is long, and its variables."""
    case = difference.a.case
    lines = [shorten(line, _LONGEST_LINE) for line in visible_lines(pretty(case.document, width))]
    variables = [
        f"${visible(name)} = {shorten(visible(json.dumps(value, ensure_ascii=False)), _LONGEST_VALUE)}"
        for name, value in case.variables.items()
    ]
    return [*shorten_lines(lines, _MOST_LINES), *variables]


def origin(difference: Difference, seed: int) -> str:
    """Where the case came from and what is known of it."""
    parts = [f"seed {seed}", f"case {difference.a.case.number}", f"id {difference.fingerprint}"]
    if difference.shrunk:
        parts.append("shrunk")
    parts.append(_REMARKS[difference.steadiness])
    if difference.noise:
        parts.append(f"A itself differs so in {plural(difference.noise, 'case')}")
    return ", ".join(parts)


def broken(one: Broken) -> str:
    """Operations that one change of the schema breaks."""
    if one.origin == "recorded":
        number = f"{plural(one.operations, 'recording')}, {plural(one.calls, 'call')}"
    else:
        number = plural(one.operations, "planned operation")
    return f"{visible(one.cause)}: {number}"


def noise(found: Diff) -> str:
    """What was set aside, in one line; empty if nothing."""
    groups: dict[str, list[str]] = {}
    for one in found.noise:
        number = f" ({one.count:,} of {one.cases:,})" if one.count else ""
        groups.setdefault(one.reason, []).append(f"{visible(one.coordinate) or 'whole answers'}{number}")
    return "; ".join(f"{visible(reason)}: {', '.join(dict.fromkeys(names))}" for reason, names in groups.items())


def effort(found: Diff) -> str:
    """What it took and why it ended."""
    ended = "interrupted" if found.interrupted else visible(found.ended)
    told = (
        f"{plural(found.cases, 'case')} and {plural(found.coordinates, 'field')} compared, "
        f"{plural(found.requests, 'request')} in {found.elapsed:.1f} s, seed {found.seed}"
    )
    return f"{told}, ended: {ended}" if ended else told


def verdict(found: Diff) -> str:
    """What was found, in one sentence."""
    sure = sum(one.severity is Severity.FAULT for one in found.differences)
    breaking = sum(change.weight is Weight.BREAKING for change in found.changes)
    parts = [plural(sure, "difference")] if sure else []
    parts += [plural(len(found.differences) - sure, "suspicion")] if len(found.differences) > sure else []
    parts += [plural(breaking, "breaking change")] if breaking else []
    if not parts:
        return "No difference found." if found.cases else "Nothing could be compared."
    return f"{', '.join(parts[:-1])} and {parts[-1]} found." if len(parts) > 1 else f"{parts[0]} found."
