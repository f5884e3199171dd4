"""What recording adds to the latency of a server whose resolver takes 5 ms, at the median and at the 99th percentile.

    python -m bench.recording [TURNS]

The same application is asked with and without the middleware in turns, in one process, each request with other
variables, so that each is a recording of its own: the worst case. The recorder's thread works while requests are
measured; it writes every two seconds instead of every five, so that each turn has its share of writing, and what is
left at the end of a turn is not carried over into the next. What is added is given as an interval (90%, by resampling):
on a machine that does other things too a 99th percentile is mostly theirs, and where the interval reaches over the
limit nothing is decided. More turns (8 unless said) make it narrower.
"""

from __future__ import annotations

import asyncio
import io
import json
import math
import sys
import tempfile
import time
from functools import cache
from importlib.util import find_spec
from itertools import chain, count
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from graphql import build_schema, execute, execute_sync, parse

from bench.table import show
from querious.harvest import Recorder
from querious.harvest.asgi import AsgiRecordingMiddleware
from querious.harvest.limits import RecordingLimits
from querious.harvest.wsgi import WsgiRecordingMiddleware
from querious.recorder import record_to

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_RESOLVER: Final = 0.005
_REQUESTS: Final = 50
"""In a stretch, which is what is resampled."""
_STRETCHES: Final = 14
"""In a turn: about four seconds."""
_TURNS: Final = int(sys.argv[1]) if len(sys.argv) > 1 else 8
"""With and without."""
_RESAMPLED: Final = 200
_LIMIT: Final = 0.05 * _RESOLVER
"""What recording may add."""
_DOCUMENT: Final = """
query Orders($first: Int!, $after: String, $filter: Filter) {
  orders(first: $first, after: $after, filter: $filter) { edges { node { ...Order } } pageInfo { endCursor } }
}
fragment Order on Order { id number customer { id email name } lines { id sku quantity price { amount currency } } }
"""
_SDL: Final = """
input Filter { customer: String, email: String, status: [String!], search: String }
type Query { orders(first: Int!, after: String, filter: Filter): Orders }
type Orders { edges: [Edge!], pageInfo: PageInfo }
type PageInfo { endCursor: String }
type Edge { node: Order }
type Order { id: ID, number: Int, customer: Customer, lines: [Line!] }
type Customer { id: ID, email: String, name: String }
type Line { id: ID, sku: String, quantity: Int, price: Price }
type Price { amount: Float, currency: String }
"""
_ORDERS: Final = {"edges": [{"node": {"id": "1", "lines": [{"sku": "a"}]}}] * 3, "pageInfo": {"endCursor": "MQ=="}}


def main() -> int:
    """Print the table; 1 if recording adds too much."""
    rows: list[list[str]] = []
    broken = False
    for name, measure in (("ASGI", _asgi), ("WSGI", _wsgi)):
        with tempfile.TemporaryDirectory() as folder:
            recorder = _recorder(folder)
            bare, recorded = measure(recorder)
            recorder.close(30)
        print(f"{name}: {recorder.written:,} written, {recorder.failed:,} failed, {recorder.dropped:,} dropped")
        for label, share in (("p50", 0.5), ("p99", 0.99)):
            without, with_it = _percentile(bare, share), _percentile(recorded, share)
            low, high = _added(bare, recorded, share)
            verdict = "held" if high <= _LIMIT else "not held" if low > _LIMIT else "not decided"
            broken = broken or low > _LIMIT
            times = [f"{seconds * 1e3:.3f}" for seconds in (without, with_it)]
            interval = f"{low * 1e6:+,.0f} to {high * 1e6:+,.0f}"
            rows.append([name, label, *times, f"{with_it / without:.3f}", interval, verdict])
    measured = f"resolver {_RESOLVER * 1e3:.0f} ms, {_TURNS * _STRETCHES * _REQUESTS:,} requests each"
    title = f"Latency in ms, {measured}; limit {_LIMIT * 1e6:+.0f} µs"
    show(title, ["", "", "bare", "recorded", "ratio", "added µs", ""], rows)
    return int(broken)


def _recorder(folder: str) -> Recorder:
    limits = RecordingLimits(interval=2.0)
    if find_spec("sqlalchemy"):
        return record_to(str(Path(folder) / "harvest.sqlite"), limits=limits)
    return Recorder(_Nowhere, limits=limits)


class _Nowhere:
    """Stands in for the store where SQLAlchemy is not installed."""

    def add(self, recordings: Iterable[Any]) -> None:
        json.dumps([recording.key for recording in recordings])

    def close(self) -> None: ...


