"""Search: a row that shows a word in its name is found by it, where most rows are.

A suspicion: an index may know stop words, stems and shortest words, and may be filled a little later. It is a fault
where the row is found by the word in small letters and not as it is written: that is compared with what nobody shows.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from querious.model import Severity
from querious.rest.relations.page_facts import page_facts
from querious.rest.relations.readable_lists import key_member, rows_of
from querious.rest.relations.relation import RestMismatch, RestRelation
from querious.rest.relations.search_promises import ask_what_is_promised, broken_promises
from querious.values.semantics import is_search

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model import JSON
    from querious.rest.relations.readable_lists import ReadableList
    from querious.rest.relations.relation import RestAnswer, RestConversation

_NAMES: Final = ("name", "title", "label", "headline", "subject")
"""Members that every search looks at, the likeliest first."""
_WORD: Final = re.compile(r"[A-Za-z]{4,30}")
_WORDS: Final = 5
_EVIDENCE: Final = 2
"""Rows that must be found before one that is not is told."""


def _propose(readable: ReadableList) -> Iterator[RestConversation]:
    searched = [kind.parameter.name for kind in readable.parameters if is_search(kind.parameter.name)]
    found = [_longest(row) for row in readable.rows]
    chosen = list(dict.fromkeys(filter(None, found)))[:_WORDS]
    for name in searched[:1]:
        if len(chosen) > _EVIDENCE:
            yield _ask(readable, name, chosen)
    yield from ask_what_is_promised(readable)


def _ask(readable: ReadableList, name: str, searched: Sequence[str]) -> RestConversation:
    yield readable.call
    for word in (*searched, searched[0].lower()):
        yield readable.with_more(**{name: word})


def _text(row: dict[str, JSON]) -> str:
    return next((str(row[name]) for name in _NAMES if isinstance(row.get(name), str)), "")


def _longest(row: dict[str, JSON]) -> str:
    return max(_WORD.findall(_text(row)), key=len, default="")


def _check(trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
    broken = list(broken_promises(trace))
    yield from broken or _check_words(trace)


def _check_words(trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
    for plain in trace:
        rows = rows_of(plain.payload) if plain.is_good else None
        key = key_member(rows or [])
        if rows and key and not any(is_search(name) for name in plain.query):
            yield from _check_searches(trace, plain, rows, key)
            return


def _check_searches(
    trace: Sequence[RestAnswer], plain: RestAnswer, rows: Sequence[dict[str, JSON]], key: str
) -> Iterator[RestMismatch]:
    found, missing = 0, []
    found_by: dict[str, set[str]] = {}
    for step, word, here in _searches(trace, plain, len(rows)):
        keys = found_by[word] = {str(row.get(key)) for row in here}
        wanted = [row for row in rows if _names(row, word)]
        found += sum(str(row[key]) in keys for row in wanted)
        missing += [(step, row, word) for row in wanted if str(row[key]) not in keys]
    for step, row, word in missing:
        if word in _WORD.findall(_text(row)) and str(row[key]) in found_by.get(word.lower(), ()):
            message = f'{key} "{row[key]}" is found by "{word.lower()}", but not by "{word}", as its name is written'
            yield RestMismatch(plain.call.coordinate, message, step)
            return
    if missing and found >= _EVIDENCE and found > len(missing):
        step, row, word = missing[0]
        message = f'most rows are found by a word of their name, but not {key} "{row[key]}" by "{word}"'
        yield RestMismatch(plain.call.coordinate, message, step, Severity.SUSPICION)


def _searches(
    trace: Sequence[RestAnswer], plain: RestAnswer, every: int
) -> Iterator[tuple[int, str, list[dict[str, JSON]]]]:
    """The place in the trace, the word and the rows of each search that chose among all rows, and told all it found."""
    for step, answer in enumerate(trace):
        asked = [value for name, value in answer.query.items() if is_search(name)]
        here = rows_of(answer.payload) if answer.is_good and answer.call.path == plain.call.path else None
        if len(asked) == 1 and here is not None and page_facts(answer).more is not True and len(here) < every:
            yield step, str(asked[0]), here


def _names(row: dict[str, JSON], word: str) -> bool:
    """Whether the name of a row has this word, in whichever case."""
    return word.casefold() in map(str.casefold, _WORD.findall(_text(row)))


SEARCH = RestRelation("search", "a row is found by a word of its name", _propose, _check)
