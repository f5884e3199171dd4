"""Transport is one method: everything else in this room wraps it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from querious.model import Case, Exchange


class Client(Protocol):
    """Sends cases to one API."""

    async def send(self, case: Case) -> Exchange:
        """The answer, or in ``Exchange.failure`` why there is none.

        Whatever the API does (it hangs, hangs up, raises) comes back as a value. Only ``CancelledError`` and a
        ``QueriousError``, which is no answer, come out as exceptions.
        """

    async def close(self) -> None:
        """Let go of connections, threads and the application's lifespan; may be called more than once."""


class ClientWrapper:
    """A client around another one. What it adds is in its ``send``."""

    def __init__(self, client: Client) -> None:
        self._client = client

    async def close(self) -> None:
        """See ``Client``."""
        await self._client.close()
