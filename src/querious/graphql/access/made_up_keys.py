"""Keys that nothing has, of the same form as one that something has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.text.formats import is_uuid

if TYPE_CHECKING:
    from querious.model import JSON

_NUMBER: Final = 999_999_937
_UUID: Final = "5f0c0ffe-9d1e-4b7a-8c3e-7a1d2b9c4e55"


def made_up_key(key: JSON) -> JSON:
    """A number for a number, a UUID for a UUID, else a text of the same length with its last letters changed."""
    if isinstance(key, bool) or not isinstance(key, str | int):
        return key
    if isinstance(key, int):
        return _NUMBER
    if key.isdecimal():
        return str(_NUMBER)
    if is_uuid(key):
        return _UUID
    head, number = key.rstrip("0123456789"), len(key) - len(key.rstrip("0123456789"))
    if number:
        return f"{head}{_NUMBER}"
    return key[: len(key) // 2] + "".join("z" if letter != "z" else "q" for letter in key[len(key) // 2 :])
