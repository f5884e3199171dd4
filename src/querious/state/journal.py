"""What a run made, written down as it is made, and removed by that: also after a kill.

One JSON object a line. Before an entry is posted its values are noted, after it its key: an entry of which only the
values are known is looked for in the list. So is, after a kill, one whose key is a secret: in the file a placeholder
stands for it.
"""

from __future__ import annotations

import json
import os
from collections import defaultdict
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from querious.errors import ConfigError
from querious.model.json_text import read_json
from querious.model.state import Command, Ending
from querious.state.substructure import same
from querious.text.redaction import Redaction
from querious.text.redaction.placeholders import is_placeholder

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from querious.model.state import Key, Outcome
    from querious.model.values import JSON
    from querious.state.facade import Collection

_REMOVED: Final = frozenset({Ending.DONE, Ending.NOT_FOUND, Ending.GONE})
_NO_ACCESS: Final = frozenset({401, 403, 407})
_NOT_NOW: Final = frozenset({429, 503})
_ABOUT: Final = ("target", "url", "template")
_OWNER_ONLY: Final = 0o600
"""Entries may hold what a service keeps of people."""


class Journal:
    """Told of everything that is made and removed, in order. This one keeps nothing, as for a service in process."""

    name: str = ""
    """By which the entries that are left can be removed later."""
    made: int = 0
    """Entries that are there now, as far as it was told; 0 where nobody counts."""

    def there(self, collection: str, keys: Sequence[Key]) -> None:
        """Entries that are not ours: never to be taken for one of which only the values are known."""

    def posting(self, collection: str, given: Mapping[str, Sequence[Key]], entry: JSON) -> None:
        """It is about to be posted."""

    def posted(self, collection: str, given: Mapping[str, Sequence[Key]], key: Key, entry: JSON = None) -> None:
        """What was about to be posted, or this of several entries that were, has this key; empty: it was not made."""

    def removed(self, collection: str, given: Mapping[str, Sequence[Key]], key: Key) -> None:
        """It is there no more."""

    def left(self) -> list[Left]:
        """What was made and not removed, the last made first."""
        return []


@dataclass(frozen=True, slots=True)
class Left:
    """What is still there, the last made first."""

    collection: str
    given: dict[str, list[Key]]
    key: Key = ""
    """Empty if only its values are known."""
    entry: JSON = None
    others: frozenset[Key] = field(default=frozenset(), compare=False)
    """Keys that it cannot have: they were there before, or other entries have them."""
    former: frozenset[Key] = field(default=frozenset(), compare=False)
    """Keys that it hardly has: entries had them that were removed. Some services give keys again."""
    reason: str = field(default="", compare=False)
    """Why it cannot be removed; empty as long as nobody knows of a reason."""
    may_pass: bool = field(default=False, compare=False)
    """Whether the service only said that it has no time now."""
    written: Key = field(default="", compare=False)
    """What stands for its key in the journal, where that is a secret."""
    is_concealed: bool = field(default=False, compare=False)
    """Whether keys that it cannot have are secrets, so that ``others`` does not tell them."""


