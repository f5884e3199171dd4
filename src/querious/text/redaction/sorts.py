"""What a secret is, as far as its placeholder must know: what it has to look like."""

from __future__ import annotations

from enum import Enum


class Sort(Enum):
    """The sort of a secret."""

    TEXT = "text"
    """Passwords, tokens, keys: any text will do."""
    EMAIL = "e-mail address"
    PHONE = "phone number"
    CARD = "card number"
    DIGITS = "digits"
    """A PIN, a code: as many digits."""
    IBAN = "bank account"
    SOCIAL = "social security number"
    UUID = "UUID"
    DATE = "date of birth"
