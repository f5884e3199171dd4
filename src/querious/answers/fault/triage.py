"""Who is to blame for an error: the heart of judging, as most servers answer everything with status 200.

The order of the questions is the whole of it:

1. Words or a stack trace of an exception that nobody caught: a server fault, whatever code is stamped on it.
2. A code that blames the request, the credentials or a limit is believed.
3. So are words about credentials and limits.
4. Words that no person chose, raw or masked: a server fault.
5. Words with which servers refuse a document, and words of courtesy: the request is to blame.
6. A code that says "internal" counts only now, since Apollo and graphql-java put it on every error thrown.
7. So do lukewarm words, and a number that the application gave to the case: the request is to blame.
8. What is left is unexplained.
"""

from __future__ import annotations

import re
from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from querious.answers.fault.codes import Sense, of_number, senses
from querious.answers.fault.courtesy import AUTHORISATION, FAILURE, LENIENT, LIMIT, MACHINERY, NEGATION, POLITE
from querious.answers.fault.crashes import CRASH, CRASH_LINE, CRASH_TYPES, OUTPUT, RAW
from querious.answers.fault.languages import MASKS, REFUSING
from querious.answers.fault.refusals import COERCION, STRUCTURE, VALUE
from querious.answers.fault.traces import texts
from querious.answers.fault.wordings import QUOTED, shortened, spoken, unquoted
from querious.answers.response import errors_of, message_of, path_of, sent_strings
from querious.answers.response_path import is_in_arguments

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from querious.model import Exchange


class ErrorKind(Enum):
    """Who is to blame, in the words of the statistics."""

    SERVER_FAULT = "server fault"
    USER_ERROR = "user error"
    AUTHORISATION = "authorisation"
    LIMIT = "limit"
    INVALID = "refused"
    UNEXPLAINED = "unexplained error"


class Doubt(Enum):
    """How sure it is that an error is the server's fault, where the request is not to blame."""

    NONE = "its words or its stack trace are those of a crash"
    CODE = "nothing but its code says so"
    ALL = "nothing says so"


class Evidence(NamedTuple):
    """All that counts about an error."""

    text: str
    """The message without its quoted parts, so that the same complaint about another value is the same."""
    bare: bool
    """Whether the message is one quoted word and nothing else."""
    plain: str
    """The same without the number that it begins with; the same where there is none."""
    codes: frozenset[Sense]
    located: bool
    """Whether it happened at a field, so during execution."""
    crashed: bool
    """Whether a stack trace or a name beside the message is that of a mistake in the program."""
    status: int


class Weighed(NamedTuple):
    """A kind, and the words of the message that decided it, where an echo could have brought them in."""

    kind: ErrorKind
    words: str = ""


_PREFIX: Final = re.compile(
    r"^(?:Exception while fetching data \([^)]*\) : |GraphQL error: |Context creation failed: "
    r"|Unexpected error value: (?=\"[^\"]*\s))"
)
"""What libraries put before the words of the application; the last by graphql-js, where a sentence was thrown."""
_NUMBER: Final = re.compile(
    r"(?:(?:error|err|code|e)[\s_#-]*(?:code\s*)?(\d{2,9})(?!\w)|\[(?:[A-Za-z]{1,8}[_-]?)?(\d{2,9})\]|\((\d{3,9})\))\s*[:\u2013-]?\s+",
    re.IGNORECASE,
)
"""The number with which some applications begin every message: ``Error 1001: ``, ``[E-2041] ``, ``(1001) ``."""
_KEY_ERROR: Final = re.compile(r"'(?:\\.|[^'\\\s])+'")
_SENTENCE: Final = re.compile(r"""(["'])(?:(?!\1).)*\s(?:(?!\1).)*\1""")
"""A whole message in quotes that is more than a word: somebody wrote it as JSON once too often."""
_DOCUMENT_PATH: Final = re.compile(r"(?:query|mutation|subscription|fragment)\b")
_NO_MESSAGE: Final = frozenset({"null", "must not be null", "None", "undefined"})
"""What Java, gqlgen, Python and JavaScript write of a null that nobody expected, with no other word."""
_STATUSES: Final = {
    401: ErrorKind.AUTHORISATION,
    403: ErrorKind.AUTHORISATION,
    413: ErrorKind.LIMIT,
    429: ErrorKind.LIMIT,
}
_SHORTEST_ECHO: Final = 3
_MOST_ECHOES: Final = 5


