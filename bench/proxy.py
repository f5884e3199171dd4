"""What the recording proxy costs: requests a second and waiting times through it, beside the bare upstream.

    python -m bench.proxy

The upstream, the proxy and the load are three processes; each round measures all ways one after another, and the
middle of the rounds is shown. With one connection the added time is seen; with many, the most that passes. The machine
has to serve all three processes: on two cores a ratio under a half with many connections is what sharing them costs.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import statistics
import subprocess
import sys
import tempfile
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

import uvloop

from bench.table import show
from bench.throughput import server
from querious.harvest.proxy import Proxy, read_upstream

if TYPE_CHECKING:
    from collections.abc import Iterator

_ROUNDS = 5
_SECONDS = 2.0
_CONNECTIONS = (1, 32)
_BODY = json.dumps(
    {"query": "query One { one item(id: 1) { size } }", "variables": {}, "operationName": "One"}
).encode()
_REQUEST = (
    b"POST /graphql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
    % (len(_BODY), _BODY)
)


class Load(NamedTuple):
    """What one client measured."""

    rate: float
    middle: float
    """Seconds that half of the answers took at most."""
    slow: float
    """Likewise 99 of a hundred."""


def main() -> int:
    """Print a table for each number of connections."""
    with server() as url, _passing(url) as passing, _recording(url) as recording:
        ways = {
            "bare upstream": int(re.findall(r":(\d+)/", url)[0]),
            "through the proxy": passing,
            "through the proxy, recorded": recording,
        }
        for connections in _CONNECTIONS:
            rounds = [{name: _load(port, connections) for name, port in ways.items()} for _ in range(_ROUNDS)]
            middles = {
                name: Load(
                    *(statistics.median(values) for values in zip(*(each[name] for each in rounds), strict=True))
                )
                for name in ways
            }
            _table(connections, middles)
    return 0


def _table(connections: int, loads: dict[str, Load]) -> None:
    bare = loads["bare upstream"]
    rows = [
        [
            name,
            f"{load.rate:,.0f}",
            f"{load.rate / bare.rate:.2f}",
            f"{load.middle * 1000:.2f}",
            f"{load.slow * 1000:.2f}",
            f"{(load.middle - bare.middle) * 1000:.2f}",
            f"{(load.slow - bare.slow) * 1000:.2f}",
        ]
        for name, load in loads.items()
    ]
    head = ["way", "requests/s", "ratio", "p50 ms", "p99 ms", "p50 added", "p99 added"]
    show(f"{connections} connection{'s' if connections > 1 else ''} at once", head, rows)


@contextlib.contextmanager
def _passing(url: str) -> Iterator[int]:
    """A proxy that tells nobody."""
    with _started([sys.executable, "-m", "bench.proxy", "pass", url]) as line:
        yield int(line)


@contextlib.contextmanager
def _recording(url: str) -> Iterator[int]:
    """The command as a user runs it."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "querious", "proxy", "--upstream", url, "--listen", "127.0.0.1:0"]
        with _started([*command, "--store", f"{folder}/bench.sqlite"]) as line:
            yield int(re.findall(r"http://127.0.0.1:(\d+)", line)[0])


@contextlib.contextmanager
def _started(command: list[str]) -> Iterator[str]:
    """A process; gives its first line, and prints its last."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None  # noqa: S101 (for mypy)
        try:
            yield process.stdout.readline()
        finally:
            process.terminate()
            print(process.stdout.read().strip())


def _load(port: int, connections: int) -> Load:
    command = [sys.executable, "-m", "bench.proxy", "load", str(port), str(connections)]
    return Load(*json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout))


class _Client(asyncio.Protocol):
    """Asks again as soon as it is answered; all answers are as long as the first."""

    def __init__(self, times: list[float]) -> None:
        self._times = times
        self._length = 0
        self._got = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport: Any = transport
        self._ask()

    def data_received(self, data: bytes) -> None:
        self._got += data
        if not self._length:
            match = re.search(rb"content-length: *(\d+)", self._got, re.IGNORECASE)
            end = self._got.find(b"\r\n\r\n")
            if match is None or end < 0:
                return
            self._length = end + 4 + int(match[1])
        if len(self._got) >= self._length:
            self._times.append(perf_counter() - self._begun)
            self._got = b""
            self._ask()

    def _ask(self) -> None:
        self._begun = perf_counter()
        self.transport.write(_REQUEST)


async def _hammer(port: int, connections: int) -> None:
    loop = asyncio.get_running_loop()
    times: list[float] = []
    clients = [await loop.create_connection(lambda: _Client(times), "127.0.0.1", port) for _ in range(connections)]
    await asyncio.sleep(_SECONDS / 4)
    times.clear()
    begun = perf_counter()
    await asyncio.sleep(_SECONDS)
    counted, seconds = sorted(times), perf_counter() - begun
    for transport, _ in clients:
        transport.abort()
    print(json.dumps([len(counted) / seconds, counted[len(counted) // 2], counted[len(counted) * 99 // 100]]))


async def _pass(url: str) -> None:
    async with Proxy(read_upstream(url), lambda _: None).serving("127.0.0.1", 0) as port:
        print(port, flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    if sys.argv[1:2] == ["pass"]:
        uvloop.run(_pass(sys.argv[2]))
    elif sys.argv[1:2] == ["load"]:
        uvloop.run(_hammer(int(sys.argv[2]), int(sys.argv[3])))
    else:
        sys.exit(main())
