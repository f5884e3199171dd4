"""One interface for subscriptions: open a stream for a case, read its messages, stop it, close it.

Which transport the API speaks is found out by trying them in a fixed order with a real operation, once; the settings
can name it. Every stream is bounded in time by who reads it, in events and bytes by its record.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Protocol
from urllib.parse import urlsplit, urlunsplit

from querious.execute.masked_client import revealed
from querious.execute.streams.connection import HandshakeError
from querious.execute.streams.event_stream import EventStreamChannel
from querious.execute.streams.multipart import MultipartChannel
from querious.execute.streams.record import StreamRecord
from querious.execute.streams.websocket import SOCKET_WORDS, WebSocketChannel
from querious.model import Failure
from querious.model.stream import Message, StreamTransport

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence

    from querious.execute.credentials import Credentials
    from querious.execute.streams.connection import Dialer
    from querious.model import JSON, Case, Settings
    from querious.model.stream import Stream, StreamMessage

_HEADER: Final = re.compile(r"\{([A-Za-z0-9-]+)\}")
_UNAUTHORISED: Final = 401
_PATIENCE: Final = 3.0
_NOT_ACCEPTED: Final = frozenset({4406, 1002, 1003, 1010})
"""Codes with which a socket is closed whose subprotocol the server does not speak."""
_USUAL: Final = {True: ("/subscriptions", "/ws"), False: ("/stream",)}
"""What is tried beside the address itself, by whether it is a socket: ``/subscriptions`` instead of its path, the
others below it."""


class _Channel(Protocol):
    """What each transport fills in."""

    is_over: bool

    async def begin(self, body: JSON, seconds: float) -> bool: ...

    async def receive(self, seconds: float) -> StreamMessage | None: ...

    async def ping(self) -> bool: ...

    async def stop(self) -> None: ...

    async def close(self) -> None: ...


class OpenStream:
    """A subscription under way. Whoever opened it closes it."""

    def __init__(self, channel: _Channel | None, record: StreamRecord) -> None:
        self._channel = channel
        self._record = record

    @property
    def is_over(self) -> bool:
        """Whether nothing more comes, or nothing more is read."""
        return self._channel is None or self._channel.is_over or bool(self._record.limit)

    @property
    def events(self) -> int:
        """How many events have come."""
        return self._record.events

    async def receive(self, seconds: float) -> StreamMessage | None:
        """The next message; None where none came in this time, or the stream is over."""
        if self._channel is None or self.is_over:
            return None
        return await self._channel.receive(seconds)

    async def ping(self) -> bool:
        """Ask whether the other side is there; says whether the transport has a way to."""
        return self._channel is not None and not self.is_over and await self._channel.ping()

    async def stop(self) -> None:
        """Say that no more events are wanted."""
        if self._channel is not None and not self.is_over:
            await self._channel.stop()

    async def close(self) -> None:
        """Let go of the connection; may be called more than once."""
        if self._channel is not None:
            await self._channel.close()

    def stream(self) -> Stream:
        """What came so far."""
        return self._record.stream()


class Streams:
    """Opens streams at one API."""

    def __init__(
        self,
        dialer: Dialer,
        settings: Settings,
        credentials: Credentials,
        address: Callable[[], str],
        turn: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        """``address`` gives that of the API, a URL or a path; ``turn`` waits until the pace allows another request."""
        self._dialer = dialer
        self._settings = settings
        self._credentials = credentials
        self._address = address
        self._turn = turn
        self.sent = 0
        """How many connections were asked for."""
        self.transport: StreamTransport | None = None
        """The one that the API was found to speak."""
        self._url = ""
        self.attempts: list[str] = []
        """What came of the transports that were tried in vain, in words."""

    async def find(self, case: Case) -> OpenStream | None:
        """Open a stream over the first transport that the API speaks, and keep to it; None where it speaks none."""
        if self.transport is not None:
            return await self.open(case)
        self.attempts = []
        for transport, url in self._to_try():
            opened = await self._open(case, transport, url)
            stream = opened.stream()
            if _is_spoken(stream):
                self.transport, self._url = transport, url
                return opened
            await opened.close()
            self.attempts.append(f"{transport.value}: {stream.detail or _closed(stream)}")
        return None

    async def open(self, case: Case) -> OpenStream:
        """Open a stream over the transport that was found. Where that fails, the stream tells why."""
        if self.transport is None:
            raise RuntimeError("no transport has been found yet")
        return await self._open(case, self.transport, self._url)

    async def converse(self, case: Case, messages: Sequence[Mapping[str, JSON] | str], seconds: float) -> Stream | None:
        """Say these messages over a socket of its own and hear what comes of it; None where there are no sockets.

        After ``connection_init`` the acknowledgement is waited for. ``{"type": "subscribe"}`` without a payload gets
        the body of the case. It ends as soon as the other side closes the socket.
        """
        if self.transport is None or not self.transport.is_websocket:
            return None
        record = self._record(case, self.transport)
        channel = await self._socket(self.transport, self._url, record)
        if channel is None:
            return record.stream()
        try:
            await self._say(channel, case, messages)
            until = record.stream().elapsed + seconds
            while not channel.is_over and not record.limit and (left := until - record.stream().elapsed) > 0:
                await channel.receive(left)
        finally:
            await channel.close()
        return record.stream()

    async def close(self) -> None:
        """Let go of what is open."""
        await self._dialer.close()

    async def _say(self, channel: WebSocketChannel, case: Case, messages: Sequence[Mapping[str, JSON] | str]) -> None:
        for message in messages:
            if channel.is_over:
                return
            if isinstance(message, str):
                await channel.send_raw(message)
            elif message.get("type") == "connection_init":
                await channel.introduce(self._patience)
            else:
                asked = message.get("type") == "subscribe"
                whole = {"payload": self._body(case), **message} if asked else message
                await channel.send(whole, Message.SUBSCRIBE if asked else Message.UNKNOWN)

    async def _open(self, case: Case, transport: StreamTransport, url: str) -> OpenStream:
        if self._credentials.are_due:
            await self._credentials.renew(self._credentials.generation)
        generation = self._credentials.generation
        opened = await self._open_once(case, transport, url)
        if self._credentials.renewable and opened.stream().status == _UNAUTHORISED:
            await opened.close()
            await self._credentials.renew(generation)
            return await self._open_once(case, transport, url)
        return opened

    async def _open_once(self, case: Case, transport: StreamTransport, url: str) -> OpenStream:
        record = self._record(case, transport)
        channel: _Channel | None
        if transport.is_websocket:
            channel = await self._socket(transport, url, record)
        else:
            await self._count()
            channel = (
                MultipartChannel(self._dialer, url, record)
                if transport is StreamTransport.MULTIPART
                else EventStreamChannel(self._dialer, url, record, single=transport is StreamTransport.EVENTS_SINGLE)
            )
        if channel is None:
            return OpenStream(None, record)
        try:
            begun = await channel.begin(self._body(case), self._patience)
        except HandshakeError as error:
            record.failed(Failure.TIMEOUT if error.timed_out else Failure.LOST, error.detail, error.status)
            begun = False
        except BaseException:
            await channel.close()
            raise
        if begun:
            return OpenStream(channel, record)
        await channel.close()
        return OpenStream(None, record)

    async def _socket(self, transport: StreamTransport, url: str, record: StreamRecord) -> WebSocketChannel | None:
        dialect = SOCKET_WORDS[transport]
        await self._count()
        try:
            socket = await self._dialer.socket(url, dialect.subprotocol, self._patience)
        except HandshakeError as error:
            record.failed(Failure.TIMEOUT if error.timed_out else Failure.LOST, error.detail, error.status)
            return None
        if socket.subprotocol != dialect.subprotocol and not self._settings.subscriptions_named:
            await socket.close()
            record.failed(Failure.LOST, "the server did not choose this subprotocol")
            return None
        return WebSocketChannel(socket, dialect, record, self._init())

    def _record(self, case: Case, transport: StreamTransport) -> StreamRecord:
        return StreamRecord(case, transport, self._credentials.mask, self._settings.max_answer)

    def _body(self, case: Case) -> JSON:
        mask = self._credentials.mask
        return (revealed(case, mask) if mask else case).body

    @property
    def _patience(self) -> float:
        """Seconds in which a server has to take a subscription, or to say that it does not."""
        return min(self._settings.timeout, _PATIENCE)

    async def _count(self) -> None:
        self.sent += 1
        if self._turn is not None:
            await self._turn()

    def _init(self) -> dict[str, JSON] | None:
        """What goes with ``connection_init``: as the settings say, ``{authorization}`` being that header of ours."""
        headers = self._credentials.headers
        given = _with_headers(dict(self._settings.subscriptions_init), headers)
        return given if isinstance(given, dict) and given else None

    def _to_try(self) -> Iterator[tuple[StreamTransport, str]]:
        named = self._settings.subscriptions_named
        for transport in StreamTransport:
            if named and transport.value != named:
                continue
            for url in self._addresses(sockets=transport.is_websocket):
                yield transport, url

    def _addresses(self, *, sockets: bool) -> Iterable[str]:
        address = self._address()
        given = self._settings.subscriptions_url
        if given:
            return (_beside(address, given),)
        first, *further = _USUAL[sockets]
        others = [first if sockets else _below(address, first), *(_below(address, path) for path in further)]
        return dict.fromkeys([address, *(_beside(address, path) for path in others)])


def _is_spoken(stream: Stream) -> bool:
    """Whether the other side speaks a transport, be it badly."""
    if stream.code in _NOT_ACCEPTED:
        return False
    return stream.is_open or (stream.transport.is_websocket and bool(stream.messages))


def _closed(stream: Stream) -> str:
    return f"the socket was closed with {stream.code} {stream.reason}".rstrip()


def _beside(address: str, other: str) -> str:
    """An address as it was given, a path being one of the same host."""
    if other.startswith("/"):
        parts = urlsplit(address)
        path, _, query = other.partition("?")
        return urlunsplit((parts.scheme, parts.netloc, path, query or parts.query, ""))
    for web, plain in (("wss://", "https://"), ("ws://", "http://")):
        if other.startswith(web):
            return plain + other[len(web) :]
    return other


def _below(address: str, path: str) -> str:
    return urlsplit(address).path.rstrip("/") + path


def _with_headers(value: JSON, headers: Mapping[str, str]) -> JSON:
    if isinstance(value, dict):
        return {name: _with_headers(inner, headers) for name, inner in value.items()}
    if isinstance(value, list):
        return [_with_headers(inner, headers) for inner in value]
    if isinstance(value, str):
        return _HEADER.sub(lambda found: headers.get(found[1].lower(), found[0]), value)
    return value
