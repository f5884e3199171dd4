"""Scenes: short fixed programs for what lies beyond one collection, each played once.

A comment of a book is not another book's, and goes with its book. What others refer to is not deleted where that is
promised. A change on the condition of an outdated version is refused, and so is a method that an entry does not have.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.model.severity import Severity
from querious.model.state import Command, Ending
from querious.state.fixed_sequences import Values
from querious.state.results import Violated
from querious.state.rules import Complaint
from querious.state.rules.complaint import quoted
from querious.state.trial import Trial

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from querious.model.state import Key
    from querious.state.facade import Collection
    from querious.state.results import Gathering

    Scene = Callable[[Trial, Key, Values], None]

_TRIES: Final = 5


def play_scenes(collection: Collection, gathering: Gathering, seed: int) -> None:
    """All that apply to the collection; what they find is with the gathering."""
    for scene in _applying(collection, gathering):
        if gathering.spent():
            return
        _play(scene, Trial(collection, gathering), gathering, Values(seed))


def _applying(collection: Collection, gathering: Gathering) -> Iterator[Scene]:
    """Each costs entries that are made and removed: so only those that have something to look at."""
    if collection.parent:
        yield _another_parent
        yield _without_parent
    if any(_refuses(gathering.collections.get(needed)) for needed in collection.needs if needed != collection.parent):
        yield _referred
    if collection.promised.versions and collection.commands & {Command.PATCH, Command.PUT}:
        yield _outdated
    if collection.promised.methods:
        yield _methods


def _refuses(needed: Collection | None) -> bool:
    return needed is not None and needed.promised.refuses_referred


def _play(scene: Scene, trial: Trial, gathering: Gathering, values: Values) -> None:
    try:
        trial.prepare(lambda needed: values.sent(needed, Command.POST))
        key = _made(trial, values)
        if key:
            scene(trial, key, values)
    except Violated as error:
        gathering.known.add(error.fingerprint)
    finally:
        trial.end()


def _made(trial: Trial, values: Values) -> Key:
    """The key of a new entry; empty if the service refuses all that was tried."""
    for _ in range(_TRIES):
        if trial.over:
            break
        trial.do(Command.POST, "", values.sent(trial.collection, Command.POST))
        if trial.state.normal:
            return next(iter(trial.state.normal))
    return ""


def _another_parent(trial: Trial, key: Key, values: Values) -> None:
    """An entry is found in its own parent only."""
    del values
    parent = trial.collection.parent
    others = trial.keys_of(parent)[1:]
    if not others:
        return
    elsewhere = trial.collection.bind({**trial.given_keys(), parent: others[:1]})
    outcome = elsewhere.get(key)
    if outcome.ending is Ending.DONE:
        where = f"{parent} {quoted(others[0])}"
        trial.complain(
            Command.GET,
            key,
            outcome,
            Complaint("found-elsewhere", f"#1 is found in {where} too, where it was not made"),
        )
    if Command.LIST in elsewhere.commands:
        listed = elsewhere.list()
        if key in dict(listed.entries):
            message = f"the list of {parent} {quoted(others[0])} shows #1, which was made in another"
            trial.complain(Command.LIST, "", listed, Complaint("listed-elsewhere", message))


def _without_parent(trial: Trial, key: Key, values: Values) -> None:
    """An entry goes with its parent, unless the parent does not go because of it."""
    del values
    parent = trial.collection.parent
    if not trial.keys_of(parent) or trial.delete_needed(parent) is not Ending.DONE:
        return
    outcome = trial.collection.get(key)
    if outcome.ending is Ending.DONE:
        message = f"#1 is still found after the entry of {parent} that it is in was deleted"
        trial.complain(Command.GET, key, outcome, Complaint("survives-parent", message))


def _referred(trial: Trial, key: Key, values: Values) -> None:
    """Where that is promised, what is referred to is not deleted."""
    del values
    for needed in trial.collection.needs:
        if needed == trial.collection.parent or not _refuses(trial.needed_collection(needed)):
            continue
        shown = trial.collection.get(key)
        referred = next((other for other in trial.keys_of(needed) if _holds(shown.value, other)), "")
        if referred and trial.delete_needed(needed, referred) is Ending.DONE:
            after = trial.collection.get(key)
            if after.ending is Ending.DONE and _holds(after.value, referred):
                message = (
                    f"an entry of {needed} was deleted although #1 refers to it, which is documented to be refused"
                )
                trial.complain(Command.GET, key, after, Complaint("referred-deleted", message))


def _outdated(trial: Trial, key: Key, values: Values) -> None:
    collection = trial.collection
    verb = Command.PATCH if Command.PATCH in collection.commands else Command.PUT
    outcome = collection.outdated(key, values.sent(collection, verb), values.sent(collection, verb))
    if outcome is not None and outcome.ending is Ending.DONE:
        message = f"{verb} with an outdated version of #1 as its precondition succeeded"
        trial.complain(verb, key, outcome, Complaint("outdated-accepted", message))


def _methods(trial: Trial, key: Key, values: Values) -> None:
    """Methods that the description does not know are refused, and change nothing."""
    del values
    trial.do(Command.GET, key)
    for method in trial.collection.promised.methods:
        outcome = trial.collection.intrude(method, key)
        if outcome.ending is Ending.DONE:
            message = f"{method}, which the description does not offer for entries, succeeded"
            trial.complain(Command.GET, key, outcome, Complaint("undocumented-method", message, Severity.SUSPICION))
    trial.do(Command.GET, key)
    trial.look()


def _holds(shown: object, key: Key) -> bool:
    """Whether a key stands somewhere in an entry."""
    if isinstance(shown, dict):
        return any(_holds(value, key) for value in shown.values())
    if isinstance(shown, list):
        return any(_holds(value, key) for value in shown)
    return str(shown) == key
