"""Streams over the network, by aiohttp. Why aiohttp: ``docs/decisions/websocket.md``."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import aiohttp
from yarl import URL

from querious.execute.http_rules import USER_AGENT
from querious.execute.proxies import proxy_for
from querious.execute.streams.connection import MOST_FRAME, Frame, HandshakeError
from querious.execute.tls import tls_context

if TYPE_CHECKING:
    from collections.abc import Mapping

    from querious.execute.credentials import Credentials
    from querious.model import Settings

_ABNORMAL: Final = 1006
_NOT_SENT: Final = frozenset({"content-type", "content-length", "accept", "connection", "upgrade"})
"""Headers of the user's that would contradict the handshake."""
_CLOSING: Final = 1.0
"""Seconds to wait until the other side has closed as well."""


class AiohttpDialer:
    """See ``Dialer``. Connections are not kept: each stream has its own."""

    def __init__(self, settings: Settings, credentials: Credentials) -> None:
        self._settings = settings
        self._credentials = credentials
        self._session: aiohttp.ClientSession | None = None

    async def socket(self, url: str, subprotocol: str, seconds: float) -> AiohttpSocket:
        """See ``Dialer``."""
        secure = url.startswith("https:")
        address = URL(f"ws{'s' if secure else ''}{url[5 if secure else 4 :]}", encoded=True)
        try:
            async with asyncio.timeout(seconds):
                socket = await self._open().ws_connect(
                    address,
                    protocols=(subprotocol,),
                    headers=self._headers(),
                    proxy=proxy_for(url, self._settings.proxy) or None,
                    autoping=False,
                    max_msg_size=min(MOST_FRAME, self._settings.max_answer),
                    timeout=aiohttp.ClientWSTimeout(ws_close=_CLOSING),
                )
        except aiohttp.WSServerHandshakeError as error:
            raise HandshakeError(f"the handshake was answered with status {error.status}", error.status) from None
        except (TimeoutError, aiohttp.ClientError, ValueError) as error:
            raise _refused(error) from None
        return AiohttpSocket(socket)

    async def body(
        self, method: str, url: str, headers: Mapping[str, str], content: bytes, seconds: float
    ) -> AiohttpBody:
        """See ``Dialer``."""
        try:
            async with asyncio.timeout(seconds):
                response = await self._open().request(
                    method,
                    URL(url, encoded=True),
                    headers={**self._headers(), **headers},
                    data=content or None,
                    allow_redirects=False,
                    proxy=proxy_for(url, self._settings.proxy) or None,
                    timeout=aiohttp.ClientTimeout(total=None),
                )
        except (TimeoutError, aiohttp.ClientError, ValueError) as error:
            raise _refused(error) from None
        return AiohttpBody(response)

    async def close(self) -> None:
        """See ``Dialer``."""
        session, self._session = self._session, None
        if session is not None:
            await session.close()

    def _headers(self) -> dict[str, str]:
        return {name: value for name, value in self._credentials.headers.items() if name not in _NOT_SENT}

    def _open(self) -> aiohttp.ClientSession:
        """Made once there is a loop, to which aiohttp ties its connections."""
        if self._session is None:
            self._session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(limit=0, ssl=tls_context(self._settings), force_close=True),
                cookie_jar=aiohttp.DummyCookieJar(),
                headers={"user-agent": USER_AGENT},
                skip_auto_headers=("accept", "accept-encoding", "content-type"),
            )
        return self._session


class AiohttpSocket:
    """See ``Socket``."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self.subprotocol = socket.protocol or ""

    async def send(self, text: str) -> None:
        """See ``Socket``."""
        with suppress(aiohttp.ClientError, ConnectionError):
            await self._socket.send_str(text)

    async def ping(self) -> bool:
        """See ``Socket``."""
        with suppress(aiohttp.ClientError, ConnectionError):
            await self._socket.ping(b"querious")
        return True

    async def receive(self, seconds: float) -> Frame | None:
        """See ``Socket``. A ping is answered here, as every client of WebSocket has to."""
        try:
            async with asyncio.timeout(seconds):
                while True:
                    message = await self._socket.receive()
                    if message.type is not aiohttp.WSMsgType.PING:
                        break
                    with suppress(aiohttp.ClientError, ConnectionError):
                        await self._socket.pong(message.data)
        except TimeoutError:
            return None
        kind = message.type
        if kind is aiohttp.WSMsgType.TEXT:
            return Frame(message.data)
        if kind is aiohttp.WSMsgType.PONG:
            return Frame(pong=True)
        if kind is aiohttp.WSMsgType.BINARY:
            return Frame(flaw=f"a binary frame of {len(message.data):,} bytes")
        if kind is aiohttp.WSMsgType.ERROR:
            return Frame(flaw=f"a frame that WebSocket does not allow: {message.data}")
        code = message.data if kind is aiohttp.WSMsgType.CLOSE else self._socket.close_code
        reason = message.extra if kind is aiohttp.WSMsgType.CLOSE and isinstance(message.extra, str) else ""
        return Frame(closed=True, code=int(code or _ABNORMAL), reason=reason)

    async def close(self) -> None:
        """See ``Socket``."""
        with suppress(aiohttp.ClientError, ConnectionError, TimeoutError):
            async with asyncio.timeout(2 * _CLOSING):
                await self._socket.close(code=1000)


class AiohttpBody:
    """See ``StreamBody``."""

    def __init__(self, response: aiohttp.ClientResponse) -> None:
        self._response = response
        self.status = response.status
        self.headers: Mapping[str, str] = {name.lower(): value for name, value in response.headers.items()}

    async def read(self, seconds: float) -> bytes | None:
        """See ``StreamBody``."""
        try:
            async with asyncio.timeout(seconds):
                return await self._response.content.readany()
        except TimeoutError:
            return None
        except aiohttp.ClientError as error:
            raise HandshakeError(_words(error)) from None

    async def close(self) -> None:
        """See ``StreamBody``."""
        self._response.close()


def _refused(error: Exception) -> HandshakeError:
    if isinstance(error, TimeoutError):
        return HandshakeError("no answer in time", timed_out=True)
    return HandshakeError(_words(error))


def _words(error: Exception) -> str:
    """What happened, without the address, which may hold a secret and is known."""
    if isinstance(error, aiohttp.ClientConnectorError):
        return str(error.os_error.strerror or "no connection could be made")
    if isinstance(error, aiohttp.ClientHttpProxyError):
        return f"the proxy refused the connection with status {error.status}"
    if isinstance(error, aiohttp.ServerDisconnectedError):
        return "the connection was lost"
    return type(error).__name__
