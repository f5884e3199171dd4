"""Names that hold the key of something: ``bookId``, ``author_ids``, ``parentKey``."""

from __future__ import annotations

from typing import Final

from querious.text.words import Words, written_words

_KEYS: Final = frozenset({"id", "ids", "key", "keys", "uuid", "uuids", "uid", "uids", "guid", "pk", "ref", "refs"})
"""Words that, at the end of a name, say that it holds the key of something."""


def referred(name: str) -> Words:
    """What a name that holds a key is the key of: ``parentBookId`` → parent, book. Empty where it says no key."""
    found = written_words(name)
    return found[:-1] if len(found) > 1 and found[-1] in _KEYS else ()


def is_identifier(name: str) -> bool:
    """Whether a name says nothing but that it is a key: ``id``, ``_id``, ``uuid``."""
    return written_words(name) in {("id",), ("pk",), ("uuid",), ("guid",), ("uid",)}
