"""How the request that logs in gets to where it goes: over HTTP, or to the application that is tested in process."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from querious.errors import ConfigError
from querious.execute.credentials import Credentials
from querious.execute.http_clients import http_client
from querious.execute.pace import Retrying
from querious.execute.throttle import Throttle, Throttled
from querious.model import rest_case
from querious.text.urls import is_http, without_secrets

if TYPE_CHECKING:
    from collections.abc import Mapping

    from querious.execute.asgi import AsgiClient
    from querious.execute.wsgi import WsgiClient
    from querious.model import Exchange, Request, Settings
    from querious.model.login import Login


class AddressLogin:
    """Over HTTP: to the host of the API, or to another one, which gets none of the headers that are for the API."""

    def __init__(self, login: Login, address: str, settings: Settings, given: Mapping[str, str]) -> None:
        self.where = urljoin(address, login.url) if login.url else address
        self._place = login.place
        self._settings = settings
        self._given = given if _origin(self.where) == _origin(address) else {}

    async def ask(self, request: Request) -> Exchange:
        """See ``LoginWay``."""
        try:
            client = http_client(self.where, self._settings, Credentials(self._given))
        except ValueError as error:
            shown = without_secrets(self.where)
            raise ConfigError(f"{self._place}: {shown} is no address to log in at: {error}") from None
        try:
            patient = Throttled(Retrying(client), Throttle(self._settings.seconds))
            return await patient.send(rest_case(_with_own_headers(request)))
        finally:
            await client.close()


class AppLogin:
    """To the application itself, unless the login has an address of its own."""

    def __init__(
        self, login: Login, app: AsgiClient | WsgiClient, settings: Settings, credentials: Credentials
    ) -> None:
        self._login = login
        self._app = app
        self._settings = settings
        self._credentials = credentials

    @property
    def where(self) -> str:
        """See ``LoginWay``."""
        return self._login.url or self._app.path

    async def ask(self, request: Request) -> Exchange:
        """See ``LoginWay``."""
        given = self._credentials.given
        if is_http(self._login.url):
            return await AddressLogin(self._login, "", self._settings, {}).ask(request)
        path = urljoin("/", self.where)
        return await self._app.at_root(Credentials(given)).send(
            rest_case(_with_own_headers(request)._replace(path=path))
        )


def _with_own_headers(request: Request) -> Request:
    """What the login says of a header counts, not what the settings say of it."""
    return request._replace(without=tuple(request.headers))


def _origin(url: str) -> tuple[str, str]:
    parts = urlsplit(url)
    return parts.scheme, parts.netloc
