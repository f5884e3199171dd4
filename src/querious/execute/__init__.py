"""Case → Exchange over HTTP, ASGI, WSGI or in process. Names are loaded when they are first asked for."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from querious.execute.asgi import AsgiClient
    from querious.execute.client import Client
    from querious.execute.credentials import Credentials, Renewing
    from querious.execute.http import HttpClient
    from querious.execute.identities import sign_in_all
    from querious.execute.inprocess import SchemaClient
    from querious.execute.pace import Limited, Paced, Retrying
    from querious.execute.paths import find_path
    from querious.execute.targets import Target, open_target
    from querious.execute.wsgi import WsgiClient

__all__ = [
    "AsgiClient",
    "Client",
    "Credentials",
    "HttpClient",
    "Limited",
    "Paced",
    "Renewing",
    "Retrying",
    "SchemaClient",
    "Target",
    "WsgiClient",
    "find_path",
    "open_target",
    "sign_in_all",
]

_HOMES = {
    "asgi": ("AsgiClient",),
    "client": ("Client",),
    "credentials": ("Credentials", "Renewing"),
    "http": ("HttpClient",),
    "identities": ("sign_in_all",),
    "inprocess": ("SchemaClient",),
    "pace": ("Limited", "Paced", "Retrying"),
    "paths": ("find_path",),
    "targets": ("Target", "open_target"),
    "wsgi": ("WsgiClient",),
}


def __getattr__(name: str) -> Any:
    for module, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
