"""How a command on a collection ended, by what the service says against it: in an error of GraphQL, or in a body.

Words of a database that refused come first: what was sent broke one of its rules, whoever passes that on. Then the
question who is at fault, which ``fault`` settles. What is left blames the request: its codes and words say how.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from querious.answers.fault.crashes import CONSTRAINT, CONVERSION, CRASH, UNIQUENESS
from querious.answers.fault.triage import ErrorKind, classify
from querious.answers.fault.wordings import unquoted
from querious.answers.response import strings_in
from querious.model.state import Ending

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from querious.model.values import JSON

_CODE_KEYS: Final = frozenset(
    (
        *("code", "errortype", "classification", "category", "type", "errorcode", "status", "statuscode"),
        *("__typename", "kind"),
    )
)
_WORD: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+")
_READINGS: Final = (
    (
        Ending.GONE,
        re.compile(r"(?:^|_)GONE$|^410$|ALREADY_DELETED|HAS_BEEN_DELETED"),
        re.compile(
            r"\b(?:already|has been|was) (?:been )?(?:deleted|removed)\b|\bno longer (?:exists|available)\b",
            re.IGNORECASE,
        ),
    ),
    (
        Ending.NOT_FOUND,
        re.compile(
            r"NOT_?FOUND|^404$|NO_SUCH|DOES_NOT_EXIST|NONEXISTENT|UNKNOWN_(?:ID|ENTITY|KEY)|MISSING_RESOURCE|^MISSING$"
        ),
        re.compile(
            r"\bnot found\b|\bno such\b|\b(?:does not|doesn't|do not|didn't|not) exist"
            r"|\b(?:could|can) ?not (?:be )?f(?:i|ou)nd\b"
            r"|\bcan(?:no|')t find\b|\bunable to find\b|\bcould ?n['o]t resolve to a node\b|\bno \w+ (?:was )?found\b"
            r"|\bno \w+(?: \w+)? with (?:the |this |that )?(?:given )?(?:id|key)\b|\bunknown (?:id|key|identifier)\b"
            r"|\bno \w+ were (?:deleted|updated|removed|changed|modified|affected|found)\b",
            re.IGNORECASE,
        ),
    ),
    (
        Ending.CONFLICT,
        re.compile(r"CONFLICT|ALREADY|DUPLICATE|UNIQUE|(?:^|_)TAKEN|^409$|EXISTS$|STALE|VERSION_MISMATCH"),
        re.compile(
            r"\balready\b|\bduplicate|\b(?:been|is) taken\b|\bmust be unique\b|\bconflict|\bin use\b", re.IGNORECASE
        ),
    ),
)


def worst(endings: Iterable[Ending]) -> Ending:
    """The one that tells most, of several complaints."""
    order = (Ending.BROKEN, Ending.GONE, Ending.NOT_FOUND, Ending.CONFLICT, Ending.REFUSED)
    found = set(endings)
    return next((ending for ending in order if ending in found), Ending.REFUSED)


def ending_of_complaint(error: JSON) -> Ending:
    """How one complaint reads: an error of GraphQL, or an entry of a payload's own list."""
    text = text_of(error)
    said = unquoted(text)
    if UNIQUENESS.search(said):
        return Ending.CONFLICT
    if CONSTRAINT.search(said):
        return Ending.REFUSED
    codes = list(_codes(error))
    if _is_server_fault(error, text, codes):
        return Ending.BROKEN
    if text and not re.search(r"\s", text):
        codes.append(("code", text))
    words = [_WORD.sub("_", str(code)).strip("_").upper() for _, code in codes]
    for ending, of_code, of_words in _READINGS:
        if any(of_code.search(word) for word in words) or of_words.search(text):
            return ending
    return Ending.REFUSED


def _is_server_fault(error: JSON, text: str, codes: list[tuple[str, JSON]]) -> bool:
    """Whether nothing that was sent explains the error, not even a value that could not be converted."""
    known = error if isinstance(error, dict) else {}
    told = {**known, **dict(codes), "message": text}
    kind = classify(told)
    if kind is ErrorKind.UNEXPLAINED:
        # A refusal before execution would have been recognised: it was being executed, whether it has a path or not.
        kind = classify({**told, "path": told.get("path") or ["field"]})
    said = unquoted(text)
    converted = CONVERSION.search(said) is not None and CRASH.search(said) is None
    return kind is ErrorKind.SERVER_FAULT and not converted


def text_of(error: JSON) -> str:
    """Its words."""
    if isinstance(error, str):
        return error
    if not isinstance(error, dict):
        return ""
    texts = (value for name, value in error.items() if "message" in name.lower() or name.lower().endswith("detail"))
    return " ".join(strings_in([*texts]))


def _codes(error: JSON) -> Iterator[tuple[str, JSON]]:
    """Each code with its key, which is told without the mark that keeps fields of several types apart."""
    if not isinstance(error, dict):
        return
    for name, value in error.items():
        key = name if name == "__typename" else name.rpartition("_")[2]
        if key.lower() in _CODE_KEYS and isinstance(value, str | int) and not isinstance(value, bool):
            yield key, value
    for name in ("extensions", "exception", "originalError", "response", "http"):
        yield from _codes(error.get(name))
