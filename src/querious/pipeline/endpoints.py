"""Where else on a host GraphQL is answered: for the user who has the path wrong."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final
from urllib.parse import quote, urlsplit, urlunsplit

from querious.execute import open_target
from querious.execute.bridge import open_bridge
from querious.execute.paths import PROBE, USUAL_PATHS, probe_at
from querious.model import Failure, Request, rest_case

if TYPE_CHECKING:
    from collections.abc import Iterable

    from querious.model import Exchange, Send, Settings

_SECONDS: Final = 2.0
"""For one answer, and for all waiting that the API may ask for."""
_OK: Final = 200
_NOT_THERE: Final = frozenset({404, 405, 410})
_BAD_REQUEST: Final = 400
_PREFIXES: Final = ("/api", "/v1", "/api/v1", "/rest")
"""Where REST APIs usually stand on their host."""


async def graphql_elsewhere(url: str, settings: Settings) -> str:
    """The first address near this one that answers GraphQL; empty if none does, or if this is no URL."""
    if "://" not in url:
        return ""
    patient = replace(settings, seconds=_SECONDS, timeout=min(settings.timeout, _SECONDS))
    for address in addresses_near(url):
        if await answers_graphql(address, patient):
            return address
    return ""


def addresses_near(url: str) -> list[str]:
    """The same path below /api, GraphQL below the same path, and the usual paths of the host; the likeliest first."""
    parts = urlsplit(url)
    path = parts.path.rstrip("/")
    paths = [f"/api{path}", f"{path}/graphql", f"{path}/api/graphql", f"{path}/", path, *USUAL_PATHS]
    found = [urlunsplit((parts.scheme, parts.netloc, one, "", "")) for one in paths if one and one != parts.path]
    return list(dict.fromkeys(found))


async def answers_graphql(url: str, settings: Settings) -> bool:
    """Whether this address answers the smallest question of GraphQL as GraphQL does."""
    target = await open_target(url, settings)
    try:
        return is_graphql(await target.client.send(PROBE))
    finally:
        await target.client.close()


def answers_graphql_at(send: Send, path: str) -> bool:
    """The same for a path below the address that ``send`` sends to."""
    return is_graphql(send(probe_at(path or "/")))


def reads_graphql_at(send: Send, path: str) -> bool:
    """The same by GET, which not every GraphQL API takes and which changes nothing anywhere."""
    query = quote(PROBE.document)
    return is_graphql(send(rest_case(Request("GET", f"{path}?query={query}", headers={"accept": "application/json"}))))


def rest_elsewhere(url: str, path: str, prefixes: Iterable[str], settings: Settings) -> str:
    """The address on the same host below which this path of a REST API answers; empty if none is found."""
    parts = urlsplit(url)
    origin = urlunsplit((parts.scheme, parts.netloc, "", "", ""))
    patient = replace(settings, seconds=_SECONDS, timeout=min(settings.timeout, _SECONDS))
    with open_bridge(origin, patient) as send:
        for prefix in dict.fromkeys((*prefixes, *_PREFIXES, "")):
            if prefix == parts.path.rstrip("/"):
                continue
            exchange = send(rest_case(Request("GET", f"{prefix}{path}")))
            if exchange.failure is Failure.UNREACHABLE:
                return ""
            if exchange.is_json and exchange.status < _BAD_REQUEST:
                return f"{origin}{prefix}"
    return ""


def is_graphql(exchange: Exchange) -> bool:
    """Whether an answer to the probe is that of a GraphQL API, be it a refusal."""
    payload = exchange.payload
    if not isinstance(payload, dict):
        return False
    data, errors = payload.get("data"), payload.get("errors")
    if exchange.status == _OK and isinstance(data, dict) and isinstance(data.get("__typename"), str):
        return True
    if exchange.status in _NOT_THERE:
        return False  # REST services write their errors likewise
    return isinstance(errors, list) and bool(errors) and all(isinstance(e, dict) and "message" in e for e in errors)