Stretches: TypeAlias = list[list[float]]
_numbers: Final = count()
_parsed: Final = cache(parse)
"""As servers do that care for their latency."""


def _body() -> bytes:
    number = next(_numbers)
    filters = {"email": f"user{number}@example.org", "status": ["OPEN", "PAID"], "search": f"order {number} of mine"}
    variables = {"first": 20, "after": "WyIyMDIxLTA5LTAzIDE2OjI1OjM5Il0=", "filter": filters}
    return json.dumps({"query": _DOCUMENT, "operationName": "Orders", "variables": variables}).encode()


def _percentile(stretches: Stretches, share: float) -> float:
    times = sorted(chain.from_iterable(stretches))
    return times[math.ceil(share * len(times)) - 1]


def _added(bare: Stretches, recorded: Stretches, share: float) -> tuple[float, float]:
    """Between what and what the truth is likely to be."""
    chance = Random(1)
    found = []
    for _ in range(_RESAMPLED):
        without, with_it = (_percentile(chance.choices(kind, k=len(kind)), share) for kind in (bare, recorded))
        found.append(with_it - without)
    found.sort()
    return found[_RESAMPLED // 20], found[-_RESAMPLED // 20 - 1]


def _measured(
    recorder: Recorder, bare: Callable[[], float], recorded: Callable[[], float]
) -> tuple[Stretches, Stretches]:
    """Both in turns, each as often the first; each function asks once and says how long it took."""
    for ask in (bare, recorded) * 20:
        ask()
    stretches: tuple[Stretches, Stretches] = ([], [])
    for turn in range(_TURNS):
        for which in (0, 1) if turn % 2 else (1, 0):
            ask = (bare, recorded)[which]
            stretches[which].extend([ask() for _ in range(_REQUESTS)] for _ in range(_STRETCHES))
            recorder.flush(30)
    return stretches


def _asgi(recorder: Recorder) -> tuple[Stretches, Stretches]:
    schema = build_schema(_SDL)

    async def resolve(*_: Any, **__: Any) -> Any:
        await asyncio.sleep(_RESOLVER)
        return _ORDERS

    schema.query_type.fields["orders"].resolve = resolve  # type: ignore[union-attr]

    async def app(_scope: Any, receive: Any, send: Any) -> None:
        asked = json.loads((await receive())["body"])
        result = await execute(schema, _parsed(asked["query"]), variable_values=asked["variables"])  # type: ignore[misc]
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"application/json")]})
        await send({"type": "http.response.body", "body": json.dumps(result.formatted).encode()})

    async def ask(target: Any) -> float:
        body = _body()

        async def receive() -> Any:
            return {"type": "http.request", "body": body}

        async def send(message: Any) -> None: ...

        headers = [(b"host", b"localhost"), (b"content-type", b"application/json")]
        scope = {"type": "http", "method": "POST", "path": "/graphql", "query_string": b"", "headers": headers}
        began = time.perf_counter()
        await target(scope, receive, send)
        return time.perf_counter() - began

    watched = AsgiRecordingMiddleware(app, recorder)
    with asyncio.Runner() as runner:
        return _measured(recorder, lambda: runner.run(ask(app)), lambda: runner.run(ask(watched)))


def _wsgi(recorder: Recorder) -> tuple[Stretches, Stretches]:
    schema = build_schema(_SDL)

    def resolve(*_: Any, **__: Any) -> Any:
        time.sleep(_RESOLVER)
        return _ORDERS

    schema.query_type.fields["orders"].resolve = resolve  # type: ignore[union-attr]

    def app(environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
        asked = json.loads(environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"])))
        result = execute_sync(schema, _parsed(asked["query"]), variable_values=asked["variables"])
        start_response("200 OK", [("Content-Type", "application/json")])
        return [json.dumps(result.formatted).encode()]

    def ask(target: Any) -> float:
        body = _body()
        environ = {"REQUEST_METHOD": "POST", "PATH_INFO": "/graphql", "CONTENT_TYPE": "application/json"}
        environ |= {"CONTENT_LENGTH": str(len(body)), "wsgi.input": io.BytesIO(body)}  # type: ignore[dict-item]
        began = time.perf_counter()
        b"".join(target(environ, lambda *_: None))
        return time.perf_counter() - began

    watched = WsgiRecordingMiddleware(app, recorder)
    return _measured(recorder, lambda: ask(app), lambda: ask(watched))


if __name__ == "__main__":
    sys.exit(main())
