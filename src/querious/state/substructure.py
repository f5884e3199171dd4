"""Whether what a service shows holds what it was given: the study's substructure, with the freedom that services take.

A service may add members to objects. It may write a number, a moment or a text in another form that means the same. It
may leave out what is null or empty, and fill null in from a member that has the same meaning. Everything else is a
difference.
"""

from __future__ import annotations

import unicodedata
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.answers.comparison import same_number
from querious.model.severity import Severity
from querious.text.durations import counts_duration, duration_of
from querious.text.formats import may_be_uuid
from querious.text.moments import moment_of, seconds_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model.values import JSON

_NOTHING: Final[tuple[JSON, ...]] = (None, "", [], {})
"""What services leave out of what they show. Neither 0 nor false is among them."""
_MOST_DIGITS: Final = 400
"""Before or behind the point. A text such as 1e999999999 is a number that nobody can calculate with."""


class EntryDifference(NamedTuple):
    """Where something else is shown than was given."""

    path: str
    """Such as ``where_read.lat`` or ``ideas[2]``; empty for the whole."""
    given: JSON
    shown: JSON
    missing: bool = False
    """Whether it is not shown at all."""
    former: JSON = None
    """What had been written there before; None if nothing is known of that."""

    @property
    def severity(self) -> Severity:
        """A suspicion where a design explains it.

        A text in other letters or without spaces around it may have been put into a common form; for what is empty the
        service may have filled in its default; a list may be kept as a set, in no order; of permissions and other
        switches it may keep those alone that are on; and to a list it may add what every one has, such as who made it.
        """
        if isinstance(self.given, list) and isinstance(self.shown, list):
            kept = [item for item in self.given if not _is_switched_off(item)]
            if self.shown and any(same_items(one, self.shown) for one in (self.given, kept, _distinct(kept))):
                return Severity.SUSPICION
            if self.given and _adds_others(self.given, self.shown) and not self._keeps_former(self.shown):
                return Severity.SUSPICION
        if self.shown in (None, []) and _is_switched_off(self.given):
            return Severity.SUSPICION
        if isinstance(self.given, str) and isinstance(self.shown, str) and _plain(self.given) == _plain(self.shown):
            return Severity.SUSPICION
        is_filled_in = self.given in ("", [], {}) and self.shown is not None
        return Severity.SUSPICION if is_filled_in else Severity.FAULT

    def _keeps_former(self, shown: list[JSON]) -> bool:
        """Whether all that had been written there before is still shown: it was not replaced."""
        return isinstance(self.former, list) and self.former != [] and _adds_others(self.former, shown)


def differences(given: JSON, shown: JSON, path: str = "", former: JSON = None) -> Iterator[EntryDifference]:
    """All of them, in the order of what was given; none if ``given`` is a substructure of ``shown``."""
    if isinstance(given, dict) and isinstance(shown, dict):
        for name, value in given.items():
            inner = f"{path}.{name}" if path else name
            if name not in shown:
                if value not in _NOTHING:
                    yield EntryDifference(inner, value, None, missing=True)
            elif value is not None or not _stands_beside(shown[name], name, given):
                yield from differences(value, shown[name], inner, members(former).get(name))
    elif isinstance(given, list) and isinstance(shown, list) and len(given) == len(shown):
        yield from _differing_items(given, shown, path)
    elif not _same_leaf(given, shown):
        yield EntryDifference(path, given, shown, former=former)


def _differing_items(given: list[JSON], shown: list[JSON], path: str) -> Iterator[EntryDifference]:
    """Of two lists of one length: the whole where only the order differs."""
    if all(map(same, given, shown)):
        return
    if same_items(given, shown):
        yield EntryDifference(path, given, shown)
        return
    for position, (one, other) in enumerate(zip(given, shown, strict=True)):
        yield from differences(one, other, f"{path}[{position}]")


def members(value: JSON) -> dict[str, JSON]:
    """Those of an object; anything else has none."""
    return value if isinstance(value, dict) else {}


def same(given: JSON, shown: JSON) -> bool:
    """Whether two values mean the same."""
    return next(differences(given, shown), None) is None


def same_items(given: list[JSON], shown: list[JSON]) -> bool:
    """Whether both hold the same, in whichever order."""
    left = list(shown)
    for item in given:
        found = next((place for place, other in enumerate(left) if same(item, other)), None)
        if found is None:
            return False
        left.pop(found)
    return not left


def _adds_others(given: list[JSON], shown: list[JSON]) -> bool:
    """Whether one list holds all of the other, and besides nothing that stands in it."""
    kept = [item for item in shown if any(same(one, item) for one in given)]
    return len(kept) < len(shown) and same_items(given, kept)


def _distinct(items: list[JSON]) -> list[JSON]:
    """Each once, as a set keeps them."""
    found: list[JSON] = []
    for item in items:
        if not any(same(item, other) for other in found):
            found.append(item)
    return found


def _stands_beside(shown: JSON, name: str, given: dict[str, JSON]) -> bool:
    """Whether a value was given under another name in the same object, which may be an older name of the same."""
    if shown is None or isinstance(shown, bool):
        return False
    return any(other is not None and same(other, shown) for beside, other in given.items() if beside != name)


def _is_switched_off(value: JSON) -> bool:
    """Whether it is a list or an object of switches alone, beside a name of whose they are, and all of them are off."""
    if isinstance(value, list):
        return bool(value) and all(map(_is_switched_off, value))
    inner = list(members(value).values())
    switches = [one for one in inner if isinstance(one, bool)]
    names = [one for one in inner if isinstance(one, str)]
    return len(switches) > 1 and not any(switches) and len(names) <= 1 and len(switches) + len(names) == len(inner)


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()


def _same_leaf(given: JSON, shown: JSON) -> bool:
    if any(value is None or isinstance(value, bool | dict | list) for value in (given, shown)):
        return given is shown
    if isinstance(given, str) and isinstance(shown, str):
        return _same_text(given, shown)
    one, other = _number(given), _number(shown)  # services show decimals and large integers as text
    if one is not None and other is not None:
        return same_number(one, other)
    return _counts_time(shown, given) or _counts_time(given, shown)


def _counts_time(number: JSON, text: JSON) -> bool:
    """Whether a number stands for the moment, or the length of time, that a text tells."""
    if isinstance(number, bool) or not isinstance(number, int | float) or not isinstance(text, str):
        return False
    if moment_of(text) is not None:
        one, other = seconds_of(number), seconds_of(text)
        return one is not None and other is not None and abs(one - other) < 1
    return counts_duration(Decimal(str(number)), text)


def _same_text(given: str, shown: str) -> bool:
    if unicodedata.normalize("NFC", given) == unicodedata.normalize("NFC", shown):
        return True
    moments = moment_of(given), moment_of(shown)
    if None not in moments:
        return moments[0] == moments[1]
    durations = duration_of(given), duration_of(shown)
    if None not in durations:
        return durations[0] == durations[1]
    return given.casefold() == shown.casefold() and may_be_uuid(given)


def _number(value: JSON) -> Decimal | None:
    try:
        found = Decimal(str(value))
    except InvalidOperation:
        return None
    return found if found.is_finite() and abs(found.adjusted()) < _MOST_DIGITS else None
