"""Which transport is found, at which address, with which credentials; by a server that is a screenful."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from querious.execute.credentials import Credentials
from querious.execute.masked_client import revealed
from querious.execute.streams.connection import Frame, HandshakeError
from querious.execute.streams.first_event import Subscribing
from querious.execute.streams.opener import Streams
from querious.model import Exchange, Settings, graphql_case
from querious.model.stream import Message, StreamTransport
from streams_made import CASE


class FakeSocket:
    def __init__(self, subprotocol: str, answers: dict[str, list[dict[str, Any]]]) -> None:
        self.subprotocol = subprotocol
        self.answers = answers
        self.said: list[dict[str, Any]] = []
        self.frames: list[Frame] = []
        self.is_closed = False
        self.can_ping = True

    async def send(self, text: str) -> None:
        self.said.append(json.loads(text))
        self.frames += [Frame(json.dumps(one)) for one in self.answers.get(self.said[-1]["type"], ())]

    async def ping(self) -> bool:
        return self.can_ping

    async def receive(self, seconds: float) -> Frame | None:
        await asyncio.sleep(0)
        return self.frames.pop(0) if self.frames else None

    async def close(self) -> None:
        self.is_closed = True


class FakeBody:
    def __init__(self, status: int, media: str, *pieces: bytes) -> None:
        self.status = status
        self.headers = {"content-type": media}
        self.pieces = list(pieces)

    async def read(self, seconds: float) -> bytes | None:
        return self.pieces.pop(0) if self.pieces else b""

    async def close(self) -> None:
        pass


class FakeDialer:
    """Speaks some transports at some addresses."""

    def __init__(self, sockets=None, bodies=None) -> None:
        self.sockets = sockets or {}
        self.bodies = bodies or {}
        self.asked: list[str] = []

    async def socket(self, url: str, subprotocol: str, seconds: float) -> FakeSocket:
        self.asked.append(f"{subprotocol} {url}")
        if (url, subprotocol) not in self.sockets:
            raise HandshakeError("the handshake was answered with status 404", 404)
        return self.sockets[url, subprotocol]

    async def body(self, method, url, headers, content, seconds) -> FakeBody:
        self.asked.append(f"{method} {headers.get('accept', '')[:17]} {url}")
        return self.bodies.get((method, url, headers.get("accept", "")[:17]), FakeBody(404, "text/html"))

    async def close(self) -> None:
        pass


HERE = "http://api/graphql"
EVENT = {"id": "1", "type": "next", "payload": {"data": {"ticks": 1}}}
NEW = {"connection_init": [{"type": "connection_ack"}], "subscribe": [EVENT, {"id": "1", "type": "complete"}]}
OLD = {
    "connection_init": [{"type": "connection_ack"}, {"type": "ka"}],
    "start": [{**EVENT, "type": "data"}, {"id": "1", "type": "complete"}],
}
SSE = b'event: next\ndata: {"data":{"ticks":1}}\n\nevent: complete\ndata:\n\n'
PARTS = b'---\r\n\r\n{"payload":{"data":{"ticks":1}}}\r\n-----\r\n'


def streams(dialer, headers=None, **settings):
    return Streams(dialer, Settings(timeout=0.2, **settings), Credentials(headers or {}), lambda: HERE)


async def heard(opened):
    kinds = []
    while not opened.is_over:
        message = await opened.receive(0.1)
        if message is None:
            break
        kinds.append(message.kind)
    await opened.close()
    return kinds


SPOKEN = {
    StreamTransport.WEBSOCKET: lambda: FakeDialer(
        {(HERE, "graphql-transport-ws"): FakeSocket("graphql-transport-ws", NEW)}
    ),
    StreamTransport.OLD_WEBSOCKET: lambda: FakeDialer({(HERE, "graphql-ws"): FakeSocket("graphql-ws", OLD)}),
    StreamTransport.EVENTS: lambda: FakeDialer(
        bodies={("POST", HERE, "text/event-stream"): FakeBody(200, "text/event-stream; charset=utf-8", SSE)}
    ),
    StreamTransport.EVENTS_SINGLE: lambda: FakeDialer(
        bodies={
            ("PUT", HERE, "text/plain"): FakeBody(201, "text/plain", b"token"),
            ("GET", HERE, "text/event-stream"): FakeBody(
                200,
                "text/event-stream",
                b'event: next\ndata: {"id":"1","payload":{"data":{"ticks":1}}}\n\n',
                b'event: complete\ndata: {"id":"1"}\n\n',
            ),
            ("POST", HERE, "application/json"): FakeBody(202, ""),
        }
    ),
    StreamTransport.MULTIPART: lambda: FakeDialer(
        bodies={("POST", HERE, "multipart/mixed;b"): FakeBody(200, 'multipart/mixed; boundary="-"', PARTS)}
    ),
}


@pytest.mark.parametrize("transport", StreamTransport)
def test_each_transport_is_found_and_its_messages_read_alike(transport):
    async def main():
        found = streams(SPOKEN[transport]())
        opened = await found.find(CASE)
        assert found.transport is transport
        kinds = [kind for kind in await heard(opened) if kind not in {Message.ALIVE, Message.CLOSED}]
        assert kinds == [Message.NEXT, Message.COMPLETE]
        (event,) = opened.stream().received(Message.NEXT)
        assert event.payload == {"data": {"ticks": 1}}
        assert not [one for one in opened.stream().received() if one.flaw]

    asyncio.run(main())


def test_a_named_transport_alone_is_tried_at_a_named_address():
    async def main():
        dialer = FakeDialer()
        found = streams(dialer, subscriptions="sse", subscriptions_url="/live")
        assert await found.find(CASE) is None
        assert dialer.asked == ["POST text/event-stream http://api/live"]
        assert found.attempts == ["sse: text/html with status 404"]
        dialer = FakeDialer()
        await streams(dialer, subscriptions="graphql-transport-ws", subscriptions_url="wss://other/ws").find(CASE)
        assert dialer.asked == ["graphql-transport-ws https://other/ws"]

    asyncio.run(main())


def test_a_socket_of_another_subprotocol_is_left():
    async def main():
        socket = FakeSocket("", NEW)
        found = streams(FakeDialer({(HERE, "graphql-transport-ws"): socket}))
        assert await found.find(CASE) is None
        assert socket.is_closed

    asyncio.run(main())


def test_what_goes_with_connection_init_is_sent_and_not_kept():
    async def main():
        socket = FakeSocket("graphql-transport-ws", NEW)
        found = streams(
            FakeDialer({(HERE, "graphql-transport-ws"): socket}),
            {"Authorization": "Bearer s3cret-token"},
            subscriptions_init={"Authorization": "{authorization}", "nested": {"tenant": "x"}},
        )
        opened = await found.find(CASE)
        assert socket.said[0]["payload"] == {"Authorization": "Bearer s3cret-token", "nested": {"tenant": "x"}}
        assert "s3cret" not in str(opened.stream())

    asyncio.run(main())


@pytest.mark.parametrize("can_ping", [True, False])
def test_a_ping_that_nobody_can_answer_is_not_sent(can_ping):
    """An application in process never sees pings of WebSocket, which is all that the older protocol has."""

    async def main():
        socket = FakeSocket("graphql-ws", {**OLD, "start": []})
        socket.can_ping = can_ping
        opened = await streams(FakeDialer({(HERE, "graphql-ws"): socket})).find(CASE)
        assert await opened.ping() is can_ping
        assert bool(opened.stream().sent(Message.PING)) is can_ping

    asyncio.run(main())


def test_no_acknowledgement_ends_the_opening():
    async def main():
        found = streams(FakeDialer({(HERE, "graphql-transport-ws"): FakeSocket("graphql-transport-ws", {})}))
        opened = await found.find(CASE)
        assert opened is not None
        assert opened.is_over
        assert opened.stream().detail == "connection_init was never acknowledged"

    asyncio.run(main())


def test_a_subscription_sent_like_a_case_is_answered_by_its_first_event():
    class Plain:
        async def send(self, case):
            return Exchange(case, 200)

        async def close(self):
            pass

    async def main():
        client = Subscribing(Plain(), streams(SPOKEN[StreamTransport.WEBSOCKET]()))
        assert (await client.send(CASE)).payload == {"data": {"ticks": 1}}
        query = graphql_case(0, CASE.operation._replace(kind="query"), "{ ticks }", {})
        assert (await client.send(query)).status == 200
        nobody = Subscribing(Plain(), streams(FakeDialer()))
        assert "no transport" in (await nobody.send(CASE)).detail

    asyncio.run(main())


def test_what_stands_for_a_secret_is_sent_as_it_is():
    credentials = Credentials({"x-api-key": "s3cret-token-of-ours"})
    shown = credentials.mask.text("s3cret-token-of-ours")
    case = graphql_case(0, CASE.operation, f'subscription {{ ticks(of: "{shown}") }}', {})
    assert "s3cret-token-of-ours" in revealed(case, credentials.mask).document
