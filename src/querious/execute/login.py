"""Logging in: the request that a ``Login`` describes is sent, and what its answer is good for is read.

It is sent outside of what is counted and tested, by a client of its own. What it brings is kept with the ``Login``, so
that one command logs in once, however often it opens the API. A login that was refused is never tried again: accounts
are locked by that.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import time
from typing import TYPE_CHECKING, Any, Final, Protocol

from querious.answers.response import errors_of, message_of
from querious.errors import LoginError
from querious.execute.credentials import Grant, checked
from querious.model import Failure, Request
from querious.model.login import PLACEHOLDER
from querious.text.sent_secrets import SentSecret, of_headers
from querious.text.server_words import foreign
from querious.text.urls import without_secrets

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model import JSON, Exchange
    from querious.model.login import Login

_SUCCESS: Final = range(200, 300)
_REDIRECTS: Final = range(300, 400)
_SERVER_ERROR: Final = 500
_WRONG_USER: Final = frozenset({400, 401, 403, 422})
_NOT_THERE: Final = frozenset({404, 405, 410})
_TOO_MANY: Final = 429
_WRONG_FORM: Final = 415
_EARLY: Final = 0.1
"""The part of its lifetime before whose end a token is renewed …"""
_EARLIEST: Final = 30.0
"""… at most so many seconds."""
_LIFETIMES: Final = ("expires_in", "expiresIn")
"""What says beside a token how many seconds it lasts."""
_REFRESH_TOKENS: Final = ("refresh_token", "refreshToken")
_TOLD: Final = 6
"""Members of an answer that a message names."""
_DEEPEST: Final = 4
_PARTS_OF_TOKEN: Final = 3
_NEXT_COOKIE: Final = re.compile(r",\s*(?=[!#$%&'*+.^_`|~0-9A-Za-z-]+=)")
"""Where one cookie ends and the next begins, in headers that were joined. Dates have commas too."""


class LoginWay(Protocol):
    """How the request that logs in gets to where it goes."""

    @property
    def where(self) -> str:
        """Its address, for messages."""

    async def ask(self, request: Request) -> Exchange:
        """The answer to it."""


class LoginSession:
    """Logs in at one API."""

    def __init__(self, login: Login, address: str, way: LoginWay) -> None:
        """``address`` tells this API from others."""
        self._login = login
        self._address = address
        self._way = way

    async def __call__(self, outdated: Grant | None) -> Grant:
        """What goes with requests instead of what is outdated; a LoginError says why there is nothing."""
        kept: Grant | LoginError | None = self._login.kept.get(self._address)
        if isinstance(kept, LoginError):
            raise kept
        if kept is not None and kept is not outdated and not kept.is_due:
            return kept
        try:
            grant = await self._refreshed(kept) or await self._logged_in()
        except LoginError as error:
            self._login.kept[self._address] = error
            raise
        self._login.kept[self._address] = grant
        return grant

    async def _refreshed(self, kept: Grant | None) -> Grant | None:
        """By the refresh token, if there is one and it is taken."""
        login = self._login
        if kept is None or not kept.refresh_token or not isinstance(login.refresh, dict):
            return None
        body = {**login.refresh, "refresh_token": kept.refresh_token}
        began = time.perf_counter()
        exchange = await self._way.ask(Request(login.method, "", body, has_body=True, headers=login.headers))
        if exchange.failure is not None or exchange.status not in _SUCCESS or not _text_at(exchange, login.token):
            return None
        return self._granted(exchange, began, kept.refresh_token)

    async def _logged_in(self) -> Grant:
        login = self._login
        request = Request(login.method, "", login.body, has_body=login.has_body, headers=login.headers)
        began = time.perf_counter()
        exchange = await self._way.ask(request)
        told = _refusal(exchange)
        if told:
            raise self._failed(told, _advice(exchange))
        grant = self._granted(exchange, began)
        if not grant.headers:
            raise self._failed(*self._nothing_in(exchange))
        return grant

    def _granted(self, exchange: Exchange, began: float, refresh_token: str = "") -> Grant:
        """What an answer is good for; without headers if it is good for nothing."""
        login = self._login
        cookies, lasting = cookies_of(exchange)
        wants_token = bool(login.token or login.token_header)
        token = exchange.headers.get(login.token_header, "") if login.token_header else _text_at(exchange, login.token)
        if wants_token and not token:
            return Grant({})
        headers: dict[str, str] = {}
        if wants_token and login.cookie:
            cookies[login.cookie] = login.template.replace(PLACEHOLDER, token)
        elif wants_token:
            headers[login.header] = login.template.replace(PLACEHOLDER, token)
        if cookies:
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in cookies.items())
        refresh_token = _beside(exchange, login.token, _REFRESH_TOKENS) or refresh_token
        secrets = [SentSecret("token", each, ("token",)) for each in (token, refresh_token) if each]
        lifetime = _lifetime(exchange, login, token) or (lasting if not wants_token else None)
        return Grant(
            checked(headers, f"what {self._name} answered"),
            tuple(secrets),
            None if lifetime is None else began + lifetime - min(_EARLIEST, _EARLY * lifetime),
            refresh_token,
        )

    def _nothing_in(self, exchange: Exchange) -> tuple[str, str]:
        """Why a friendly answer brings nothing, and what to do."""
        login = self._login
        if login.token_header:
            return f"but its answer has no header {login.token_header}", "name the header that holds the token"
        if not login.token:
            return "but its answer sets no cookie", 'say with token = "…" where the answer holds the token'
        there = list(_texts_in(exchange.payload))[:_TOLD]
        told = f"but its answer has no text at {'.'.join(login.token)}"
        if there:
            return told, f"there are texts at {', '.join(there)}"
        return told, 'say with token = "…" where it is'

    @property
    def _name(self) -> str:
        return f"{self._login.method} {without_secrets(self._way.where)}"

    def _failed(self, told: str, advice: str) -> LoginError:
        """One line without secrets."""
        login = self._login
        who = f" as {login.user}" if login.user else ""
        secrets = [secret.value for secret in secrets_of(login)]
        line = f"cannot log in{who}: {self._name} {foreign(told, secrets, 300)}; {advice} ({login.place})"
        return LoginError(line)


def secrets_of(login: Login) -> Iterator[SentSecret]:
    """What must not be shown of the request that logs in."""
    for name, value in login.secrets.items():
        if value:
            yield SentSecret(name, value, (name,))
    yield from of_headers({name: value for name, value in login.headers.items() if name != "content-type"})


def cookies_of(exchange: Exchange) -> tuple[dict[str, str], float | None]:
    """The cookies that an answer sets, by name, and for how many seconds the first to end lasts, where it says so."""
    found: dict[str, str] = {}
    lasting: list[float] = []
    told = exchange.headers.get("set-cookie", "")
    for one in _NEXT_COOKIE.split(told) if told else ():
        pair, *attributes = (part.strip() for part in one.split(";"))
        name, _, value = pair.partition("=")
        ages = [part.partition("=")[2] for part in attributes if part.lower().startswith("max-age=")]
        seconds = int(ages[-1]) if ages and ages[-1].isdecimal() else None
        if seconds == 0 or not value:
            found.pop(name, None)  # this is how a server removes one
            continue
        found[name] = value
        if seconds is not None:
            lasting.append(float(seconds))
    return found, min(lasting, default=None)


def _refusal(exchange: Exchange) -> str:
    """How a login was refused, in words that follow on its name; empty where it was not."""
    if exchange.failure is Failure.UNREACHABLE:
        return "could not be reached"
    if exchange.failure is not None:
        return f"was not answered: {exchange.failure.value}"
    if exchange.status not in _SUCCESS:
        location = exchange.headers.get("location", "") if exchange.status in _REDIRECTS else ""
        if exchange.status in _REDIRECTS and cookies_of(exchange)[0]:
            return ""  # the usual answer of a form for people, which leads to the page after the login
        leads = f", a redirect to {without_secrets(location)}" if location else ""
        return f"answered {exchange.status}{leads}{_words(exchange)}"
    errors = errors_of(exchange.payload)
    data = exchange.payload.get("data") if isinstance(exchange.payload, dict) else None
    if errors and not (isinstance(data, dict) and any(value is not None for value in data.values())):
        return f'answered "{foreign(message_of(errors[0]))}"'
    return ""


def _words(exchange: Exchange) -> str:
    """What an answer says, without what looks like a secret."""
    if not exchange.is_json:
        return ""
    return f" {foreign(json.dumps(exchange.payload, ensure_ascii=False))}" if exchange.payload else ""


def _advice(exchange: Exchange) -> str:
    status = exchange.status
    if exchange.failure is not None:
        return "check its address, and that it is running"
    if status in _REDIRECTS:
        return "log in at that address"
    if status in _NOT_THERE:
        return "check its path and its method"
    if status == _TOO_MANY:
        return "try again later"
    if status == _WRONG_FORM:
        return "send json = {…} instead of form = {…}, or the other way round"
    if status >= _SERVER_ERROR:
        return "look at what the server logs of it"
    return "check the user and the password" if status in _WRONG_USER or status in _SUCCESS else "check its settings"


def _text_at(exchange: Exchange, path: tuple[str, ...]) -> str:
    """The text at a place of an answer; empty if there is none."""
    here = _value_at(exchange.payload, path) if path else None
    return here if isinstance(here, str) else ""


def _value_at(value: JSON, path: tuple[str, ...]) -> JSON:
    for step in path:
        if isinstance(value, dict):
            value = value.get(step)
        elif isinstance(value, list) and step.isdecimal() and int(step) < len(value):
            value = value[int(step)]
        else:
            return None
    return value


def _beside(exchange: Exchange, path: tuple[str, ...], names: tuple[str, ...]) -> str:
    """What stands beside the token, as text, under one of these names."""
    holder = _value_at(exchange.payload, path[:-1]) if path else None
    if not isinstance(holder, dict):
        return ""
    values = (holder.get(name) for name in names)
    return next((str(value) for value in values if isinstance(value, str | int | float) and str(value)), "")


def _lifetime(exchange: Exchange, login: Login, token: str) -> float | None:
    """Seconds that a token lasts: as the settings say, as its answer says, as it says itself."""
    if login.lifetime is not None:
        return login.lifetime
    told = _beside(exchange, login.token, _LIFETIMES)
    try:
        seconds = float(told) if told else 0.0
    except ValueError:
        seconds = 0.0
    return seconds if seconds > 0 else _lifetime_of(token)


def _lifetime_of(token: str) -> float | None:
    """What a JSON Web Token says; by the clock that it was issued by, where it says when that was."""
    parts = token.split(".")
    if len(parts) != _PARTS_OF_TOKEN:
        return None
    try:
        claims = json.loads(base64.urlsafe_b64decode(parts[1] + "=="))
    except (binascii.Error, ValueError, RecursionError):
        return None
    ends = claims.get("exp") if isinstance(claims, dict) else None
    if not isinstance(ends, int | float):
        return None
    issued = claims.get("iat")
    seconds = ends - (issued if isinstance(issued, int | float) else time.time())
    return float(seconds) if seconds > 0 else None


def _texts_in(value: Any, path: tuple[str, ...] = ()) -> Iterator[str]:
    """The places of texts in an answer, without what they say."""
    if isinstance(value, str) and path:
        yield ".".join(path)
    if len(path) >= _DEEPEST:
        return
    members = value.items() if isinstance(value, dict) else ()
    for name, inner in members:
        yield from _texts_in(inner, (*path, str(name)))
