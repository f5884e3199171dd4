"""The demo on a real socket."""

from __future__ import annotations

import json
import socket
import threading
import time
import urllib.error
import urllib.request
from http.client import IncompleteRead

import pytest

from querious.demo import start
from querious.errors import ConfigError

HANG = '{deliveryDay(start: "2024-05-06", workingDays: 2147483647)}'


def ask(url: str, query: str):
    body = json.dumps({"query": query}).encode()
    request = urllib.request.Request(url, body, {"content-type": "application/json"})  # noqa: S310  # loopback
    with urllib.request.urlopen(request, timeout=10) as answer:  # noqa: S310
        return json.load(answer)


def refuses_connections(url: str):
    port = int(url.split(":")[2].split("/", maxsplit=1)[0])
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) != 0


def test_serves_and_stops():
    with start() as demo:
        assert demo.url.startswith("http://127.0.0.1:")
        assert ask(demo.url, '{project(id: "1") {name}}') == {"data": {"project": {"name": "Project 1"}}}
        started = time.monotonic()
    assert time.monotonic() - started < 20
    assert refuses_connections(demo.url)
    demo.stop()


def test_stops_after_an_exception_and_while_a_request_hangs():
    lost = []

    def wait(url: str):
        try:
            ask(url, HANG)
        except OSError as error:
            lost.append(error)

    with pytest.raises(RuntimeError, match="in the block"), start(["hang"], hang=30) as demo:  # noqa: PT012  # the exit is what is tested
        client = threading.Thread(target=wait, args=(demo.url,))
        client.start()
        time.sleep(0.2)
        stopping = time.monotonic()
        raise RuntimeError("in the block")
    assert time.monotonic() - stopping < 20  # the request would hang for 30
    client.join(5)
    assert lost
    assert refuses_connections(demo.url)


def test_a_dropped_connection_is_one():
    with start(["dropped-connection"]) as demo:
        with pytest.raises(IncompleteRead):
            ask(demo.url, '{search(text: "a", limit: -1) {__typename}}')
        assert ask(demo.url, '{category(slug: "tools") {name}}')["data"]["category"] == {"name": "Tools"}


def test_a_crash_of_the_whole_request_has_its_status():
    with start(["unknown-id-500"]) as demo, pytest.raises(urllib.error.HTTPError) as caught:
        ask(demo.url, '{order(id: "T3JkZXI6OTk=") {id}}')
    assert caught.value.code == 500


def test_several_demos_serve_side_by_side_with_their_own_data():
    with start() as first, start() as second:
        ask(first.url, 'mutation {updateItem(sku: "BO-0001", stock: 1) {sku}}')
        query = '{item(sku: "BO-0001") {stock}}'
        assert [ask(demo.url, query)["data"]["item"]["stock"] for demo in (first, second)] == [1, 900]


def test_a_port_in_use_is_an_error_of_the_user():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(ConfigError, match=f"cannot listen on port {port}"):
            start(port=port)
    with pytest.raises(ConfigError, match="cannot listen on port 70000"):
        start(port=70_000)


def test_introspection_can_be_off():
    with start(introspection=False) as demo, pytest.raises(urllib.error.HTTPError) as caught:
        ask(demo.url, "{__schema {queryType {name}}}")
    assert caught.value.code == 400


def test_a_server_that_does_not_come_up_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("uvicorn.Server.run", lambda *_: None)
    with pytest.raises(ConfigError, match="did not start at http://127") as caught:
        start()
    assert "\n" not in str(caught.value)