def classify(error: dict[str, Any], status: int = 200, sent: Collection[str] = ()) -> ErrorKind:
    """Who is to blame for one entry of ``errors``. ``sent`` are the request's strings: their echo is no evidence."""
    evidence = gather(error, status)
    return discount(error, evidence, weigh(evidence), sent)


def gather(error: dict[str, Any], status: int) -> Evidence:
    """All that counts about an error."""
    path = path_of(error)
    located = path is not None and not (isinstance(path[0], str) and _is_document_path(path[0]))
    message = _message(error)
    bare = _KEY_ERROR.fullmatch(message) is not None
    text = unquoted(message)
    plain, number = _unnumbered(text)
    codes = senses(error) if number is None else senses(error) | {number}
    return Evidence(text, bare, plain, codes, located, _crashed(error), status)


def _unnumbered(text: str) -> tuple[str, Sense | None]:
    """A message without the number it begins with, and what that number says."""
    found = _NUMBER.match(text)
    if found is None:
        return text, None
    number = next(group for group in found.groups() if group)
    return text[found.end() :], of_number(int(number))


def _message(error: dict[str, Any]) -> str:
    message = _PREFIX.sub("", shortened(spoken(message_of(error))))
    return message[1:-1] if _SENTENCE.fullmatch(message) else message


def _is_document_path(first: str) -> bool:
    """graphql-ruby gives a path through the document, such as ``query Name``, to what it refuses."""
    return _DOCUMENT_PATH.match(first) is not None and (" " in first or first in {"query", "mutation", "subscription"})


def _crashed(error: dict[str, Any]) -> bool:
    extensions = error.get("extensions")
    if not extensions and len(error) <= 4:  # noqa: PLR2004 - the four keys that every error may have
        return False
    for _, text in texts(error):
        lines = text.strip().splitlines()
        # Python tells the exception in the last line of a trace, the others in the first.
        if lines and (CRASH_LINE.match(lines[0]) or CRASH_LINE.match(lines[-1])):
            return True
    return False


@lru_cache(maxsize=4096)
def weigh(evidence: Evidence) -> Weighed:
    """Put the questions in their order. Remembered, as servers repeat themselves."""
    return _coerced(evidence) or _crash(evidence) or _by_code(evidence) or _by_words(evidence)


def _coerced(evidence: Evidence) -> Weighed | None:
    """An engine that says which value it could not read has caught whatever the reading threw, and quotes it."""
    if evidence.located or Sense.CRASH in evidence.codes:
        return None
    return Weighed(ErrorKind.INVALID) if COERCION.search(evidence.text) else None


def _crash(evidence: Evidence) -> Weighed | None:
    text = evidence.text
    found = _search(CRASH, evidence) or CRASH_TYPES.search(text)
    if found:
        return Weighed(ErrorKind.SERVER_FAULT, found.group())
    if evidence.crashed or Sense.CRASH in evidence.codes:
        return Weighed(ErrorKind.SERVER_FAULT)
    if evidence.located and (OUTPUT.match(text) or text in _NO_MESSAGE or evidence.bare):
        return Weighed(ErrorKind.SERVER_FAULT)
    return None


def _search(pattern: re.Pattern[str], evidence: Evidence) -> re.Match[str] | None:
    """In the whole message, and in the message without its number: many patterns look at how it begins."""
    found = pattern.search(evidence.text)
    if found is None and evidence.plain != evidence.text:
        found = pattern.search(evidence.plain)
    return found


def _by_code(evidence: Evidence) -> Weighed | None:
    codes, text = evidence.codes, evidence.text
    if Sense.AUTHORISATION in codes:
        return Weighed(ErrorKind.AUTHORISATION)
    if Sense.LIMIT in codes:
        return Weighed(ErrorKind.LIMIT)
    if Sense.INVALID not in codes and Sense.USER not in codes:
        return None
    worded = STRUCTURE.search(text) or VALUE.search(text)
    if Sense.INVALID not in codes:
        return Weighed(ErrorKind.INVALID if worded and not evidence.located else ErrorKind.USER_ERROR)
    if evidence.located and not worded:
        return Weighed(ErrorKind.USER_ERROR)
    return _permission_or_limit(text) or Weighed(ErrorKind.INVALID)


