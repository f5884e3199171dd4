"""Bodies that were compressed on their way."""

from __future__ import annotations

import zlib
from typing import Final

_GZIP_OR_ZLIB: Final = 47
"""zlib's word for: whichever of the two it is."""
_ENCODINGS: Final = frozenset(("gzip", "x-gzip", "deflate"))


def unpacked(body: bytes, encoding: str, longest: int) -> bytes:
    """A body as it was before, at most so many bytes of it; nothing if it is malformed or of an unknown encoding."""
    name = encoding.strip().lower()
    if name in ("", "identity"):
        return body
    if name not in _ENCODINGS:
        return b""
    try:
        return zlib.decompressobj(_GZIP_OR_ZLIB).decompress(body, longest)
    except zlib.error:
        return b""
