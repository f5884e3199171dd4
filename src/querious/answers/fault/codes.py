"""The codes that servers put beside a message, and what they mean.

Apollo, Yoga, Ariadne: ``extensions.code``. graphql-java, Spring, DGS: ``extensions.classification`` and ``errorType``.
Lighthouse, webonyx: ``extensions.category``. GitHub: ``type``. AppSync: ``errorType``. NestJS: a status inside.
They are read as words, not as a closed list: ``EMAIL_ALREADY_TAKEN`` is as clear as ``BAD_USER_INPUT``.
"""

from __future__ import annotations

import re
from enum import Enum
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterator


class Sense(Enum):
    """What a code says."""

    CRASH = "the server broke its own promise"
    AUTHORISATION = "not allowed"
    LIMIT = "too much, too deep or too fast"
    INVALID = "refused before execution"
    USER = "the request is to blame"
    INTERNAL = "an exception, which many servers also say of errors raised on purpose"
    NUMBERED = "a number of the application's own: somebody foresaw this case"


_KEYS: Final = ("code", "errorType", "classification", "category", "type", "errorCode", "error_code", "errorDetail")
_NESTED: Final = ("exception", "originalError", "response", "error", "http")
_STATUS: Final = ("status", "statusCode", "status_code", "httpStatus", "http_status")
_WORD: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+")

_READINGS: Final = (
    (Sense.CRASH, ("^NULL_VALUE_IN_NON_NULLABLE", "NON_NULL_VIOLATION$", "^HC0008$")),
    (
        Sense.LIMIT,
        (
            "THROTTL|RATE_?LIMIT|TOO_MANY_REQ|LIMIT_(?:EXCEEDED|REACHED)|QUOTA|RESOURCE_EXHAUSTED|ENHANCE_YOUR_CALM",
            "COMPLEX|(?:^|_)DEPTH|TOO_DEEP|(?:^|_)COST|MAX_RECURSIVE|^HC00(?:10|45|47)$",
            "PAYLOAD_TOO_LARGE|BATCH_?(?:REJ|LIMIT)|TIMEOUT$|DEADLINE_EXCEEDED",
        ),
    ),
    (
        Sense.AUTHORISATION,
        (
            "UNAUTH|FORBIDDEN|(?:ACCESS|PERMISSION)_?(?:DENIED|ERROR)|^AUTH(?:_|$|ENTIC|ORI[SZ])|NOT_AUTH|CSRF",
            "INSUFFICIENT_(?:SCOPE|PERM|PRIV)|(?:^|_)JWT|INVALID_(?:TOKEN|CREDENTIALS|API_KEY|HEADERS)|TOKEN_EXPIRED",
            "INTROSPECTION|PERSISTED_?QUERY|ALLOW_?LIST|^HC00(?:20|46)$",
        ),
    ),
    (
        Sense.INVALID,
        (
            "^GRAPHQL_(?:VALIDATION|PARSE)|^(?:VALIDATION|PARSE)_FAILED$|^INVALID_SYNTAX|^GRAPHQL$",
            "^HC00(?:01|02|09|11|12|14|16|17|18)$|^FIELD_NOT_FOUND$|^OPERATION_NOT_SUPPORTED$",
            # graphql-ruby has one for each rule of validation
            "^UNDEFINED_(?:FIELD|TYPE|DIRECTIVE)$|^ARGUMENT_(?:NOT_ACCEPTED|LITERALS_INCOMPATIBLE)$|^FIELD_CONFLICT$",
            "^MISSING_REQUIRED_(?:ARGUMENTS|INPUT_OBJECT_ATTRIBUTE)$|^SELECTION_MISMATCH$|^CANNOT_SPREAD_FRAGMENT$",
            "^VARIABLE_(?:MISMATCH|NOT_USED|NOT_DEFINED|REQUIRES_VALID_TYPE)$",
        ),
    ),
    (
        Sense.INTERNAL,
        (
            "INTERNAL|UNEXPECTED|UNHANDLED|SERVER_ERROR|^UNKNOWN(?:_ERROR)?$|^(?:EXCEPTION|FATAL)$|^PANIC",
            "DATA_FETCHING_EXCEPTION|EXECUTION_ABORTED|MAPPING_TEMPLATE|SERVICE_(?:ERROR|UNAVAILABLE)|^UNAVAILABLE$",
            "DOWNSTREAM|SUBREQUEST|BAD_GATEWAY|POSTGRES_ERROR|DATABASE_ERROR|DB_ERROR",
            # codes of Prisma, MySQL, SQLite and Node.js that went through as they were
            "^P[12][0-9]{3}$|^ER_[A-Z]|^SQLITE_|^ERR_[A-Z]|^E(?:CONNREFUSED|CONNRESET|TIMEDOUT|NOTFOUND|PIPE)$",
            "^(?:TYPE|KEY|INDEX|ATTRIBUTE|REFERENCE|RANGE)_ERROR$",
        ),
    ),
    (
        Sense.USER,
        ("NOT_FOUND|INVALID|BAD_|CONFLICT|ALREADY|DUPLICATE|UNPROCESSABLE|MISSING|REQUIRED|VALIDATION|NOT_SUPPORTED",),
    ),
)
_SENSES: Final = tuple((re.compile("|".join(patterns)), sense) for sense, patterns in _READINGS)
_SILENT: Final = re.compile(
    r"^(?:[0-9]+|GRAPH_?QL_?ERROR|EXECUTION(?:_ERROR)?|OK|NONE|CUSTOM|BUSINESS|ERROR)$",
)
"""Codes that tell nothing, or that need a manual to read."""
_STATUSES: Final = range(400, 600)
_CLEAR_STATUSES: Final = {
    **dict.fromkeys((401, 403, 407), Sense.AUTHORISATION),
    **dict.fromkeys((413, 429), Sense.LIMIT),
}
_FIRST_OWN_NUMBER: Final = 21
_LONGEST_NUMBER: Final = 9
_SQL_STATE: Final = re.compile(r"(?:08|2[1-8]|40|42|5[3-8])[0-9]{3}")
"""What PostgreSQL and others call the state of a statement, where it has digits only."""


