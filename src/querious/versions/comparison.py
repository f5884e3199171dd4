"""Two answers of two versions: every place where they differ, errors included.

A null that an error explains is told as the error.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from querious.answers.alignment import Alignment
from querious.answers.differences import data_mismatches
from querious.answers.objects import objects_in
from querious.model.diff import Kind
from querious.model.shape import BODY, runtime_shape
from querious.versions.errors import AnswerErrors, read_errors
from querious.versions.excerpts import error_text, mismatch_texts, response_text, text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.answers.differences import ComparisonContext, DataMismatch
    from querious.model import JSON, Exchange, SelectionShape
    from querious.model.shape import AnswerPath

Key: TypeAlias = tuple[str, Kind]
"""A coordinate, and a kind of difference in which lost, added and other items are one."""
_FAMILIES: Final = {Kind.ADDED: Kind.LOST, Kind.OTHERS: Kind.LOST}


class AnswerMismatch(NamedTuple):
    """One place where two answers differ."""

    coordinate: str
    kind: Kind
    path: AnswerPath
    """In the first answer."""
    one: str
    """What the first answer says, in JSON or in words."""
    other: str
    promised: bool = True
    """Whether the API has promised what differs; False for the order of an unsorted list, and for wordings."""
    above: tuple[str, ...] = ()
    """The coordinates on the way down to it, from the last object that is known to be the same in both answers."""

    @property
    def key(self) -> Key:
        """Where it is counted."""
        return self.coordinate, _FAMILIES.get(self.kind, self.kind)


def compare(shape: SelectionShape, one: Exchange, other: Exchange, context: ComparisonContext) -> list[AnswerMismatch]:
    """Every place where the second answer differs from the first."""
    if (one.status, one.failure, one.body) == (other.status, other.failure, other.body):
        return []
    responses = response_text(one), response_text(other)
    if not one.case.is_graphql:
        return list(_rest_mismatches(shape, one, other, context))
    if not _is_answer(one) or not _is_answer(other):
        return [] if responses[0] == responses[1] else [AnswerMismatch("", Kind.STATUS, (), *responses)]
    errors = read_errors(one, shape), read_errors(other, shape)
    data, others = one.payload.get("data"), other.payload.get("data")
    found = [*_data_mismatches(shape, data, others, context, *errors), *_error_mismatches(*errors)]
    if not found and isinstance(data, dict) is not isinstance(others, dict):
        return [AnswerMismatch("", Kind.NULL, (), text(data), text(others))]
    if not found and one.status != other.status:
        return [AnswerMismatch("", Kind.STATUS, (), *responses)]
    return found


def _rest_mismatches(
    shape: SelectionShape, one: Exchange, other: Exchange, context: ComparisonContext
) -> Iterator[AnswerMismatch]:
    """A refusal is told by its status; in which words it comes is nobody's promise."""
    data, others = _rest_data(one), _rest_data(other)
    if data is None or others is None:
        responses = response_text(one), response_text(other)
        if responses[0] != responses[1]:
            root = runtime_shape(shape, {})
            operation = next(iter(root.fields.values())).coordinate if root else ""
            yield AnswerMismatch(operation, Kind.STATUS, (BODY,), *responses)
        return
    for found in data_mismatches(shape, data, others, context):
        yield AnswerMismatch(
            found.at.coordinate, found.kind, found.at.one, *mismatch_texts(found), found.promised, found.at.above
        )
    if one.status != other.status:
        yield AnswerMismatch("", Kind.STATUS, (BODY,), response_text(one), response_text(other))


def _rest_data(exchange: Exchange) -> dict[str, JSON] | None:
    is_good = exchange.failure is None and exchange.status < HTTPStatus.MULTIPLE_CHOICES and exchange.is_json
    return {BODY: exchange.payload} if is_good else None


def coordinates(shape: SelectionShape, exchange: Exchange) -> set[str]:
    """The coordinates that an answer holds."""
    payload = exchange.payload if isinstance(exchange.payload, dict) else {}
    data = payload.get("data") if exchange.case.is_graphql else _rest_data(exchange) or {}
    found: set[str] = set()
    for placed in objects_in(shape, data):
        found.update(field.coordinate for field in placed.shape.fields.values())
    return found


def _data_mismatches(
    shape: SelectionShape, one: JSON, other: JSON, context: ComparisonContext, here: AnswerErrors, there: AnswerErrors
) -> Iterator[AnswerMismatch]:
    for mismatch in data_mismatches(shape, one, other, context):
        found = _without_errors(mismatch, here, there)
        if found is not None:
            at, texts = found.at, mismatch_texts(found)
            yield AnswerMismatch(at.coordinate, found.kind, at.one, *texts, found.promised, at.above)


def _is_explained(value: JSON, path: AnswerPath, errors: AnswerErrors) -> bool:
    """Whether it is the null of an error."""
    return value is None and path in errors.nulled


def _without_errors(found: DataMismatch, one: AnswerErrors, other: AnswerErrors) -> DataMismatch | None:
    """What no error explains. Of items that became an error in one answer, the other has as many more."""
    if _is_explained(found.one, found.at.one, one) or _is_explained(found.other, found.at.other, other):
        return None
    lost = _unexplained(found.lost, found.one, found.at.one, one)
    added = _unexplained(found.added, found.other, found.at.other, other)
    left = lost[len(found.added) - len(added) :], added[len(found.lost) - len(lost) :]
    kind = Alignment((), *left).kind if found.lost or found.added else found.kind
    return None if kind is None else found._replace(lost=left[0], added=left[1], kind=kind)


def _unexplained(places: Sequence[int], items: list[JSON], path: AnswerPath, errors: AnswerErrors) -> list[int]:
    return [place for place in places if not _is_explained(items[place], (*path, place), errors)]


def _error_mismatches(one: AnswerErrors, other: AnswerErrors) -> Iterator[AnswerMismatch]:
    """Coordinates where only one answer has an error, or another one."""
    for coordinate in {**one.reported, **other.reported}:
        here, there = one.reported.get(coordinate, []), other.reported.get(coordinate, [])
        path = (here or there)[0].path
        texts = error_text(here), error_text(there)
        if {error.code for error in here} != {error.code for error in there}:
            yield AnswerMismatch(coordinate, Kind.ERROR, path, *texts)
        elif {error.message for error in here} != {error.message for error in there}:
            yield AnswerMismatch(coordinate, Kind.MESSAGE, path, *texts, promised=False)


def _is_answer(exchange: Exchange) -> bool:
    return exchange.failure is None and isinstance(exchange.payload, dict)
