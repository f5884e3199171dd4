"""``querious proxy``."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from typing import TYPE_CHECKING, Final

import click
from rich.text import Text

from querious.cli.harvest import place_of
from querious.cli.options import option
from querious.cli.output import Words
from querious.errors import ConfigError
from querious.harvest import Recorder
from querious.harvest.limits import Limits
from querious.harvest.proxy import Proxy, read_listen, read_upstream
from querious.harvest.proxy_recorder import telling
from querious.pipeline.loop import run_to_end
from querious.report.phrases import plural
from querious.report.safe_text import visible
from querious.store import DEFAULT, open_store

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.harvest.proxy import Upstream

_LISTEN: Final = "127.0.0.1:8600"
_LIMITS: Final = Limits(requests=20_000, memory=64_000_000, share=0.4, late_share=1.0)
"""More than inside somebody else's server: recording is what this process is for."""
_LAST_WRITES: Final = 10.0
"""Seconds for what is still to be written at the end."""


@click.command(
    epilog="Examples:\n\n\b\n  querious proxy --upstream http://localhost:8000/graphql\n"
    "  querious proxy --upstream https://api.example.com --listen 0.0.0.0:9000 --store traffic.sqlite"
)
@click.option("--upstream", required=True, metavar="URL", help="The server to stand before.")
@click.option("--listen", default=_LISTEN, metavar="HOST:PORT", help=f"Where clients ask. [{_LISTEN}]")
@option("--store", f"File or URL. [$QUERIOUS_STORE, {DEFAULT}]", metavar="STORE")
@click.option("--path", "paths", multiple=True, metavar="PATH", help="Record only this path; repeatable.")
@click.option("--keep-host", is_flag=True, help="Pass on the Host that clients send.")
@click.option("--insecure", is_flag=True, help="Accept any TLS certificate of the upstream.")
def command(upstream: str, listen: str, store: str | None, paths: tuple[str, ...], **flags: bool) -> int:
    """Stand before a GraphQL server and record what is asked of it.

    Requests and answers pass unchanged, whatever they are about; secrets are redacted before anything is stored.
    Ctrl-C ends it: requests under way get a few seconds.
    """
    server, (host, port) = _upstream(upstream, verified=not flags["insecure"]), _listen(listen)
    if port == server.port and _same_machine(host, server.host):
        raise ConfigError(f"--listen {listen} is the upstream itself: choose another port")
    place = place_of(store)
    with open_store(place) as opened:  # one that cannot be opened is an error now, not with the first request
        shown = opened.shown
    recorder = Recorder(place, limits=_LIMITS)
    paths = paths or ((server.path,) if server.path else ())
    proxy = Proxy(server, telling(recorder), paths=paths, keep_host=flags["keep_host"])
    words = Words()
    about = f"records {', '.join(map(visible, paths)) or 'what is GraphQL'} in {visible(shown)}"
    with contextlib.suppress(KeyboardInterrupt):  # the second one: do not wait
        run_to_end(lambda: _serve(proxy, host, port, words, about))
    whole = recorder.close(_LAST_WRITES)
    words.say(_told(proxy, recorder, whole=whole))
    return 0


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


async def _serve(proxy: Proxy, host: str, port: int, words: Words, about: str) -> None:
    """Until Ctrl-C or a request to end."""
    async with contextlib.AsyncExitStack() as stack:
        try:
            taken = await stack.enter_async_context(proxy.serving(host, port))
        except OSError as error:
            reason = error.strerror or str(error)
            raise ConfigError(f"cannot listen on {host}:{port} ({reason}); choose another with --listen") from None
        named = f"[{host}]" if ":" in host else host
        upstream = proxy.upstream
        target = f"http{'s' if upstream.tls else ''}://{visible(upstream.authority)}"
        words.say([Text(f"http://{named}:{taken} passes on to {target} and {about}, until Ctrl-C.")])
        stopped = asyncio.Event()
        with _heeding(stopped):
            await stopped.wait()
        words.say([Text("Stopping: requests under way get a few seconds; Ctrl-C again ends them.")])


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


def _told(proxy: Proxy, recorder: Recorder, *, whole: bool) -> list[Text]:
    """What became of everything that passed."""
    told = f"{plural(proxy.requests, 'request')} passed, {recorder.seen:,} looked at, "
    told += f"{plural(recorder.written, 'operation')} recorded"
    lines = [Text(f"{told}.", "bold")]
    losses = [
        (recorder.skipped, "too large to be looked at"),
        (recorder.dropped, "dropped: they came faster than they could be written"),
        (recorder.failed + proxy.failed, "lost because recording or writing failed"),
    ]
    lines += [Text(f"{plural(count, 'request')} {why}.", "yellow") for count, why in losses if count]
    if not whole:
        lines.append(Text(f"Not everything could be written within {_LAST_WRITES:.0f} s.", "yellow"))
    return lines
