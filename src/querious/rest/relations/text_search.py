"""Search: a row that shows a word in its name is found by it, where most rows are.

A suspicion: an index may know stop words, stems and shortest words, and may be filled a little later.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from querious.model import Severity
from querious.rest.relations.page_facts import page_facts
from querious.rest.relations.readable_lists import key_member, rows_of
from querious.rest.relations.relation import RestMismatch, RestRelation
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


def _ask(readable: ReadableList, name: str, searched: Sequence[str]) -> RestConversation:
    yield readable.call
    for word in searched:
        yield readable.with_more(**{name: word})


def _text(row: dict[str, JSON]) -> str:
    return next((str(row[name]) for name in _NAMES if isinstance(row.get(name), str)), "")


def _longest(row: dict[str, JSON]) -> str:
    return max(_WORD.findall(_text(row)), key=len, default="")


def _check(trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
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
    for step, answer in enumerate(trace):
        asked = [value for name, value in answer.query.items() if is_search(name)]
        here = rows_of(answer.payload) if answer.is_good and answer.call.path == plain.call.path else None
        if len(asked) != 1 or here is None or page_facts(answer).more is True or len(here) >= len(rows):
            continue
        keys = {str(row.get(key)) for row in here}
        for row in rows:
            if str(asked[0]).casefold() in map(str.casefold, _WORD.findall(_text(row))):
                found += str(row[key]) in keys
                missing += [(step, row, str(asked[0]))] if str(row[key]) not in keys else []
    if missing and found >= _EVIDENCE and found > len(missing):
        step, row, word = missing[0]
        message = f'most rows are found by a word of their name, but not {key} "{row[key]}" by "{word}"'
        yield RestMismatch(plain.call.coordinate, message, step, Severity.SUSPICION)


SEARCH = RestRelation("search", "a row is found by a word of its name", _propose, _check)
