"""Text whose order cannot be told from how it is written."""

from __future__ import annotations

import base64
import binascii
import re
from typing import TYPE_CHECKING, Final

from querious.text.formats import may_be_uuid
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Sequence

_NAMES: Final = frozenset(("id", "uuid", "guid", "gid", "oid", "cursor", "token", "hash", "sha", "checksum", "digest"))
_HEXADECIMAL: Final = re.compile(r"(?:0x)?[0-9a-f]{12,}", re.IGNORECASE)
_BASE64: Final = re.compile(r"[\w+/-]{4,}={0,2}", re.ASCII)
_TOKEN: Final = re.compile(r"(?=[^\d]*\d)(?=[^A-Za-z]*[A-Za-z])[\w.~-]{14,}", re.ASCII)
"""Letters and digits mixed, without a space, longer than words are: ULID, KSUID, nanoid, ``gid:x/1``."""
_PRINTABLE: Final = re.compile(r"[ -~]+")
_CONSTANT: Final = re.compile(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*")
_DURATION: Final = re.compile(r"-?P(?=.)(?:\d+[YMWD])*(?:T(?:[\d.]+[HMS])+)?")
_DAYS_AND_MONTHS: Final = re.compile(
    r"(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?"
    r"|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?",
    re.IGNORECASE,
)


def is_opaque(name: str, values: Sequence[str]) -> bool:
    """Whether the order is that of something which these values only stand for, so that no order of theirs is wrong.

    Identifiers may be sorted by what they encode, or by a key that they hide; constants by their rank; durations, days
    and months by time.
    """
    if _NAMES.intersection(words(name)[-1:]):
        return True
    for is_such in (_is_identifier, _CONSTANT.fullmatch, _DURATION.fullmatch, _is_day_or_month):
        if values and all(is_such(value) for value in values):
            return True
    return False


def _is_identifier(value: str) -> bool:
    if may_be_uuid(value) or _HEXADECIMAL.fullmatch(value) or _TOKEN.fullmatch(value):
        return True
    return _is_encoded(value)


def _is_encoded(value: str) -> bool:
    """Whether it is base64 for something that can be read, such as ``Project:1``; words of four letters seldom are."""
    if not _BASE64.fullmatch(value):
        return False
    try:
        decoded = base64.b64decode(value.replace("-", "+").replace("_", "/") + "=" * (-len(value) % 4), validate=True)
        text = decoded.decode("ascii")
    except (binascii.Error, UnicodeDecodeError):
        return False
    return _PRINTABLE.fullmatch(text) is not None


def _is_day_or_month(value: str) -> bool:
    return _DAYS_AND_MONTHS.fullmatch(value.strip(".")) is not None
