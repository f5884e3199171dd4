"""The words in which reports speak of two versions. All text that is returned is safe to show."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.model.diff import Kind, Steadiness, Weight
from querious.model.severity import Severity
from querious.text.display import counted, listing, plural, shorten, visible

if TYPE_CHECKING:
    from querious.model.diff import Broken, Diff, Difference

_LONGEST_SAID: Final = 400
_MOST_NAMES: Final = 6
_ANYTHING: Final = "*"
_MANNERS: Final = (
    (Kind.NULL, _ANYTHING, "null", "null in B"),
    (Kind.NULL, _ANYTHING, _ANYTHING, "null in A"),
    (Kind.ERROR, "no error", _ANYTHING, "an error in B"),
    (Kind.ERROR, _ANYTHING, "no error", "an error in A"),
    (Kind.ERROR, _ANYTHING, _ANYTHING, "a different error"),
    (Kind.VALUE, _ANYTHING, _ANYTHING, "a different value"),
    (Kind.TYPE, _ANYTHING, _ANYTHING, "a different type"),
    (Kind.OTHER, _ANYTHING, _ANYTHING, "a different object"),
    (Kind.LOST, _ANYTHING, _ANYTHING, "items lost"),
    (Kind.ADDED, _ANYTHING, _ANYTHING, "items added"),
    (Kind.OTHERS, _ANYTHING, _ANYTHING, "different items"),
    (Kind.ORDER, _ANYTHING, _ANYTHING, "a different order"),
    (Kind.MESSAGE, _ANYTHING, _ANYTHING, "a different message"),
    (Kind.STATUS, _ANYTHING, _ANYTHING, "a different status"),
)
"""Kind, what A and B say, and the words for it; the first that fits."""
_REMARKS: Final = {
    Steadiness.STEADY: "reproduced every time",
    Steadiness.FLICKERS: "B is inconsistent with itself",
    Steadiness.GONE: "not reproduced",
    Steadiness.UNTRIED: "not tried again",
}


def title(difference: Difference) -> str:
    """How sure it is, in one word."""
    return "difference" if difference.severity is Severity.FAULT else "suspicion"


def place(difference: Difference) -> str:
    """The coordinate, or words for the answer as a whole."""
    return visible(difference.coordinate) or "the whole answer"


def manner(difference: Difference) -> str:
    """What B does differently."""
    said = (difference.kind, difference.said_a, difference.said_b)
    return next((words for *pattern, words in _MANNERS if all(map(_fits, pattern, said))), "")


def _fits(wanted: str, said: str) -> bool:
    return wanted in {_ANYTHING, said}


def frequency(difference: Difference) -> str:
    """In how many cases it showed."""
    return f"{difference.count:,} of {plural(difference.cases, 'case')}"


def also(difference: Difference) -> str:
    """What follows from it; empty if nothing does."""
    names = list(dict.fromkeys(difference.also))
    return f"as well as {listing(map(visible, names), _MOST_NAMES)}" if names else ""


def said(text: str) -> str:
    """What a version says, in one line."""
    return shorten(visible(text), _LONGEST_SAID)


def origin(difference: Difference, seed: int) -> str:
    """Where the case came from and what is known of it."""
    parts = [f"seed {seed}", f"case {difference.a.case.number}", f"id {difference.fingerprint}"]
    if difference.shrunk:
        parts.append("shrunk")
    parts.append(_REMARKS[difference.steadiness])
    if difference.noise:
        parts.append(f"A differs from itself in {plural(difference.noise, 'case')}")
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
    told = counted((sure, "difference"), (len(found.differences) - sure, "suspicion"), (breaking, "breaking change"))
    if told:
        return f"{told} found."
    if not found.cases:
        return "Nothing could be compared: no operation was answered by both."
    return f"No differences found, but {visible(found.unjudged)}." if found.unjudged else "No differences found."
