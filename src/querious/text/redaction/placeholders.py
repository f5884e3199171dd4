"""What stands where a secret stood: of the same type, of no value to anybody, and the same for the same secret."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any, Final

from querious.text.redaction.checks import is_card
from querious.text.redaction.sorts import Sort

if TYPE_CHECKING:
    from collections.abc import Callable

_SHORTEST: Final = 4
"""Characters of a secret that a placeholder must not hold; fewer may be there by chance."""
_TRIES: Final = 50
_LIKE_THE_SECRET: Final = (Sort.DIGITS, Sort.DATE)
"""Written as the secret is, so that the two may be the same by chance."""
_ISO_DATE: Final = re.compile(r"\d{4}-\d\d-\d\d(?!\d)")
_PLACEHOLDER: Final = re.compile(
    r"(?:REDACTED|HIDDEN)-\d+|MASKED-[a-z][a-z0-9-]*|redacted-\d+@example\.invalid|\+1000\d{7}|4000000\d{9}"
    r"|XX00\d{12}|000-00-\d{4}|00000000-0000-4000-8000-\d{12}|1900-\d\d-\d\d(?:T00:00.*)?"
)


def _card(number: int) -> str:
    """Nobody's card: its last digit is wrong."""
    text = f"4000000{number:09d}"
    return text if not is_card(text) else f"4000000{number + 500_000_000:09d}"


_FORMS: Final[dict[Sort, Callable[[int], str]]] = {
    Sort.TEXT: "REDACTED-{}".format,
    Sort.EMAIL: "redacted-{}@example.invalid".format,
    Sort.PHONE: "+1{:010d}".format,
    Sort.CARD: _card,
    Sort.IBAN: "XX00{:012d}".format,
    Sort.SOCIAL: "000-00-{:04d}".format,
    Sort.UUID: "00000000-0000-4000-8000-{:012d}".format,
}


def is_placeholder(text: str) -> bool:
    """Whether the text may have been put there by an earlier redaction."""
    return _PLACEHOLDER.fullmatch(text) is not None and not is_card(text)


class Placeholders:
    """The placeholders of one recording, numbered from 1 in the order in which secrets were met."""

    def __init__(self) -> None:
        self._given: dict[tuple[Sort, type, object], object] = {}
        self._counts: dict[tuple[Sort, type], int] = {}
        self._taken: set[object] = set()
        self.named: dict[str, str] = {}
        """Whole values that were secret for their names, to be found again elsewhere."""

    def __len__(self) -> int:
        return len(self._given)

    def texts(self) -> dict[str, str]:
        """What was replaced so far, numbers in decimal, and by what; too short to be told from other text: left out."""
        return {
            str(secret): str(placeholder)
            for (_, _, secret), placeholder in self._given.items()
            if len(str(secret)) >= _SHORTEST - 1
        }

    def keep(self, placeholder: str) -> None:
        """It stands there already: no other secret gets it."""
        self._taken.add(placeholder)

    def text(self, sort: Sort, secret: str) -> str:
        """A text of that sort. It does not hold the secret, but for digits: ``0001`` may stand for itself, unknown."""
        if sort is Sort.DIGITS:
            return str(self._placed(sort, secret, _digits(secret)))
        if sort is Sort.DATE:
            return str(self._placed(sort, secret, _date(secret)))
        told = secret if len(secret) >= _SHORTEST else None
        return str(self._placed(sort, secret, _FORMS[sort], told))

    def number(self, secret: float) -> int | float:
        """A number of the same kind; a whole number has as many digits, so that it fits where the secret did."""
        found: Any
        if isinstance(secret, float):
            found = self._placed(Sort.DIGITS, secret, lambda number: number + 0.5)
        elif is_placeholder(str(secret)):
            found = secret
        elif is_card(str(secret)):
            found = int(self.text(Sort.CARD, str(secret)))
        else:
            least = 10 ** (len(str(abs(secret))) - 1)
            found = self._placed(Sort.DIGITS, secret, lambda number: least + (number - 1) % (least * 9))
        return found  # type: ignore[no-any-return]

    def _placed(self, sort: Sort, secret: object, form: Callable[[int], object], told: str | None = None) -> object:
        key = (sort, type(secret), secret)
        known = self._given.get(key)
        if known is not None:
            return known
        count = self._counts.get((sort, type(secret)), 0)
        for _ in range(_TRIES):
            count += 1
            found = form(count)
            if sort in (Sort.DIGITS, Sort.DATE) or (
                found not in self._taken and (told is None or told not in str(found))
            ):
                break
        else:  # the secret is a part of every placeholder
            found = f"HIDDEN-{count}"
        self._counts[sort, type(secret)] = count
        self._taken.add(found)
        self._given[key] = found
        return found


def _digits(secret: str) -> Callable[[int], str]:
    """As many digits, with what separated them: ``123-45-6789`` becomes ``000-00-0001``."""
    count = sum(map(str.isdecimal, secret))

    def form(number: int) -> str:
        digits = iter(f"{number:0{count}d}"[-count:])
        return "".join(next(digits) if character.isdecimal() else character for character in secret)

    return form


def _date(secret: str) -> Callable[[int], str]:
    """A day in 1900, written as the secret is; midnight, if that has a time."""
    found = _ISO_DATE.match(secret)
    if found is None:
        return _digits(secret) if any(map(str.isdecimal, secret)) else _FORMS[Sort.TEXT]
    rest = re.sub(r"\d", "0", secret[found.end() :])

    def form(number: int) -> str:
        return f"{date(1900, 1, 1) + timedelta(days=(number - 1) % 365)}{rest}"

    return form
