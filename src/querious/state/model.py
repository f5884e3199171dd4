"""The model: a collection is a dictionary, and what was deleted from it is remembered. Never changed, only replaced."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from querious.model.state import Command, Delete, Ending

if TYPE_CHECKING:
    from collections.abc import Mapping

    from querious.model.state import Key
    from querious.model.values import JSON


class Place(StrEnum):
    """The states of the study's machine."""

    EC = "EC"
    """Empty and canonical: no entries, none in the trash."""
    NC = "NC"
    """Not empty, and nothing in the trash."""
    NN = "NN"
    """Not empty, and something in the trash."""
    EN = "EN"
    """Empty, but for the trash."""


_PLACES: Final = {
    (False, False): Place.EC,
    (True, False): Place.NC,
    (True, True): Place.NN,
    (False, True): Place.EN,
}
"""By whether there are entries, and whether there is something in the trash."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What is known of one entry."""

    name: str
    """``#1`` for the first that a sequence made."""
    facts: JSON
    """What reading it must hold."""
    replaced: Mapping[str, JSON] = field(default_factory=dict)
    """Members that the last ``put`` left out, with the values that they must not have any more."""
    before: JSON = None
    """Its facts before it was last written to: whoever shows these shows something stale."""
    written_by: str = "post"
    read: bool = False
    """Whether a read has confirmed the facts since they were written."""
    listed: bool = False
    """Whether it was ever listed."""
    posted: JSON = None
    """What it was made of."""
    shown: JSON = None
    """The whole of it, as it was last read since it was written to; None: not read since."""
    shown_after: int = 0
    """How many writes, to any entry, there were before it was shown so."""
    listed_as: JSON = None
    """The same of the list, which may show entries otherwise than reading them does."""
    listed_after: int = 0


@dataclass(frozen=True, slots=True)
class State:
    """Entries that are there, those that were deleted, and keys that were there before us or are somebody else's."""

    normal: Mapping[Key, Entry] = field(default_factory=dict)
    trash: Mapping[Key, Entry] = field(default_factory=dict)
    foreign: frozenset[Key] = frozenset()
    removed: Mapping[Key, Entry] = field(default_factory=dict)
    """Once in the trash, which was emptied."""
    forgotten: frozenset[Key] = frozenset()
    """Of earlier sequences, which could not be removed for good."""
    last: tuple[Key, JSON] = ("", None)
    """The last write to an entry: its key, and what was sent."""
    writes: int = 0
    """Commands so far that may change something."""
    settling: bool = False
    """Whether entries of others may be gone at the next look: a trash was emptied."""
    made: int = 0
    """Entries made so far."""

    @property
    def place(self) -> Place:
        """Where in the study's machine it is."""
        return _PLACES[bool(self.normal), bool(self.trash)]

    def known(self, key: Key) -> bool:
        """Whether the key was ever seen."""
        places = (self.normal, self.trash, self.foreign, self.removed, self.forgotten)
        return any(key in place for place in places)

    def left_alone(self, key: Key) -> bool:
        """Whether nothing is expected of it: it is somebody else's, or was forgotten."""
        return key in self.foreign or key in self.forgotten

    def with_entry(self, key: Key, entry: Entry) -> State:
        """The entry added, or in the place of an older one."""
        made = self.made if self.known(key) else self.made + 1
        return replace(
            self,
            normal={**self.normal, key: entry},
            trash=_without(self.trash, key),
            removed=_without(self.removed, key),
            forgotten=self.forgotten - {key},
            made=made,
        )

    def with_trash(self, key: Key, entry: Entry) -> State:
        """The entry in the trash."""
        return replace(self, normal=_without(self.normal, key), trash={**self.trash, key: entry})

    def without(self, key: Key) -> State:
        """The entry is not looked at any more."""
        return replace(
            self,
            normal=_without(self.normal, key),
            trash=_without(self.trash, key),
            removed=_without(self.removed, key),
            forgotten=self.forgotten | {key},
        )

    def emptied(self) -> State:
        """Without trash."""
        return replace(self, trash={}, removed={**self.removed, **self.trash}, settling=True)

    def renamed(self, names: Mapping[Key, str]) -> State:
        """With other names of entries, as far as there are some."""
        normal, trash = (
            {key: replace(entry, name=names.get(key, entry.name)) for key, entry in entries.items()}
            for entries in (self.normal, self.trash)
        )
        return replace(self, normal=normal, trash=trash)

    def name_of(self, key: Key) -> str:
        """What people call it."""
        entries = {**self.removed, **self.trash, **self.normal}
        return entries[key].name if key in entries else "unknown"


@dataclass(frozen=True, slots=True)
class Manners:
    """How the service behaves where services may differ; learned once, then held to."""

    delete: Delete = Delete.HARD
    mark: str = ""
    """The member that says that an entry is deleted."""
    marked: JSON = None
    """Its value then; None where it is another each time, such as a moment."""
    delete_again: Ending | None = None
    """How deleting a deleted entry is answered; None: not learned, anything but a failure is right."""
    put_deleted: Ending | None = None
    """How changing a deleted entry is answered, likewise."""
    put_replaces: bool = True
    put_creates: bool = False
    """Whether ``put`` with an unknown key makes an entry of that key."""
    delete_unknown_fails: bool = True
    """Whether deleting what never was is promised to be answered with not found; else it is only suspicious."""
    not_found: frozenset[Command] = frozenset({Command.GET, Command.PUT, Command.PATCH})
    """Commands that are promised to answer with not found where nothing is; the success of others is suspicious."""
    restorable: bool = False
    """Whether deleted entries can be brought back, so that they keep what must be unique."""
    searched: bool = False
    """Whether the list is a search, which may lag behind or leave some out: what it shows is only suspicious."""
    unseen: frozenset[str] = frozenset()
    shared: bool = False
    """Whether others may write to the collection at the same time."""
    defaults: Mapping[str, JSON] = field(default_factory=dict)
    """What the service fills in for members that are left out, as far as it was seen."""
    keys: tuple[Key, ...] = ()
    """Some that it gave: keys that never were are made in their form."""

    @property
    def keeps_deleted(self) -> bool:
        """Whether there is a trash: what was deleted can still be read."""
        return self.delete in {Delete.READABLE, Delete.LISTED}


def _without(entries: Mapping[Key, Entry], key: Key) -> dict[Key, Entry]:
    return {other: entry for other, entry in entries.items() if other != key}
