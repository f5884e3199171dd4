"""Files at the edges of their sizes, names and types, for a field of a form that takes one, or a list of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.model.known_files import KNOWN_FILES, ODD_NAMES, ORDINARY_NAMES, renamed

if TYPE_CHECKING:
    from querious.model.values import JSON
    from querious.rest.openapi.json_schema import JsonSchema

_LARGEST: Final = 2**20
"""Bytes of a file that is sent because the description allows as many."""
_LARGE: Final = 70_000
"""More than many servers keep in memory."""


def file_edges(schema: JsonSchema, kind: str) -> list[JSON]:
    """The most telling first. ``kind`` is the media type that the description names, or empty.

    Lengths are those of bytes, within what the schema allows; another type than the one that is named is not sent.
    """
    schema = schema.beside_null
    if schema.types[:1] == ["array"]:
        one = KNOWN_FILES.get(kind, KNOWN_FILES["text/plain"])
        return [[one, renamed(one, "another.txt")], *([edge] for edge in _edges(0, None, kind))]
    merged = schema.merged
    return list(_edges(merged.get("minLength", 0), merged.get("maxLength"), kind))


def _edges(least: int, most: int | None, kind: str) -> list[JSON]:
    usual = KNOWN_FILES.get(kind) or {**KNOWN_FILES["text/plain"], **({"type": kind} if kind else {})}
    sized = "content" in usual
    found: list[JSON] = []
    if sized and not least:
        found.append({**usual, "content": "", "size": 0})
    if sized:
        found.append({**usual, "size": max(1, least)})
        found.append({**usual, "size": _LARGE if most is None else min(most, _LARGEST)})
    found += [renamed(usual, name) for name in (*ORDINARY_NAMES, *ODD_NAMES)]
    if not kind:
        found += [{**usual, "type": ""}, *KNOWN_FILES.values(), {**KNOWN_FILES["image/png"], "type": "text/plain"}]
        found.append({**usual, "content": "a\r\n--boundary\r\n\x00\r\n--querious--\r\n"})
    return found
