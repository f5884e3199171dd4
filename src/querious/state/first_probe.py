"""The first probe: what deleting means to this service, and what it fills in. Learned once, then held to.

Only what a sound service could mean is learned. An entry that can still be read after it was deleted is taken as a
trash only if something marks it: without a mark, deleting is expected to remove.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.model.state import Command, Delete, Ending
from querious.state.model import Manners
from querious.state.substructure import members

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from querious.model.exchange import Exchange
    from querious.model.state import Key, Outcome
    from querious.model.values import JSON
    from querious.state.facade import Collection

_MARKS: Final = re.compile(r"delet|trash|archiv|remov|discard|hidden|withdrawn|cancel", re.IGNORECASE)
"""In the name of a member, or in its value."""
_ACTIVE: Final = re.compile(r"^(is_?)?(active|enabled|visible|alive|published)$", re.IGNORECASE)
"""A member that says the opposite, by being false."""
_LEARNED: Final = frozenset({Ending.DONE, Ending.NOT_FOUND, Ending.GONE, Ending.REFUSED, Ending.CONFLICT})
_WORDS: Final = ("message", "detail", "error", "title")
_LONGEST: Final = 100
_ENTRIES: Final = 3
"""That are made, so that what is filled in for members left out is seen."""


class LearnedManners(NamedTuple):
    """What the probe found out."""

    manners: Manners
    trouble: str = ""
    """Why the collection cannot be tested; empty if it can."""
    missing: frozenset[Command] = frozenset()
    """Commands that were guessed, and that the service does not have."""


class Making(NamedTuple):
    """How the probe makes and removes entries: the caller writes down what is made."""

    post: Callable[[JSON], Outcome]
    delete: Callable[[Key], Outcome]


def learn(collection: Collection, entries: Iterable[JSON], making: Making, *, shared: bool) -> LearnedManners:
    """Make a few entries, delete them, and look."""
    manners = Manners(
        put_replaces=collection.put_replaces,
        put_creates=collection.put_creates,
        not_found=collection.promised.not_found,
        restorable=collection.promised.restorable,
        searched=collection.promised.searched,
        unseen=collection.unseen,
        shared=shared,
        delete_unknown_fails=Command.DELETE in collection.promised.not_found,
    )
    if Command.DELETE not in collection.commands:
        return LearnedManners(manners, "entries could not be removed again: there is no delete")
    made: dict[Key, JSON] = {}
    defaults: dict[str, JSON] = {}
    last: Outcome | None = None
    for entry in entries:
        last = making.post(entry)
        if last.is_made:
            made[last.key] = entry
            shown = last.value if last.value is not None else collection.get(last.key).value
            defaults.update(_filled_in(entry, shown))
            if len(made) == _ENTRIES:
                break
    if not made:
        return LearnedManners(manners, _refused(last))
    manners = replace(manners, defaults=defaults, keys=tuple(made))
    key, entry = next(iter(made.items()))
    missing = frozenset(command for command in collection.guessed if _is_missing(collection, command, key, entry))
    return _delete(collection, manners, list(made), making)._replace(missing=missing)


def _is_missing(collection: Collection, command: Command, key: Key, entry: JSON) -> bool:
    """Whether a service that has the entry says that there is no such command, or nothing to carry it out on."""
    outcome = collection.put(key, entry) if command is Command.PUT else collection.patch(key, entry)
    return outcome.ending in {Ending.NOT_FOUND, Ending.NOT_ALLOWED}


def _delete(collection: Collection, manners: Manners, keys: list[Key], making: Making) -> LearnedManners:
    key, *others = keys
    before = collection.get(key).value
    ended = making.delete(key).ending
    if ended is not Ending.DONE:
        return LearnedManners(manners, f"entries cannot be removed again: delete failed: {ended.value}")
    manners = _meant(collection, manners, key, before)
    if collection.delete_means is not None:
        manners = replace(manners, delete=collection.delete_means)
    if manners.keeps_deleted:
        manners = replace(manners, put_deleted=_put_deleted(collection, key, before))
    again = collection.delete(key).ending
    manners = replace(manners, delete_again=again if again in _LEARNED else None)
    for other in others:
        making.delete(other)
    return LearnedManners(manners)


def _meant(collection: Collection, manners: Manners, key: Key, before: JSON) -> Manners:
    after = collection.get(key)
    if after.ending is Ending.GONE:
        return replace(manners, delete=Delete.TOMBSTONE)
    if after.ending is not Ending.DONE:
        return manners
    mark, marked = _mark(before, after.value)
    if not mark:
        return manners
    listed = Command.LIST in collection.commands and key in dict(collection.list().entries)
    return replace(manners, delete=Delete.LISTED if listed else Delete.READABLE, mark=mark, marked=marked)


def _mark(before: JSON, after: JSON) -> tuple[str, JSON]:
    """The member that tells, and its value where that is the same each time."""
    old = members(before)
    for name, value in members(after).items():
        if name in old and old[name] == value:
            continue
        if _ACTIVE.match(name) and value is False:
            return name, value
        text = value if isinstance(value, str) else ""
        if value and (_MARKS.search(name) or _MARKS.search(text)):
            return name, None if any(sign.isdigit() for sign in text) else value
    return "", None


def _put_deleted(collection: Collection, key: Key, before: JSON) -> Ending | None:
    if Command.PUT not in collection.commands or not isinstance(before, dict):
        return None
    ending = collection.put(key, before).ending
    return ending if ending in {Ending.NOT_FOUND, Ending.GONE} else None


def _filled_in(sent: JSON, shown: JSON) -> dict[str, JSON]:
    if not isinstance(sent, dict):
        return {}
    return {name: value for name, value in members(shown).items() if name not in sent}


def _refused(last: Outcome | None) -> str:
    if last is None:
        return "there is nothing to post: no entry could be generated"
    if last.was_there:
        return "every post returned an entry that existed before; describe entries that are new with a template"
    if last.ending is Ending.DONE:
        return "the response to post does not contain the key of the new entry"
    said = f" ({_said(last.exchanges[-1])})" if last.exchanges and last.exchanges[-1].status else ""
    return f"every post failed: {last.ending.value}{said}; describe valid entries with a template"


def _said(exchange: Exchange) -> str:
    """The status, and the words of the service where it has some."""
    answer = members(exchange.payload)
    errors = answer.get("errors")
    for holder in (*(errors if isinstance(errors, list) else ()), answer):
        words = [holder, *(members(holder).get(name) for name in _WORDS)]
        told = next((word for word in words if isinstance(word, str) and word.strip()), "")
        if told:
            return f"{exchange.status}: {' '.join(told.split())[:_LONGEST]}"
    return str(exchange.status)
