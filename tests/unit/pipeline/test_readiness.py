from __future__ import annotations

import socket
import threading
import time
from typing import TYPE_CHECKING

import pytest

from querious.errors import TargetError
from querious.model import Settings
from querious.pipeline.readiness import wait_until_ready
from servers import answering, hang_up, respond

if TYPE_CHECKING:
    from http.server import BaseHTTPRequestHandler

WAITING = Settings(wait=20)


@pytest.mark.parametrize("status", [200, 401, 404, 500])
def test_any_answer_of_the_api_itself_will_do(status: int):
    with answering(lambda handler, _: respond(handler, b"{}", status)) as url:
        wait_until_ready(url, WAITING)


@pytest.mark.parametrize("trouble", [502, 503, 504, "lost"])
def test_a_gateway_without_a_server_is_waited_for(trouble: int | str):
    asked: list[int] = []

    def answer(handler: BaseHTTPRequestHandler, _: bytes) -> None:
        asked.append(1)
        if len(asked) > 2:
            respond(handler, b"{}")
        elif isinstance(trouble, int):
            respond(handler, b"", trouble)
        else:
            hang_up(handler)

    with answering(answer) as url:
        began = time.monotonic()
        started = wait_until_ready(url, WAITING, began)
    assert len(asked) == 3
    assert started is not None
    assert started - began > 0.5, "waiting takes nothing of the time of the run"


def test_a_port_that_opens_late_is_waited_for():
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        port = held.getsockname()[1]

        def open_late() -> None:
            time.sleep(0.8)
            held.listen()
            connection, _ = held.accept()
            connection.recv(1000)
            connection.sendall(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")
            connection.close()

        threading.Thread(target=open_late, daemon=True).start()
        wait_until_ready(f"http://127.0.0.1:{port}/", WAITING)


def test_what_is_never_there_is_one_line():
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{held.getsockname()[1]}/graphql"
        with pytest.raises(TargetError, match=r"was not ready within 0\.5 s: no connection could be made; check"):
            wait_until_ready(url, Settings(wait=0.5))


def test_nobody_waits_without_being_told_to_or_for_what_runs_in_process():
    assert wait_until_ready("http://127.0.0.1:9/", Settings(), 7.0) == 7.0
    assert wait_until_ready("package.module:app", WAITING, 7.0) == 7.0
    assert wait_until_ready(object(), WAITING, 7.0) == 7.0


def test_the_service_of_a_description_is_waited_for():
    with answering(lambda handler, _: respond(handler, b"{}")) as url:
        wait_until_ready("openapi.yaml", Settings(wait=5, state=Settings().state.__class__(url=url)))
