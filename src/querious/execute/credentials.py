"""The headers that go with every request, and how they are renewed: by a hook, or by logging in."""

from __future__ import annotations

import asyncio
import inspect
import re
import time
import traceback
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from querious.answers.fault.unknown_user import is_unknown_user
from querious.errors import ConfigError, LoginError, QueriousError
from querious.execute.client import ClientWrapper
from querious.execute.spoilt import spoilt_headers
from querious.model.identity import is_own, spoilt_credential
from querious.text.mask import Mask
from querious.text.sent_secrets import of_headers

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Mapping

    from querious.execute.client import Client
    from querious.model import Case, Exchange
    from querious.text.sent_secrets import SentSecret

_MOST_PATIENCE: Final = 256
_NAME: Final = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_UNSENDABLE: Final = re.compile(r"[\x00-\x08\x0a-\x1f\x7f\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Grant:
    """What goes with requests from now on."""

    headers: dict[str, str] = field(repr=False)
    """Names in lower case."""
    secrets: tuple[SentSecret, ...] = field(default=(), repr=False)
    """What is secret beside the headers."""
    due: float | None = None
    """When it has to be renewed, by ``time.perf_counter``; None: nobody said."""
    refresh_token: str = field(default="", repr=False)
    by_login: bool = True

    @property
    def is_due(self) -> bool:
        """Whether it is time to renew it."""
        return self.due is not None and time.perf_counter() >= self.due


Source: TypeAlias = "Callable[[Grant | None], Awaitable[Grant]]"
"""Gives fresh credentials in the place of outdated ones: a hook of the user's, or a login."""


class Credentials:
    """The headers in force, names in lower case. Values are never shown."""

    def __init__(
        self, headers: Mapping[str, str], source: Source | None = None, *, mask: Mask | None = None, name: str = ""
    ) -> None:
        """``mask`` is shared by all who ask; ``name`` tells in it whose credentials these are."""
        self._given = checked(headers, f"identities.{name}" if name else "the settings")
        self._name = name
        self.source = source
        """Who is asked for fresh ones; None: these are for good."""
        self._lock = asyncio.Lock()
        self._grant: Grant | None = None
        self.headers = self._given
        self.mask: Final = Mask() if mask is None else mask
        """What stands for them wherever the API repeats them."""
        self.mask.add(self.labelled(of_headers(self._given)))
        self.others: dict[str, Credentials] = {}
        """Those of other identities, by name."""
        self._unaccepted: dict[str, tuple[int, Credentials]] = {}
        """Spoilt ones, with the generation that they were made of."""
        self.generation = 0
        """How often they were renewed."""
        self.failed: QueriousError | None = None
        """Why they could not be renewed during the run, if they could not; the old ones stay in force."""

    def __repr__(self) -> str:
        return f"Credentials({', '.join(self.headers)})"

    def of(self, identity: str) -> Credentials:
        """Those of whoever asks; a ConfigError where nobody of this name is known."""
        whose, how = spoilt_credential(identity)
        if how:
            return self._spoilt(identity, self.of(whose), how)
        if is_own(identity):
            return self
        if identity not in self.others:
            raise unknown_identity(identity, self.others)
        return self.others[identity]

    def _spoilt(self, identity: str, whole: Credentials, how: str) -> Credentials:
        """What nobody should accept, made of what is in force. Where it cannot be made, no credentials at all."""
        generation, known = self._unaccepted.get(identity, (-1, None))
        if known is None or generation != whole.generation:
            headers = spoilt_headers(whole.headers, how)
            given = {} if headers is None else headers
            known = Credentials(given, mask=self.mask, name=identity)
            self._unaccepted[identity] = whole.generation, known
        return known

    def can_be_spoilt(self, how: str) -> bool:
        """Whether these hold anything that can be spoilt in this way."""
        return spoilt_headers(self.headers, how) is not None

    def labelled(self, secrets: Iterable[SentSecret]) -> list[SentSecret]:
        """The secrets, each with whose it is. What others than the run itself are called is none."""
        if not self._name:
            return list(secrets)
        return [replace(one, label=f"{self._name}-{one.label}") for one in secrets if one.label != "user"]

    @property
    def renewable(self) -> bool:
        """Whether there is somebody to ask."""
        return self.source is not None

    @property
    def given(self) -> dict[str, str]:
        """Those of the settings, without what was renewed."""
        return self._given

    @property
    def are_granted(self) -> bool:
        """Whether they come of a login, rather than of a hook."""
        return self._grant is not None and self._grant.by_login

    @property
    def are_due(self) -> bool:
        """Whether they are about to expire."""
        return self._grant is not None and self._grant.is_due

    @property
    def lost(self) -> str:
        """Why nothing is known any more of who asks: the login stopped working; empty while it works."""
        return f"the login stopped working: {self.failed}" if isinstance(self.failed, LoginError) else ""

    async def sign_in(self) -> None:
        """Ask for the first time, if that has not been done."""
        if not self.generation:
            await self.renew(0)

    async def renew(self, generation: int) -> None:
        """Ask for fresh ones, once for all who hold the same outdated generation."""
        async with self._lock:
            if self.source is None or generation != self.generation:
                return
            self._grant = await self.source(self._grant)
            fresh = self._grant.headers
            self.mask.renew(self.labelled(of_headers(fresh)))
            self.mask.renew(self.labelled(self._grant.secrets))
            self.headers = {**self._given, **fresh}
            if "cookie" in fresh and "cookie" in self._given:
                self.headers["cookie"] = f"{self._given['cookie']}; {fresh['cookie']}"
            self.generation += 1


class Renewing(ClientWrapper):
    """Asks for credentials before the first request, before they expire, and when the API does not know who asks.

    The request that was refused is then sent once more. Where that was refused too, new credentials are no remedy for
    the refusal: they are not asked for again until some request succeeds with those in force. An API that always
    refuses some requests so would have them renewed again and again: each time in vain doubles the requests until the
    next.
    """

    def __init__(self, client: Client, credentials: Credentials) -> None:
        super().__init__(client)
        self._credentials = credentials
        self._futile = -1
        self._sent = 0
        """Requests since the credentials were last renewed."""
        self._patience = 1
        """How many there must be before a refusal has them renewed again."""

    async def send(self, case: Case) -> Exchange:
        """See ``Client``."""
        credentials = self._credentials
        await credentials.sign_in()
        if case.request.without:
            return await self._client.send(case)  # a refusal is what is wanted
        if credentials.are_due and not credentials.failed:
            await self._renew(credentials.generation)
        self._sent += 1
        generation = credentials.generation
        exchange = await self._client.send(case)
        if self._is_refused(exchange) and await self._is_cured(generation):
            generation = credentials.generation
            exchange = await self._client.send(case)
            self._note_remedy(self._is_refused(exchange), generation)
        if exchange.status and not self._is_refused(exchange) and self._futile == generation:
            self._futile = -1
        return exchange

    def _is_refused(self, exchange: Exchange) -> bool:
        """Whether the API does not know who asks; for a hook 401 alone says so."""
        if self._credentials.are_granted:
            return is_unknown_user(exchange)
        return exchange.status == HTTPStatus.UNAUTHORIZED

    async def _is_cured(self, generation: int) -> bool:
        """Whether a request that was refused with these credentials can be sent with newer ones."""
        credentials = self._credentials
        if generation != credentials.generation:
            return True
        if self._futile == generation or self._sent < self._patience or credentials.failed:
            return False
        return await self._renew(generation)

    def _note_remedy(self, refused: bool, generation: int) -> None:  # noqa: FBT001 - what came of it
        if not refused:
            self._patience = 1
        elif self._futile != generation:
            self._futile = generation
            self._patience = min(2 * self._patience, _MOST_PATIENCE)

    async def _renew(self, generation: int) -> bool:
        """Whether there are newer ones now. They worked before: what was found until now must not be lost."""
        try:
            await self._credentials.renew(generation)
        except QueriousError as error:
            self._credentials.failed = error
            return False
        self._sent = 0
        return True


def unknown_identity(name: str, known: Iterable[str]) -> ConfigError:
    """A case asks as somebody whom the configuration does not have."""
    told = ", ".join(known) or "none"
    return ConfigError(
        f"nobody is known as {name!r:.60}: add [identities.{name:.60}] to querious.toml; there are {told}"
    )


def by_hook(function: Callable[[], Any]) -> Source:
    """The hook as one who is asked for fresh credentials."""

    async def ask(_: Grant | None) -> Grant:
        return Grant(checked(await _call(function), "the hook that renews credentials"), by_login=False)

    return ask


def checked(headers: Mapping[str, str], source: str) -> dict[str, str]:
    """The headers with names in lower case; a ConfigError, which never shows a value, if they cannot be sent."""
    if not hasattr(headers, "items"):
        raise ConfigError(f"{source} must give a mapping of header names to values, not {type(headers).__name__}")
    for name, value in headers.items():
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            raise ConfigError(f"{source}: a header has a name that HTTP does not allow; write it as Name: value")
        if not isinstance(value, str) or _UNSENDABLE.search(value):
            raise ConfigError(f"{source}: the value of the header {name} must be text without control characters")
    return {name.lower(): value.strip() for name, value in headers.items()}


async def _call(renew: Callable[[], Mapping[str, str]]) -> Mapping[str, str]:
    """The hook's answer. In a thread, as a hook logs in over the network; a coroutine function is awaited."""
    try:
        answer = await asyncio.to_thread(renew)
        return await answer if inspect.isawaitable(answer) else answer
    except Exception as error:
        frame = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(frame.filename).name}, line {frame.lineno}"
        raise ConfigError(
            f"the hook that renews credentials failed: {type(error).__name__} ({where}); call it by itself to see why"
        ) from error
