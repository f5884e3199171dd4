"""Which library sends over HTTP: the one that the user named, or the faster one where it can be loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.errors import ConfigError
from querious.extras import explained

if TYPE_CHECKING:
    from querious.execute.client import Client
    from querious.execute.credentials import Credentials
    from querious.model import Settings

_PYREQWEST: Final = "pyreqwest"
_AIOHTTP: Final = "aiohttp"


def http_client(url: str, settings: Settings, credentials: Credentials) -> Client:
    """A client for what lies below the URL. Raises ValueError if the URL is not valid.

    pyreqwest is compiled, and not for every system; where it cannot be loaded, for whatever reason, aiohttp does.
    """
    if settings.client != _AIOHTTP:
        try:
            from querious.execute.http import HttpClient  # noqa: PLC0415 - loaded only where HTTP is spoken
        except ImportError:
            if settings.client == _PYREQWEST:
                raise ConfigError("pyreqwest cannot be loaded here: leave out --client, or name aiohttp") from None
        else:
            return HttpClient(url, settings, credentials)
    try:
        from querious.execute.aiohttp_client import AiohttpClient  # noqa: PLC0415 - likewise
    except ModuleNotFoundError as error:
        raise explained(error, "sending over HTTP") from None
    return AiohttpClient(url, settings, credentials)
