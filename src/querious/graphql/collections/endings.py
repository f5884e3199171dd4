"""How a command ended, read from codes and words: GraphQL answers nearly everything with status 200.

Words of a database or of the schema that refused come first: what was sent broke one of their rules, whoever passes
that on. Then words of an exception that nobody caught, whatever code is stamped on them; then codes; then words. A code
that says "internal" counts last, since many servers put it on every error that is thrown.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from querious.model.crud import Ending
from querious.model.exchange import Failure

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from querious.graphql.collections.requests import Answer
    from querious.model.values import JSON

SERVER_ERROR: Final = 500
_CLIENT_ERROR: Final = 400
_CODE_KEYS: Final = frozenset(
    {
        "code",
        "errortype",
        "classification",
        "category",
        "type",
        "errorcode",
        "status",
        "statuscode",
        "__typename",
        "kind",
    }
)
_WORD: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+")

_RULES: Final = (
    (
        Ending.CONFLICT,
        re.compile(r"duplicate key value violates|violates unique constraint|UNIQUE constraint failed", re.IGNORECASE),
    ),
    (
        Ending.REFUSED,
        re.compile(
            r"violates (?:foreign key|not-null|check|exclusion) constraint"
            r"|(?:FOREIGN KEY|NOT NULL|CHECK) constraint failed"
            r"|^Variable \S+ (?:of type \S+ )?(?:got|has an|was provided an) invalid value",
            re.IGNORECASE,
        ),
    ),
)
"""Of a database, and of the schema for what is sent; and how breaking them ends."""
_CRASH: Final = re.compile(
    r"Traceback \(most recent|NoneType|object has no attribute|not subscriptable|index out of (?:range|bounds)"
    r"|invalid literal for|unsupported operand|missing \d+ required positional|unexpected keyword argument"
    r"|dictionary changed size|maximum recursion|division by zero|codec can't|is not JSON serializable"
    r"|(?:Key|Type|Value|Attribute|Index|Runtime|Reference|Assertion)Error\b"
    r"|Cannot read propert|of undefined\b|is not a function|is not iterable|Maximum call stack|ECONN(?:REFUSED|RESET)"
    r"|NullPointerException|ClassCastException|StackOverflow|IllegalStateException|java\.lang\."
    r"|Cannot invoke \S+ because|nil pointer dereference|runtime error:|panic:|undefined method"
    r"|SQLSTATE|psycopg|sqlite3?\.|syntax error at or near|deadlock detected|Invalid `[^`]+` invocation"
    r"|Cannot return null for non-nullable|Expected Iterable|cannot represent (?:value|non)"
    r"|Internal (?:Server )?Error|unexpected (?:execution )?error|something went wrong",
    re.IGNORECASE,
)
_BARE: Final = re.compile(r"'(?:[^'\\\s]|\\.)+'|None|null|undefined")
"""What is left of an exception whose message is only the value that was missing."""
_READINGS: Final = (
    (
        Ending.GONE,
        re.compile(r"(?:^|_)GONE$|^410$|ALREADY_DELETED|HAS_BEEN_DELETED"),
        re.compile(
            r"\b(?:already|has been|was) (?:been )?(?:deleted|removed)\b|\bno longer (?:exists|available)\b",
            re.IGNORECASE,
        ),
    ),
    (
        Ending.NOT_FOUND,
        re.compile(r"NOT_?FOUND|^404$|NO_SUCH|DOES_NOT_EXIST|NONEXISTENT|UNKNOWN_(?:ID|ENTITY|KEY)|MISSING_RESOURCE"),
        re.compile(
            r"\bnot found\b|\bno such\b|\b(?:does not|doesn't|do not|didn't|not) exist"
            r"|\b(?:could|can) ?not (?:be )?f(?:i|ou)nd\b"
            r"|\bcan(?:no|')t find\b|\bunable to find\b|\bcould ?n['o]t resolve to a node\b|\bno \w+ (?:was )?found\b"
            r"|\bno \w+(?: \w+)? with (?:the |this |that )?(?:given )?(?:id|key)\b|\bunknown (?:id|key|identifier)\b"
            r"|\bno \w+ were (?:deleted|updated|removed|changed|modified|affected|found)\b",
            re.IGNORECASE,
        ),
    ),
    (
        Ending.CONFLICT,
        re.compile(r"CONFLICT|ALREADY|DUPLICATE|UNIQUE|(?:^|_)TAKEN|^409$|EXISTS$|STALE|VERSION_MISMATCH"),
        re.compile(
            r"\balready\b|\bduplicate|\b(?:been|is) taken\b|\bmust be unique\b|\bconflict|\bin use\b", re.IGNORECASE
        ),
    ),
)
_TOO_MANY: Final = 429
_INTERNAL: Final = re.compile(r"INTERNAL|UNEXPECTED|UNHANDLED|SERVER_ERROR|^5\d\d$|^EXCEPTION$|FATAL|DATA_FETCHING")
_USER: Final = re.compile(r"BAD_|INVALID|VALIDATION|FORBIDDEN|UNAUTH|PERMISSION|DENIED|REQUIRED|UNPROCESSABLE|^4\d\d$")
_POLITE: Final = re.compile(
    r"\b(?:must|should|may|need|needs|cannot|can't|only|at least|at most|between|invalid|required|not allowed|too|"
    r"please|expected|not (?:a )?valid|missing|forbidden|denied|unauthori[sz]ed)\b",
    re.IGNORECASE,
)


def ending_of(answer: Answer) -> Ending | None:
    """How the transport or the errors of GraphQL say that it ended; None if they say nothing is wrong."""
    reply = answer.reply
    if reply.failure is Failure.TIMEOUT or reply.status == _TOO_MANY:
        return Ending.UNANSWERED
    if reply.failure is not None or reply.status >= SERVER_ERROR:
        return Ending.BROKEN
    if not answer.readable:
        return Ending.REFUSED if reply.status >= _CLIENT_ERROR else Ending.BROKEN
    if answer.errors:
        return worst(blame(error) for error in answer.errors)
    return None


def worst(endings: Iterable[Ending]) -> Ending:
    """The one that tells most, of several complaints."""
    order = (Ending.BROKEN, Ending.GONE, Ending.NOT_FOUND, Ending.CONFLICT, Ending.REFUSED)
    found = set(endings)
    return next((ending for ending in order if ending in found), Ending.REFUSED)


def blame(error: JSON) -> Ending:
    """How one complaint reads: an error of GraphQL, or an entry of a payload's own list."""
    text, codes = message_of(error), [_WORD.sub("_", str(code)).strip("_").upper() for code in _codes(error)]
    broken = next((ending for ending, rule in _RULES if rule.search(_unquoted(text))), None)
    if broken is not None:
        return broken
    if _CRASH.search(_unquoted(text)) or _BARE.fullmatch(text):
        return Ending.BROKEN
    for ending, of_code, of_words in _READINGS:
        if any(of_code.search(code) for code in codes) or of_words.search(text):
            return ending
    if any(_INTERNAL.search(code) for code in codes) and not any(_USER.search(code) for code in codes):
        return Ending.REFUSED if _POLITE.search(text) else Ending.BROKEN
    return Ending.REFUSED


def message_of(error: JSON) -> str:
    """Its words."""
    if isinstance(error, str):
        return error
    if not isinstance(error, dict):
        return ""
    texts = (value for name, value in error.items() if "message" in name.lower() or name.lower().endswith("detail"))
    return " ".join(_strings(list(texts)))


def _codes(error: JSON) -> Iterator[JSON]:
    if not isinstance(error, dict):
        return
    for name, value in error.items():
        if name.lower().rpartition("_")[2] in _CODE_KEYS or name == "__typename":
            yield from (code for code in _scalars(value))
    for name in ("extensions", "exception", "originalError", "response", "http"):
        yield from _codes(error.get(name))


def _scalars(value: JSON) -> Iterator[JSON]:
    if isinstance(value, str | int) and not isinstance(value, bool):
        yield value


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item)


def _unquoted(text: str) -> str:
    """Without what it quotes in double quotes, which may be ours."""
    return re.sub(r'"[^"]*"', '""', text)
