"""Which names say that their value is a secret, as ``password``, ``apiKey`` and ``X-Session-Token`` do."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from querious.text.redaction.sorts import Sort
from querious.text.words import written_words

if TYPE_CHECKING:
    from collections.abc import Iterable

_LONGEST: Final = 100

_STEMS: Final = re.compile(
    r"passw(?:or)?d|passphrase|passcode|secret(?!ar)|credential|sess(?:ion)?id|apikey|privatekey|accesskey"
    r"|passwort|kennwort|wachtwoord|contrase[nñ]a|senha|motdepasse|l[oö]senord"
)
"""Secret wherever they stand in a word."""
_WHOLE: Final = {
    **dict.fromkeys(
        (
            *("pwd", "jwt", "bearer", "authorization", "authorisation", "auth", "cookie", "session", "csrf", "xsrf"),
            *("signature", "sig", "passport", "pass", "passkey", "haslo", "pw", "sid", "mnemonic"),
        ),
        Sort.TEXT,
    ),
    **dict.fromkeys(("pin", "cvv", "cvc", "cvn", "csc", "otp", "totp", "tan"), Sort.DIGITS),
    **dict.fromkeys(("ssn", "ahv", "bsn", "cpf", "curp", "nino", "aadhaar", "personnummer"), Sort.DIGITS),
    **dict.fromkeys(("phone", "telephone", "mobile", "cellphone", "msisdn", "fax", "tel", "whatsapp"), Sort.PHONE),
    "iban": Sort.IBAN,
}
"""Secret as a whole word."""
_LAST: Final = frozenset(("pin", "sid", "tan", "pw", "csc", "nino"))
"""Secret only at the end of a name, or before a word of ``_CODES``: ``pinMessage`` and ``sidBar`` are none."""
_CODES: Final = frozenset(("code", "number", "hash", "value", "confirmation", "new", "old"))
_PAIRS: Final = {
    **dict.fromkeys(
        (
            *("api key", "access key", "private key", "encryption key", "signing key", "license key", "licence key"),
            *("shared key", "master key", "account key", "webhook key", "hmac key", "ssh key", "storage key"),
            *("seed phrase", "recovery phrase", "bank account", "maiden name", "license number", "licence number"),
            *("connection string", "authorization key", "auth key", "security answer", "mot passe", "auth code"),
            *("authorization code", "recovery code", "backup code"),
        ),
        Sort.TEXT,
    ),
    **dict.fromkeys(
        (
            *("verification code", "confirmation code", "security code", "reset code", "activation code", "login code"),
            *("time code", "factor code", "sms code", "mfa code", "fa code", "access code", "social security"),
            *("account number", "routing number", "national id", "tax id", "sort code"),
        ),
        Sort.DIGITS,
    ),
    **dict.fromkeys(("card number", "credit card", "debit card", "cc number", "card no", "card pan"), Sort.CARD),
}
"""Secret as two words in a row."""

_BIRTH: Final = re.compile(
    r"(?:.+ )?(?:dob|birth ?dates?|birth ?days?|dates? (?:of )?birth|born(?: on| at)?"
    r"|geburtsdatum|geburtstag|geboortedatum|date (?:de )?naissance|fecha (?:de )?nacimiento|cumpleaños"
    r"|data (?:de )?nascimento|data (?:di )?nascita|födelsedatum|fødselsdato|syntymäaika|data urodzenia)"
)
"""Dates of birth, as the words of a name; not ``birthplace``, nor ``birthdayVisible``."""
_HARMLESS_ENDS: Final = frozenset(
    (
        *("type", "kind", "url", "uri", "link", "expiry", "expires", "expiration", "at", "in", "ttl", "lifetime"),
        *("count", "length", "size", "min", "max", "limit", "offset", "amount", "balance", "policy", "strength"),
        *("required", "enabled", "disabled", "name", "label", "status", "state", "scope", "scopes", "method", "mode"),
        *("format", "provider", "algorithm", "version", "id", "ids", "order", "sort", "field", "title", "description"),
        *("template", "index", "time", "by", "sent", "used", "valid", "path", "endpoint", "issuer", "currency"),
        *("age", "date", "symbol", "standard", "brand", "network", "country", "locale", "language", "gateway"),
        *("direction", "address"),
    )
)
"""``tokenType`` and ``passwordResetUrl`` speak about secrets without being any."""
_SECRET_ENDS: Final = frozenset(
    ("maiden name", "national id", "tax id", "session id", "session ids", "secret id", "secret ids")
)
"""The exceptions."""
_HARMLESS_STARTS: Final = frozenset(("max", "min", "num", "number", "total", "count"))
_PAGING: Final = frozenset(("page", "next", "continuation", "pagination", "paging", "sync", "cursor", "skip"))
"""Whose tokens lead to the next page and nowhere else."""
_PASSES: Final = frozenset(("user", "db", "database", "login", "auth", "admin", "smtp", "ftp", "root", "my"))

_GENERIC: Final = frozenset(
    (
        *("value", "values", "val", "key", "text", "content", "raw", "plain", "new", "old", "current", "previous"),
        *("confirm", "confirmation", "repeat", "repeated", "again", "code", "string", "eq", "equals", "is", "contains"),
        *("in", "input", "data", "set", "not", "like", "neq", "startswith", "_eq", "_in"),
    )
)
"""Names that say nothing by themselves; what stands around them does."""
_NAMING: Final = frozenset(("name", "key", "label", "header", "field", "property", "option", "setting", "param"))
_VALUED: Final = frozenset(("value", "values", "val", "content", "text", "data"))
_IDENTIFYING: Final = frozenset(
    (
        *("id", "ids", "uuid", "guid", "oid", "gid", "sha", "md", "hash", "checksum", "digest"),
        *("etag", "revision", "commit", "ref", "cursor", "after", "before", "node"),
    )
)
_CURSORS: Final = frozenset(("after", "before", "cursor", "cursors"))


def words_without_numbers(name: str) -> list[str]:
    """The words at the end of a name or a heading, however long somebody made it."""
    return [word for word in written_words(name[-_LONGEST:]) if not word.isdecimal()]


@lru_cache(maxsize=4096)
def sort_by_name(name: str) -> Sort | None:
    """What a value of that name is; None if the name does not make it a secret."""
    spoken = words_without_numbers(name)
    if not spoken or spoken[0] in _HARMLESS_STARTS:
        return None
    if _BIRTH.fullmatch(" ".join(spoken)):
        return Sort.DATE
    is_about = len(spoken) > 1 and spoken[-1] in _HARMLESS_ENDS
    return None if is_about and " ".join(spoken[-2:]) not in _SECRET_ENDS else _sort_within(spoken)


def _sort_within(spoken: list[str]) -> Sort | None:
    for pair in pairwise(spoken):
        if " ".join(pair) in _PAIRS:
            return _PAIRS[" ".join(pair)]
    for previous, word, following in zip(["", *spoken], spoken, [*spoken[1:], "code"], strict=False):
        found = _sort_of_word(word, previous, len(spoken))
        if found is not None and (word not in _LAST or following in _CODES):
            return found
    return None


def _sort_of_word(word: str, previous: str, count: int) -> Sort | None:
    singular = word.removesuffix("s") if len(word) > 4 else word  # noqa: PLR2004 - pass, sms
    if singular == "pass" and count > 1 and previous not in _PASSES:
        return None  # a boarding pass
    if singular.endswith("token"):
        return None if previous in _PAGING else Sort.TEXT
    if _STEMS.search(word):
        return Sort.TEXT
    return _WHOLE.get(word) or _WHOLE.get(singular)


@lru_cache(maxsize=4096)
def secrecy(around: str, names: tuple[str, ...]) -> Sort | None:
    """What a value is by the names on the way to it: argument (or variable), input fields, outermost first.

    ``around`` is what they stand in, a field or an input type: it counts only for names that say nothing themselves,
    as in ``verifyPin(code: "1234")``. Below a secret name everything is secret but what is named harmlessly.
    """
    own = sort_by_name(names[-1])
    if own is not None:
        return own
    for name in names[:-1]:
        found = sort_by_name(name)
        if found is not None:
            return None if _is_harmless(names[-1]) else found
    if around and all(name.lower() in _GENERIC for name in names):
        return sort_by_name(around)
    return None


def sort_by_type(name: str) -> Sort | None:
    """What a value of that scalar is: ``$key: Password!`` is a secret, ``$kind: PasswordPolicy!`` is not."""
    spoken = [word for word in words_without_numbers(name) if word not in ("number", "scalar", "string", "type")]
    return sort_by_name(spoken[-1]) if spoken else None


def _is_harmless(name: str) -> bool:
    return _last_word(name) in _HARMLESS_ENDS and name.lower() not in _GENERIC


def is_singular(name: str) -> bool:
    """``sessions: 3`` is a count; ``pin: 3`` is not."""
    last = _last_word(name)
    return last == "pass" or (last != "" and not last.endswith("s"))


def said_by(fields: Iterable[tuple[str, object]]) -> str:
    """What the fields of an object say that its value is, if that is a secret: ``{name: "Secret key", value: "…"}``."""
    for name, content in fields:
        if name.lower() in _NAMING and isinstance(content, str) and len(content) <= _LONGEST and sort_by_name(content):
            return content
    return ""


def may_be_said(name: str) -> bool:
    """Whether a field of that name may be what its neighbour says."""
    return name.lower() in _VALUED


def identifies(name: str) -> bool:
    """Whether long hexadecimal numbers under that name are identifiers or checksums."""
    return _last_word(name) in _IDENTIFYING


def is_cursor(name: str) -> bool:
    """Whether opaque text under that name is a place in a list."""
    return _last_word(name) in _CURSORS


@lru_cache(maxsize=4096)
def _last_word(name: str) -> str:
    return "".join(words_without_numbers(name)[-1:])
