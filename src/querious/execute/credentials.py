"""The headers that go with every request, and the hook that renews them."""

from __future__ import annotations

import asyncio
import inspect
import re
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Final

from querious.errors import ConfigError
from querious.execute.client import ClientWrapper
from querious.text.mask import Mask
from querious.text.sent_secrets import of_headers

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from querious.execute.client import Client
    from querious.model import Case, Exchange

_UNAUTHORIZED: Final = 401
_NAME: Final = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_UNSENDABLE: Final = re.compile(r"[\x00-\x08\x0a-\x1f\x7f\ud800-\udfff]")


class Credentials:
    """The headers in force, names in lower case. Values are never shown."""

    def __init__(self, headers: Mapping[str, str], renew: Callable[[], Mapping[str, str]] | None = None) -> None:
        self._given = checked(headers, "the settings")
        self._renew = renew
        self._lock = asyncio.Lock()
        self.headers = self._given
        self.mask: Final = Mask()
        """What stands for them wherever the API repeats them."""
        self.mask.add(of_headers(self._given))
        self.generation = 0
        """How often they were renewed."""
        self.failed: Exception | None = None
        """Why the hook could not renew them during the run, if it could not; the old ones stay in force."""

    def __repr__(self) -> str:
        return f"Credentials({', '.join(self.headers)})"

    @property
    def renewable(self) -> bool:
        """Whether there is a hook to ask."""
        return self._renew is not None

    async def renew(self, generation: int) -> None:
        """Call the hook, once for all who hold the same outdated generation."""
        async with self._lock:
            if self._renew is None or generation != self.generation:
                return
            fresh = checked(await _call(self._renew), "the hook that renews credentials")
            self.mask.renew(of_headers(fresh))
            self.headers = {**self._given, **fresh}
            self.generation += 1


class Renewing(ClientWrapper):
    """Asks for credentials before the first request, and for new ones when the API answers 401.

    The request that was refused is then sent once more. Where that was refused too, new credentials are no remedy
    for the refusal, and are not asked for again until some request succeeds with those in force.
    """

    def __init__(self, client: Client, credentials: Credentials) -> None:
        super().__init__(client)
        self._credentials = credentials
        self._futile = -1

    async def send(self, case: Case) -> Exchange:
        """See ``Client``."""
        credentials = self._credentials
        if not credentials.generation:
            await credentials.renew(0)
        if case.request.without:
            return await self._client.send(case)  # a refusal is what is wanted
        generation = credentials.generation
        exchange = await self._client.send(case)
        if exchange.status == _UNAUTHORIZED and self._futile != generation:
            try:
                await credentials.renew(generation)
            except ConfigError as error:  # it worked before: what was found until now must not be lost
                credentials.failed = error
                self._futile = generation
                return exchange
            generation = credentials.generation
            exchange = await self._client.send(case)
            if exchange.status == _UNAUTHORIZED:
                self._futile = generation
        if exchange.status not in (0, _UNAUTHORIZED) and self._futile == generation:
            self._futile = -1
        return exchange


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
