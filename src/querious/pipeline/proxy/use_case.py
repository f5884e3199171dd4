"""A proxy before a GraphQL server, and a recorder that writes to a store what passes."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.errors import ConfigError
from querious.harvest import Recorder
from querious.harvest.limits import RecordingLimits
from querious.harvest.named_headers import NO_HEADERS
from querious.harvest.proxy import Proxy, read_listen, read_upstream
from querious.harvest.proxy_recorder import telling
from querious.pipeline.harvest.use_case import shown_store
from querious.pipeline.loop import run_to_end
from querious.store import open_store

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from querious.harvest.named_headers import NamedHeaders
    from querious.harvest.proxy import Upstream

LISTEN: Final = "127.0.0.1:8600"
LAST_WRITES: Final = 10.0
"""Seconds for what is still to be written at the end."""
_LIMITS: Final = RecordingLimits(requests=20_000, memory=64_000_000, share=0.4, late_share=1.0)
"""More than inside somebody else's server: recording is what this process is for."""


class Passed(NamedTuple):
    """What became of everything that passed."""

    requests: int
    seen: int
    """Requests that were looked at."""
    written: int
    skipped: int
    """Requests too large to inspect."""
    dropped: int
    """Requests that came faster than they could be written."""
    failed: int
    whole: bool
    """Whether everything could be written in time."""


def record_traffic(
    upstream: str,
    listen: str,
    place: str,
    paths: Sequence[str],
    tell: Callable[[str], None],
    *,
    keep_host: bool = False,
    insecure: bool = False,
    named: NamedHeaders = NO_HEADERS,
) -> Passed:
    """Pass requests on and record them until Ctrl-C; ``tell`` is called when it begins and when it stops."""
    server, (host, port) = _upstream(upstream, verified=not insecure), _listen(listen)
    if port == server.port and _same_machine(host, server.host):
        raise ConfigError(f"--listen {listen} is the upstream itself: choose another port")
    shown = shown_store(place)  # one that cannot be opened is an error now, not with the first request
    recorder = Recorder(lambda: open_store(place), limits=_LIMITS)
    paths = tuple(paths) or ((server.path,) if server.path else ())
    proxy = Proxy(server, telling(recorder), paths=paths, keep_host=keep_host, named=named)
    about = f"records {', '.join(paths) or 'GraphQL and REST'} in {shown}"
    with contextlib.suppress(KeyboardInterrupt):  # the second one: do not wait
        run_to_end(lambda: serve(proxy, host, port, tell, about))
    whole = recorder.close(LAST_WRITES)
    failed = recorder.failed + proxy.failed
    return Passed(proxy.requests, recorder.seen, recorder.written, recorder.skipped, recorder.dropped, failed, whole)


async def serve(proxy: Proxy, host: str, port: int, tell: Callable[[str], None], about: str) -> None:
    """Until Ctrl-C or a request to end."""
    async with contextlib.AsyncExitStack() as stack:
        try:
            taken = await stack.enter_async_context(proxy.serving(host, port))
        except OSError as error:
            reason = error.strerror or str(error)
            raise ConfigError(f"cannot listen on {host}:{port} ({reason}); choose another with --listen") from None
        named = f"[{host}]" if ":" in host else host
        upstream = proxy.upstream
        target = f"http{'s' if upstream.tls else ''}://{upstream.authority}"
        tell(f"http://{named}:{taken} forwards to {target} and {about}, until Ctrl-C.")
        stopped = asyncio.Event()
        with _heeding(stopped):
            await stopped.wait()
        tell("Stopping: requests in progress get a few seconds; Ctrl-C again ends them.")


@contextlib.contextmanager
def _heeding(stopped: asyncio.Event) -> Iterator[None]:
    """Inside, signals to end set the event. Windows has none for event loops: there Ctrl-C ends the task."""
    loop = asyncio.get_running_loop()
    signals = (signal.SIGINT, signal.SIGTERM)
    with contextlib.suppress(NotImplementedError, ValueError):
        for each in signals:
            loop.add_signal_handler(each, stopped.set)
    try:
        yield
    finally:
        with contextlib.suppress(NotImplementedError, ValueError):
            for each in signals:
                loop.remove_signal_handler(each)


def _upstream(given: str, *, verified: bool) -> Upstream:
    try:
        return read_upstream(given, verified=verified)
    except ValueError as error:
        raise ConfigError(f"--upstream {error}") from None


def _listen(given: str) -> tuple[str, int]:
    try:
        return read_listen(given)
    except ValueError as error:
        raise ConfigError(f"--listen {error}, not {given!r:.40}") from None


def _same_machine(one: str, other: str) -> bool:
    here = {"127.0.0.1", "localhost", "::1", "0.0.0.0", "::"}  # noqa: S104 - not bound to, compared
    return one == other or (one in here and other in here)
