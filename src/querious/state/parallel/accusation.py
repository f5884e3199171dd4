"""What is held against a service whose answers no order explains: the write that is lost, if one is, in plain words."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.model.severity import Severity
from querious.model.state import Ending
from querious.state.parallel.linearizability import explain, first_breach, is_unexplained
from querious.state.rules.answer import server_error

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from querious.model.state import Key
    from querious.state.model import Manners, State
    from querious.state.parallel.history import Event, History

_LOST: Final = 2
"""Writes that are tried to be left out together."""
_UNTOLD: Final = ("not-linearizable",)


class Accusation(NamedTuple):
    """Why, and the events that show it: reads in the end that are not needed for it are left out."""

    rule: str
    message: str
    evidence: History
    cause: tuple[str, ...]
    """The same for the same fault, most likely: the rule, and the command that does not mind what others do."""
    severity: Severity = Severity.FAULT

    def says_as_much_as(self, other: Accusation) -> bool:
        """Whether it is the same fault, or tells which write is lost where the other did not."""
        return self.cause == other.cause or (other.cause == _UNTOLD and self.rule in {"lost-update", *_UNTOLD})


def accuse(history: History, manners: Manners) -> Accusation | None:
    """None if an order explains the responses, or if the search for one was given up."""
    failed = _failed(history)
    if failed is not None:
        return _server_error(history, failed)
    if not is_unexplained(history, manners):
        return None
    silent = history.without(*(event for event in history.at_once if event.is_read))
    telling = silent if is_unexplained(silent, manners) else history
    # The list goes first, as reading one entry tells more plainly.
    evidence = _fewest(telling, reversed(telling.after), manners)
    return _lost_write(telling, evidence, manners) or _no_order(evidence, manners)


def _failed(history: History) -> Event | None:
    """The event that the service failed to answer; of several rather one that is certainly wrong."""
    several = [event for event in history.events if event.done.outcome.ending is Ending.BROKEN]
    certain = [event for event in several if server_error(event.done).severity is Severity.FAULT]
    return next(iter(certain or several), None)


def _server_error(history: History, failed: Event) -> Accusation:
    breach = server_error(failed.done)
    when = "while" if failed.branch else "after"
    message = f"{breach.message}, {when} commands ran at the same time"
    evidence = history.without(*(event for event in history.after if event is not failed))
    return Accusation(breach.rule, message, evidence, (breach.rule, str(breach.severity)), breach.severity)


def fewest_reads(history: History, manners: Manners) -> History:
    """Without reads in branches that it does not take to show the same; two branches must be left."""
    return _fewest(history, [event for event in history.at_once if event.is_read], manners, branches=2)


def _fewest(history: History, events: Iterable[Event], manners: Manners, branches: int = 0) -> History:
    """Without those of the events that it does not take to show the same."""
    for event in events:
        fewer = history.without(event)
        if len(fewer.begun_branches) >= branches and is_unexplained(fewer, manners):
            history = fewer
    return history


def _no_order(evidence: History, manners: Manners) -> Accusation:
    breach = explain(evidence, manners).breach
    why = f": {breach.message}" if breach else ""
    count = len(evidence.begun_branches)
    message = f"no order of the commands in {count} branches explains the responses{why}"
    return Accusation("not-linearizable", message, evidence, _UNTOLD)


def _lost_write(history: History, evidence: History, manners: Manners) -> Accusation | None:
    """If everything is explained as soon as a write is left out, that write is what was lost."""
    writes = [event for event in history.at_once if event.is_written]
    for size in range(1, _LOST + 1):
        for lost in combinations(writes, size):
            explanation = explain(history.without(*lost), manners)
            if explanation.possible and explanation.state is not None:
                rivals = _rivals(lost, writes)
                message = _told(evidence, lost, rivals) + _missed(evidence, lost, explanation.state, manners)
                rule = "lost-update" if rivals else "not-linearizable"
                culprits = (event.done.command for event in rivals or lost)
                return Accusation(rule, message, evidence, (rule, *culprits))
    return None


def _rivals(lost: tuple[Event, ...], writes: list[Event]) -> tuple[Event, ...]:
    """Another write to the same entry, best one that is there and was under way then: most likely it lost the other."""
    own = lost[0]
    others = [event for event in writes if event.branch != own.branch and event.key == own.key]
    others.sort(key=lambda event: (event in lost, event.ended < own.began or own.ended < event.began))
    return tuple(others[:1])


def _told(evidence: History, lost: tuple[Event, ...], rivals: tuple[Event, ...]) -> str:
    names = evidence.names
    others = rivals or [event for event in evidence.at_once if event.branch != lost[0].branch]
    meanwhile = ", ".join(_named(event, names) for event in others if event not in lost)
    what = " and ".join(_named(event, names) for event in lost)
    when = f" at the same time as {meanwhile}" if meanwhile else ""
    return f"{what} succeeded{when}, but {'was' if len(lost) == 1 else 'were'} lost"


def _missed(evidence: History, lost: tuple[Event, ...], state: State, manners: Manners) -> str:
    """How it shows: what the model holds against the reads in the end, had the write come last."""
    message = next(_objections(evidence, lost, state, manners), "no order of the commands explains the responses")
    return f": {message}"


def _objections(evidence: History, lost: tuple[Event, ...], state: State, manners: Manners) -> Iterator[str]:
    for event in (*lost, *evidence.after):
        state, breach = first_breach(event, state.renamed(evidence.names), manners)
        if breach is not None:
            yield breach.message


def _named(event: Event, names: dict[Key, str]) -> str:
    name = names.get(event.key, "")
    what = f"{event.done.command} of {name}" if name else str(event.done.command)
    return f"{what} in branch {event.branch}"
