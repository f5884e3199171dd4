"""What the user points at → a client that sends to it."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from querious.errors import ConfigError, QueriousError, TargetError
from querious.execute.addresses import Address, parse
from querious.execute.asgi import AsgiClient
from querious.execute.credentials import Credentials, by_hook
from querious.execute.http_clients import http_client
from querious.execute.identities import ByIdentity, add_identities, refuse_identities
from querious.execute.inprocess import SchemaClient, SchemaInContext, executor
from querious.execute.login import LoginSession, secrets_of
from querious.execute.login_ways import AddressLogin, AppLogin
from querious.execute.masked_client import Masking
from querious.execute.pace import Counted, Limited, Paced, Retrying
from querious.execute.paths import find_path
from querious.execute.places import call_factory, load
from querious.execute.proxies import SOCKS, proxy_for
from querious.execute.streams.first_event import Subscribing
from querious.execute.streams.opener import Streams
from querious.execute.throttle import Throttle, Throttled
from querious.execute.traffic_record import TrafficRecord
from querious.execute.wsgi import WsgiClient
from querious.extras import installing
from querious.text.mask import Mask
from querious.text.sent_secrets import of_headers, of_query, of_url

if TYPE_CHECKING:
    from collections.abc import Callable

    from graphql import GraphQLSchema

    from querious.execute.client import Client
    from querious.execute.credentials import Source
    from querious.execute.inprocess import Execute
    from querious.execute.login import LoginWay
    from querious.execute.streams.connection import Dialer
    from querious.model import Settings
    from querious.model.login import Login

_ASGI_ARGUMENTS = 3
_WSGI_ARGUMENTS = 2


@dataclass(frozen=True, slots=True)
class PythonTarget:
    """A Python object that was pointed at."""

    candidate: object
    name: str
    """What to call it in reports."""
    path: str = ""
    """In the application, if the user named one."""


@dataclass(frozen=True, slots=True)
class Target:
    """An API, opened. Whoever opened it closes its client."""

    name: str
    """What to call it in reports; without user, password and query."""
    client: Client
    schema: GraphQLSchema | None
    """Known already where the target is a schema or carries one."""
    url: str
    """Where requests go: a URL without user and password, the path in an application, empty for a schema."""
    sent: Callable[[], int]
    """How many requests went out so far."""
    credentials: Credentials | None = None
    """Those that go with every request, to be renewed out of turn; None for a schema."""
    throttle: Throttle = field(default_factory=Throttle)
    """What the API says about the pace."""
    record: TrafficRecord = field(default_factory=TrafficRecord)
    """How long answers took, and what came when."""
    streams: Streams | None = None
    """What opens streams for subscriptions; None where nothing can carry them."""
    no_streams: str = ""
    """Why nothing can, in words."""

    def lost_identity(self, name: str) -> str:
        """Why nothing is known any more of this one who asks; empty while their login works."""
        return self.credentials.of(name).lost if self.credentials is not None else ""

    def hook_error(self) -> Exception | None:
        """Why the hook that renews credentials failed during the run, if it did."""
        return None if self.credentials is None or self.lost_login else self.credentials.failed

    @property
    def lost_login(self) -> str:
        """Why nothing is known any more of who asks; empty while the login works, and where there is none."""
        return self.credentials.lost if self.credentials is not None else ""

    @property
    def mask(self) -> Mask:
        """What stands for our credentials in every answer."""
        return self.credentials.mask if self.credentials is not None else Mask()


def find_target(target: str | object) -> Address | PythonTarget:
    """Read a URL or ``package.module:name``, and import the latter; a TargetError if it is neither."""
    if not isinstance(target, str):
        named = target.schema if isinstance(target, SchemaInContext) else target
        return PythonTarget(target, f"a {type(named).__name__} object")
    place = parse(target)
    if isinstance(place, Address):
        return place
    return PythonTarget(load(place), f"{place.module}:{place.name}", place.path)


async def open_target(
    target: str | object, settings: Settings, path: str = "", *, graphql: bool = True, delay: float = 0.0
) -> Target:
    """Open a URL, ``package.module:name``, an ASGI or WSGI application, or a schema; a TargetError if it is none.

    ``path`` is the one in an application that requests go to, or below. Without it, the usual ones are tried if
    ``graphql`` is asked. ``delay`` is in seconds, after each answer.
    """
    return await open_found(find_target(target), settings, path, graphql=graphql, delay=delay)


async def _signed_in(target: Target) -> Target:
    """The target, once it is known who asks: before anything is sent many at a time."""
    try:
        if target.credentials is not None:
            await target.credentials.sign_in()
    except QueriousError:
        await target.client.close()
        raise
    return target


async def open_found(
    found: Address | PythonTarget, settings: Settings, path: str = "", *, graphql: bool = True, delay: float = 0.0
) -> Target:
    """Open what ``find_target`` found."""
    if isinstance(found, Address):
        return await _signed_in(open_address(found, settings, delay))
    candidate, name = found.candidate, found.name
    if _needed_arguments(candidate) == 0 and not isinstance(candidate, type):
        candidate = await call_factory(candidate, name)
        name = f"{name}()"
    known = executor(candidate)
    if known is not None:
        if settings.login is not None:
            raise ConfigError(
                f"{name} is executed in process, where nothing is sent that could carry a login; "
                f"give its resolvers a context, or test the application that serves it ({settings.login.place})"
            )
        refuse_identities(settings, name)
        return _open_schema(name, *known, settings, delay)
    credentials = Credentials(settings.headers)
    app = _application(candidate, name, settings, credentials)
    credentials.source = _source(settings, credentials, name, lambda login: AppLogin(login, app, settings, credentials))
    add_identities(credentials, settings, name, lambda login, one: AppLogin(login, app, settings, one))
    await _start(app, credentials, path or found.path, graphql=graphql, first=settings.login is None)
    counted, throttle = Counted(app), Throttle(settings.seconds)
    paced = _paced(counted, settings, delay)
    client = _wrapped(paced, settings, credentials, throttle)
    target = Target(
        name, client, _carried(candidate), app.path, lambda: counted.sent, credentials, throttle, counted.record
    )
    if isinstance(app, AsgiClient):
        target = _with_streams(target, app.dialer(), settings, credentials, paced, lambda: app.path)
    else:
        target = replace(target, no_streams="an application behind WSGI has no streams")
    return await _signed_in(target)


def open_address(address: Address, settings: Settings, delay: float = 0.0) -> Target:
    """Open a URL. The first time must be in a thread that lives as long as the process: pyreqwest is loaded there.

    Loaded in a thread that has ended, it makes the interpreter crash.
    """
    credentials = Credentials({**address.headers, **settings.headers})
    credentials.source = _source(
        settings, credentials, address.url, lambda login: AddressLogin(login, address.url, settings, credentials.given)
    )
    add_identities(
        credentials, settings, address.url, lambda login, one: AddressLogin(login, address.url, settings, one.given)
    )
    credentials.mask.add((*address.secrets, *of_url(proxy_for(address.url, settings.proxy, SOCKS))))
    try:
        counted = Counted(http_client(address.url, settings, credentials))
    except ValueError as error:
        raise TargetError(f"{address.name} cannot be used: {error}") from error
    throttle = Throttle(settings.seconds)
    paced = _paced(counted, settings, delay)
    client = _wrapped(Retrying(paced), settings, credentials, throttle)
    target = Target(
        address.name, client, None, address.url, lambda: counted.sent, credentials, throttle, counted.record
    )
    try:
        from querious.execute.streams.aiohttp_dialer import AiohttpDialer  # noqa: PLC0415 - needs an extra
    except ModuleNotFoundError:
        return replace(target, no_streams=f"streams need aiohttp: {installing('subscriptions')}")
    return _with_streams(
        target, AiohttpDialer(settings, credentials), settings, credentials, paced, lambda: address.url
    )


def _with_streams(
    target: Target,
    dialer: Dialer,
    settings: Settings,
    credentials: Credentials,
    paced: Client,
    address: Callable[[], str],
) -> Target:
    """The target with what opens streams at it, at the same pace and with the same credentials."""
    credentials.mask.add(of_headers(_texts_in(settings.subscriptions_init)))
    streams = Streams(dialer, settings, credentials, address, paced.turn if isinstance(paced, Paced) else None)
    counted = target.sent
    client = Subscribing(target.client, streams)
    return replace(target, client=client, sent=lambda: counted() + streams.sent, streams=streams)


def _texts_in(value: Any, name: str = "subscriptions-init") -> dict[str, str]:
    """Every text inside a value, by the name that it has there; what stands for a header is none of its own."""
    if isinstance(value, Mapping):
        return {key: text for inner, one in value.items() for key, text in _texts_in(one, str(inner)).items()}
    return {name: value} if isinstance(value, str) and not value.startswith("{") else {}


def _open_schema(name: str, execute: Execute, schema: GraphQLSchema, settings: Settings, delay: float) -> Target:
    counted = Counted(SchemaClient(execute, settings))
    client = Limited(_paced(counted, settings, delay), settings.connections)
    why = "a schema in process has no streams: name the application that serves it, or its URL"
    return Target(name, client, schema, "", lambda: counted.sent, record=counted.record, no_streams=why)


def _source(
    settings: Settings, credentials: Credentials, address: str, way: Callable[[Login], LoginWay]
) -> Source | None:
    """Who is asked for fresh credentials; None where there is nobody."""
    if settings.login is not None:
        credentials.mask.add(secrets_of(settings.login))
        return LoginSession(settings.login, address, way(settings.login))
    return by_hook(settings.renew) if settings.renew is not None else None


async def _start(
    app: AsgiClient | WsgiClient, credentials: Credentials, path: str, *, graphql: bool, first: bool
) -> None:
    """Start the application, and settle on the path that requests go to; ``first`` with fresh credentials."""
    credentials.mask.add(of_query(path.partition("?")[2]))
    try:
        if isinstance(app, AsgiClient):
            await app.start()
        if graphql and not path:
            if first:
                await credentials.sign_in()
            path = await find_path(app.send)
        app.path = path
    except QueriousError:
        await app.close()
        raise


def _application(found: Any, name: str, settings: Settings, credentials: Credentials) -> AsgiClient | WsgiClient:
    """Told apart by what they must be called with: ASGI takes three arguments, WSGI two."""
    arguments = None if isinstance(found, type) else _needed_arguments(found)
    if arguments == _ASGI_ARGUMENTS:
        return AsgiClient(found, settings, credentials)
    if arguments == _WSGI_ARGUMENTS:
        return WsgiClient(found, settings, credentials)
    raise TargetError(
        f"{name} is a {type(found).__name__}, which cannot be tested; name a URL, an ASGI or WSGI application, "
        "or a schema of graphql-core, Ariadne, Strawberry or graphene"
    )


def is_wsgi(candidate: object) -> bool:
    """Whether it is called as a WSGI application is."""
    return not isinstance(candidate, type) and _needed_arguments(candidate) == _WSGI_ARGUMENTS


def _carried(app: Any) -> GraphQLSchema | None:
    """The schema that an application of Ariadne (which keeps it one step further in) or Strawberry shows."""
    for holder in (app, getattr(app, "http_handler", None)):
        known = executor(getattr(holder, "schema", None))
        if known is not None:
            return known[1]
    return None


def _needed_arguments(candidate: Any) -> int | None:
    """How many positional arguments it must be called with; None if it cannot be called or does not tell."""
    if not callable(candidate):
        return None
    try:
        parameters = inspect.signature(candidate).parameters.values()
    except (TypeError, ValueError):
        return None
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return sum(p.kind in positional and p.default is inspect.Parameter.empty for p in parameters)


def _paced(client: Client, settings: Settings, delay: float) -> Client:
    return Paced(client, settings.rate, delay) if settings.rate is not None or delay > 0 else client


def _wrapped(client: Client, settings: Settings, credentials: Credentials, throttle: Throttle) -> Client:
    """What all transports share, from the inside out: the API's pace, renewal, mask, a limit on requests under way."""
    client = ByIdentity(Throttled(client, throttle), credentials)
    return Limited(Masking(client, credentials.mask), settings.connections)
