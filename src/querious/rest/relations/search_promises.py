"""What a description promises of a search: in which members it looks, for any part of their text, whatever the case.

"Text that the name contains, ignoring case", "Part of the first or the last name". What is searched for is such text
itself: where ``_`` and ``%`` find other letters, a pattern of the database is let through.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.answers.measures import ValueKind
from querious.model import Severity
from querious.rest.relations.order_promises import promises_caseless
from querious.rest.relations.page_facts import asked_size, page_facts
from querious.rest.relations.readable_lists import key_member, rows_of
from querious.rest.relations.relation import RestMismatch
from querious.rest.relations.row_members import members_of
from querious.text.words import words
from querious.values.semantics import is_search

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model import JSON
    from querious.rest.openapi import RestOperation, RestParameter
    from querious.rest.relations.readable_lists import ReadableList
    from querious.rest.relations.relation import RestAnswer, RestConversation
    from querious.rest.relations.row_members import RowMember

_PART: Final = re.compile(
    r"\bcontain\w*|\bsub-?strings?\b|\bparts? of\b|\bpart(?:ial)?(?:ly)? match\w*|\banywhere\b|\btext (?:with)?in\b",
    re.IGNORECASE,
)
_NO_PLAIN_TEXT: Final = re.compile(
    r"\bwild-?cards?\b|\bpatterns?\b|\bregex\w*|\bregular expressions?\b|\bglobs?\b|\bi?like\b|\bfull[ -]?text|\bfuzzy"
    r"|\blucene|\bquery language|\bsimilar|\bstem\w*|\bwords?\b|\bprefix|\bbegin\w*|\bstart\w*",
    re.IGNORECASE,
)
_WORD: Final = re.compile(r"[A-Za-z0-9]{5,30}")
_ROWS: Final = 2
"""That are searched for by each member, and that must be missed for it to be certain."""
_MEMBERS: Final = 2
_CODE: Final = "*(['\"\\;"
"""Characters that are taken for code somewhere."""
_ANY_LETTER, _ANY_TEXT, _NO_LETTER = "_", "%", "~"


class SearchPromise(NamedTuple):
    """What is said of one parameter."""

    name: str
    members: tuple[RowMember, ...]
    """In which it looks, as the description names them."""
    finds_parts: bool
    ignores_case: bool
    is_plain: bool
    """Whether nothing says that patterns are understood."""


def ask_what_is_promised(readable: ReadableList) -> Iterator[RestConversation]:
    """Searches for words of rows, parts of them, and words with a letter that may stand for any."""
    for promise in _promises(readable.plan.operation, readable.rows):
        yield _ask(readable, promise)


def _promises(operation: RestOperation, rows: Sequence[dict[str, JSON]]) -> Iterator[SearchPromise]:
    members = [each for each in members_of(rows) if len(each.path) == 1 and each.kind is ValueKind.TEXT]
    for parameter in operation.parameters:
        promise = _promise(parameter, members) if parameter.where == "query" else None
        if promise is not None:
            yield promise


def _promise(parameter: RestParameter, members: Sequence[RowMember]) -> SearchPromise | None:
    about, said = parameter.about, set(words(parameter.about))
    is_text = parameter.keywords.get("type", "string") == "string" and "enum" not in parameter.keywords
    finds_parts = bool(_PART.search(about)) and not _NO_PLAIN_TEXT.search(about)
    if not is_text or not (is_search(parameter.name) or finds_parts):
        return None
    named = [each for each in members if said.issuperset(each.words)]
    if not named and not is_search(parameter.name):
        named = [each for each in members if each.words == words(parameter.name)]
    is_plain = not _NO_PLAIN_TEXT.search(about)
    return SearchPromise(parameter.name, tuple(named[:_MEMBERS]), finds_parts, promises_caseless(about), is_plain)


def _ask(readable: ReadableList, promise: SearchPromise) -> RestConversation:
    """The last one alone, so that nothing else keeps all rows back before the text is looked for."""
    yield readable.call
    for text in dict.fromkeys((*_texts(readable.rows, promise), _CODE)):
        yield readable.with_more(**{promise.name: text})


def _texts(rows: Sequence[dict[str, JSON]], promise: SearchPromise) -> Iterator[str]:
    for member in promise.members:
        for word in _words_of(rows, member)[:_ROWS]:
            yield word
            if promise.finds_parts:
                yield word[1:-1]
            if promise.ignores_case:
                yield word.swapcase()
    searched = promise.members or tuple(each for each in members_of(rows) if each.words == ("name",))
    for member in searched[:1]:
        for word in _words_of(rows, member)[:1]:
            for letter in (_ANY_LETTER, _ANY_TEXT, _NO_LETTER):
                yield word[0] + letter + word[2:]


def _words_of(rows: Sequence[dict[str, JSON]], member: RowMember) -> list[str]:
    """The longest word of each row, which no other row may have."""
    found = []
    for row in rows:
        value = row.get(member.path[0])
        found += [max(_WORD.findall(value), key=len, default="")] if isinstance(value, str) else []
    return [word for word in dict.fromkeys(found) if word]


class _Search(NamedTuple):
    step: int
    text: str
    keys: set[str]


def broken_promises(trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
    """What searches show and must not, and what they do not show although it is promised."""
    for plain in trace:
        rows = rows_of(plain.payload) if plain.is_good and plain.operation is not None else None
        key = key_member(rows or [])
        if not rows or not key or plain.operation is None:
            continue
        for promise in _promises(plain.operation, rows):
            searches = list(_searches(trace, plain, promise.name, key))
            if promise.name not in plain.query and searches:
                coordinate = plain.call.coordinate
                yield from _judge_missing(rows, key, promise, searches, coordinate)
                yield from _judge_patterns(rows, key, promise, searches, coordinate)


def _searches(trace: Sequence[RestAnswer], plain: RestAnswer, name: str, key: str) -> Iterator[_Search]:
    for step, answer in enumerate(trace):
        kept = tuple(each for each in answer.call.arguments if each.name != name)
        here = rows_of(answer.payload) if answer.is_good and name in answer.query else None
        is_alike = plain.call == answer.call._replace(arguments=kept)
        is_cut = here is not None and (page_facts(answer).more is True or len(here) == asked_size(answer))
        if here is not None and is_alike and not is_cut:
            yield _Search(step, str(answer.query[name]), {str(row.get(key)) for row in here})


def _judge_missing(
    rows: Sequence[dict[str, JSON]], key: str, promise: SearchPromise, searches: Sequence[_Search], coordinate: str
) -> Iterator[RestMismatch]:
    """Rows that show the text, or part of it, or the same in another case. One alone may be new to an index."""
    for member in promise.members:
        missed: dict[str, list[tuple[_Search, str, str]]] = {}
        for search in searches:
            for row in rows:
                value = row.get(member.path[0])
                how = _how_found(search.text, value, promise) if isinstance(value, str) else ""
                if how and str(row[key]) not in search.keys:
                    missed.setdefault(how, []).append((search, str(row[key]), str(value)))
        for how, found in missed.items():
            search, own, value = found[0]
            said = f'{promise.name} "{search.text}" does not find {key} "{own}", whose {member.name} "{value}" {how}'
            certain = len({each[0].text for each in found}) >= _ROWS
            yield RestMismatch(coordinate, said, search.step, Severity.FAULT if certain else Severity.SUSPICION)


def _how_found(text: str, value: str, promise: SearchPromise) -> str:
    """Why a search has to find a value; empty where it need not."""
    if text in _WORD.findall(value):
        return "has that word"
    if promise.finds_parts and text in value:
        return "has that part"
    is_alike = text.casefold() in map(str.casefold, _WORD.findall(value))
    return "has that word in another case" if promise.ignores_case and is_alike else ""


def _judge_patterns(
    rows: Sequence[dict[str, JSON]], key: str, promise: SearchPromise, searches: Sequence[_Search], coordinate: str
) -> Iterator[RestMismatch]:
    """A sign finds letters in its place, while another sign does not: what is alike is not searched for."""
    unlike = [search for search in searches if _NO_LETTER in search.text]
    for search in searches if promise.is_plain and unlike else ():
        signs = {_ANY_LETTER, _ANY_TEXT} & set(search.text)
        shows = [row for row in rows if any(search.text.casefold() in str(value).casefold() for value in row.values())]
        if signs and search.keys and not shows and not unlike[0].keys:
            sign = signs.pop()
            said = f'{promise.name} "{search.text}" finds {key} "{min(search.keys)}", where no row has "{sign}" there'
            certain = promise.finds_parts
            yield RestMismatch(coordinate, said, search.step, Severity.FAULT if certain else Severity.SUSPICION)
            return
