"""Where the key of an entry stands in it. Pure.

Nobody says, so it is looked for where services put it: in a member called like the parameter of the path, in ``id`` and
its likes, in a link to the entry itself. What we sent ourselves is last to be taken for a key that the service gave.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.answers.identity import OWN_KEYS, own_keys
from querious.state.substructure import members
from querious.text.redaction.names import sort_by_name
from querious.text.words import folded, singulars

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from querious.model.state import Key
    from querious.model.values import JSON
    from querious.rest.paths import Route

_WEAK: Final = ("slug", "name")
_WEAK_IF_SENT: Final = ("code", "number", "title")
_ASIDE: Final = ("metadata", "meta", "_meta", "sys", "data")
"""Members that hold what a service says about an entry, or the entry itself where more is sent and shown beside it."""

_WORDS: Final = frozenset({"ok", "created", "success", "done"})
"""Not keys, where they are all that is answered."""


class FoundKey(NamedTuple):
    """A key and the member that it stands in, with a dot where that is inside another; empty if there is none."""

    field: str
    key: Key


NOWHERE: Final = FoundKey("", "")


@dataclass(frozen=True, slots=True)
class KeyPlaces:
    """Where keys of a collection may stand."""

    item: Route
    explicit: str = ""
    """The member that holds it, if somebody said so; then nowhere else."""

    def find(self, entry: JSON, learned: str = "", sent: Collection[str] = ()) -> FoundKey:
        """The key; ``learned`` is the member that held it before, ``sent`` are the members that we wrote ourselves."""
        known = self.explicit or learned
        key = self.text(at(entry, known))
        if key or self.explicit:
            return FoundKey(known, key)
        return next(self._candidates(members(entry), set(map(folded, sent))), NOWHERE)

    def holding(self, entry: JSON, key: Key) -> str:
        """The member that holds this very key, likely ones first; empty if none does."""
        likely = (found.field for found in self._candidates(members(entry), set()) if found.key == key)
        any_field = (name for name, value in members(entry).items() if self.text(value) == key)
        return next(chain(likely, any_field), "")

    def called_like_parameter(self, entry: JSON) -> Key:
        """What stands in the member called as the parameter of the path, ``name`` for ``/pools/{name}``."""
        parameter = folded(self.item.parameters[-1])
        return next((self.text(value) for name, value in members(entry).items() if folded(name) == parameter), "")

    def bare(self, value: JSON) -> Key:
        """The key, where an answer holds nothing else; empty for a word such as "ok"."""
        key = self.text(value)
        return "" if key.lower() in _WORDS else key

    def text(self, value: JSON) -> Key:
        """A value as a key: numbers in decimal, links by what they lead to; empty if it cannot be one."""
        if isinstance(value, bool):
            return ""
        if isinstance(value, int) or (isinstance(value, float) and value.is_integer()):
            return str(int(value))
        if not isinstance(value, str):
            return ""
        return (self.item.key_in(value) if "/" in value else "") or value

    def _candidates(self, entry: dict[str, JSON], sent: set[str]) -> Iterator[FoundKey]:
        strong, weak = self._names()
        own, given = partial(_among, sent, wanted=False), partial(_among, sent, wanted=True)
        yield from self._called(entry, own(strong))
        yield from self._secrets(entry)
        for aside in _ASIDE:
            for field, key in self._called(members(entry.get(aside)), own(OWN_KEYS)):
                yield FoundKey(f"{aside}.{field}", key)
        for field, link in links(entry):
            if key := self.item.key_in(link):
                yield FoundKey(field, key)
        yield from self._called(entry, given(strong))
        yield from self._called(entry, own(weak))
        yield from self._called(entry, given((*weak, *_WEAK_IF_SENT)))

    def _secrets(self, entry: dict[str, JSON]) -> Iterator[FoundKey]:
        """Where the parameter is called like a secret, ``/tokens/{token}``: members that are, whatever their names."""
        if sort_by_name(self.item.parameters[-1]) is not None:
            for name, value in entry.items():
                if sort_by_name(name) is not None and isinstance(value, str) and value:
                    yield FoundKey(name, value)

    def _names(self) -> tuple[list[str], list[str]]:
        """Names of members that hold keys, folded; the likeliest first."""
        parameter = folded(self.item.parameters[-1])
        things = singulars(self.item.name.rpartition("/")[2])
        own = [parameter] if parameter not in _WEAK else []
        of_things = [name for thing in things for name in own_keys(thing)]
        strong = [*own, "id", *(name for name in of_things if name.endswith("id")), *OWN_KEYS[1:], *of_things]
        weak = [*([] if own else [parameter]), *_WEAK]
        return list(dict.fromkeys(strong)), list(dict.fromkeys(weak))

    def _called(self, entry: dict[str, JSON], names: list[str]) -> Iterator[FoundKey]:
        by_name: dict[str, list[str]] = {}
        for member in sorted(entry, key=lambda member: folded(member) != member):  # plain spellings first
            by_name.setdefault(folded(member), []).append(member)
        for name in names:
            for member in by_name.get(name, ()):
                if key := self.text(entry[member]):
                    yield FoundKey(member, key)


def _among(sent: set[str], names: Iterable[str], *, wanted: bool) -> list[str]:
    """Those of the names that we sent ourselves, or else the others."""
    return [name for name in names if (name in sent) is wanted]


def links(entry: dict[str, JSON]) -> Iterator[tuple[str, str]]:
    """Links that may lead to the entry itself, with the members that they stand in."""
    for holder in ("_links.self", "links.self", "_links", "links", "self", "meta", ""):
        inside = at(entry, holder) if holder else entry
        found: list[tuple[str, JSON]] = [(holder, inside)]
        if isinstance(inside, dict):
            found = [(f"{holder}.{name}".lstrip("."), inside[name]) for name in inside if folded(name) in _LINKS]
        elif isinstance(inside, list):
            found = [("", link.get("href")) for link in map(members, inside) if link.get("rel") == "self"]
        yield from ((field, link) for field, link in found if isinstance(link, str))


_LINKS: Final = frozenset({"self", "selflink", "href", "url", "uri", "link", "resourceuri", "resourceurl", "id"})


def at(value: JSON, path: str) -> JSON:
    """The member of a dotted path; None where there is none. A member with dots in its name comes first."""
    if not path or not isinstance(value, dict):
        return None
    if path in value:
        return value[path]
    name, _, rest = path.partition(".")
    return at(value.get(name), rest)
