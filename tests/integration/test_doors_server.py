"""The workspace on a real server: both descriptions, and a socket."""

from __future__ import annotations

import json

import httpx
import pytest

from querious.demo import TOKENS, start_doors

ALICE = {"authorization": f"Bearer {TOKENS['alice']}"}


def post(url: str, query: str) -> dict:
    return httpx.post(f"{url}/graphql", json={"query": query}, headers=ALICE).json()


def test_it_serves_graphql_rest_and_sockets():
    client = pytest.importorskip("websockets.sync.client")
    with start_doors() as demo:
        assert "/notes/{note_id}" in httpx.get(f"{demo.url}/openapi.json").json()["paths"]
        address = demo.url.replace("http", "ws") + "/graphql"
        with client.connect(address, subprotocols=["graphql-transport-ws"]) as socket:
            socket.send(json.dumps({"type": "connection_init", "payload": {"Authorization": ALICE["authorization"]}}))
            assert json.loads(socket.recv(5)) == {"type": "connection_ack"}
            query = "subscription { noteChanged { title } }"
            socket.send(json.dumps({"type": "subscribe", "id": "1", "payload": {"query": query}}))
            socket.send(json.dumps({"type": "ping"}))
            assert json.loads(socket.recv(5)) == {"type": "pong"}
            post(demo.url, 'mutation { createNote(input: { title: "Heard", text: "b" }) { id } }')
            assert json.loads(socket.recv(5))["payload"] == {"data": {"noteChanged": {"title": "Heard"}}}
