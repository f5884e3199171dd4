"""Names for files and tests: from what is asked, never from the order in which it came."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from typing import TYPE_CHECKING

from querious.text.words import folded, snake

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence

    from querious.model import JSON

_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9 _-]{0,23}")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_OTHER = re.compile(r"[^a-z0-9]+")
_LONGEST = 60
_MOST_ROOTS = 3
_MOST_VALUES = 5
_TURNS = re.compile(r"(?<=[a-z])(?=[A-Z0-9])|(?<=[0-9])(?=[A-Za-z])|(?<=[A-Z])(?=[0-9])")
_MOST_TURNS = 2
"""Text that goes from letters to digits and back more often is no word, but an id or a sum."""
_ROUNDS = 3
"""A name with its suffix may by chance be that of another: then both get one more."""


def short_snake(text: str) -> str:
    """Words joined by underscores, cut to a length that every file system takes."""
    return snake(text)[:_LONGEST].rstrip("_")


def pascal(name: str) -> str:
    """``get_teasers`` → GetTeasers."""
    return "".join(part.capitalize() for part in name.split("_"))


def operation_words(name: str, roots: Sequence[str]) -> str:
    """What an operation is called: its name or, if it has none, the fields it starts with."""
    called = short_snake(name) or short_snake(" and ".join(roots[:_MOST_ROOTS]))
    return called or "operation"


def slug(text: str) -> str:
    """Letters and digits in lower case, all else as underscores: for values, whose letters and digits stay together."""
    return _OTHER.sub("_", _HUMP.sub("_", text).lower()).strip("_")


def told(variables: Mapping[str, JSON]) -> str | None:
    """Variables as part of a name, ``first_2_status_open``; None if they are too much to be read there.

    Of what is nested only the innermost key is told, and of null nothing.
    """
    pieces: list[str] = []
    for name, value in _leaves("", variables):
        if value is None:
            continue
        written = value if isinstance(value, str) else json.dumps(value).replace("-", "minus ")
        if not _PLAIN.fullmatch(written) or len(_TURNS.findall(written)) > _MOST_TURNS:
            return None
        pieces += [short_snake(name), slug(written)]
    text = "_".join(filter(None, pieces))
    return text if len(text) <= _LONGEST and len(pieces) <= 2 * _MOST_VALUES else None


def _leaves(name: str, value: JSON) -> Iterator[tuple[str, JSON]]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _leaves(key, item)
    elif isinstance(value, list):
        for item in value:
            yield from _leaves(name, item)
    else:
        yield name, value


def digest(content: JSON, length: int = 6) -> str:
    """A few letters that stand for a content."""
    text = json.dumps(content, sort_keys=True, ensure_ascii=True, default=str)
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:length]


def unmistakable(names: Iterable[tuple[Hashable, str, str]]) -> dict[Hashable, str]:
    """For (key, name, suffix) the name, and with the suffix where others would be called the same.

    Alike is what differs only in case or underscores: some languages and file systems see no difference either.
    """
    wanted = list(names)
    suffixes = {key: suffix for key, _, suffix in wanted}
    chosen = {key: name for key, name, _ in wanted}
    for _ in range(_ROUNDS):
        count = Counter(map(folded, chosen.values()))
        if max(count.values(), default=1) == 1:
            break
        chosen = {key: name if count[folded(name)] == 1 else f"{name}_{suffixes[key]}" for key, name in chosen.items()}
    return chosen
