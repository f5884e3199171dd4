"""What the user points at → a client that sends to it."""

from __future__ import annotations

import inspect
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from querious.errors import QueriousError, TargetError
from querious.execute.addresses import Address, parse
from querious.execute.asgi import AsgiClient
from querious.execute.credentials import Credentials, Renewing
from querious.execute.inprocess import SchemaClient, executor
from querious.execute.masked_client import Masking
from querious.execute.pace import Counted, Limited, Paced, Retrying
from querious.execute.paths import find_path
from querious.execute.places import call_factory, load
from querious.execute.throttle import Throttle, Throttled
from querious.execute.wsgi import WsgiClient
from querious.text.mask import Mask
from querious.text.sent_secrets import of_query

if TYPE_CHECKING:
    from collections.abc import Callable

    from graphql import GraphQLSchema

    from querious.execute.client import Client
    from querious.model import Settings

ASGI_ARGUMENTS = 3
WSGI_ARGUMENTS = 2


@dataclass(frozen=True, slots=True)
class Target:
    """Something that can be tested, opened. Whoever opened it closes its client."""

    name: str
    """What to call it in reports; without user, password and query."""
    client: Client
    schema: GraphQLSchema | None
    """Known already where the target is a schema or carries one."""
    url: str
    """Where requests go: a URL without user and password, the path in an application, empty for a schema."""
    sent: Callable[[], int]
    """How many requests went out so far."""
    hook_error: Callable[[], Exception | None] = lambda: None
    """Why the hook that renews credentials failed during the run, if it did."""
    credentials: Credentials | None = None
    """Those that go with every request, to be renewed out of turn; None for a schema."""
    throttle: Throttle = field(default_factory=Throttle)
    """What the API says about the pace."""

    @property
    def mask(self) -> Mask:
        """What stands for our credentials in every answer."""
        return self.credentials.mask if self.credentials is not None else Mask()


async def open_target(target: str | object, settings: Settings, path: str = "") -> Target:
    """Open a URL, ``package.module:name``, an ASGI or WSGI application, or a schema; a TargetError if it is none.

    ``path`` is that of the GraphQL endpoint in an application; empty: look at the usual ones.
    """
    if not isinstance(target, str):
        return await _open_object(target, f"a {type(target).__name__} object", settings, path)
    place = parse(target)
    if isinstance(place, Address):
        return _open_address(place, settings)
    return await _open_object(load(place), f"{place.module}:{place.name}", settings, path or place.path)


def _open_address(address: Address, settings: Settings) -> Target:
    from querious.execute.http import HttpClient  # noqa: PLC0415 - pyreqwest is loaded only where HTTP is spoken

    credentials = Credentials({**address.headers, **settings.headers}, settings.renew)
    credentials.mask.add(address.secrets)
    try:
        counted = Counted(HttpClient(address.url, settings, credentials))
    except ValueError as error:
        raise TargetError(f"{address.name} cannot be used: {error}") from error
    throttle = Throttle(settings.seconds)
    client = _wrapped(Retrying(_paced(counted, settings)), settings, credentials, throttle)
    return Target(
        address.name,
        client,
        None,
        address.url,
        lambda: counted.sent,
        lambda: credentials.failed,
        credentials,
        throttle,
    )


async def _open_object(found: Any, name: str, settings: Settings, path: str) -> Target:
    if needed_arguments(found) == 0 and not isinstance(found, type):
        found = await call_factory(found, name)
        name = f"{name}()"
    known = executor(found)
    if known is not None:  # which is sent no headers
        execute, schema = known
        executed = Counted(SchemaClient(execute, settings))
        client = Limited(_paced(executed, settings), settings.connections)
        return Target(name, client, schema, "", lambda: executed.sent)
    credentials = Credentials(settings.headers, settings.renew)
    credentials.mask.add(of_query(path.partition("?")[2]))
    app = _application(found, name, settings, credentials)
    try:
        if isinstance(app, AsgiClient):
            await app.start()
        if credentials.renewable:
            await credentials.renew(0)
        app.path = path or await find_path(app.ask)
    except QueriousError:
        await app.close()
        raise
    counted, throttle = Counted(app), Throttle(settings.seconds)
    client_of_app = _wrapped(_paced(counted, settings), settings, credentials, throttle)
    return Target(
        name,
        client_of_app,
        _carried(found),
        app.path,
        lambda: counted.sent,
        lambda: credentials.failed,
        credentials,
        throttle,
    )


def _application(found: Any, name: str, settings: Settings, credentials: Credentials) -> AsgiClient | WsgiClient:
    """Told apart by what they must be called with: ASGI takes three arguments, WSGI two."""
    arguments = None if isinstance(found, type) else needed_arguments(found)
    if arguments == ASGI_ARGUMENTS:
        return AsgiClient(found, settings, credentials)
    if arguments == WSGI_ARGUMENTS:
        return WsgiClient(found, settings, credentials)
    raise TargetError(
        f"{name} is a {type(found).__name__}, which is nothing that can be tested; name an ASGI or WSGI application, "
        "or a schema of graphql-core, Ariadne, Strawberry or graphene"
    )


def _carried(app: Any) -> GraphQLSchema | None:
    """The schema that an application of Ariadne (which keeps it one step further in) or Strawberry shows."""
    for holder in (app, getattr(app, "http_handler", None)):
        known = executor(getattr(holder, "schema", None))
        if known is not None:
            return known[1]
    return None


def needed_arguments(candidate: Any) -> int | None:
    """How many positional arguments it must be called with; None if it cannot be called or does not tell."""
    if not callable(candidate):
        return None
    try:
        parameters = inspect.signature(candidate).parameters.values()
    except (TypeError, ValueError):
        return None
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return sum(p.kind in positional and p.default is inspect.Parameter.empty for p in parameters)


def _paced(client: Client, settings: Settings) -> Client:
    return client if settings.rate is None else Paced(client, settings.rate)


def _wrapped(client: Client, settings: Settings, credentials: Credentials, throttle: Throttle) -> Client:
    """What all transports share, from the inside out: the API's pace, renewal, mask, a limit on what is under way."""
    client = Throttled(client, throttle)
    if settings.renew is not None:
        client = Renewing(client, credentials)
    return Limited(Masking(client, credentials.mask), settings.connections)
