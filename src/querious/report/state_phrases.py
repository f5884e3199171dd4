"""The words in which all reports speak of violations, collections and their states. All text is safe to show."""

from __future__ import annotations

import shlex
from collections import Counter
from typing import TYPE_CHECKING, Final

from querious.model.crud import Command, Delete
from querious.model.finding import Severity
from querious.text.display import plural, shorten, visible

if TYPE_CHECKING:
    from collections.abc import Iterable

    from querious.model.crud import CrudRun, Tested, Violation

_LONGEST_MESSAGE: Final = 500
_LONGEST_NAME: Final = 60
_DELETE: Final = {
    Delete.HARD: "hard",
    Delete.READABLE: "soft, readable",
    Delete.LISTED: "soft, listed",
    Delete.TOMBSTONE: "tombstone",
}
_MEANS: Final = {
    Delete.HARD: "what is deleted is neither found nor listed",
    Delete.READABLE: "what is deleted is not listed, but can still be read",
    Delete.LISTED: "what is deleted is still listed and read",
    Delete.TOMBSTONE: "what is deleted is answered with gone (410) and not listed",
}
STATES: Final = "EC: nothing there; NC: entries; NN: entries and trash; EN: trash alone"
"""The states of the study's machine, in words."""


def ordered(violations: Iterable[Violation]) -> list[Violation]:
    """Faults before suspicions, often seen before rarely seen, then by name, so that equal runs read alike."""
    return sorted(
        violations,
        key=lambda one: (one.severity is not Severity.FAULT, -one.count, one.collection, one.rule, one.message),
    )


def name(text: str) -> str:
    """Of a collection or a rule."""
    return shorten(visible(text), _LONGEST_NAME)


def message(violation: Violation) -> str:
    """What is wrong, in one line."""
    return shorten(visible(violation.message), _LONGEST_MESSAGE)


def times(count: int) -> str:
    """How many sequences showed it."""
    return "once" if count == 1 else f"{count:,} times"


def title(violation: Violation) -> str:
    """Severity, rule, collection and message in one line."""
    return f"{violation.severity}  {name(violation.rule)}  {name(violation.collection)}  {message(violation)}"


def origin(violation: Violation, seed: int) -> str:
    """What is known of it besides."""
    parts = [f"seed {seed}", f"id {violation.fingerprint}"]
    if violation.reproduced is not None:
        parts.append("reproduced" if violation.reproduced else "did not show again")
    return ", ".join(parts)


def deleting(tested: Tested) -> str:
    """What deleting means, in a word or two."""
    return _DELETE[tested.delete] if tested.delete else "-"


def offered(tested: Tested) -> str:
    """Its commands, and what deleting means to it."""
    commands = ", ".join(command for command in Command if command in tested.commands)
    told = f"offers {commands}" if commands else ""
    means = _MEANS[tested.delete] if tested.delete else ""
    marked = f", marked by `{name(tested.mark)}`" if means and tested.mark else ""
    return "; ".join(filter(None, (told, means + marked)))


def gone(tested: Tested) -> str:
    """``18 of 20``: how many transitions of the state machine were gone."""
    if not tested.transitions:
        return "-"
    return f"{sum(count > 0 for *_, count in tested.transitions)} of {len(tested.transitions)}"


def missed(tested: Tested) -> str:
    """Transitions that were not gone, by where they lead: ``NN: get_del, put_del; NN→NC: empty_trash``."""
    groups: dict[str, list[str]] = {}
    for source, command, target, count in tested.transitions:
        if not count:
            way = visible(source) if source == target else f"{visible(source)}→{visible(target)}"
            groups.setdefault(way, []).append(visible(command))
    return "; ".join(f"{way}: {', '.join(commands)}" for way, commands in groups.items())


def effort(run: CrudRun) -> str:
    """What the run took and why it ended."""
    ended = visible(run.ended) or ("interrupted" if run.interrupted else "")
    told = f"{plural(run.requests, 'request')} in {run.elapsed:.1f} s, seed {run.seed}"
    return f"{told}, ended: {ended}" if ended else told


def left(run: CrudRun) -> str:
    """What could not be removed, and what removes it; empty if nothing is left."""
    if not run.left:
        return ""
    told = f"{plural(run.left, 'entry is', 'entries are')} left in the service"
    return f"{told}: querious crud --clean-up {shlex.quote(visible(run.name))}" if run.name else f"{told}."


def verdict(run: CrudRun) -> str:
    """What was found, in one sentence; not to have looked is not to have found nothing."""
    tested = sum(one.tests > 0 for one in run.collections)
    left_out = sum(bool(one.left_out) and not one.tests for one in run.collections)
    suspicions = len(run.violations) - len(run.faults)
    found = [plural(len(run.faults), "fault")] if run.faults else []
    found += [plural(suspicions, "suspicion")] if suspicions else []
    looked = [f"{plural(tested, 'collection')} tested"] if tested else []
    looked += [f"{left_out:,} left out"] if left_out else []
    looked += [f"{waiting:,} not reached"] if (waiting := len(run.collections) - tested - left_out) > 0 else []
    told = f"{' and '.join(found) or 'Nothing'} found" if found or tested else "Nothing was tested"
    return f"{'; '.join(filter(None, (told, ', '.join(looked))))}.{_why(run) if not run.tested else ''}"


def _why(run: CrudRun) -> str:
    """Of a run that tested nothing: the reason that holds for most collections."""
    reasons = Counter(one.left_out for one in run.collections if one.left_out)
    return f" {message_line(reasons.most_common(1)[0][0])}." if reasons else ""


def message_line(text: str) -> str:
    """A reason as a sentence."""
    line = shorten(visible(text), _LONGEST_MESSAGE)
    return line[:1].upper() + line[1:]
