"""One connection of a client, tied to one of its own to the upstream. What happens on one side happens on the other.

Bytes pass as they come; a side that cannot take more stops the other from reading, so that memory stays constant.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Any, Final, Protocol

from querious.harvest.proxy_endings import end
from querious.harvest.proxy_exchange import ProxyExchange
from querious.harvest.proxy_heads import RefusedError
from querious.harvest.proxy_messages import Mark, RequestParser, ResponseParser
from querious.harvest.proxy_upstream import unreachable

if TYPE_CHECKING:
    from collections.abc import Callable

    from querious.harvest.proxy_heads import RequestHead

_CONNECTING, _UPSTREAM_FULL, _IN_TURN = 1, 2, 4
"""Why nothing is read from the client."""
_MOST_IN_A_ROW: Final = 32
"""Requests that a client may send before the first is answered."""
_HEAD_SECONDS: Final = 60.0
"""In which the head of a request must be whole."""
_CONNECT_SECONDS: Final = 30.0
_LINGER_SECONDS: Final = 5.0
"""How long a client that was refused may go on sending what nobody reads."""


class ConnectionOwner(Protocol):
    """What a connection needs of the proxy it belongs to."""

    host: bytes

    async def connect(self, protocol: Callable[[], asyncio.Protocol]) -> None:
        """Open a connection to the upstream."""

    def begin(self, head: RequestHead) -> ProxyExchange:
        """A request is passed on."""

    def over(self, exchange: ProxyExchange, *, answered: bool) -> None:
        """A request is over; answered if its whole answer came."""

    def forget(self, connection: ProxyConnection) -> None:
        """A connection is over."""


class ProxyConnection(asyncio.Protocol):
    """The client's side; it owns the upstream's."""

    def __init__(self, owner: ConnectionOwner, *, crowded: bool = False) -> None:
        self._owner = owner
        self._crowded = crowded
        self._loop = asyncio.get_running_loop()
        self._requests = RequestParser(owner.host)
        self._answers = ResponseParser()
        self._exchanges: deque[ProxyExchange] = deque()
        self._client: Any = None
        self._upstream: Any = None
        self._connecting: asyncio.Task[None] | None = None
        self._outgoing: list[bytes] = []
        self._reasons = 0
        self._timer: asyncio.TimerHandle | None = None
        self._tunnel = False
        self._blind = False
        self._client_ended = False
        self._upstream_ended = False
        self._closing = False
        self._stopping = False

    # The client's side

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A client came. The upstream is called when it asks something."""
        self._client = transport
        self._limit(_HEAD_SECONDS, self._too_slow)
        if self._crowded:
            self._refuse(RefusedError(503, "too many connections"))

    def data_received(self, data: bytes) -> None:
        """The client sent something."""
        if self._closing:
            return
        if self._tunnel:
            self._pass_on(data)
            return
        self._requests.receive(data)
        self._read_requests()

    def eof_received(self) -> bool:
        """The client sends nothing more, but may wait for answers."""
        self._client_ended = True
        if self._connecting is not None and not self._closing:
            return True
        if self._upstream is None or self._closing or self._upstream_ended or not (self._tunnel or self._exchanges):
            self._close()
        elif self._upstream.can_write_eof():
            self._upstream.write_eof()
        elif self._tunnel or self._requests.in_body:
            self._upstream.close()
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        """The client is gone: so must be what was opened for it."""
        self._limit(0)
        self._closing = True
        if self._connecting is not None:
            self._connecting.cancel()
        if self._upstream is not None:
            end(self._loop, self._upstream, reset=exc is not None)
        while self._exchanges:
            self._over(answered=bool(self._exchanges[0].refusal))
        self._owner.forget(self)

    def pause_writing(self) -> None:
        """The client reads slower than the upstream sends."""
        if self._upstream is not None:
            self._upstream.pause_reading()

    def resume_writing(self) -> None:
        """The client has caught up."""
        if self._upstream is not None:
            self._upstream.resume_reading()

    def stop(self) -> None:
        """Let requests under way end, and nothing new begin."""
        self._stopping = True
        if not self._exchanges and not self._tunnel:
            self._close()

    def cut(self) -> None:
        """End at once."""
        self._client.abort()

    # Requests

    def _read_requests(self) -> None:
        passed: list[bytes] = []
        refused: RefusedError | None = None
        try:
            while not self._must_wait():
                piece = self._requests.next(self._begin)
                if piece is None:
                    break
                passed.append(piece if isinstance(piece, bytes) else piece.passed_on)
        except RefusedError as error:
            refused = error
        if passed:
            self._pass_on(passed[0] if len(passed) == 1 else b"".join(passed))
        if refused is not None:
            self._refuse(refused)
        elif self._requests.head_begun and not self._reasons:
            if self._timer is None:
                self._limit(_HEAD_SECONDS, self._too_slow)
        else:
            self._limit(0)

    def _must_wait(self) -> bool:
        """Whether the next request has to wait: for the answer to a wish to change the protocol, or for its turn."""
        if not self._requests.head_begun or not self._exchanges:
            return False
        last = self._exchanges[-1].head
        if len(self._exchanges) < _MOST_IN_A_ROW and not (last is not None and last.upgrade):
            return False
        self._hold(_IN_TURN)
        return True

    def _begin(self, head: RequestHead) -> Callable[[bytes], None] | None:
        exchange = self._owner.begin(head)
        self._exchanges.append(exchange)
        return exchange.keep if exchange.wanted else None

    def _pass_on(self, data: bytes) -> None:
        if self._upstream is not None:
            self._upstream.write(data)
            return
        self._outgoing.append(data)
        if self._connecting is None:
            self._hold(_CONNECTING)
            self._connecting = self._loop.create_task(self._connect())

    def _refuse(self, error: RefusedError) -> None:
        """Answer in place of the upstream, when it is this request's turn. Nothing more is read from the client."""
        if not self._requests.in_body:
            self._exchanges.append(ProxyExchange(None))
        if self._exchanges:
            self._exchanges[-1].refuse(error.status, str(error))
            self._hold(_IN_TURN)
            self._settle()
        else:  # it was answered before all of it had come
            self._say_goodbye()

    def _settle(self) -> None:
        """After an answer: refuse, close or go on, whatever the turn is of."""
        first = self._exchanges[0] if self._exchanges else None
        if first is not None and first.refusal:
            if not first.answering:
                self._client.write(first.refusal)
            self._say_goodbye()
        elif first is None and (self._stopping or (self._client_ended and not self._upstream.can_write_eof())):
            self._close()  # an upstream that could be told of the client's end ends by itself
        elif self._reasons & _IN_TURN and not (self._exchanges and self._exchanges[-1].refusal):
            self._go_on(_IN_TURN)

    def _too_slow(self) -> None:
        self._timer = None
        if self._requests.head_begun:
            self._refuse(RefusedError(408, f"the head of the request was not whole after {_HEAD_SECONDS:.0f} s"))
        else:
            self._close()

    # The upstream's side

    async def _connect(self) -> None:
        try:
            async with asyncio.timeout(_CONNECT_SECONDS):
                await self._owner.connect(lambda: UpstreamSide(self))
        except (OSError, TimeoutError, UnicodeError) as error:
            self._connecting = None
            for exchange in self._exchanges:
                exchange.refuse(*unreachable(error))
            self._settle()

    def connected(self, transport: Any) -> None:
        """The upstream answers the call."""
        self._connecting = None
        if self._closing:
            transport.abort()
            return
        self._upstream = transport
        self._upstream.write(b"".join(self._outgoing))
        self._outgoing.clear()
        if self._client_ended and transport.can_write_eof():
            transport.write_eof()
        self._go_on(_CONNECTING)

    def answered(self, data: bytes) -> None:
        """The upstream sent something: first the client gets it, then it is looked at."""
        if self._closing:
            return
        self._client.write(data)
        if self._tunnel or self._blind:
            return
        self._answers.receive(data)
        while self._answers.begun and not self._closing and not self._blind and not self._tunnel:
            if not self._exchanges:
                self._blind = True
            elif not self._follow(self._exchanges[0]):
                return

    def _follow(self, exchange: ProxyExchange) -> bool:
        """Look at what comes next in an answer. False as long as more of it must come."""
        exchange.answering = True
        told = self._answers.next(exchange.method, exchange.keep_answer if exchange.wanted else None)
        if told is None:
            return False
        if told is Mark.SWITCHED and exchange.head is not None and exchange.head.upgrade:
            exchange.status = 101
            self._over(answered=True)
            self._switch()
        elif told is Mark.ENDED:
            self._over(answered=True)
            self._settle()
        elif isinstance(told, Mark):
            self._blind = True
        else:
            exchange.status = told.status
            exchange.answer_encoding, exchange.answer_type = told.content_encoding, told.content_type
        return True

    def _switch(self) -> None:
        """The connection is no HTTP from here on: whatever comes is passed, in both directions."""
        self._tunnel = True
        self._limit(0)
        rest = self._requests.everything()
        if rest:
            self._upstream.write(rest)
        self._release(_IN_TURN)

    def upstream_ended(self) -> bool:
        """The upstream sends nothing more. True if it may still be sent something."""
        self._upstream_ended = True
        if self._closing:
            return False
        if self._answers.ends_with_connection and self._exchanges:
            self._over(answered=True)
        if self._tunnel and not self._client_ended:
            self._client.write_eof()
            return True
        if self._requests.in_body and not self._client_ended:
            self._say_goodbye()
        else:
            self._close()
        return False

    def upstream_lost(self, error: Exception | None) -> None:
        """The upstream is gone, with an error if it broke the connection off."""
        if self._closing:
            return
        if error is None:
            self._close()
        else:
            self._closing = True
            end(self._loop, self._client, reset=True)

    def upstream_full(self) -> None:
        """The upstream reads slower than the client sends."""
        self._hold(_UPSTREAM_FULL)

    def upstream_free(self) -> None:
        """The upstream has caught up."""
        self._go_on(_UPSTREAM_FULL)

    # Both

    def _over(self, *, answered: bool) -> None:
        exchange = self._exchanges.popleft()
        if not self._exchanges and self._requests.in_body:
            exchange.whole = False
        self._owner.over(exchange, answered=answered)

    def _close(self) -> None:
        """Close both sides when what is on its way has gone out."""
        self._closing = True
        self._limit(0)
        end(self._loop, self._client)

    def _say_goodbye(self) -> None:
        """Send the client nothing more, but let it end its sentence: else its system drops what it has not read yet."""
        self._closing = True
        self._reasons = 0
        if self._upstream is not None:
            end(self._loop, self._upstream, reset=True)
        self._client.write_eof()
        self._client.resume_reading()
        self._limit(_LINGER_SECONDS, self._client.abort)

    def _limit(self, seconds: float, then: Callable[[], None] | None = None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._loop.call_later(seconds, then) if then is not None else None

    def _hold(self, reason: int) -> None:
        if not self._reasons:
            self._client.pause_reading()
        self._reasons |= reason

    def _release(self, reason: int) -> None:
        if self._reasons == reason and not self._closing:
            self._client.resume_reading()
        self._reasons &= ~reason

    def _go_on(self, reason: int) -> None:
        self._release(reason)
        if not self._reasons and not self._closing and not self._tunnel:
            self._read_requests()


class UpstreamSide(asyncio.Protocol):
    """The upstream's side. It passes everything to the client's, which decides."""

    def __init__(self, connection: ProxyConnection) -> None:
        self._connection = connection

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The call was taken."""
        self._connection.connected(transport)

    def data_received(self, data: bytes) -> None:
        """A piece of an answer."""
        self._connection.answered(data)

    def eof_received(self) -> bool:
        """Nothing more comes."""
        return self._connection.upstream_ended()

    def connection_lost(self, exc: Exception | None) -> None:
        """Closed or broken."""
        self._connection.upstream_lost(exc)

    def pause_writing(self) -> None:
        """Too much waits to be sent."""
        self._connection.upstream_full()

    def resume_writing(self) -> None:
        """Most of it was sent."""
        self._connection.upstream_free()
