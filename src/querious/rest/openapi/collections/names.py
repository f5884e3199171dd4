"""Names that hold the key of something: ``bookId``, ``author_ids``, ``parentKey``."""

from __future__ import annotations

from querious.answers.identity import KEY_WORDS
from querious.text.words import Words, singular, written_words


def referred(name: str) -> Words:
    """What a name that holds a key is the key of: ``parentBookId`` → parent, book. Empty where it says no key."""
    found = written_words(name)
    return found[:-1] if len(found) > 1 and singular(found[-1]) in KEY_WORDS else ()


def is_identifier(name: str) -> bool:
    """Whether a name says nothing but that it is a key: ``id``, ``_id``, ``uuid``."""
    return written_words(name) in {("id",), ("pk",), ("uuid",), ("guid",), ("uid",)}
