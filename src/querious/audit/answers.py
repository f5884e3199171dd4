"""Reading the answers of an audit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from querious.audit.requests import GRAPHQL, JSON_TYPE
from querious.audit.rule import BrokenRule, Untold
from querious.model import Failure
from querious.text.display import shorten

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from querious.audit.rule import Check, Judgement
    from querious.model import Exchange

_RESULT_TYPES: Final = (GRAPHQL, JSON_TYPE)
_LONGEST_MESSAGE: Final = 100
_CLIENT_ERROR: Final = range(400, 500)
_SUCCESS: Final = range(200, 300)


def media_type(exchange: Exchange) -> str:
    """Of the answer, without its parameters; empty where it names none."""
    return exchange.headers.get("content-type", "").partition(";")[0].strip().lower()


def data_of(exchange: Exchange) -> dict[str, Any] | None:
    """The data of the answer; None where there is none, or null."""
    data = exchange.payload.get("data") if isinstance(exchange.payload, dict) else None
    return data if isinstance(data, dict) else None


def is_result(exchange: Exchange) -> bool:
    """Whether the body is a GraphQL result: a map with data, errors, or both."""
    payload = exchange.payload
    return isinstance(payload, dict) and ("data" in payload or isinstance(payload.get("errors"), list))


def is_result_type(exchange: Exchange) -> bool:
    """Whether the answer names one of the media types that a GraphQL result may have."""
    return media_type(exchange) in _RESULT_TYPES


def succeeded(exchange: Exchange) -> bool:
    """Whether its status is 2xx."""
    return exchange.status in _SUCCESS


def refused(exchange: Exchange) -> bool:
    """Whether its status is 4xx and it has no data."""
    return exchange.status in _CLIENT_ERROR and data_of(exchange) is None


def told(exchange: Exchange) -> str:
    """What came, in a few words."""
    if exchange.failure is Failure.CRASH:
        return "the application raised an exception"
    if data_of(exchange) is not None:
        return f"status {exchange.status} with data"
    messages = exchange.payload.get("errors") if isinstance(exchange.payload, dict) else None
    first = messages[0] if isinstance(messages, list) and messages else None
    message = first.get("message") if isinstance(first, dict) else None
    said = f' and "{shorten(str(message), _LONGEST_MESSAGE)}"' if message else ""
    return f"status {exchange.status}{said}"


def with_control(check: Check) -> Check:
    """A check that is only made where the first exchange, which any server answers, has data."""

    def checked(trace: Sequence[Exchange]) -> Judgement:
        if data_of(trace[0]) is None:
            return Untold(f"even what every server answers is refused here: {told(trace[0])}")
        return check(trace)

    return checked


def each(check: Callable[[Exchange], str], *, first: int = 1) -> Check:
    """A check of one exchange after the other, which says what is wrong with it; empty: nothing."""

    def checked(trace: Sequence[Exchange]) -> Judgement:
        for step, exchange in enumerate(trace[first:], first):
            message = check(exchange)
            if message:
                return BrokenRule(message, step)
        return None

    return with_control(checked) if first else checked


def answers(what: str, expected: dict[str, Any] | None = None) -> Check:
    """The control is answered, and so is everything after it; with exactly this data, if it is given."""

    def wrong(exchange: Exchange) -> str:
        data = data_of(exchange)
        if data is None or not succeeded(exchange):
            return f"{what} is not answered: {told(exchange)}"
        if expected is not None and data.keys() != expected.keys():
            names = ", ".join(data) or "nothing"
            return f"{what} is answered with other data than asked for: {names} and not {', '.join(expected)}"
        return ""

    return each(wrong)


def refuses(what: str) -> Check:
    """The control is answered, and everything after it is refused with a status of 4xx."""

    def wrong(exchange: Exchange) -> str:
        if data_of(exchange) is not None:
            return f"{what} is answered with data, as if nothing were wrong with it"
        if not refused(exchange):
            return f"{what} is refused with another status than 4xx: {told(exchange)}"
        return ""

    return each(wrong)
