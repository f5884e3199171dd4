"""An operation is sent, and its answer is read: GraphQL answers nearly everything with status 200."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from querious.answers.complaints import ending_of_complaint, text_of, worst
from querious.answers.response import SERVER_ERROR
from querious.graphql.collections.schema_index import is_error_member
from querious.model.exchange import Failure
from querious.model.state import Ending

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from querious.graphql.collections.operations import CollectionOperation
    from querious.model.exchange import Exchange, Send
    from querious.model.values import JSON

NOTHING: Final[Mapping[str, JSON]] = {}
"""No arguments."""
_CLIENT_ERROR: Final = 400
_TOO_MANY: Final = 429
_FLAGS: Final = frozenset(
    {"success", "ok", "successful", "deleted", "succeeded", "result", "removed", "isdeleted", "done"}
)
_YES: Final = re.compile(r"true|DELETED|REMOVED|DESTROYED|SUCCESS(?:FUL)?|SUCCEEDED|DONE|OK", re.IGNORECASE)
_NO: Final = re.compile(r"false|(?:NOT|CANNOT|FAIL(?:ED|URE)?|ERROR|REFUSED|DENIED)(?:_\w+)?", re.IGNORECASE)
"""Flags of two values or of more: ``DELETED``, ``NOT_DELETED``."""
_COUNTS: Final = frozenset({"affectedrows", "affected_rows", "affected", "count", "deletedcount", "rowsaffected"})
_ERROR_TYPES: Final = ("Error", "Errors", "NotFound", "Problem", "Failure", "Exception")
_MARK: Final = re.compile(r"m\d+_(?=.)")
"""Keeps fields of several types apart."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back for one operation."""

    exchange: Exchange
    value: JSON = None
    """Of the field that was asked for; None if it is null or not there."""
    errors: tuple[dict[str, Any], ...] = ()
    readable: bool = True
    """Whether it is an answer of GraphQL at all."""

    @property
    def complaints(self) -> list[JSON]:
        """All that the service said against it: in errors of GraphQL, or else in its payload."""
        return [*self.errors] or [*complaints_of(self.value)]

    @property
    def words(self) -> list[str]:
        """What the service said against it."""
        return [text_of(one) for one in self.complaints]

    @property
    def ending(self) -> Ending | None:
        """How transport, errors of GraphQL or those of the payload say that it ended; None: nothing is wrong."""
        exchange = self.exchange
        if exchange.failure is Failure.TIMEOUT or exchange.status == _TOO_MANY:
            return Ending.UNANSWERED
        if exchange.failure is not None or exchange.status >= SERVER_ERROR:
            return Ending.BROKEN
        if not self.readable:
            return Ending.REFUSED if exchange.status >= _CLIENT_ERROR else Ending.BROKEN
        return worst(map(ending_of_complaint, self.complaints)) if self.complaints else None


def ask(
    send: Send, operation: CollectionOperation, arguments: Mapping[str, JSON], above: Mapping[str, JSON] = NOTHING
) -> Answer:
    """Send it and wait."""
    return read_answer(send(operation.case(arguments, above)), operation.root.names)


def read_answer(exchange: Exchange, names: Sequence[str]) -> Answer:
    """What an exchange says of the field that these names lead to."""
    payload = exchange.payload if exchange.is_json and isinstance(exchange.payload, dict) else {}
    if not {"data", "errors"} & set(payload):
        return Answer(exchange, readable=False)
    value = payload.get("data")
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    errors = payload.get("errors") or []
    listed = errors if isinstance(errors, list) else [errors]
    maps = (error if isinstance(error, dict) else {"message": str(error)} for error in listed)
    return Answer(exchange, value, tuple(maps))


def complaints_of(payload: JSON) -> Iterator[JSON]:
    """Entries of ``userErrors`` and their like; a whole payload of a type that is an error; a flag that says no."""
    if not isinstance(payload, dict):
        return
    members = _unmarked(payload)
    for name, value in members.items():
        if is_error_member(name) and name not in {"message", "messages"} and value:
            yield from value if isinstance(value, list) else [value]
    is_error = str(payload.get("__typename", "")).endswith(_ERROR_TYPES)
    if is_error or (_flag(members) is False and text_of(payload)):
        yield payload


def removed(payload: JSON, *, shown: bool = False) -> bool | None:
    """Whether the answer to a delete says that something was removed; None if it does not say.

    ``shown``: it holds the entry. Then an identifier that is null beside it says nothing.
    """
    if not isinstance(payload, dict):
        return isinstance(payload, str) or bool(payload)
    members = _unmarked(payload)
    said = [_flag(members)]
    for name, value in members.items():
        if name in _COUNTS and isinstance(value, int):
            said.append(value > 0)
        elif name.startswith("deleted") and name.endswith("id") and not (shown and value is None):
            said.append(value is not None)
    return next((one for one in said if one is not None), None)


def _unmarked(payload: dict[str, JSON]) -> dict[str, JSON]:
    return {_MARK.sub("", name, count=1).lower(): value for name, value in payload.items()}


def _flag(members: dict[str, JSON]) -> bool | None:
    """What a member that says yes or no says, by itself or in a word."""
    for name, value in members.items():
        said = str(value) if name in _FLAGS and isinstance(value, bool | str) else ""
        if _YES.fullmatch(said) or _NO.fullmatch(said):
            return _YES.fullmatch(said) is not None
    return None
