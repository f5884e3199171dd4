"""The requests of one command: sent, and sent again where a service asks for it in another way.

Redirects are not followed, but for one: to the same path with or without a slash at its end. Services that want
``If-Match`` get it, and those that want another media type for a patch. The transport waits for those that are asked
too fast.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from querious.model.case import rest_case
from querious.model.request import Request
from querious.rest.paths import leads_to, slashed

if TYPE_CHECKING:
    from collections.abc import Callable

    from querious.model.exchange import Exchange, Send
    from querious.model.values import JSON
    from querious.rest.learned import LearnedHabits

PATCHES: Final = ("application/json", "application/merge-patch+json", "application/json-patch+json")
_REDIRECTS: Final = frozenset({301, 307, 308})
_REDIRECTS_OF_GET: Final = _REDIRECTS | {302}
"""After a POST, 302 may mean that it was done."""
_PRECONDITION: Final = frozenset({412, 428})
_ABSENT: Final = frozenset({404, 410})
_MEDIA_TYPE, _OK, _UNAVAILABLE = 415, 200, 503
_REPEATABLE: Final = frozenset({"GET", "PUT", "DELETE"})
_PAUSES: Final = (0.1, 0.4)
"""Seconds after which a service that is unavailable (503) is asked again."""


class Conversation:
    """What is said for one command, in one thread."""

    def __init__(self, send: Send, learned: LearnedHabits, sleep: Callable[[float], None] = time.sleep) -> None:
        self._send = send
        self._sleep = sleep
        self._learned = learned
        self.exchanges: list[Exchange] = []

    def send(self, request: Request, place: str = "") -> Exchange:
        """The exchange, or the last one if it was redirected. All paths of a ``place`` end with a slash, or none."""
        slash = self._learned.slash(place)
        if place and slash is not None:
            request = request._replace(path=slashed(request.path, slash=slash))
        exchange = self._once(request)
        other = _other_slash(exchange)
        if not place or other is None:
            return exchange
        followed = self._once(request._replace(path=slashed(request.path, slash=other)))
        if followed.status not in _REDIRECTS_OF_GET:
            self._learned.ends_with_slash(place, slash=other)
        return followed

    def write(self, request: Request, place: str) -> Exchange:
        """Like ``send``, for what changes an item: with the ``ETag`` that it has, if the service wants that.

        Where the item is not there, the exchange is the one that says so.
        """
        refused: Exchange | None = None
        if not self._learned.matching:
            refused = self._formed(request, place)
            if refused.status not in _PRECONDITION:
                return refused
        shown = self.send(Request("GET", request.path), place)
        tag = shown.headers.get("etag", "")
        if shown.status == _OK and tag:
            self._learned.matching = True
            return self._formed(request._replace(headers={**request.headers, "if-match": tag}), place)
        refused = refused or self._formed(request, place)
        return shown if refused.status in _PRECONDITION and shown.status in _ABSENT else refused

    def _formed(self, request: Request, place: str) -> Exchange:
        """Like ``send``; a patch in the first form that is taken."""
        if request.method != "PATCH":
            return self.send(request, place)
        for form in range(self._learned.patch_form, len(PATCHES)):
            exchange = self.send(_patch(request, PATCHES[form]), place)
            if exchange.status != _MEDIA_TYPE:
                self._learned.patch_form = form
                break
        return exchange

    def _once(self, request: Request) -> Exchange:
        """The exchange; where the service has no time for what may be sent twice, the one after a pause."""
        exchange = self._send(rest_case(request))
        for pause in _PAUSES:
            if exchange.status != _UNAVAILABLE or request.method not in _REPEATABLE:
                break
            self._sleep(pause)
            exchange = self._send(rest_case(request))
        self.exchanges.append(exchange)
        return exchange


def _other_slash(exchange: Exchange) -> bool | None:
    """Whether a redirect leads to the same path with a slash at its end (True) or without one; None if elsewhere."""
    request = exchange.case.request
    followed = _REDIRECTS_OF_GET if request.method == "GET" else _REDIRECTS
    location = exchange.headers.get("location", "").partition("?")[0].partition("#")[0]
    path = request.path.partition("?")[0]
    if exchange.status not in followed or not leads_to(location, path) or location.endswith("/") == path.endswith("/"):
        return None
    return location.endswith("/")


def _patch(request: Request, form: str) -> Request:
    body: JSON = request.body
    if form == PATCHES[2] and isinstance(body, dict):
        body = [{"op": "add", "path": f"/{_pointed(name)}", "value": value} for name, value in body.items()]
    if form == PATCHES[0]:
        return request
    return request._replace(body=body, headers={**request.headers, "content-type": form})


def _pointed(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")
