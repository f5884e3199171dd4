"""What the transports of a wire share: one method, the headers of a request, and the wrappers of this room."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final, Protocol

from querious.execute.credentials import Renewing
from querious.execute.masked_client import Masking
from querious.execute.pace import Limited, Paced, Retrying
from querious.execute.throttle import Throttled

if TYPE_CHECKING:
    from querious.execute.client import Client
    from querious.execute.credentials import Credentials
    from querious.execute.throttle import Throttle
    from querious.model import Case, Exchange, Request, Settings

ACCEPT: Final = "application/json, */*;q=0.5"
CONTENT_TYPE: Final = "application/json"


class Sender(Protocol):
    """Sends requests to one service, in an event loop."""

    async def send(self, case: Case) -> Exchange:
        """The answer; whatever the service does (it hangs, hangs up, raises, answers garbage) is one."""

    async def close(self) -> None:
        """Let go of connections, threads and the application's lifespan; may be called more than once."""


def body_of(request: Request) -> bytes:
    """As JSON in pure ASCII, so that lone surrogates travel as escapes; nothing where there is no body."""
    return json.dumps(request.body).encode("ascii") if request.has_body else b""


def headers_of(request: Request, credentials: Credentials) -> dict[str, str]:
    """Names in lower case. What the user set wins over what the request asks for.

    Without a body there is no content type: servers refuse a DELETE that announces JSON and brings none.
    """
    own = {"accept": ACCEPT, "content-type": CONTENT_TYPE} if request.has_body else {"accept": ACCEPT}
    asked = {name.lower(): value for name, value in request.headers.items()}
    given = credentials.headers
    if not request.has_body:
        given = {name: value for name, value in given.items() if name != "content-type"}
    return {**own, **asked, **given}


def wrapped(
    sender: Sender, settings: Settings, credentials: Credentials, throttle: Throttle, *, remote: bool
) -> Sender:
    """Pace, new attempts, the service's own pace, renewal and mask of credentials, a limit: as for cases."""
    client: Client = sender
    if settings.rate is not None:
        client = Paced(client, settings.rate)
    if remote:
        client = Retrying(client)
    client = Throttled(client, throttle)
    if settings.renew is not None:
        client = Renewing(client, credentials)
    return Limited(Masking(client, credentials.mask), settings.connections)
