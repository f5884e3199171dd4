"""URLs as they may be shown: without user, password, query and fragment, which may hold secrets."""

from __future__ import annotations

import re
from typing import Final

_SCHEME: Final = re.compile(r"(?:[A-Za-z][A-Za-z0-9+.-]*:)?//")
_DOCUMENTS: Final = (".json", ".yaml", ".yml")
_PORT: Final = re.compile(r"[^:]*(?::\d*)?|\[[^\]]*\](?::\d*)?")


def without_secrets(url: str) -> str:
    """What may be shown of a URL, also of one that is malformed: a slash or a hash in a password is a usual mistake.

    What has no scheme may be a URL too, whose scheme was forgotten; the name of a file may hold a hash.
    """
    scheme = _SCHEME.match(url)
    start = scheme[0] if scheme else ""
    rest = url[len(start) :]
    host = re.split(r"[/?#]", rest, maxsplit=1)[0]
    if "@" in host:
        rest = rest[host.rindex("@") + 1 :]
    elif "@" in rest and not _PORT.fullmatch(host):
        rest = rest[rest.rindex("@") + 1 :]
    return start + re.split(r"[?#]" if start else r"\?", rest, maxsplit=1)[0]


def is_http(target: str) -> bool:
    """Whether a target is the address of an API, rather than a file or a place in Python code."""
    return target.lower().startswith(("http://", "https://"))


def names_document(target: str) -> bool:
    """Whether a file or an address ends as those of documents do, such as ``/openapi.json?version=2``."""
    return re.split(r"[?#]", target, maxsplit=1)[0].lower().endswith(_DOCUMENTS)
