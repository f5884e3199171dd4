"""The API's own way of refusing, learned from what it says to many different invalid inputs.

Words that no rule of ours knows are unexplained at first. If the same words, with values and names taken out, come for
clearly invalid input in several places and never for ordinary input, they are how this API refuses, wherever they
appear. Words that come for ordinary input too prove nothing, and words with a mark of a crash are never learned.

What a database says where data break its constraints is read apart from them: an API that hands it through in several
places, and does not call it internal, leaves the checking of data to its database. That is a way of refusing too.
Everything here depends on the order of the cases alone.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from querious.answers.fault.codes import Sense, senses
from querious.answers.fault.courtesy import FAILURE
from querious.answers.fault.crashes import CONSTRAINT, UNIQUENESS
from querious.answers.fault.triage import Doubt
from querious.answers.fault.wordings import unquoted
from querious.answers.response import errors_of, graphql_map, message_of, strings_of
from querious.graphql.oracles.input_quality import InputQuality, input_quality
from querious.graphql.oracles.server_fault import finding_of
from querious.model import Variable
from querious.model.finding import normalise
from querious.model.operation import fields

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from querious.graphql.oracles.expectation import Expectation
    from querious.model import Case, Exchange

    Shown: TypeAlias = Callable[[object], Sequence[str]]

SEVERAL: Final = 3
"""Places in which invalid input has to meet the same words."""
_SERVER_ERROR: Final = 500
_MOST: Final = 500
"""Wordings remembered; an API that words every refusal differently cannot be learned from."""
_MOST_FINDINGS: Final = 5_000
_NAME: Final = re.compile(r"[^\W\d]\w*")
_LETTER: Final = re.compile(r"[^\W\d_]")
_LONGEST: Final = 100_000
_SHORTEST: Final = 3
"""Characters of a sent value from which on it is taken out of a message: shorter ones may be part of a word."""


class Remark(NamedTuple):
    """What one error of an answer adds to what is known of its wording."""

    wording: str
    place: str
    """The field it happened at; for a deliberately invalid operation also what was wrong with it."""
    quality: InputQuality
    doubt: Doubt
    fingerprint: str = ""
    """Of the finding that the error is, if it is one."""
    constraint: str = ""
    """What a database says where data break one of its constraints, if that does not call itself internal."""

    @property
    def proves_a_refusal(self) -> bool:
        """An error that calls itself internal, and comes for a hostile value, may well be what it says."""
        if self.quality is InputQuality.HOSTILE:
            return self.doubt is Doubt.ALL
        return self.quality is InputQuality.INVALID


class WordingRecord:
    """What is known of one wording."""

    __slots__ = ("crashed", "ordinary", "refused")

    def __init__(self) -> None:
        self.refused: set[str] = set()
        self.ordinary = False
        self.crashed = False


class RefusalWordings:
    """All wordings of a run that no rule explains; bounded."""

    def __init__(self) -> None:
        self._records: dict[str, WordingRecord] = {}
        self._wordings: dict[str, str] = {}
        """By fingerprint of a finding."""
        self._of_constraints: set[str] = set()
        """Fingerprints of findings in the words of a database."""
        self._constraints: set[str] = set()
        self._constraint_places: set[str] = set()

    def note(self, remark: Remark) -> None:
        """Take in a remark, in the order of the cases."""
        if remark.constraint and len(self._of_constraints) < _MOST_FINDINGS:
            self._of_constraints.add(remark.fingerprint)
            self._constraints.add(remark.constraint)
            self._constraint_places.add(remark.place)
        record = self._records.get(remark.wording)
        if record is None:
            if len(self._records) >= _MOST:
                return
            record = self._records[remark.wording] = WordingRecord()
        if len(self._wordings) < _MOST_FINDINGS:
            self._wordings.setdefault(remark.fingerprint, remark.wording)
        if remark.doubt is Doubt.NONE:
            record.crashed = True
        elif remark.quality is InputQuality.ORDINARY:
            record.ordinary = True
        elif remark.proves_a_refusal and len(record.refused) < SEVERAL:
            record.refused.add(remark.place)

    def refuses(self, fingerprint: str) -> bool:
        """Whether the words of a finding are what the API says to invalid input, and to no other as far as is known."""
        record = self._records.get(self._wordings.get(fingerprint, ""))
        if record is None or record.crashed or record.ordinary:
            return False
        return len(record.refused) >= SEVERAL

    def demotes(self, fingerprint: str) -> bool:
        """Whether even an error that calls itself internal may be a refusal: if its words tell of no failure."""
        return self.refuses(fingerprint) and FAILURE.search(self._wordings[fingerprint]) is None

    def hands_through(self, fingerprint: str) -> bool:
        """Whether it is what the database says of a constraint, as of several others in several places."""
        several = min(len(self._constraints), len(self._constraint_places)) >= SEVERAL
        return several and fingerprint in self._of_constraints


def remarks_of(exchange: Exchange, expectation: Expectation, shown: Shown) -> list[Remark]:
    """What an answer adds. ``shown`` gives the coordinates at which earlier answers have shown a value."""
    return list(_remarks(exchange, expectation, shown))


def _remarks(exchange: Exchange, expectation: Expectation, shown: Shown) -> Iterator[Remark]:
    payload = graphql_map(exchange)
    errors = errors_of(payload) if payload is not None else []
    if not errors:
        return
    case, triage = exchange.case, expectation.memory.triage
    for error, kind, doubt in zip(errors, triage.kinds(exchange), triage.doubts(exchange), strict=True):
        wording = wording_of(message_of(error), case) if doubt is not None else ""
        if doubt is None or not wording:
            continue
        finding = finding_of(error, kind, exchange, expectation)
        place = f"{finding.coordinate or _root(case)} {case.flaw}".strip()
        quality = input_quality(error, case, expectation.schema, shown)
        yield Remark(wording, place, quality, doubt, finding.fingerprint, _of_constraint(error, exchange))


def _of_constraint(error: dict[str, Any], exchange: Exchange) -> str:
    """The message, where it is what a database says of one of its constraints."""
    said = message_of(error)[:_LONGEST]
    if exchange.status >= _SERVER_ERROR or not senses(error).isdisjoint({Sense.INTERNAL, Sense.CRASH}):
        return ""
    return said if CONSTRAINT.search(unquoted(said)) or UNIQUENESS.search(unquoted(said)) else ""


def _root(case: Case) -> str:
    return next((field.coordinate for field in fields(case.operation.selections)), "")


def wording_of(message: str, case: Case) -> str:
    """A message without the values and names of the request; empty where nothing is left to be recognised by."""
    message = message[:_LONGEST]
    for text in sorted(strings_of(case), key=len, reverse=True):
        message = _without(message, text)
    names = _names(case)
    text = _NAME.sub(lambda name: "<>" if name.group().casefold() in names else name.group(), normalise(message))
    # An empty value leaves nothing behind, so what surrounds a value at the end must not count either.
    wording = normalise(text).strip(" <>#:.,;!?()[]'\"")
    return wording if _LETTER.search(wording) else ""


def _without(message: str, text: str) -> str:
    """The message without an echo of a sent value. A short value may be part of a word, and is no echo then."""
    if not text:
        return message
    if len(text) < _SHORTEST:
        return re.sub(rf"(?<!\w){re.escape(text)}(?!\w)", "<>", message)
    escaped = json.dumps(text, ensure_ascii=False)[1:-1]
    return message.replace(text, "<>").replace(escaped, "<>")


def _names(case: Case) -> frozenset[str]:
    """Names that the operation itself brings in: of fields, types, arguments and input fields."""
    found: set[str] = set()
    for field in fields(case.operation.selections):
        found.update((field.name, field.parent, field.key))
        for name, value in field.arguments:
            found.add(name)
            found.update(_keys(value))
    return frozenset(name.casefold() for name in found)


def _keys(value: object) -> Iterator[str]:
    if isinstance(value, Variable):
        value = value.value
    if isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from _keys(item)
    elif isinstance(value, list):
        for item in value:
            yield from _keys(item)
