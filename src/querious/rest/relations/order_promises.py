"""What a description promises in words of the order of rows: by what they are sorted, and where equal ones stand.

"Sorted by name unless `sort` says otherwise." "Newest first (opened_on), equal days by ascending id." "Rows without a
value come last in both directions." "Names are compared without regard to case." Sentences are read one by one; what is
not plainly said is no promise.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.text.words import Words

_PARAGRAPH: Final = re.compile(r"\n\s*(?:\n|[-*•]\s+|\d+[.)]\s+)|<(?:br|p|li)\s*/?>", re.IGNORECASE)
_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+|;\s+")
_LONGEST: Final = 20_000
"""Characters of a description that are read."""
_SORTS: Final = re.compile(r"\b(?:sort\w*|ordered|ordering|tie\w*|tied)\b|\b(?:first|last)\b", re.IGNORECASE)
_MEMBER: Final = (
    r"(?:the\s+)?[`'\"*]*(?P<member>[a-z][\w.]*(?:[ -](?!asc|desc|in\b|and\b|then\b|unless\b|with\b)[a-z]\w*)?)"
)
_UP: Final = r"ascending|increasing|asc"
_DOWN: Final = r"descending|decreasing|desc"
_WAY: Final = rf"(?:(?:in\s+)?(?P<way>{_UP}|{_DOWN})\s+(?:order\s+of\s+)?)?"
_WAY_BEHIND: Final = rf"[`'\"*]*(?:\s*,?\s*\(?(?:in\s+)?(?P<behind>{_UP}|{_DOWN})\b)?"
_STATED: Final = re.compile(
    rf"(?:^|[,(]\s*|\b(?:is|are|come|comes|always|returned|listed|given)\s+)"
    rf"(?:always\s+|by\s+default\s+)?(?:sorted|ordered)\s+(?:by\s+default\s+)?by\s+{_WAY}{_MEMBER}{_WAY_BEHIND}",
    re.IGNORECASE,
)
_FIRST: Final = re.compile(
    r"\b(?:(?P<down>newest|latest|most\s+recent|youngest|highest|largest)|(?P<up>oldest|earliest|lowest|smallest))"
    r"\s+(?:ones?\s+|rows?\s+|entries\s+)?first\s*(?:\(|,?\s*by\s+)[`'\"*]*(?P<member>[a-z]\w*)[`'\"*]*\)?",
    re.IGNORECASE,
)
_OPEN: Final = re.compile(
    r"\b(?:if|when|whenever|where|can|may|might|could|should|must|optional\w*|not|never|by default .* but)\b",
    re.IGNORECASE,
)
"""What makes a sentence one about something that does not always hold."""
_EQUALS: Final = re.compile(
    rf"\b(?:ties?|tied|tie-break\w*|equal|same|identical)\b(?P<between>[^.]{{0,80}}?)\bby\s+{_WAY}{_MEMBER}{_WAY_BEHIND}",
    re.IGNORECASE,
)
_THEN: Final = re.compile(rf"\bthen\s+(?:by\s+)?{_WAY}{_MEMBER}{_WAY_BEHIND}", re.IGNORECASE)
_OTHER_USE: Final = re.compile(
    r"\b(?:filter\w*|group\w*|search\w*|find\w*|found|look\w*|select\w*|identif\w*|chosen|told|distinguish\w*|random)\b",
    re.IGNORECASE,
)
_IF: Final = re.compile(r"\bif\b(?![^,]*\b(?:ties?|tied|equal|same)\b)", re.IGNORECASE)
"""A condition that is another one than that rows are equal."""
_ALWAYS: Final = re.compile(
    r"\b(?:(?:both|either|any|every|all)\s+(?:sort\s+)?(?:directions?|orders?|cases?)|always|regardless|whichever|whatever"
    r"|independent\w*|irrespective|(?:as|for)\s+(?:well|both)|also|descending)\b",
    re.IGNORECASE,
)
_NULLS: Final = re.compile(
    r"\b(?P<what>nulls?|null\s+values?|(?:missing|empty|absent|unset)\s+(?:values?|ones?)"
    r"|(?:without|with\s+no|lacking|missing)\s+(?:an?\s+|any\s+|the\s+)?(?P<lacking>[`\w]+(?:\s(?:in|for)\s[\w ]+?)?))"
    r"\s+(?:(?:(?:always|all)\s+)?(?:come|comes|go|goes|are|is|stand|sort|sorts|follow|appear|rank)\w*\s+"
    r"(?:always\s+|all\s+)?(?:(?:sorted|listed|placed|put|ordered|treated|shown)\s+)?(?:as\s+)?)?"
    r"(?:at\s+the\s+)?(?P<place>last|end|first|beginning|start)\b(?=\s*(?:$|[.,;:)]|(?:in|when|what|which|whe|regard|for|"
    r"always|also|no\smatter|independent|irrespective|of\sthe\slist)\b|whatever|whichever|whether|regardless))",
    re.IGNORECASE,
)
_ANY_VALUE: Final = frozenset({"value", "one", "it", "such", "entry", "key"})
_CASELESS: Final = re.compile(
    r"\b(?:without\s+regard\s+to\s+(?:upper\s+or\s+lower\s+|letter\s+)?case|case[- ]?insensitiv\w+"
    r"|(?:regardless|irrespective)\s+of\s+(?:letter\s+)?case|ignor(?:es?|ing)\s+(?:letter\s+)?case|case\s+is\s+ignored"
    r"|case\s+does\s+not\s+matter|upper\s+and\s+lower\s+case\s+are\s+(?:the\s+same|alike|not\s+told\s+apart))\b",
    re.IGNORECASE,
)
_NOT_CASELESS: Final = re.compile(r"\bnot\s+case", re.IGNORECASE)
_COMPARES: Final = re.compile(r"\b(?:sort\w*|ordered|ordering|compar\w+|collat\w+)\b", re.IGNORECASE)
_SEEKS: Final = re.compile(
    r"\b(?:search\w*|filter\w*|match\w*|unique\w*|found|find\w*|contain\w*|substring|look\w*)\b", re.IGNORECASE
)
_SUBJECT: Final = re.compile(r"^\s*[`*]*(?P<subject>[A-Za-z]\w*)[`*]*\s+(?:is|are)\b", re.IGNORECASE)
_ANY_TEXT: Final = frozenset({"text", "string", "value", "comparison", "case", "it", "they", "sorting", "order", "all"})
_ONLY_FOR: Final = re.compile(r"\b(?:sorted|sorting|sort|ordered)\s+by\s+[`'\"*]*(?P<member>[a-z]\w*)", re.IGNORECASE)


class StatedOrder(NamedTuple):
    """By what a list is sorted where nobody asks for another order."""

    member: Words
    direction: int
    sentence: str


class StatedTies(NamedTuple):
    """By what rows that are equal in the sort key follow each other."""

    member: Words
    direction: int
    """0 where it is not said."""
    sentence: str


class StatedNulls(NamedTuple):
    """Where rows stand that have no value to sort by."""

    are_last: bool
    always: bool
    """Whether that is said of both directions."""
    sentence: str


@lru_cache(maxsize=1_000)
def _sentences(text: str) -> tuple[tuple[str, str], ...]:
    """Each sentence with its paragraph."""
    found = []
    for paragraph in _PARAGRAPH.split(text[:_LONGEST]):
        plain = " ".join(paragraph.split())
        found += [(sentence.strip(" *-"), plain) for sentence in _SENTENCE.split(plain) if sentence.strip()]
    return tuple(found)


@lru_cache(maxsize=1_000)
def stated_order(about: str) -> StatedOrder | None:
    """The order of a list, as the description of its operation states it; None where it states none, or several."""
    found = [stated for sentence, _ in _sentences(about) for stated in _stated(sentence)]
    return found[0] if len({(each.member, each.direction) for each in found}) == 1 else None


def _stated(sentence: str) -> Iterator[StatedOrder]:
    """``unless`` begins what else may be; the rest of the sentence is a promise all the same."""
    plain = sentence.partition(" unless ")[0]
    if _OPEN.search(plain):
        return
    for found in _STATED.finditer(plain):
        direction = -1 if _is_down(found) else 1
        yield StatedOrder(words(found["member"]), direction, sentence)
        return
    for found in _FIRST.finditer(plain):
        yield StatedOrder(words(found["member"]), -1 if found["down"] else 1, sentence)
        return


def _is_down(found: re.Match[str]) -> bool:
    return (found["way"] or found["behind"] or "").lower().startswith(("desc", "decr"))


@lru_cache(maxsize=1_000)
def stated_ties(texts: tuple[str, ...], member: Words, *, asked: bool) -> StatedTies | None:
    """What is promised of rows that are equal in a member; the first of the texts that says something counts.

    A sentence that states by what the list is sorted says it of that order alone, not of one that was ``asked`` for.
    """
    for text in texts:
        for sentence, paragraph in _sentences(text):
            own = next(_stated(sentence), None)
            if own is not None and (asked or own.member != member):
                continue
            found = _EQUALS.search(sentence) or (_THEN.search(sentence) if own is not None else None)
            if found is None or not _SORTS.search(paragraph) or _OTHER_USE.search(found[0]):
                continue
            if own is None and not _concerns(sentence[: found.start()], member):
                continue
            way = found["way"] or found["behind"]
            direction = 0 if not way else -1 if _is_down(found) else 1
            return StatedTies(words(found["member"]), direction, sentence)
    return None


@lru_cache(maxsize=1_000)
def speaks_of_order(text: str) -> bool:
    """Whether anything in a description may be a promise of an order."""
    return any(_SORTS.search(sentence) for sentence, _ in _sentences(text))


def _concerns(before: str, member: Words) -> bool:
    """Whether what is said is not of another order: "when sorted by price, ties by id"."""
    only = [words(found["member"]) for found in _ONLY_FOR.finditer(before)]
    return _IF.search(before) is None and (not only or member in only)


@lru_cache(maxsize=1_000)
def stated_nulls(texts: tuple[str, ...], member: Words) -> StatedNulls | None:
    """Where rows without a value of a member stand; the first of the texts that says something counts."""
    for text in texts:
        for sentence, paragraph in _sentences(text):
            found = _NULLS.search(sentence)
            if found is None or not (_COMPARES.search(paragraph) or _SORTS.search(paragraph)):
                continue
            lacking = set(words(found["lacking"] or "value"))
            only = [words(each["member"]) for each in _ONLY_FOR.finditer(sentence)]
            is_meant = not _ANY_VALUE.isdisjoint(lacking) or not lacking.isdisjoint(member)
            if only and member not in only:
                continue
            if is_meant or member in only:
                always = bool(_ALWAYS.search(sentence[found.end() :])) or "always" in found[0].lower()
                return StatedNulls(found["place"].lower() in {"last", "end"}, always, sentence)
    return None


@lru_cache(maxsize=1_000)
def promises_caseless(text: str) -> bool:
    """Whether it is said that case does not count."""
    return bool(_CASELESS.search(text)) and not _NOT_CASELESS.search(text)


def stated_caseless(texts: tuple[str, ...], member: Words) -> str:
    """The sentence by which text of a member is sorted without regard to case; empty where none says so."""
    for text in texts:
        for sentence, paragraph in _sentences(text):
            if not _CASELESS.search(sentence) or _SEEKS.search(sentence) or _NOT_CASELESS.search(sentence):
                continue
            if not _COMPARES.search(sentence) or not _SORTS.search(paragraph):
                continue
            subject = _SUBJECT.match(sentence)
            of = set(words(subject["subject"])) if subject is not None else set()
            only = [words(each["member"]) for each in _ONLY_FOR.finditer(sentence)]
            is_meant = not of or not _ANY_TEXT.isdisjoint(of) or not of.isdisjoint(member)
            if is_meant and (not only or member in only):
                return sentence
    return ""
