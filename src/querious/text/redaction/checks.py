"""Numbers that check themselves: cards and bank accounts."""

from __future__ import annotations

import re
from typing import Final

_ISSUERS: Final = re.compile(
    r"4(?:\d{12}|\d{15}|\d{18})"  # Visa
    r"|(?:5[1-5]\d{2}|222[1-9]|22[3-9]\d|2[3-6]\d{2}|27[01]\d|2720)\d{12}"  # Mastercard
    r"|3[47]\d{13}"  # American Express
    r"|3(?:0[0-5]|[689]\d)\d{11}"  # Diners Club
    r"|(?:6011|64[4-9]\d|65\d{2})\d{12,15}"  # Discover
    r"|35(?:2[89]|[3-8]\d)\d{12}"  # JCB
    r"|62\d{14,17}"  # UnionPay
    r"|(?:50|5[678]|6[37])\d{14}"  # Maestro, as far as it is 16 digits long
)
"""One number in ten passes Luhn's test, so the test alone would take every tenth identifier for a card."""
_IBAN: Final = re.compile(r"[A-Z]{2}\d{2}[A-Z0-9]{11,30}")


def is_card(digits: str) -> bool:
    """Whether digits are the number of a payment card: of an issuer, and with the right last digit."""
    return _ISSUERS.fullmatch(digits) is not None and _luhn(digits)


def _luhn(digits: str) -> bool:
    total = 0
    for position, digit in enumerate(reversed(digits)):
        value = int(digit) * (2 if position % 2 else 1)
        total += value - 9 if value > 9 else value  # noqa: PLR2004
    return total % 10 == 0


def is_iban(text: str) -> bool:
    """Whether text is the number of a bank account with the right check digits (ISO 13616)."""
    compact = text.replace(" ", "")
    if not _IBAN.fullmatch(compact):
        return False
    return int("".join(str(int(character, 36)) for character in compact[4:] + compact[:4])) % 97 == 1
