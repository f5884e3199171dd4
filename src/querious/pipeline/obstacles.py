"""What stands between us and an API: answers of a gateway, a login or another place, which tell nothing of it.

Such an answer is no finding, and no sign that a fault is gone. One file decides what is such an answer, for runs,
replays and tests of state alike, and in which words the user is told.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import TYPE_CHECKING, Final
from urllib.parse import urljoin, urlsplit, urlunsplit

from querious.execute.throttle import is_refused_for_pace
from querious.model import Failure
from querious.text.display import one_line
from querious.text.server_words import foreign

if TYPE_CHECKING:
    from collections.abc import Collection

    from querious.model import Exchange, Settings

_PEEK: Final = 20_000
_SERVER_ERROR: Final = 500
_WITHOUT_BODY: Final = frozenset((204, 205))
_REFUSALS: Final = {401: "unauthorized", 403: "forbidden", 407: "proxy authentication required"}
_NOWHERE: Final = {404: "not found", 405: "method not allowed", 410: "gone"}
_GATEWAY: Final = {502: "bad gateway", 503: "service unavailable", 504: "gateway timeout"}
_TITLE: Final = re.compile(r"(?is)<title[^>]*>(.*?)</title>")
_LOGIN_PAGE: Final = re.compile(r"(?i)<input[^>]+type\s*=\s*[\"']?password|<title[^>]*>[^<]*\b(log|sign)[ -]?(in|on)\b")
_LOGIN_PATH: Final = re.compile(
    r"(?i)\b(log|sign)[-_]?(in|on)\b|\boauth2?\b|\bsso\b|\bauth(?:enticate|orize)?\b|\bsaml"
)


class Obstacle(Enum):
    """Why an answer tells nothing of the API."""

    UNREACHABLE = "no connection"
    TOO_MANY = "asked too often"
    CREDENTIALS = "credentials wanted"
    LOGIN = "a login"
    REDIRECT = "a redirect"
    NOT_FOUND = "nothing there"
    WEB_PAGE = "a web page"
    EMPTY = "an empty body"
    UNAVAILABLE = "a gateway without a server"
    NOT_GRAPHQL = "no GraphQL"
    SAME_ERROR = "the same error for every operation"


WRONG_PATH: Final = frozenset({Obstacle.NOT_FOUND, Obstacle.WEB_PAGE, Obstacle.EMPTY, Obstacle.NOT_GRAPHQL})
"""Obstacles that another path of the same host may not have."""


def obstacle_of(exchange: Exchange, *, graphql: bool = True) -> Obstacle | None:
    """What the transport shows, without a look at the words of errors; None where the API itself has answered.

    ``graphql`` says that the answer should be GraphQL, so that anything else is an obstacle too.
    """
    if exchange.failure is not None:
        return Obstacle.UNREACHABLE if exchange.failure is Failure.UNREACHABLE else None
    before = _turned_away(exchange)
    if before is not None:
        return before
    if graphql and isinstance(exchange.payload, dict) and ("data" in exchange.payload or "errors" in exchange.payload):
        return None
    return _answered_elsewhere(exchange, graphql=graphql)


def _turned_away(exchange: Exchange) -> Obstacle | None:
    """Whether the status says that the request did not come in."""
    status = exchange.status
    if is_refused_for_pace(exchange):
        return Obstacle.TOO_MANY
    if status in _REFUSALS and not (isinstance(exchange.payload, dict) and exchange.payload.get("data")):
        return Obstacle.CREDENTIALS
    if 300 <= status < 400 and "location" in exchange.headers:  # noqa: PLR2004 - the class of HTTP
        return Obstacle.LOGIN if _LOGIN_PATH.search(exchange.headers["location"]) else Obstacle.REDIRECT
    return None


def _answered_elsewhere(exchange: Exchange, *, graphql: bool) -> Obstacle | None:
    """Whether the answer comes from a place that is not the API."""
    obstacle = None
    if exchange.status in _GATEWAY:
        obstacle = Obstacle.UNAVAILABLE
    elif exchange.status >= _SERVER_ERROR:
        obstacle = None
    elif is_web_page(exchange) and _LOGIN_PAGE.search(_start(exchange)):
        obstacle = Obstacle.LOGIN
    elif exchange.status in _NOWHERE:
        obstacle = Obstacle.NOT_FOUND
    elif is_web_page(exchange):
        obstacle = Obstacle.WEB_PAGE
    elif graphql:
        obstacle = Obstacle.NOT_GRAPHQL if exchange.body.strip() else Obstacle.EMPTY
    return obstacle


def is_empty_success(exchange: Exchange) -> bool:
    """Whether all is said to be well, and nothing came, though the status and the method let a body be expected."""
    if exchange.failure is not None or exchange.body.strip() or exchange.status in _WITHOUT_BODY:
        return False
    return exchange.status // 100 == 2 and exchange.case.request.method not in {"HEAD", "OPTIONS"}  # noqa: PLR2004 - a class


def is_web_page(exchange: Exchange) -> bool:
    """Whether it is HTML, by its media type or by how it begins."""
    if exchange.is_json:
        return False
    typed = "html" in exchange.headers.get("content-type", "").lower()
    return typed or _start(exchange).lstrip("\ufeff \t\r\n").lower().startswith(("<!doctype html", "<html"))


def _start(exchange: Exchange) -> str:
    return exchange.body[:_PEEK].decode("utf-8", "replace")


def what(
    obstacle: Obstacle, exchange: Exchange, url: str = "", secrets: Collection[str] = (), *, many: bool = True
) -> str:
    """The obstacle as it showed, in words that can stand after "all answers were", or after "the answer was"."""
    if obstacle is Obstacle.SAME_ERROR:
        return f'the same error, "{foreign(first_message(exchange), secrets)}"'
    if obstacle in {Obstacle.LOGIN, Obstacle.REDIRECT} and "location" in exchange.headers:
        login = "a login, " if obstacle is Obstacle.LOGIN else ""
        return f"{'redirects' if many else 'a redirect'} to {login}{destination(exchange, url, secrets)}"
    if obstacle in {Obstacle.LOGIN, Obstacle.WEB_PAGE}:
        titled, looks = _titled(exchange, secrets), "look" if many else "looks"
        login = f" that {looks} like a login" if obstacle is Obstacle.LOGIN else ""
        return f"{'HTML pages' if many else 'an HTML page'}{titled}{login}"
    return _by_status(obstacle, exchange)


def _by_status(obstacle: Obstacle, exchange: Exchange) -> str:
    status = exchange.status
    kind = one_line(exchange.headers.get("content-type", "").split(";")[0], 60) or "no media type"
    refused = f"HTTP {status} ({_REFUSALS[status]})" if status in _REFUSALS else "errors that ask for credentials"
    words = {
        Obstacle.CREDENTIALS: refused,
        Obstacle.TOO_MANY: f"HTTP {status} (too many requests)",
        Obstacle.NOT_FOUND: f"HTTP {status} ({_NOWHERE.get(status, 'not found')})",
        Obstacle.EMPTY: f"empty (HTTP {status})",
        Obstacle.UNAVAILABLE: f"HTTP {status} ({_GATEWAY.get(status, 'unavailable')})",
        Obstacle.NOT_GRAPHQL: f"no GraphQL (HTTP {status}, {kind}, neither data nor errors)",
        Obstacle.UNREACHABLE: "missing, as no connection could be made",
    }
    return words[obstacle]


def _titled(exchange: Exchange, secrets: Collection[str]) -> str:
    title = _TITLE.search(_start(exchange))
    return f' titled "{foreign(title[1], secrets, 60)}"' if title and title[1].strip() else ""


def told_of(obstacle: Obstacle, exchange: Exchange, url: str, settings: Settings) -> str:
    """One answer and what to do about it, in one line."""
    told = f"the answer was {what(obstacle, exchange, url, tuple(settings.headers.values()), many=False)}"
    if obstacle is Obstacle.UNREACHABLE:
        told = "no connection could be made"
    return f"{told}; {advice(obstacle, exchange, url, given=settings.with_credentials)}"


def advice(obstacle: Obstacle, exchange: Exchange, url: str = "", *, given: bool = False) -> str:
    """What to do next. ``given``: credentials were sent already."""
    if obstacle is Obstacle.CREDENTIALS and given:
        return "check the credentials that were sent: they may have expired, or lack a permission"
    if obstacle is Obstacle.REDIRECT:
        return "use that URL"
    if obstacle in WRONG_PATH:
        return _path_advice(exchange, url)
    plain = {
        Obstacle.CREDENTIALS: "pass credentials with --header or --bearer",
        Obstacle.LOGIN: "log in and pass the session with --cookie, or a token with --bearer",
        Obstacle.TOO_MANY: "ask more slowly with a lower --rate, such as --rate 2, or try again later",
        Obstacle.UNAVAILABLE: "start the server behind the gateway, or try again later",
        Obstacle.UNREACHABLE: "check the address, and that the API is running",
        Obstacle.SAME_ERROR: "give what it asks for: a header with --header, a token with --bearer, or another URL",
    }
    return plain[obstacle]


def _path_advice(exchange: Exchange, url: str) -> str:
    path = urlsplit(url).path
    if exchange.case.is_graphql and "graphql" not in path.lower():
        return "is /graphql missing from the path?"
    return "is /api missing from the path?" if "/api" not in path else "check the path"


def destination(exchange: Exchange, url: str, secrets: Collection[str] = ()) -> str:
    """Where a redirect leads, without its query, which may hold a token."""
    try:
        parts = urlsplit(urljoin(url, exchange.headers.get("location", "")))
        host = parts.netloc.rpartition("@")[2]
        address = urlunsplit((parts.scheme, host, parts.path, "", ""))
    except ValueError:
        return "an address that is none"
    for secret in secrets:
        address = address.replace(secret, "***") if secret else address
    return one_line(address)


def first_message(exchange: Exchange) -> str:
    """What the first error of a GraphQL answer says."""
    errors = exchange.payload.get("errors") if isinstance(exchange.payload, dict) else None
    first = errors[0] if isinstance(errors, list) and errors else None
    message = first.get("message") if isinstance(first, dict) else first
    return message if isinstance(message, str) else ""
