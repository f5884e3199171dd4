"""What an answer to an introspection query says, read leniently: not every server keeps to the specification."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model import JSON

_CODES = ("code", "errorCode", "validationErrorCode", "classification", "errorType", "type")
_WORDS = ("message", "error", "error_description", "detail", "msg")


def schema_of(payload: JSON) -> dict[str, Any] | None:
    """The value of ``data.__schema``, None if there is none."""
    data = payload.get("data") if isinstance(payload, dict) else None
    described = data.get("__schema") if isinstance(data, dict) else None
    return described if isinstance(described, dict) else None


def messages_of(payload: JSON) -> list[str]:
    """The words of ``errors``, or of what stands in their place, in their order."""
    return [message for error in _errors(payload) for message in _texts(error, _WORDS)]


def codes_of(payload: JSON) -> list[str]:
    """The codes of the errors: in ``extensions``, as most have them, or beside the message."""
    found: list[str] = []
    for error in _errors(payload):
        if isinstance(error, dict):
            found += _texts(error.get("extensions"), _CODES)
            found += _texts(error, _CODES)
    return found


def _errors(payload: JSON) -> Iterator[JSON]:
    """The entries of ``errors`` as a list, an object or a text; a body without ``data`` may itself be the error."""
    if not isinstance(payload, dict):
        return
    errors = payload.get("errors")
    if isinstance(errors, list):
        yield from errors
    elif errors:
        yield errors
    elif "data" not in payload and "__schema" not in payload:
        yield payload


def _texts(holder: JSON, keys: tuple[str, ...]) -> list[str]:
    if isinstance(holder, str):
        return [holder]
    if not isinstance(holder, dict):
        return []
    found: list[str] = []
    for key in keys:
        value = holder.get(key)
        if isinstance(value, str) and value:
            found.append(value)
        elif isinstance(value, dict):
            found += [text for inner in keys if isinstance(text := value.get(inner), str)]
    return found
