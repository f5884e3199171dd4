"""What an answer shows of somebody's objects, and whether another answer shows the same.

An object is known by its own plain members. Most values are shared by chance (``status: open``), and a key that was
sent comes back from anybody: what counts is a value that whoever asked was neither shown otherwise nor sent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from querious.answers.identity import OWN_KEYS
from querious.text.words import folded, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from querious.model import JSON
    from querious.model.rest_call import RestCall

Pairs: TypeAlias = "frozenset[tuple[str, str]]"
"""The plain members of an object, with their values as text."""

_MOST: Final = 2_000
"""Objects of one answer that are looked at."""
_HALF: Final = 0.5
MOSTLY: Final = 0.8
"""The share of the members of an object from which on it is shown as a whole."""
_PUBLIC_NAMES: Final = frozenset(
    {"public", "visibility", "shared", "published", "unlisted", "privacy", "sharing", "open"}
)
_PRIVATE_VALUES: Final = frozenset(
    {"", "0", "False", "None", "private", "none", "hidden", "secret", "personal", "no", "draft"}
)


class ShownEntry(NamedTuple):
    """An object of one answer that another answer shows too."""

    pairs: Pairs
    is_whole: bool
    """Whether nearly all of it is shown."""
    is_declared: bool
    """Whether it says itself that others may see it."""


def objects_in(payload: JSON) -> Iterator[dict[str, JSON]]:
    """All objects of an answer, an outer one before those within it."""
    waiting: list[JSON] = [payload]
    for _ in range(_MOST):
        if not waiting:
            return
        value = waiting.pop()
        if isinstance(value, dict):
            yield value
            waiting += [item for item in reversed(value.values()) if isinstance(item, dict | list)]
        elif isinstance(value, list):
            waiting += [item for item in reversed(value) if isinstance(item, dict | list)]


def pairs_of(shown: dict[str, JSON]) -> Pairs:
    """Its own plain members that say something."""
    plain = [(name, value) for name, value in shown.items() if isinstance(value, str | int | float)]
    return frozenset((folded(name), str(value)) for name, value in plain if value != "" and not isinstance(value, bool))


def all_pairs(payloads: Iterable[JSON]) -> Pairs:
    """Everything that answers show."""
    return frozenset(pair for payload in payloads for shown in objects_in(payload) for pair in pairs_of(shown))


def sent_texts(call: RestCall) -> frozenset[str]:
    """The plain values that a call sends."""
    found: set[str] = set()
    waiting: list[JSON] = [call.body, *(argument.value for argument in call.arguments)]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            waiting += value.values()
        elif isinstance(value, list):
            waiting += value
        elif value is not None:
            found |= {str(value), *str(value).split(",")}
    return frozenset(found)


def own_key(pairs: Pairs) -> str:
    """The value by which an object is known among its like; empty where none is."""
    known = dict(pairs)
    return next((known[name] for name in OWN_KEYS if name in known), "")


def shows(payloads: Iterable[JSON], pairs: Pairs) -> bool:
    """Whether an object is shown anywhere in answers, by its key; where it has none, by all it says."""
    return any(_is_same(pairs_of(one), pairs) for payload in payloads for one in objects_in(payload))


def _is_same(one: Pairs, other: Pairs) -> bool:
    key = own_key(other)
    if key and own_key(one) != key:
        return False
    common = one & other
    return bool(common) and len(common) >= _HALF * min(len(one), len(other)) and (bool(key) or common == other)


def shown_to_both(
    of_owner: JSON, of_other: JSON, elsewhere: Sequence[JSON], sent: Iterable[str] = ()
) -> Iterator[ShownEntry]:
    """The objects of the owner that another is shown, although nothing ``elsewhere`` shows them to that one."""
    known = all_pairs(elsewhere)
    taken = frozenset(sent)
    others = [pairs_of(one) for one in objects_in(of_other)]
    for shown in objects_in(of_owner):
        pairs = pairs_of(shown)
        if not pairs or shows(elsewhere, pairs):
            continue
        for other in others:
            common = pairs & other
            tells = any(pair not in known and pair[1] not in taken for pair in common)
            if tells and own_key(other) == own_key(pairs) and len(common) >= min(2, len(pairs)):
                yield ShownEntry(pairs, len(common) >= MOSTLY * len(pairs), _is_declared(shown))
                break


def _is_declared(shown: dict[str, JSON]) -> bool:
    """Whether a member says that others may see it: ``public: true``, ``visibility: unlisted``, ``shared_with``."""
    for name, value in shown.items():
        says = not _PUBLIC_NAMES.isdisjoint(words(name))
        if (
            says
            and value not in ([], {})
            and str(value) not in _PRIVATE_VALUES
            and str(value).lower() not in _PRIVATE_VALUES
        ):
            return True
    return False
