"""What names say of whose something is."""

from __future__ import annotations

from typing import Final

from querious.text.words import words

_OWN: Final = frozenset(("my", "me", "viewer", "own", "mine", "self", "current", "session", "account"))
_SHARED: Final = frozenset(("shared", "public", "published", "team", "group", "invited", "preview", "link", "featured"))
_PERSON: Final = frozenset(
    ("user", "account", "profile", "member", "person", "people", "author", "owner", "customer", "employee", "contact")
)
_CAPABILITY: Final = frozenset(("token", "secret", "hash", "code", "link", "invite", "signature", "nonce", "pin"))


def _last(coordinate: str) -> str:
    """``note`` of ``Query.note``; ``/me/notes`` of ``GET /me/notes``."""
    return coordinate.partition(" ")[2] or coordinate.rpartition(".")[2]


def is_relative(coordinate: str) -> bool:
    """Whether it gives what belongs to whoever asks: that others do not find there says nothing."""
    return not _OWN.isdisjoint(words(_last(coordinate)))


def is_sharing(coordinate: str) -> bool:
    """Whether it says itself that it gives what others have shared."""
    return not _SHARED.isdisjoint(words(_last(coordinate)))


def is_person(type_: str) -> bool:
    """Whether objects of this type stand for people, of whom others are often shown a part."""
    return not _PERSON.isdisjoint(words(type_))


def is_capability(name: str) -> bool:
    """Whether an argument takes what only those know who may: whoever sends it may."""
    return not _CAPABILITY.isdisjoint(words(name))
