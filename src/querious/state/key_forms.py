"""Keys that a service could have given and did not: of the same form as those it gave.

A key of another form is often refused before anything is looked up, and tells nothing of how it finds.
"""

from __future__ import annotations

import base64
import binascii
import re
import string
from typing import TYPE_CHECKING, Final

from hypothesis import strategies as st

from querious.text.formats import may_be_uuid

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypothesis.strategies import SearchStrategy

    from querious.model.state import Key

_PART: Final = re.compile(r"[A-Za-z0-9]+|[^A-Za-z0-9]+")
_GLOBAL: Final = re.compile(r"(.*\D)(\d{1,9})")
"""What is inside an identifier that names an entry among all of a service: a type and a number."""
_SHORTEST_GLOBAL: Final = 8
_AHEAD: Final = 1_000
"""How far beyond the greatest number: those right behind it are given next."""
_MOST_INT: Final = 2**31 - 1
_SHORTEST_HEX: Final = 6
_LOWER, _UPPER, _DIGITS = string.ascii_lowercase, string.ascii_uppercase, string.digits
_HEXADECIMAL: Final = ("0123456789abcdef", "0123456789ABCDEF")
_ALPHABETS: Final = (
    _DIGITS,
    *_HEXADECIMAL,
    _LOWER,
    _UPPER,
    _LOWER + _DIGITS,
    _UPPER + _DIGITS,
    _LOWER + _UPPER,
    _LOWER + _UPPER + _DIGITS,
)
"""The smallest first; a short part in hexadecimal may be anything."""
_SHORTEST: Final = 8
"""Letters and digits that must vary so that a key is nobody else's by chance."""


def unknown_keys(like: Sequence[Key]) -> SearchStrategy[Key]:
    """Keys of the form of ``like`` and none of them; of the usual forms if there are none."""
    known = frozenset(key for key in like if key)  # an empty one has no form
    if not known:
        return st.one_of(_numbers(()), st.uuids(version=4).map(str))
    if all(key.isascii() and key.isdigit() for key in known):
        return _numbers(sorted(known)).filter(lambda key: key not in known)
    return st.sampled_from(sorted(known)).flatmap(lambda key: _alike(key, known)).filter(lambda key: key not in known)


def _numbers(known: Sequence[Key]) -> SearchStrategy[Key]:
    width = max(map(len, known), default=0)
    if any(key.startswith("0") and key != "0" for key in known):
        return st.text(string.digits, min_size=width, max_size=width)
    least = max(map(int, known), default=0) + _AHEAD
    return st.integers(least, max(_MOST_INT, least + 1_000_000)).map(str)


def _alike(key: Key, known: frozenset[Key]) -> SearchStrategy[Key]:
    if may_be_uuid(key):
        return st.uuids(version=4).map(lambda made: _dressed(str(made), key))
    found = _GLOBAL.fullmatch(_opened(key))
    if found is not None:
        return _numbers([found[2]]).map(lambda number: _closed(found[1] + number, key))
    parts = _PART.findall(key)
    kept = _common(parts, known)
    varying = sum(len(part) for part in parts[kept:] if part.isalnum())
    longer = max(_SHORTEST - varying, 0)
    made = [st.just(part) if at < kept or not part.isalnum() else _part(part) for at, part in enumerate(parts)]
    if longer:
        made.append(st.text(_letters(parts[-1]), min_size=longer, max_size=longer))
    return st.tuples(*made).map("".join)


def _common(parts: Sequence[str], known: frozenset[Key]) -> int:
    """How many parts stand for the kind of thing, as ``cus`` and ``_`` in ``cus_9s6XKz``: all keys begin with them."""
    begins = len(parts) > 2 and parts[0].isalpha()  # noqa: PLR2004 - a word, a sign, and the rest
    return 2 if begins and all(key.startswith(parts[0] + parts[1]) for key in known) else 0


def _part(part: str) -> SearchStrategy[str]:
    return st.text(_letters(part), min_size=len(part), max_size=len(part))


def _letters(part: str) -> str:
    """The smallest usual alphabet that the part is written in."""
    usual = _ALPHABETS if len(part) >= _SHORTEST_HEX else [one for one in _ALPHABETS if one not in _HEXADECIMAL]
    return next((alphabet for alphabet in usual if set(part) <= set(alphabet)), string.ascii_letters)


def _dressed(made: str, key: Key) -> Key:
    """The UUID with hyphens and capitals as the key has them."""
    made = made if "-" in key else made.replace("-", "")
    return made.upper() if key.isupper() else made


def _opened(key: Key) -> str:
    """What is written in base64; empty if nothing is that can be read."""
    try:
        padded = key.encode("ascii") + b"=" * (-len(key) % 4)
        text = base64.b64decode(padded, altchars=b"-_", validate=True).decode("ascii")
    except (UnicodeError, binascii.Error):
        return ""
    return text if text.isprintable() and len(key) >= _SHORTEST_GLOBAL else ""


def _closed(text: str, like: Key) -> Key:
    written = base64.urlsafe_b64encode(text.encode()).decode()
    return written if "=" in like or len(like) % 4 == 0 else written.rstrip("=")
