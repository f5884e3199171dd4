"""The errors of an answer: at which coordinate each happened, and which nulls they explain."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from querious.model.finding import normalise

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model import JSON, Exchange, ObjectShape, SelectionShape
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
    payload = exchange.payload if isinstance(exchange.payload, dict) else {}
    listed = payload.get("errors")
    reported: dict[str, list[ReportedError]] = {}
    nulled: set[AnswerPath] = set()
    for error in listed[:_MOST] if isinstance(listed, list) else ():
        path = tuple(_path(error))
        coordinate = _coordinate(shape, payload.get("data"), path)
        if coordinate is None:
            continue
        reported.setdefault(coordinate, []).append(_reported(error, path))
        nulled.update(path[:length] for length in range(len(path) + 1))
    return AnswerErrors(reported, frozenset(nulled))


def _path(error: JSON) -> Iterator[str | int]:
    steps = error.get("path") if isinstance(error, dict) else None
    for step in steps if isinstance(steps, list) else ():
        if isinstance(step, str | int):
            yield step


def _reported(error: JSON, path: AnswerPath) -> ReportedError:
    known = error if isinstance(error, dict) else {}
    extensions = known.get("extensions")
    code = extensions.get("code") if isinstance(extensions, dict) else None
    message = str(known.get("message", ""))
    return ReportedError("" if code is None else str(code)[:_LONGEST], normalise(message), message[:_LONGEST], path)


def _coordinate(shape: SelectionShape, data: JSON, path: AnswerPath) -> str | None:
    """The coordinate of a place; None if it is not one of the shape's."""
    position: SelectionShape | None = shape
    value: Any = data
    coordinate = ""
    for step in path:
        if isinstance(step, int):
            value = value[step] if isinstance(value, list) and 0 <= step < len(value) else None
            continue
        found = _runtime(position, value, step) if position is not None else None
        if found is None:
            return None
        field = found.fields[step]
        coordinate, position = field.coordinate, field.child
        value = value.get(step) if isinstance(value, dict) else None
    return coordinate


def _runtime(position: SelectionShape, value: JSON, key: str) -> ObjectShape | None:
    """The shape that has this key: that of the object, or where a null hides its type the first possible one."""
    found = position.runtime(value if isinstance(value, dict) else {})
    if found is not None:
        return found if key in found.fields else None
    shapes = (position.runtime({position.typename_key: name}) for name in sorted(position.possible))
    return next((shape for shape in shapes if shape is not None and key in shape.fields), None)
