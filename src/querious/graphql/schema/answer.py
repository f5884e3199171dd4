"""What an answer to an introspection query says, read leniently: not every server keeps to the specification."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from querious.model import JSON

_CODES = ("code", "errorCode", "validationErrorCode", "classification", "errorType", "type")
_WORDS = ("message", "error", "error_description", "detail", "msg")


def schema_of(payload: JSON) -> dict[str, Any] | None:
    """The value of ``data.__schema``, None if there is none."""
    described = member_of(member_of(payload, "data"), "__schema")
    return described if isinstance(described, dict) else None


def messages_of(payload: JSON) -> list[str]:
    """The words of ``errors``, or of what stands in their place, in their order."""
    return [message for error in _errors(payload) for message in _texts(error, _WORDS)]


def codes_of(payload: JSON) -> list[str]:
    """The codes of the errors: in ``extensions``, as most have them, or beside the message."""
    holders = [holder for error in _errors(payload) for holder in (member_of(error, "extensions"), error)]
    return [code for holder in holders if isinstance(holder, dict) for code in _texts(holder, _CODES)]


def member_of(holder: JSON, key: str) -> JSON:
    """What an object holds under a key; None for whatever is not an object."""
    return holder.get(key) if isinstance(holder, dict) else None


def _errors(payload: JSON) -> list[JSON]:
    """The entries of ``errors`` as a list, an object or a text; a body without ``data`` may itself be the error."""
    errors = member_of(payload, "errors")
    if errors:
        return errors if isinstance(errors, list) else [errors]
    return [payload] if isinstance(payload, dict) and payload.keys().isdisjoint(("data", "__schema")) else []


def _texts(holder: JSON, keys: tuple[str, ...]) -> list[str]:
    """The texts under these keys, and under the same keys one level further in; a text stands for itself."""
    values = [member_of(holder, key) for key in keys]
    inside = [member_of(value, key) for value in values for key in keys]
    return [text for text in (holder, *values, *inside) if isinstance(text, str) and text]
