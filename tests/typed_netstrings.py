"""Writes values as mitmproxy does."""

from __future__ import annotations

from typing import Any


def packed(value: Any) -> bytes:
    kind, content = _parts(value)
    return b"%d:%s%s" % (len(content), content, kind)


def _parts(value: Any) -> tuple[bytes, bytes]:
    if value is None:
        return b"~", b""
    if isinstance(value, bool):
        return b"!", b"true" if value else b"false"
    if isinstance(value, int):
        return b"#", b"%d" % value
    if isinstance(value, float):
        return b"^", repr(value).encode()
    if isinstance(value, bytes):
        return b",", value
    if isinstance(value, str):
        return b";", value.encode()
    if isinstance(value, dict):
        return b"}", b"".join(packed(key) + packed(member) for key, member in value.items())
    return b"]", b"".join(map(packed, value))
