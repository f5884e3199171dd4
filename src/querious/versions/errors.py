"""The errors of an answer: at which coordinate each happened, and which nulls they explain."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from querious.answers.response import path_of
from querious.model.finding import normalise

if TYPE_CHECKING:
    from querious.model import JSON, Exchange, FieldShape, SelectionShape
    from querious.model.shape import AnswerPath

_MOST: Final = 1_000
"""Errors read of one answer."""
_LONGEST: Final = 200


class ReportedError(NamedTuple):
    """One error, without what differs from request to request."""

    code: str
    message: str
    """Normalised."""
    text: str
    """As it was reported."""
    path: AnswerPath = ()


class AnswerErrors(NamedTuple):
    """All errors of one answer."""

    reported: dict[str, list[ReportedError]]
    """By coordinate; the empty one is of the whole request."""
    nulled: frozenset[AnswerPath]
    """Where an error explains a null: at its own path and at all above it, since a null may propagate."""


def read_errors(exchange: Exchange, shape: SelectionShape) -> AnswerErrors:
    """The errors of an answer. Those at fields that the shape does not know are passed over."""
    listed = exchange.payload.get("errors")
    reported: dict[str, list[ReportedError]] = {}
    nulled: set[AnswerPath] = set()
    for error in listed[:_MOST] if isinstance(listed, list) else ():
        known = error if isinstance(error, dict) else {}
        path = path_of(known) or ()
        coordinate = _coordinate(shape, exchange.payload.get("data"), path)
        if coordinate is not None:
            reported.setdefault(coordinate, []).append(_reported(known, path))
            nulled.update(path[:length] for length in range(len(path) + 1))
    return AnswerErrors(reported, frozenset(nulled))


def _reported(error: dict[str, JSON], path: AnswerPath) -> ReportedError:
    extensions = error.get("extensions")
    code = extensions.get("code", "") if isinstance(extensions, dict) else ""
    message = str(error.get("message", ""))
    return ReportedError("" if code is None else str(code)[:_LONGEST], normalise(message), message[:_LONGEST], path)


def _coordinate(shape: SelectionShape, data: JSON, path: AnswerPath) -> str | None:
    """The coordinate of a place; None if it is not one of the shape's."""
    position: SelectionShape | None = shape
    value, coordinate = data, ""
    for step in path:
        if isinstance(step, str):
            field = _field(position, value, step)
            if field is None:
                return None
            coordinate, position = field.coordinate, field.child
        value = _at(value, step)
    return coordinate


def _at(value: JSON, step: str | int) -> JSON:
    try:
        return value[step]
    except (KeyError, IndexError, TypeError):
        return None


def _field(position: SelectionShape | None, value: JSON, key: str) -> FieldShape | None:
    """The field under a key: of the object, or where a null hides its type of the first possible one that has it."""
    if position is None:
        return None
    shape = position.runtime(value if isinstance(value, dict) else {})
    possible = (position.runtime({position.typename_key: name}) for name in sorted(position.possible))
    shapes = possible if shape is None else [shape]
    return next((shape.fields[key] for shape in shapes if shape is not None and key in shape.fields), None)