def senses(error: dict[str, Any]) -> frozenset[Sense]:
    """All that the codes of an error say; empty where it has none that can be read."""
    return frozenset(sense for sense in map(read, _codes(error)) if sense is not None)


def read(code: tuple[str, str | int]) -> Sense | None:
    """What one code says, given with the key it stands under."""
    key, value = code
    if isinstance(value, int):
        return of_number(value)
    word = _WORD.sub("_", value).strip("_").upper()
    if key == "classification" and word == "VALIDATION_ERROR":
        return Sense.INVALID  # graphql-java's own; under any other key it is the application's
    if word.isdecimal() and len(word) <= _LONGEST_NUMBER and not _SQL_STATE.fullmatch(word):
        return of_number(int(word))
    if _SILENT.search(word) or not word:
        return None
    return next((sense for pattern, sense in _SENSES if pattern.search(word)), _rest(key))


def _rest(key: str) -> Sense | None:
    """A code that somebody made up for one case shows that they foresaw it; a type may be any exception's."""
    return None if key == "type" else Sense.USER


def of_number(number: int) -> Sense | None:
    """What a number says: a status of HTTP, or a case that the application has given a number of its own.

    Small numbers are those of gRPC and of processes, round ones and nines stand for "anything", and those that begin
    with 50 are statuses with digits added; they tell nothing.
    """
    if number in _STATUSES:
        return _of_status(number)
    text = str(number)
    if number < _FIRST_OWN_NUMBER or number == HTTPStatus.OK or text.startswith("50") or set(text) == {"9"}:
        return None
    return Sense.NUMBERED


def _of_status(status: int) -> Sense:
    rest = Sense.USER if status < HTTPStatus.INTERNAL_SERVER_ERROR else Sense.INTERNAL
    return _CLEAR_STATUSES.get(status, rest)


def _codes(error: dict[str, Any]) -> Iterator[tuple[str, str | int]]:
    yield from _codes_in(error, (*_KEYS, *_STATUS))
    extensions = error.get("extensions")
    if isinstance(extensions, dict):
        yield from _codes_in(extensions, (*_KEYS, *_STATUS))
        for key in _NESTED:
            yield from _codes_in(extensions.get(key), _STATUS)


def _codes_in(holder: Any, keys: tuple[str, ...]) -> Iterator[tuple[str, str | int]]:
    for key in keys if isinstance(holder, dict) else ():
        code = holder.get(key)
        if isinstance(code, dict) and key in _KEYS:  # graphql-java's ExtendedValidationError
            code = code.get("type")
        kinds = int if key in _STATUS else (str, int)
        if isinstance(code, kinds) and not isinstance(code, bool) and code != "":
            yield key, code