class FileJournal(Journal):
    """In a file, each line written through before anything else happens."""

    def __init__(self, path: Path, about: Mapping[str, str], *, begun: bool = False) -> None:
        """``about`` says how to reach the service again, without credentials: its ``target``, ``url``, ``template``."""
        self.path = path
        self.name = path.stem
        self._about = about
        self._begun = begun
        self._redacting = Redaction().several()
        self._placeholders: dict[Key, Key] = {}
        """Keys that are secrets → what stands for them in the file."""

    def posting(self, collection: str, given: Mapping[str, Sequence[Key]], entry: JSON) -> None:
        """See ``Journal``."""
        self._write({"posting": collection, "given": self._plain(given), "entry": _replaced(entry, self._placeholders)})

    def posted(self, collection: str, given: Mapping[str, Sequence[Key]], key: Key, entry: JSON = None) -> None:
        """See ``Journal``."""
        self.made += bool(key)
        line = {"posted": collection, "given": self._plain(given), "key": self._written(key)}
        self._write(line if entry is None else {**line, "entry": _replaced(entry, self._placeholders)})

    def removed(self, collection: str, given: Mapping[str, Sequence[Key]], key: Key) -> None:
        """See ``Journal``."""
        self.made -= 1
        self._write({"removed": collection, "given": self._plain(given), "key": self._written(key)})

    def there(self, collection: str, keys: Sequence[Key]) -> None:
        """See ``Journal``."""
        self._write({"there": collection, "keys": [*map(self._written, keys)]})

    def left(self) -> list[Left]:
        """See ``Journal``."""
        keys = {placeholder: key for key, placeholder in self._placeholders.items()}
        return read_journal(self.path, keys)[1] if self._begun else []

    def _written(self, key: Key) -> Key:
        written = self._redacting.text(key)
        if written != key:
            self._placeholders[key] = written
        return written

    def _plain(self, given: Mapping[str, Sequence[Key]]) -> dict[str, JSON]:
        return {name: [*map(self._written, keys)] for name, keys in given.items()}

    def _write(self, line: dict[str, JSON]) -> None:
        try:
            if not self._begun:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                self._append({**self._about})
                self._begun = True
            self._append(line)
        except OSError as error:
            reason = error.strerror or error
            raise ConfigError(f"cannot write {self.path}: {reason}; nothing is sent without a journal") from None

    def _append(self, line: dict[str, JSON]) -> None:
        flags = os.O_CREAT | os.O_APPEND | os.O_WRONLY
        with open(os.open(self.path, flags, _OWNER_ONLY), "a", encoding="utf-8") as file:  # noqa: PTH123 - a descriptor
            file.write(json.dumps(line, ensure_ascii=True) + "\n")


