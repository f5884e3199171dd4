"""Typed netstrings, in which mitmproxy writes its flows: ``length:content`` and one character for the type.

``,`` bytes, ``;`` text, ``#`` integer, ``^`` float, ``!`` boolean, ``~`` null, ``]`` list, ``}`` object.
"""

from __future__ import annotations

from typing import IO, TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

LARGEST: Final = 64 * 1024 * 1024
"""Bytes of one value that is read; a longer one is passed over."""
_DIGITS: Final = 12
_DEEP: Final = 50
_PIECE: Final = 1024 * 1024


class BrokenTnetstringError(ValueError):
    """The file does not go on as it must: nothing after this place can be read."""


def values(file: IO[bytes]) -> Iterator[Any]:
    """The values of a file one after another; a ValueError in place of one that is too large or malformed."""
    while length := _length(file):
        size = int(length)
        if size > LARGEST:
            _pass_over(file, size + 1)
            yield ValueError(f"more than {LARGEST // 1024 // 1024} MiB")
            continue
        content = file.read(size + 1)
        if len(content) != size + 1:
            raise BrokenTnetstringError("the file ends within a flow")
        try:
            yield _value(content, 0, size, content[size], 0)
        except (ValueError, RecursionError) as error:
            yield ValueError(str(error)[:100])


def _length(file: IO[bytes]) -> bytes:
    """The digits before a colon; nothing at the end of the file."""
    digits = b""
    while (one := file.read(1)) and one != b":":
        digits += one
        if not digits.isdigit() or len(digits) > _DIGITS:
            raise BrokenTnetstringError("no length where a flow should begin")
    if digits and not one:
        raise BrokenTnetstringError("the file ends within a flow")
    if one and not digits:
        raise BrokenTnetstringError("no length where a flow should begin")
    return digits


def _pass_over(file: IO[bytes], size: int) -> None:
    while size > 0 and (piece := file.read(min(size, _PIECE))):
        size -= len(piece)


def _value(data: bytes, begin: int, end: int, kind: int, depth: int) -> Any:
    """The value whose content lies between two places."""
    if depth > _DEEP:
        raise ValueError("nested too deeply")
    if kind == ord(","):
        return data[begin:end]
    if kind == ord(";"):
        return data[begin:end].decode("utf-8", "replace")
    if kind == ord("]"):
        return _members(data, begin, end, depth)
    if kind == ord("}"):
        members = _members(data, begin, end, depth)
        return dict(zip(map(_key, members[::2]), members[1::2], strict=True))
    return _simple(data[begin:end], kind)


def _simple(content: bytes, kind: int) -> Any:
    if kind == ord("#"):
        return int(content)
    if kind == ord("^"):
        return float(content)
    if kind == ord("!") and content in (b"true", b"false"):
        return content == b"true"
    if kind == ord("~") and not content:
        return None
    raise ValueError(f"not a typed netstring: {content[:20]!r} of the type {chr(kind)!r}")


def _members(data: bytes, begin: int, end: int, depth: int) -> list[Any]:
    members = []
    while begin < end:
        colon = data.find(b":", begin, min(end, begin + _DIGITS + 1))
        digits = data[begin:colon] if colon > 0 else b""
        if not digits.isdigit() or colon + 1 + int(digits) >= end:
            raise ValueError("not a typed netstring: a length that cannot be")
        begin = colon + 1 + int(digits)
        members.append(_value(data, colon + 1, begin, data[begin], depth + 1))
        begin += 1
    return members


def _key(key: Any) -> str:
    """Older versions wrote keys as bytes."""
    return key.decode("latin-1") if isinstance(key, bytes) else str(key)
