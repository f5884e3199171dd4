"""Scenes: short fixed programs for what lies beyond one collection, each played once.

A comment of a book is not another book's, and goes with its book. What others refer to is not deleted where that is
promised. A change on the condition of an outdated version is refused, and so is a method that an entry does not have.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.model.severity import Severity
from querious.model.state import Breach, Command, Ending
from querious.state.rules.quotes import quoted
from querious.state.samples import BodySamples
from querious.state.trial import Trial

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from querious.model.state import Key
    from querious.state.facade import Collection
    from querious.state.ledger import StateLedger

    Scene = Callable[[Trial, Key, BodySamples], None]

_TRIES: Final = 5


def play_scenes(collection: Collection, ledger: StateLedger, seed: int) -> None:
    """All that apply to the collection; what they find is in the ledger."""
    for scene in _applying(collection, ledger):
        if ledger.spent():
            return
        trial, bodies = Trial(collection, ledger), BodySamples(seed)
        with trial.prepared(bodies.entry):
            key = _made(trial, bodies)
            if key:
                scene(trial, key, bodies)
        ledger.known.update(ledger.new_faults)


def _applying(collection: Collection, ledger: StateLedger) -> Iterator[Scene]:
    """Each costs entries that are made and removed: so only those that have something to look at."""
    if collection.parent:
        yield _another_parent
        yield _without_parent
    if any(ledger.refuses_referred(needed) for needed in collection.needs if needed != collection.parent):
        yield _referred
    if collection.promised.versions and collection.commands & {Command.PATCH, Command.PUT}:
        yield _outdated
    if collection.promised.methods:
        yield _methods


def _made(trial: Trial, bodies: BodySamples) -> Key:
    """The key of a new entry; empty if the service refuses all that was tried."""
    for _ in range(_TRIES):
        trial.do(Command.POST, "", bodies.entry(trial.collection))
        if trial.state.normal:
            break
    return "" if trial.over else next(iter(trial.state.normal), "")


def _another_parent(trial: Trial, key: Key, _: BodySamples) -> None:
    """An entry is found in its own parent only."""
    parent = trial.collection.parent
    others = trial.keys_of(parent)[1:]
    if not others:
        return
    where = f"{parent} {quoted(others[0])}"
    elsewhere = trial.collection.bind({**trial.given_keys(), parent: others[:1]})
    outcome = elsewhere.get(key)
    if outcome.ending is Ending.DONE:
        breach = Breach("found-elsewhere", f"#1 can also be read in {where}, where it was not created")
        trial.report(Command.GET, key, outcome, breach)
    listed = elsewhere.list() if Command.LIST in elsewhere.commands else outcome
    if key in dict(listed.entries):
        breach = Breach("listed-elsewhere", f"the list of {where} shows #1, which was created in another")
        trial.report(Command.LIST, "", listed, breach)


def _without_parent(trial: Trial, key: Key, _: BodySamples) -> None:
    """An entry goes with its parent, unless the parent does not go because of it."""
    parent = trial.collection.parent
    keys = trial.keys_of(parent)
    if not keys or trial.delete_needed(keys[0]) is not Ending.DONE:
        return
    outcome = trial.collection.get(key)
    if outcome.ending is Ending.DONE:
        message = f"#1 can still be read after the entry of {parent} that it belongs to was deleted"
        trial.report(Command.GET, key, outcome, Breach("survives-parent", message))


def _referred(trial: Trial, key: Key, _: BodySamples) -> None:
    """Where that is promised, what is referred to is not deleted."""
    shown = trial.collection.get(key)
    for needed in trial.collection.needs:
        keys = trial.keys_of(needed) if needed != trial.collection.parent and trial.refuses_referred(needed) else []
        referred = next((other for other in keys if _holds(shown.value, other)), "")
        if not referred or trial.delete_needed(referred) is not Ending.DONE:
            continue
        after = trial.collection.get(key)
        if after.ending is Ending.DONE and _holds(after.value, referred):
            message = f"an entry of {needed} was deleted although #1 refers to it; the description says it is refused"
            trial.report(Command.GET, key, after, Breach("referred-deleted", message))


def _outdated(trial: Trial, key: Key, bodies: BodySamples) -> None:
    collection = trial.collection
    verb = Command.PATCH if Command.PATCH in collection.commands else Command.PUT
    outcome = collection.outdated(key, bodies.next(collection, verb), bodies.next(collection, verb))
    if outcome is not None and outcome.ending is Ending.DONE:
        message = f"{verb} with an outdated version of #1 as its precondition succeeded"
        trial.report(verb, key, outcome, Breach("outdated-accepted", message))


def _methods(trial: Trial, key: Key, _: BodySamples) -> None:
    """Methods that the description does not know are refused, and change nothing."""
    trial.do(Command.GET, key)
    for method in trial.collection.promised.methods:
        outcome = trial.collection.intrude(method, key)
        if outcome.ending is Ending.DONE:
            message = f"{method}, which the description does not offer for entries, succeeded"
            trial.report(Command.GET, key, outcome, Breach("undocumented-method", message, Severity.SUSPICION))
    trial.do(Command.GET, key)
    trial.look()


def _holds(shown: object, key: Key) -> bool:
    """Whether a key stands somewhere in an entry."""
    if isinstance(shown, dict):
        shown = list(shown.values())
    if isinstance(shown, list):
        return any(_holds(value, key) for value in shown)
    return str(shown) == key