def _permission_or_limit(text: str) -> Weighed | None:
    if AUTHORISATION.search(text):
        return Weighed(ErrorKind.AUTHORISATION)
    return Weighed(ErrorKind.LIMIT) if LIMIT.search(text) else None


def _by_words(evidence: Evidence) -> Weighed:
    text = evidence.text
    settled = _permission_or_limit(text)
    if settled:
        return settled
    raw = _search(RAW, evidence) or _search(MASKS, evidence)
    if raw:
        return Weighed(ErrorKind.SERVER_FAULT, raw.group())
    refused = None if evidence.located else STRUCTURE.search(text) or VALUE.search(text)
    if refused:
        return Weighed(ErrorKind.INVALID, refused.group())
    return Weighed(_by_tone(evidence))


def _by_tone(evidence: Evidence) -> ErrorKind:
    text, codes = evidence.text, evidence.codes
    if _search(POLITE, evidence) or REFUSING.search(text):
        return ErrorKind.USER_ERROR
    if Sense.INTERNAL in codes:
        return ErrorKind.SERVER_FAULT
    if LENIENT.search(text) or (NEGATION.search(text) and not MACHINERY.search(text)):
        return ErrorKind.USER_ERROR
    if Sense.NUMBERED in codes and not FAILURE.search(evidence.plain):
        return ErrorKind.USER_ERROR
    return _STATUSES.get(evidence.status, ErrorKind.UNEXPLAINED)


def discount(error: dict[str, Any], evidence: Evidence, weighed: Weighed, sent: Collection[str]) -> ErrorKind:
    """The kind once words that only repeat what was sent are left out."""
    message = _message(error)
    for _ in range(_MOST_ECHOES):
        words = weighed.words
        if not words:
            break
        echoes = [text for text in sent if len(text) >= _SHORTEST_ECHO and words in unquoted(text)]
        if not echoes:
            break
        before = message
        for text in echoes:
            message = message.replace(text, QUOTED)
        # Cut short or escaped, an echo cannot be taken out: then none of the words can be trusted.
        message = message if message != before else ""
        text = unquoted(message)
        evidence = evidence._replace(text=text, plain=_unnumbered(text)[0])
        weighed = weigh(evidence)
    return weighed.kind


class Triage:
    """``classify`` for whole exchanges. Several rules ask for the same exchange, one after the other."""

    def __init__(self) -> None:
        self._last: tuple[Exchange | None, Sequence[ErrorKind]] = (None, ())

    def kinds(self, exchange: Exchange) -> Sequence[ErrorKind]:
        """One kind for each entry that ``errors_of`` gives."""
        if self._last[0] is not exchange:
            self._last = (exchange, [_kind(error, exchange) for error in errors_of(exchange.payload)])
        return self._last[1]

    def doubts(self, exchange: Exchange) -> list[Doubt | None]:
        """For each entry that ``errors_of`` gives, how sure a fault is; None where the request is to blame."""
        doubts: list[Doubt | None] = []
        for error, kind in zip(errors_of(exchange.payload), self.kinds(exchange), strict=True):
            doubt = _DOUBTS.get(kind)
            if doubt is Doubt.NONE and _kind(error, exchange, without=Sense.INTERNAL) is not ErrorKind.SERVER_FAULT:
                doubt = Doubt.CODE
            doubts.append(doubt)
        return doubts


_DOUBTS: Final = {ErrorKind.UNEXPLAINED: Doubt.ALL, ErrorKind.SERVER_FAULT: Doubt.NONE}


def _kind(error: dict[str, Any], exchange: Exchange, without: Sense | None = None) -> ErrorKind:
    """Who is to blame, knowing what was asked: a path into the arguments is no place of execution."""
    evidence = gather(error, exchange.status)
    path = path_of(error)
    in_arguments = evidence.located and path is not None and is_in_arguments(path, exchange.case)
    evidence = evidence._replace(located=evidence.located and not in_arguments, codes=evidence.codes - {without})
    weighed = weigh(evidence)
    return discount(error, evidence, weighed, sent_strings(exchange)) if weighed.words else weighed.kind
