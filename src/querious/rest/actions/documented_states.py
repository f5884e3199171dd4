"""In which states an action may be carried out, as the words of a description say.

"Ship an order, if it is placed", "Cancels the booking unless it has started", "409: only drafts can be published". What
is told is read sentence by sentence. "Ship a placed order" names a state too, but it may be the one that comes of it:
what an action was seen to do has to bear it out.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.text.words import written_words

if TYPE_CHECKING:
    from collections.abc import Iterable

_SENTENCE: Final = re.compile(r"[^.;\n]+")
_ONLY: Final = re.compile(r"\b(?:if|only|when|while|must be|has to be|provided|requires?|needs?)\b", re.IGNORECASE)
_UNLESS: Final = re.compile(r"\b(?:unless|except|but not|once|after|already)\b", re.IGNORECASE)
_REFUSES: Final = re.compile(
    r"\b(?:can ?not|can't|may not|must not|not allowed|not possible|refuse[sd]?|reject(?:ed|s)?|fails?|forbidden)\b",
    re.IGNORECASE,
)
_NOT: Final = re.compile(r"\b(?:not|isn't|no longer|never|non)\b", re.IGNORECASE)
_ALREADY: Final = re.compile(r"\s+already\b", re.IGNORECASE)
_IS_MADE: Final = re.compile(
    r"\b(?:as|to|into|becom\w+|creat\w+|mak\w+|return\w*|giv\w+|generat\w+|add\w*|new|gets?|be|back)\s+$", re.IGNORECASE
)
"""Before a state that comes of an action: "marks it as a shipped one"."""
_IS_DONE: Final = re.compile(r"\b(?:can|could|may|will|to|can ?not|never) be $", re.IGNORECASE)
"""Before a word that says what the action does: "only placed orders can be shipped"."""


class DocumentedState(NamedTuple):
    """One state that a sentence speaks of."""

    state: str
    allowed: bool
    """Whether the action may be carried out in it, and in others only if they are named too; else it may not."""
    sentence: str


def documented_states(about: str, states: Iterable[str]) -> list[DocumentedState]:
    """What a description says of these states."""
    known = {state: " ".join(written_words(state)) for state in states}
    found = []
    for sentence in (each[0].strip() for each in _SENTENCE.finditer(about)):
        for state, words in known.items():
            mention = re.search(rf"\b{re.escape(words)}\b", sentence.replace("_", " ").replace("-", " "), re.IGNORECASE)
            allowed = _is_allowed(sentence, mention) if words and mention else None
            if allowed is not None:
                found.append(DocumentedState(state, allowed, sentence))
    return found


def named_states(about: str, states: Iterable[str]) -> tuple[frozenset[str], str]:
    """The states of the entries that an action is said to be for, and the sentence: "Pay an issued invoice"."""
    known = {" ".join(written_words(state)).lower(): state for state in states}
    choice = "|".join(re.escape(words) for words in sorted(known, key=len, reverse=True) if words)
    if not choice:
        return frozenset(), ""
    several = rf"(?:{choice})(?:\s*(?:,|/|\bor\b|\band\b)+\s*(?:an?\s+|the\s+)?(?:{choice}))*"
    named = re.compile(
        rf"\b(?:(?:an?|the|any)\s+|(?:that|which)\s+(?:is|are)\s+|in\s+)(?P<states>{several})\b", re.IGNORECASE
    )
    for sentence in (each[0].strip() for each in _SENTENCE.finditer(about)):
        found = named.search(sentence.replace("_", " ").replace("-", " "))
        if found is not None and not _IS_MADE.search(sentence[: found.start()]):
            told = re.findall(choice, found["states"], re.IGNORECASE)
            return frozenset(known[each.lower()] for each in told), sentence
    return frozenset(), ""


def _is_allowed(sentence: str, mention: re.Match[str]) -> bool | None:
    """Whether a state that is named there is one in which the action is carried out; None if nothing is said."""
    before = sentence[: mention.start()]
    if _ALREADY.match(sentence[mention.end() :]):
        return False
    if _IS_DONE.search(before):
        return None
    condition = [*_ONLY.finditer(before), *_UNLESS.finditer(before)]
    if not condition:
        return None
    last = max(condition, key=lambda one: one.start())
    allowed = bool(_ONLY.fullmatch(last[0]))
    if _NOT.search(before[last.end() :]):
        allowed = not allowed
    if _REFUSES.search(before[: last.start()]) and last[0].lower() not in {"once", "after", "already"}:
        allowed = not allowed
    return allowed