def read_journal(path: Path, keys: Mapping[Key, Key] = {}) -> tuple[dict[str, str], list[Left]]:
    """How to reach the service, and what was made and not removed. A kill may have left the last line half written.

    ``keys`` are those that placeholders stand for, as far as they are known.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise ConfigError(f"{path} is not a journal of querious crud") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ConfigError(
            f"cannot read {path}: {reason}; give the name of the run as querious crud printed it"
        ) from None
    lines = [found for line in text.splitlines() if isinstance(found := _line(line), dict)]
    if not lines or not all(isinstance(lines[0].get(name, ""), str) for name in _ABOUT) or not lines[0].get("target"):
        raise ConfigError(f"{path} is not a journal of querious crud")
    about = {name: str(lines[0].get(name, "")) for name in _ABOUT}
    try:
        return about, _left(lines[1:], keys)
    except (KeyError, TypeError, AttributeError):
        raise ConfigError(
            f"{path} is damaged: it has a line that querious crud does not write; remove that line and try again"
        ) from None


def _left(lines: list[dict[str, JSON]], keys: Mapping[Key, Key]) -> list[Left]:
    """What is still there after all that the lines tell, the last made first."""
    left: list[Left] = []
    others: defaultdict[str, set[Key]] = defaultdict(set)
    former: defaultdict[str, set[Key]] = defaultdict(set)
    for line in lines:
        _check(line)
        if "posting" in line:
            left.append(Left(line["posting"], line["given"], entry=line["entry"]))
        elif "posted" in line:
            posted = line["posted"]
            unknown = Left(posted, line["given"])
            pending = _pending(left, posted, line.get("entry")) or unknown
            left = [one for one in left if one is not pending]
            if line["key"]:
                former[posted].add(line["key"])
                left.append(replace(unknown, key=line["key"], entry=pending.entry))
        elif "removed" in line:
            removed = Left(line["removed"], line["given"], line["key"])
            left = [one for one in left if replace(one, entry=None) != removed]
        elif "there" in line:
            others[line["there"]].update(line["keys"])
    for one in left:
        others[one.collection].add(one.key)
    return [_narrowed(_revealed(one, keys), others[one.collection], former[one.collection]) for one in left[::-1]]


def _pending(left: list[Left], collection: str, entry: JSON) -> Left | None:
    """What was about to be posted last, of these values where they are told."""
    for one in reversed(left):
        if one.collection == collection and not one.key and entry in (None, one.entry):
            return one
    return None


def _revealed(one: Left, keys: Mapping[Key, Key]) -> Left:
    """With its keys as they are; without one where nobody knows which secret a placeholder stands for."""
    given, entry, key = _replaced(one.given, keys), _replaced(one.entry, keys), keys.get(one.key, one.key)
    if _has_placeholder([given, entry]):
        return replace(one, key="", reason="the key of an entry that it needs is a secret, which no journal holds")
    if is_placeholder(key):
        return replace(one, given=given, key="", entry=entry, written=one.key)
    return replace(one, given=given, key=key, entry=None if key else entry)


def _replaced(value: JSON, instead: Mapping[Key, Key]) -> JSON:
    """The value with other texts in place of these."""
    if isinstance(value, dict):
        return {name: _replaced(inner, instead) for name, inner in value.items()}
    if isinstance(value, list):
        return [_replaced(inner, instead) for inner in value]
    return instead.get(value, value) if isinstance(value, str) else value


def _has_placeholder(value: JSON) -> bool:
    if isinstance(value, dict | list):
        return any(map(_has_placeholder, value.values() if isinstance(value, dict) else value))
    return isinstance(value, str) and is_placeholder(value)


def _check(line: dict[str, JSON]) -> None:
    """TypeError where a line holds other types than ``FileJournal`` writes."""
    names = [line[name] for name in ("posting", "posted", "removed", "there") if name in line]
    keys = [key for several in line.get("given", {}).values() for key in several]
    texts = [*names, line.get("key", ""), *line.get("keys", ()), *keys]
    if not all(isinstance(text, str) for text in texts):
        raise TypeError("a name or key that is not text")


def _narrowed(one: Left, others: set[Key], former: set[Key]) -> Left:
    """With what is known of the keys that it does not have."""
    if one.key:
        return one
    is_concealed = any(map(is_placeholder, others))
    return replace(one, others=frozenset(others), former=frozenset(former), is_concealed=is_concealed)


def _line(text: str) -> JSON:
    try:
        found: JSON = read_json(text)
    except ValueError:
        return None
    return found


def clean_up(
    left: Sequence[Left],
    collections: Mapping[str, Collection],
    removed: Callable[[Left, Key], None],
    absent: Callable[[Left], None] = lambda _: None,
) -> list[Left]:
    """Delete them, the last made first, so that children go before their parents; what stays is given back.

    Each that stays says why. An entry that was about to be posted may not exist: it is looked for by its values, and
    is ``absent`` if the list does not show it.
    """
    stays = []
    for one in left:
        collection = collections.get(one.collection)
        if collection is None or one.reason:
            reason = one.reason or "the service no longer has this collection"
            stays.append(replace(one, reason=reason))
            continue
        bound = collection.bind(one.given)
        keys, reason = ([one.key], "") if one.key else _found(bound, one)
        if reason:
            stays.append(replace(one, reason=f"it may not exist, and {reason}"))
        elif not keys:
            absent(one)
        for key in keys:
            outcome = bound.delete(key)
            if outcome.ending in _REMOVED:
                removed(one, key)
            else:
                status = outcome.exchanges[-1].status if outcome.exchanges else 0
                stays.append(replace(one, reason=f"delete failed: {_told(outcome)}", may_pass=status in _NOT_NOW))
    return stays


def _found(collection: Collection, one: Left) -> tuple[list[Key], str]:
    """Entries with exactly these values, at most one, as at most one was about to be posted; or why that is unknown."""
    if Command.LIST not in collection.commands:
        return [], "it cannot be looked for without a list"
    listed = collection.list()
    if listed.ending is not Ending.DONE:
        return [], "" if listed.ending in _REMOVED else f"list failed: {_told(listed)}"
    strangers = [(key, value) for key, value in listed.entries if key not in one.others]
    strangers.sort(key=lambda entry: entry[0] in one.former)
    if not one.entry:
        return [], "it has no values to look for" if strangers else ""
    sent = one.entry
    if isinstance(sent, dict):
        sent = {name: value for name, value in sent.items() if name not in collection.unseen}
    found = [key for key, value in strangers if same(sent, value) or same(sent, collection.get(key).value)]
    if one.is_concealed and len(found) > 1:
        return [], "several entries with secret keys have its values"
    return found[:1], ""


def _told(outcome: Outcome) -> str:
    """How a command ended, with the status where there is one, and what to do about it."""
    status = outcome.exchanges[-1].status if outcome.exchanges else 0
    told = f"{outcome.ending.value} ({status})" if status else outcome.ending.value
    if status in _NO_ACCESS:
        return f"{told}: pass the credentials of the run again (--header, --bearer, --cookie)"
    if not status and outcome.ending in {Ending.BROKEN, Ending.UNANSWERED}:
        return f"{told}: is the service running?"
    return told
