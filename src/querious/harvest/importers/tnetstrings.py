"""Typed netstrings, in which mitmproxy writes its flows: ``length:content`` and one character for the type.

``,`` bytes, ``;`` text, ``#`` integer, ``^`` float, ``!`` boolean, ``~`` null, ``]`` list, ``}`` object.
"""

from __future__ import annotations

from typing import IO, TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

LARGEST: Final = 64 * 1024 * 1024
"""Bytes of one value that is read; a longer one is passed over."""
_DIGITS: Final = 12
_DEEP: Final = 50
_PIECE: Final = 1024 * 1024


class BrokenTnetstringError(ValueError):
    """The file does not go on as it must: nothing after this place can be read."""


def netstrings(file: IO[bytes]) -> Iterator[bytes]:
    """The values of a file, as they are written but for their lengths; nothing for one that is too large."""
    while first := file.read(1):
        size = _length(first, file)
        content = file.read(size + 1) if size <= LARGEST else b""
        if content and len(content) != size + 1:
            raise BrokenTnetstringError("the file ends within a flow")
        yield content
        left = size + 1 - len(content)
        while left and (piece := file.read(min(left, _PIECE))):
            left -= len(piece)


def _length(digits: bytes, file: IO[bytes]) -> int:
    """The number before a colon."""
    while digits.isdigit() and len(digits) <= _DIGITS:
        character = file.read(1)
        if character == b":":
            return int(digits)
        digits += character or b"?"
    raise BrokenTnetstringError("no length where a flow should begin")


def value_of(netstring: bytes) -> Any:
    """The value of one netstring without its length. ValueError if it is malformed, or was too large."""
    if not netstring:
        raise ValueError(f"more than {LARGEST // 1024 // 1024} MiB")
    return _value(netstring[:-1], netstring[-1:], 0)


def _value(content: bytes, kind: bytes, depth: int) -> Any:
    if kind in _SCALARS:
        return _SCALARS[kind](content)
    if kind not in (b"]", b"}") or depth > _DEEP:
        raise ValueError(f"not a typed netstring, or nested too deeply: {content[:20]!r} of the type {kind!r}")
    members = _members(content, depth)
    if kind == b"]":
        return members
    keys = (key.decode("latin-1") if isinstance(key, bytes) else str(key) for key in members[::2])
    return dict(zip(keys, members[1::2], strict=True))


def _members(content: bytes, depth: int) -> list[Any]:
    members = []
    begin = 0
    while begin < len(content):
        digits, colon, _ = content[begin : begin + _DIGITS + 1].partition(b":")
        start = begin + len(digits) + 1
        end = start + int(digits) if colon and digits.isdigit() else len(content)
        if end >= len(content):
            raise ValueError("not a typed netstring: a length that cannot be")
        members.append(_value(content[start:end], content[end : end + 1], depth + 1))
        begin = end + 1
    return members


_SCALARS: Final[dict[bytes, Callable[[bytes], Any]]] = {
    b",": bytes,
    b";": lambda content: content.decode("utf-8", "replace"),
    b"#": int,
    b"^": float,
    b"!": lambda content: bool((b"false", b"true").index(content)),
    b"~": lambda content: (None,)[(b"",).index(content)],
}
"""By the character for the type. ValueError for content that the type does not have."""
