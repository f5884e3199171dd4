"""Waiting until an API answers, for services that are started just before they are tested."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from querious.errors import TargetError
from querious.execute.bridge import open_bridge
from querious.model import Request, rest_case
from querious.pipeline.detection import find_api
from querious.text.urls import is_http, names_document

if TYPE_CHECKING:
    from querious.model import Exchange, Settings

_STARTING: Final = frozenset({502, 503, 504})
"""What a gateway answers as long as there is nobody behind it."""
_PAUSE: Final = 0.3
_LONGEST_TRY: Final = 5.0
"""Seconds for one answer: a service that is being started may take a connection and never answer."""


def wait_until_ready(target: str | object, settings: Settings, started: float | None = None) -> float | None:
    """Wait for as long as the settings allow; a TargetError where the API never answers.

    Gives when the time of the command begins, which was ``started`` by ``time.monotonic``: waiting takes nothing of it.
    """
    if settings.wait is None:
        return started
    address = _address(target, settings)
    if not address:
        return started
    begun = time.monotonic()
    anybody = replace(
        settings,
        login=None,
        renew=None,
        rate=None,
        seconds=settings.wait,
        timeout=min(settings.timeout, _LONGEST_TRY, settings.wait),
    )
    with open_bridge(address, anybody) as send:
        while True:
            exchange = send(rest_case(Request("GET")))
            if _is_ready(exchange):
                break
            if time.monotonic() - begun + _PAUSE > settings.wait:
                raise TargetError(
                    f"{send.target.name} was not ready within {settings.wait:g} s: {_told(exchange)}; "
                    "check that it is being started there, or allow it more time with --wait"
                )
            time.sleep(_PAUSE)
    return None if started is None else started + time.monotonic() - begun


def _address(target: str | object, settings: Settings) -> str:
    """Where the API is; empty where it is tested in process."""
    if settings.state.url:
        return settings.state.url
    if isinstance(target, str) and not is_http(target) and names_document(target):
        target = find_api(target, settings).target  # the service that a file describes
    return target if isinstance(target, str) and is_http(target) else ""


def _is_ready(exchange: Exchange) -> bool:
    """Whether somebody has answered. Who refuses, or does not know the path, is there."""
    return exchange.failure is None and exchange.status not in _STARTING


def _told(exchange: Exchange) -> str:
    return exchange.failure.value if exchange.failure is not None else f"it answered {exchange.status}"
