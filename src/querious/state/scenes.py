"""Scenes: short fixed programs for what lies beyond one collection, each played once, as many as go with one setting.

A comment of a book is not another book's, and goes with its book. What others refer to is not deleted where that is
promised. A change on the condition of an outdated version is refused, and so is a method that an entry does not have.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final

from querious.model.severity import Severity
from querious.model.state import Breach, Command, Ending
from querious.state.rules.quotes import quoted
from querious.state.samples import BodySamples
from querious.state.substructure import members
from querious.state.trial import Trial

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from querious.model.state import Key, Outcome
    from querious.model.values import JSON
    from querious.state.facade import Collection
    from querious.state.ledger import StateLedger

    Scene = Callable[[Trial, Key, BodySamples], None]

_TRIES: Final = 5
_OTHERS: Final = 4
"""Entries beside the one in the trash, with many members and with few."""


def play_scenes(collection: Collection, ledger: StateLedger, seed: int) -> None:
    """All that apply to the collection; what they find is in the ledger.

    What they need is made once for all of them, and anew only after one that has found something.
    """
    waiting = deque(_applying(collection, ledger))
    while waiting and not ledger.spent():
        trial, bodies = Trial(collection, ledger), BodySamples(seed)
        with trial.prepared(bodies.needed):
            while waiting and not trial.ended_by:
                scene = waiting.popleft()
                key = _made(trial, bodies)
                if key:
                    scene(trial, key, bodies)
                if scene in {_beside, _emptied}:  # nothing but commands: they can be made shorter
                    ledger.put_off()
                ledger.known.update(ledger.new_faults)


def _applying(collection: Collection, ledger: StateLedger) -> Iterator[Scene]:
    """Each costs requests: so only those that have something to look at; last what the entries do not survive."""
    if collection.parent:
        yield _another_parent
    if Command.LIST in collection.commands and collection.commands & {Command.PATCH, Command.PUT}:
        yield _beside
    if collection.promised.versions and collection.commands & {Command.PATCH, Command.PUT}:
        yield _outdated
    if collection.promised.methods:
        yield _methods
    if {Command.EMPTY_TRASH, Command.LIST} <= collection.commands:
        yield _emptied
    if any(ledger.refuses_referred(needed) for needed in collection.needs if needed != collection.parent):
        yield _referred
    if collection.parent:
        yield _without_parent


def _made(trial: Trial, bodies: BodySamples) -> Key:
    """The key of an entry, a new one if there is none; empty if the service refuses all that was tried."""
    for _ in range(_TRIES):
        if trial.state.normal:
            break
        trial.do(Command.POST, "", bodies.entry(trial.collection))
    return "" if trial.over else next(iter(trial.state.normal), "")


def _another_parent(trial: Trial, key: Key, _: BodySamples) -> None:
    """An entry is found in its own parent only.

    Entries that are made below a parent and read without it (``/comments/7``) are asked for by the same request
    whichever parent is meant.
    """
    parent = trial.collection.parent
    others = trial.keys_of(parent)[1:]
    if not others:
        return
    where = f"{parent} {quoted(others[0])}"
    elsewhere = trial.collection.bind({**trial.given_keys(), parent: others[:1]})
    own, outcome = trial.collection.get(key), elsewhere.get(key)
    if outcome.ending is Ending.DONE and not _asks_the_same(own, outcome):
        name = trial.state.name_of(key)
        breach = Breach("found-elsewhere", f"{name} can also be read in {where}, where it was not created")
        trial.report(Command.GET, key, outcome, breach)
    if Command.LIST not in elsewhere.commands:
        return
    listed = elsewhere.list()
    if key in dict(listed.entries) and not _asks_the_same(trial.collection.list(), listed):
        name = trial.state.name_of(key)
        breach = Breach("listed-elsewhere", f"the list of {where} shows {name}, which was created in another")
        trial.report(Command.LIST, key, listed, breach)


def _asks_the_same(one: Outcome, other: Outcome) -> bool:
    """Whether both were asked with the same requests; what was not asked over a wire tells nothing of it."""
    requests = [exchange.case.request for exchange in one.exchanges]
    return bool(requests) and requests == [exchange.case.request for exchange in other.exchanges]


def _without_parent(trial: Trial, key: Key, _: BodySamples) -> None:
    """An entry goes with its parent, unless the parent does not go because of it."""
    parent = trial.collection.parent
    keys = trial.keys_of(parent)
    if not keys or trial.delete_needed(parent, keys[0]) is not Ending.DONE:
        return
    trial.lose_parent()
    outcome = trial.collection.get(key)
    if outcome.ending is Ending.DONE:
        name = trial.state.name_of(key)
        message = f"{name} can still be read after the entry of {parent} that it belongs to was deleted"
        trial.report(Command.GET, key, outcome, Breach("survives-parent", message))


def _referred(trial: Trial, key: Key, _: BodySamples) -> None:
    """Where that is promised, what is referred to is not deleted."""
    shown = trial.collection.get(key)
    for needed in trial.collection.needs:
        keys = trial.keys_of(needed) if needed != trial.collection.parent and trial.refuses_referred(needed) else []
        elsewhere = {one.key for one in trial.given if one.collection != needed}  # 49 may be another collection's
        referred = next((other for other in keys if other not in elsewhere and _holds(shown.value, other)), "")
        if not referred or trial.delete_needed(needed, referred) is not Ending.DONE:
            continue
        after = trial.collection.get(key)
        if after.ending is Ending.DONE and _holds(after.value, referred):
            name = trial.state.name_of(key)
            message = (
                f"an entry of {needed} was deleted although {name} refers to it; the description says it is refused"
            )
            trial.report(Command.GET, key, after, Breach("referred-deleted", message))


def _outdated(trial: Trial, key: Key, bodies: BodySamples) -> None:
    collection = trial.collection
    verb = Command.PATCH if Command.PATCH in collection.commands else Command.PUT
    outcome = collection.outdated(key, bodies.next(collection, verb), bodies.next(collection, verb))
    if outcome is not None and outcome.ending is Ending.DONE:
        message = f"{verb} with an outdated version of {trial.state.name_of(key)} as its precondition succeeded"
        trial.report(verb, key, outcome, Breach("outdated-accepted", message))
    trial.forget(key)


def _beside(trial: Trial, _: Key, bodies: BodySamples) -> None:
    """What is written to an entry does not show in others, least of all in those that were made alike."""
    collection = trial.collection
    sparse = [members(entry) for entry in bodies.sparse_entries(collection)]
    for entry in sparse[:1]:
        trial.do(Command.POST, "", entry)
        others = [*sparse[1:], *(members(bodies.entry(collection)) for _ in range(_TRIES))]
        if not _post_twin(trial, entry, others):
            trial.do(Command.POST, "", sparse[-1])
    trial.look()
    verb = Command.PATCH if Command.PATCH in collection.commands else Command.PUT
    for key in list(trial.state.normal)[-1:]:
        change = members(bodies.fullest(collection, verb))
        change |= _shared(change, sparse[:1])
        for varied in (False, True, True):
            sent = bodies.like(collection, verb, change, varied=varied)
            if trial.do(verb, key, sent).ending is not Ending.CONFLICT:
                break
    trial.look()


def _post_twin(trial: Trial, entry: dict[str, JSON], others: Sequence[dict[str, JSON]]) -> bool:
    """An entry like another but for one member: a write that picks its rows by a value they share reaches both.

    Which member no two entries may share is found out by trying: texts first, each with a value that is new.
    """
    used = [members(one.posted) for one in trial.state.normal.values()]
    tried = 0
    for name in sorted(entry, key=lambda each: not isinstance(entry[each], str)):
        new = next((one for one in others if name in one and all(one[name] != each.get(name) for each in used)), None)
        if new is None or tried == _TRIES:
            continue
        before, tried = len(trial.state.normal), tried + 1
        trial.do(Command.POST, "", {**entry, name: new[name]})
        if len(trial.state.normal) > before:
            return True
    return False


def _shared(change: dict[str, JSON], entries: Sequence[dict[str, JSON]]) -> dict[str, JSON]:
    """The members of a change as an entry has them."""
    return {name: entry[name] for entry in entries for name in change if name in entry}


def _emptied(trial: Trial, key: Key, bodies: BodySamples) -> None:
    """Emptying the trash takes nothing else, whatever the other entries are like."""
    for _ in range(_OTHERS):
        trial.do(Command.POST, "", bodies.entry(trial.collection))
    trial.do(Command.DELETE, key)
    trial.do(Command.EMPTY_TRASH)
    trial.look()


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
