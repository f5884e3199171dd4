from __future__ import annotations

import asyncio

import pytest

from querious.execute.credentials import Credentials
from querious.execute.streams.asgi_dialer import AsgiDialer
from querious.execute.streams.connection import HandshakeError


def dialer(app):
    return AsgiDialer(app, Credentials({"authorization": "Bearer t"}), dict)


async def echo(scope, receive, send):
    assert (b"authorization", b"Bearer t") in scope["headers"]
    await receive()
    await send({"type": "websocket.accept", "subprotocol": scope["subprotocols"][0]})
    while (message := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": message["text"]})


async def flood(scope, receive, send):
    await receive()
    await send({"type": "websocket.accept"})
    for number in range(100_000):
        flood.sent = number
        await send({"type": "websocket.send", "text": "x"})


def test_a_socket_in_process():
    async def main():
        socket = await dialer(echo).socket("/graphql", "graphql-transport-ws", 1)
        assert socket.subprotocol == "graphql-transport-ws"
        await socket.send("hello")
        assert (await socket.receive(1)).text == "hello"
        assert await socket.receive(0.01) is None
        await socket.close()

    asyncio.run(main())


def test_an_application_that_floods_has_to_wait_and_can_be_left():
    async def main():
        socket = await dialer(flood).socket("/graphql", "graphql-transport-ws", 1)
        await socket.receive(1)
        await asyncio.sleep(0.05)
        assert flood.sent < 100
        async with asyncio.timeout(5):
            await socket.close()

    asyncio.run(main())


@pytest.mark.parametrize("behaviour", ["refuses", "raises", "hangs"])
def test_no_socket(behaviour):
    async def app(scope, receive, send):
        if behaviour == "raises":
            raise RuntimeError
        if behaviour == "hangs":
            await asyncio.Event().wait()
        await send({"type": "websocket.close", "code": 4000})

    async def main():
        with pytest.raises(HandshakeError):
            await dialer(app).socket("/graphql", "graphql-transport-ws", 0.05)

    asyncio.run(main())


def test_a_crash_closes_the_socket():
    async def app(scope, receive, send):
        await receive()
        await send({"type": "websocket.accept"})
        raise ValueError

    async def main():
        socket = await dialer(app).socket("/graphql", "graphql-transport-ws", 1)
        frame = await socket.receive(1)
        assert (frame.closed, frame.code) == (True, 1011)

    asyncio.run(main())


def test_a_body_that_comes_bit_by_bit():
    async def app(scope, receive, send):
        assert (await receive())["body"] == b"{}"
        await send({"type": "http.response.start", "status": 200, "headers": [(b"Content-Type", b"text/event-stream")]})
        for piece in (b"a", b"", b"b"):
            await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body"})

    async def main():
        body = await dialer(app).body("POST", "/graphql?x=1", {"accept": "text/event-stream"}, b"{}", 1)
        assert (body.status, body.headers["content-type"]) == (200, "text/event-stream")
        assert [await body.read(1), await body.read(1), await body.read(1)] == [b"a", b"b", b""]
        await body.close()

    asyncio.run(main())
