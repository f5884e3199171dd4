"""What a payload tells beside the entry: its own list of errors, a flag, a number of rows, an identifier."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from querious.answers.complaints import ending_of_complaint, text_of, worst
from querious.graphql.collections.ways import is_error_member

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model.state import Ending
    from querious.model.values import JSON

_FLAGS: Final = frozenset(
    {"success", "ok", "successful", "deleted", "succeeded", "result", "removed", "isdeleted", "done"}
)
_YES: Final = re.compile(r"(?:DELETED|REMOVED|DESTROYED|SUCCESS(?:FUL)?|SUCCEEDED|DONE|OK)", re.IGNORECASE)
_NO: Final = re.compile(r"(?:NOT|CANNOT|FAIL(?:ED|URE)?|ERROR|REFUSED|DENIED)(?:_\w+)?", re.IGNORECASE)
"""Flags of more than two values: ``DELETED``, ``NOT_DELETED``."""
_COUNTS: Final = frozenset({"affectedrows", "affected_rows", "affected", "count", "deletedcount", "rowsaffected"})


def complaint(payload: JSON) -> Ending | None:
    """How a payload's own errors say that it ended; None if there are none."""
    complaints = list(complaints_of(payload))
    return worst(ending_of_complaint(one) for one in complaints) if complaints else None


def complaints_of(payload: JSON) -> Iterator[JSON]:
    """Entries of ``userErrors`` and their like; a whole payload of a type that is an error; a flag that says no."""
    if not isinstance(payload, dict):
        return
    for name, value in payload.items():
        if is_error_member(_plain(name)) and _plain(name).lower() not in {"message", "messages"} and value:
            yield from value if isinstance(value, list) else [value]
    if _is_error_type(payload) or (_flag(payload) is False and text_of(payload)):
        yield payload


def removed(payload: JSON, *, shown: bool = False) -> bool | None:
    """Whether the answer to a delete says that something was removed; None if it does not say.

    ``shown``: it holds the entry. Then an identifier that is null beside it says nothing.
    """
    if payload is None or isinstance(payload, bool | int):
        return bool(payload)
    if not isinstance(payload, dict):
        return True
    told = (_told(_plain(name).lower(), value) for name, value in payload.items() if value is not None or not shown)
    return _flag(payload) if _flag(payload) is not None else next((one for one in told if one is not None), None)


def _told(name: str, value: JSON) -> bool | None:
    if name in _COUNTS and isinstance(value, int):
        return value > 0
    return value is not None if name.startswith("deleted") and name.endswith("id") else None


def _flag(payload: dict[str, JSON]) -> bool | None:
    flags = (_said(value) for name, value in payload.items() if _plain(name).lower() in _FLAGS)
    return next((said for said in flags if said is not None), None)


def _said(value: JSON) -> bool | None:
    """Yes or no, by itself or in a word."""
    if isinstance(value, bool):
        return value
    if not isinstance(value, str):
        return None
    return True if _YES.fullmatch(value) else False if _NO.fullmatch(value) else None


def _is_error_type(payload: dict[str, JSON]) -> bool:
    """Of a union: the type's name says so."""
    name = payload.get("__typename")
    return isinstance(name, str) and name.endswith(("Error", "Errors", "NotFound", "Problem", "Failure", "Exception"))


def _plain(name: str) -> str:
    """Without the mark that keeps fields of several types apart."""
    mark, _, rest = name.partition("_")
    return rest if rest and mark[:1] == "m" and mark[1:].isdecimal() else name
