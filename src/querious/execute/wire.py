"""What the user points at → a wire: plain HTTP requests, one answer each, to a URL or an application in process."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from querious.errors import TargetError
from querious.execute.addresses import Address, parse
from querious.execute.credentials import Credentials
from querious.execute.places import call_factory, load
from querious.execute.python_calls import HOST
from querious.execute.targets import ASGI_ARGUMENTS, WSGI_ARGUMENTS, needed_arguments
from querious.execute.throttle import Throttle
from querious.execute.wire_in_process import AsgiSender, WsgiSender, blocked
from querious.execute.wire_loop import LoopBlockedError, LoopThread
from querious.execute.wire_pace import CountedWire, counted, paced
from querious.execute.wire_transport import wrapped
from querious.text.mask import Mask

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.execute.wire_transport import Sender
    from querious.model import Case, Exchange, Settings

__all__ = ["CountedWire", "OpenWire", "counted", "is_this_machine", "open_wire", "paced"]

_PATIENCE: Final = 1.0
"""Seconds beyond the time limit of an answer before a loop that says nothing is asked whether it still turns."""
_STARTUP: Final = 60.0


@dataclass(frozen=True, slots=True)
class OpenWire:
    """A wire (call it) with what reports say of the service. It works until the block that opened it is left."""

    name: str
    """What to call the service; without user, password and query."""
    url: str
    """What paths stand below; without user, password and query. For applications: as they are told they are asked."""
    throttle: Throttle
    """What the service says about the pace."""
    _sender: Sender
    _loop: LoopThread
    _timeout: float
    mask: Mask = field(default_factory=Mask)
    """What stands for our credentials in every answer."""

    def __call__(self, case: Case) -> Exchange:
        """See ``Send``. Only what is nobody's answer comes out as an exception: Ctrl-C, a hook that fails."""
        try:
            return self._loop.run(self._sender.send(case), self._timeout + _PATIENCE)
        except LoopBlockedError:
            return blocked(case, self._timeout)


@contextmanager
def open_wire(target: str | object, settings: Settings) -> Iterator[OpenWire]:
    """Open a URL, ``package.module:name``, or an ASGI or WSGI application; a TargetError if it is none.

    ``settings`` say how: headers and renewal, rate, connections, timeout, size of answers, certificates. The paths of
    requests are appended to that of the URL, or to the one after the name (``package.module:app/api``). Budget and
    delay are for the caller to wrap around it (``counted``, ``paced``), so that cleaning up can do without.
    """
    loop = LoopThread()
    try:
        wire, sender = _opened(target, settings, loop)
        try:
            yield wire
        finally:
            _close(loop, sender, settings)
    finally:
        loop.stop()


def is_this_machine(target: str | object) -> bool:
    """Whether what is sent stays on this machine, by the name alone: applications, and URLs with a loopback host."""
    if not isinstance(target, str):
        return True
    place = parse(target)
    if not isinstance(place, Address):
        return True
    from querious.execute.http import is_loopback  # noqa: PLC0415 - pyreqwest is loaded only where HTTP is spoken

    return is_loopback(urlsplit(place.url).hostname or "")


def _opened(target: str | object, settings: Settings, loop: LoopThread) -> tuple[OpenWire, Sender]:
    if not isinstance(target, str):
        return _open_object(target, f"a {type(target).__name__} object", "", settings, loop)
    place = parse(target)
    if isinstance(place, Address):
        return _open_address(place, settings, loop)
    return _open_object(load(place), f"{place.module}:{place.name}", place.path, settings, loop)


def _open_address(address: Address, settings: Settings, loop: LoopThread) -> tuple[OpenWire, Sender]:
    from querious.execute.wire_http import HttpSender  # noqa: PLC0415 - likewise

    credentials = Credentials({**address.headers, **settings.headers}, settings.renew)
    credentials.mask.add(address.secrets)
    try:
        sender = HttpSender(address.url, settings, credentials)
    except ValueError as error:
        raise TargetError(f"{address.name} cannot be used: {error}") from error
    throttle = Throttle(settings.seconds)
    whole = wrapped(sender, settings, credentials, throttle, remote=True)
    url = address.name.rstrip("/")
    return OpenWire(address.name, url, throttle, whole, loop, settings.timeout, credentials.mask), whole


def _open_object(found: Any, name: str, path: str, settings: Settings, loop: LoopThread) -> tuple[OpenWire, Sender]:
    if needed_arguments(found) == 0 and not isinstance(found, type):
        found = _patiently(loop, call_factory(found, name), name)
        name = f"{name}()"
    credentials = Credentials(settings.headers, settings.renew)
    sender = _application(found, name, path, settings, credentials)
    _patiently(loop, sender.start(), name)
    throttle = Throttle(settings.seconds)
    whole = wrapped(sender, settings, credentials, throttle, remote=False)
    url = f"http://{HOST}{path.rstrip('/')}"
    return OpenWire(name, url, throttle, whole, loop, settings.timeout, credentials.mask), whole


def _application(
    found: Any, name: str, path: str, settings: Settings, credentials: Credentials
) -> AsgiSender | WsgiSender:
    """Told apart by what they must be called with: ASGI takes three arguments, WSGI two."""
    arguments = None if isinstance(found, type) else needed_arguments(found)
    if arguments == ASGI_ARGUMENTS:
        return AsgiSender(found, path, settings, credentials)
    if arguments == WSGI_ARGUMENTS:
        return WsgiSender(found, path, settings, credentials)
    raise TargetError(
        f"{name} is a {type(found).__name__}, which answers no requests; name an ASGI or WSGI application, or a URL"
    )


def _patiently(loop: LoopThread, work: Any, name: str) -> Any:
    try:
        return loop.run(work, _STARTUP)
    except LoopBlockedError:
        raise TargetError(f"{name} did not start within {_STARTUP:g} s; start it by itself to see why") from None


def _close(loop: LoopThread, sender: Sender, settings: Settings) -> None:
    """An application that blocks the loop to its end is left to itself."""
    try:
        loop.run(sender.close(), settings.timeout)
    except LoopBlockedError:
        return
