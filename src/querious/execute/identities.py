"""Several who ask the same API: whose credentials go with which request.

There is one connection pool, one pace and one count of requests for all of them. What one of them must not show, no
answer to another one shows either: they share the mask.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.errors import ConfigError, LoginError
from querious.execute.client import ClientWrapper
from querious.execute.credentials import Credentials, Renewing
from querious.execute.login import LoginSession, secrets_of
from querious.model.identity import ANONYMOUS, MAIN, Identity, spoilt_credential
from querious.text.sent_secrets import of_nobody

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from querious.execute.client import Client
    from querious.execute.login import LoginWay
    from querious.model import Case, Exchange, Settings
    from querious.model.login import Login


class ByIdentity(ClientWrapper):
    """Lets each case be asked with the credentials of its identity, which are renewed for that one alone."""

    def __init__(self, client: Client, credentials: Credentials) -> None:
        super().__init__(client)
        self._own = _renewed(client, credentials)
        self._credentials = credentials
        self._others: dict[str, Client] = {}

    async def send(self, case: Case) -> Exchange:
        """See ``Client``; a ConfigError where nobody is known by the name of the identity."""
        whose, how = spoilt_credential(case.identity)
        if how:
            await self._credentials.of(whose).sign_in()
        credentials = self._credentials.of(case.identity)
        if credentials is self._credentials:
            return await self._own.send(case)
        if case.identity not in self._others:
            self._others[case.identity] = _renewed(self._client, credentials)
        return await self._others[case.identity].send(case)


def add_identities(
    credentials: Credentials,
    settings: Settings,
    address: str,
    way: Callable[[Login, Credentials], LoginWay],
) -> None:
    """Give the credentials of the run those of all others who may ask beside it."""
    shared = of_nobody(settings.headers, [name for identity in settings.identities for name in identity.headers])
    for identity in (*settings.identities, Identity(ANONYMOUS)):
        if identity.name == MAIN:
            continue
        headers = {**shared, **{name.lower(): value for name, value in identity.headers.items()}}
        one = Credentials(headers, mask=credentials.mask, name=identity.name)
        login = identity.login
        if login is not None:
            one.mask.add(one.labelled(secrets_of(login)))
            one.source = LoginSession(login, address, way(login, one))
        credentials.others[identity.name] = one


async def sign_in_all(credentials: Credentials | None, identities: Iterable[Identity]) -> Mapping[str, str]:
    """Log in everybody before anything is asked. Gives why those could not who need not; others' errors come out."""
    failed: dict[str, str] = {}
    for identity in identities:
        try:
            if credentials is not None:
                await credentials.of(identity.name).sign_in()
        except LoginError as error:
            if identity.needed:
                raise
            failed[identity.name] = str(error)
    return failed


def refuse_identities(settings: Settings, name: str) -> None:
    """A ConfigError where nothing is sent that could say who asks."""
    told = next((one for one in settings.identities if one.headers or one.login is not None), None)
    if told is not None:
        raise ConfigError(
            f"{name} is executed in process, where nothing is sent that could say who asks; "
            f"test the application that serves it ({told.place or f'identities.{told.name}'})"
        )


def _renewed(client: Client, credentials: Credentials) -> Client:
    return Renewing(client, credentials) if credentials.renewable else client
