from __future__ import annotations

import socket

import pytest

from querious.errors import ConfigError
from querious.harvest.proxy import Proxy, read_upstream
from querious.pipeline.loop import run_to_end
from querious.pipeline.proxy.use_case import serve


def refused(capsys, querious, *arguments: str) -> str:
    assert querious("proxy", *arguments) == 2
    shown = capsys.readouterr()
    assert shown.err.count("\n") == 1
    return shown.err


def test_an_upstream_must_be_named(querious, capsys):
    assert querious("proxy") == 2
    assert "--upstream" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (
            ["--upstream", "localhost:8000"],
            "--upstream is not an http:// or https:// URL; write it as http://host:port",
        ),
        (["--upstream", "http://u:hunter2@a"], "--upstream must not hold a user or password"),
        (
            ["--upstream", "http://a", "--listen", "here"],
            "--listen must be HOST:PORT, such as 127.0.0.1:8600, not 'here'",
        ),
        (["--upstream", "http://localhost:8600"], "--listen 127.0.0.1:8600 is the upstream itself"),
        (["--upstream", "http://a:9000", "--listen", "a:9000"], "--listen a:9000 is the upstream itself"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(querious, capsys, arguments, told):
    shown = refused(capsys, querious, *arguments)
    assert told in shown
    assert "hunter2" not in shown


def test_a_port_that_is_taken_is_said_in_one_line():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]

        async def begin() -> None:
            await serve(Proxy(read_upstream("http://a"), print), "127.0.0.1", port, print, "")

        with pytest.raises(ConfigError, match=f"cannot listen on 127.0.0.1:{port} .*; choose another with --listen"):
            run_to_end(begin)
