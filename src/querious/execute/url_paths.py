"""How a path stands on the wire: as the URL standard of browsers writes it, which pyreqwest keeps to."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import quote

_AS_IT_IS: Final = re.compile(r"(?:/(?!\.|%2[eE])[\w!$%&()*+,;=:@~.\-]*)+(?:\?[\w!$%&()*+,;=:@~.\-/?]*)?", re.ASCII)
"""Nearly every path: nothing to encode, and no segment that begins with a dot."""
_REMOVED: Final = re.compile(r"[\t\n\r]")
_IN_PATH: Final = re.compile(r"[\x00-\x20\"<>`{}\x7f-\U0010ffff]")
_IN_QUERY: Final = re.compile(r"[\x00-\x20\"<>'\x7f-\U0010ffff]")
_DOT: Final = re.compile(r"%2e", re.IGNORECASE)


def path_as_sent(path: str) -> str:
    """The path with its query, percent-encoded where that is missing; ``.`` and ``..``, also encoded, are resolved."""
    if _AS_IT_IS.fullmatch(path):
        return path
    path = _REMOVED.sub("", path.rstrip("".join(map(chr, range(0x21))))).partition("#")[0]
    plain, mark, query = path.partition("?")
    return _IN_PATH.sub(_encoded, _resolved(plain.replace("\\", "/"))) + mark + _IN_QUERY.sub(_encoded, query)


def _encoded(match: re.Match[str]) -> str:
    return quote(match[0], safe="")


def _resolved(path: str) -> str:
    segments: list[str] = []
    given = path.split("/")[1:]
    for number, segment in enumerate(given, 1):
        dots = _DOT.sub(".", segment)
        if dots == ".." and segments:
            segments.pop()
        if dots not in {".", ".."}:
            segments.append(segment)
        elif number == len(given):
            segments.append("")
    return "/" + "/".join(segments)
