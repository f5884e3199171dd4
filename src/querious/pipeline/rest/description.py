"""Where a description of a REST API is found: in a file, at a URL, or served by the application itself."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import urlsplit
from urllib.request import url2pathname

from querious.errors import ConfigError, TargetError
from querious.execute.bridge import open_bridge
from querious.execute.paths import USUAL_PATHS
from querious.harvest.named_headers import NO_HEADERS, named_by
from querious.model import Failure, Request, rest_case
from querious.pipeline.endpoints import answers_graphql_at, reads_graphql_at
from querious.pipeline.rest.addresses import split_address
from querious.rest.openapi import read_openapi
from querious.text.urls import names_document, without_secrets

if TYPE_CHECKING:
    from collections.abc import Iterable

    from querious.harvest.named_headers import NamedHeaders
    from querious.model import Exchange, Send, Settings
    from querious.rest.openapi import Description

_SERVED: Final = (
    *("/openapi.json", "/swagger.json", "/v3/api-docs", "/api/schema/?format=json", "/api/openapi.json"),
    *("/schema/openapi.json", "/docs/openapi.json", "/swagger/v1/swagger.json", "/schema/?format=json", "/api-json"),
    "/documentation/json",
)
"""Where frameworks serve it: FastAPI and many, Flask, Spring, Django, Litestar, Swashbuckle, NestJS, Fastify."""
_APPLICATION: Final = "http://application"
"""Stands for the origin of what is asked in process."""
_ACCEPTED: Final = {"accept": "application/json, */*;q=0.5"}
"""Some serve a description by a media type of its own alone, such as ``application/openapi+json``."""
_MOST_USUAL: Final = "/graphql"
_SILENT: Final = frozenset({Failure.UNREACHABLE, Failure.TIMEOUT})
_OK: Final = 200
_IN_YAML: Final = re.compile(rb"^(?:openapi|swagger):", re.MULTILINE)
"""How a description says in YAML what it is; the members may be in the order of the alphabet."""


class RestService(NamedTuple):
    """A REST API and what describes it."""

    description: Description
    service: str | object
    """What requests are sent to."""
    base: str
    """What goes before every path of the description."""
    place: str
    """Where the description was found, for messages."""
    graphql: str = ""
    """A path of the service that answers GraphQL; empty if none was found."""


class DescriptionFound(NamedTuple):
    """A description, and the URL or path of an application that answers GraphQL although it was found beside it."""

    service: RestService | None
    graphql: str = ""
    """What the user named answers GraphQL itself: that is what is meant."""


def is_file(target: str) -> bool:
    """Whether a target is the name of a file."""
    try:
        return Path(target).is_file()
    except (OSError, ValueError):  # a name that no file can have
        return False


def read_file(path: Path) -> str:
    """The text of a file; a ConfigError if it cannot be read."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"cannot read {path}: {getattr(error, 'strerror', '') or error}") from None


def read_described(path: Path) -> Description:
    """The description in a file, with the files beside it that it refers to."""
    folder = path.resolve().parent

    def fetch(address: str) -> str | None:
        parts = urlsplit(address)
        if parts.scheme != "file" or parts.netloc:
            return None
        try:
            other = Path(url2pathname(parts.path)).resolve()
            return read_file(other) if other.is_relative_to(folder) and other.is_file() else None
        except (ConfigError, OSError, ValueError):
            return None

    return read_openapi(read_file(path), str(path), path.resolve().as_uri(), fetch)


def headers_named_in(schema: str) -> NamedHeaders:
    """The headers and cookies that the description in a file names as parameters; none where no file is named."""
    return named_by(read_openapi(read_file(Path(schema)), schema).document) if schema else NO_HEADERS


def described_in_file(path: Path, url: str) -> RestService:
    """The API of a description in a file, at the address that the user gives, or else where its servers are."""
    description = read_described(path)
    if url:
        return RestService(description, url, "", str(path))
    server = next((one for one in description.servers if "://" in one), "")
    if not server:
        raise ConfigError(f"{path} does not say where the service is. Give its address with --url.")
    return RestService(description, server, "", str(path))


def described_at(target: str, settings: Settings) -> DescriptionFound:
    """The API that a URL describes, or that describes itself at one of the usual places; nothing if it does not.

    Frameworks serve a description of everything beside the one address that the user names. If that address itself
    answers GraphQL, GraphQL is what is meant.
    """
    url = settings.state.url
    origin, path = split_address(target)
    with open_bridge(origin, settings) as send:
        where, text = _found(send, (path or "/", *(() if url else _SERVED)))
        if not text:
            return DescriptionFound(None)
        place = without_secrets(origin) + where.partition("?")[0]
        beside = _origin(origin)
        description = read_openapi(text, place, beside + where, partial(_fetched, send, beside))
        named = where == (path or "/")
        own = "" if named else _graphql_at(send, description, path)
        elsewhere = "" if named or own else _graphql_beside(send, description)
    base = "" if url else _base(description)
    service = RestService(description, url or origin, base, place, elsewhere and without_secrets(origin) + elsewhere)
    return DescriptionFound(service, origin + own if own else "")


def described_by(send: Send, application: str | object, settings: Settings) -> RestService | None:
    """The API of an application that serves its description; None if it does not."""
    where, text = _found(send, _SERVED)
    if not text:
        return None
    description = read_openapi(text, where, _APPLICATION + where, partial(_fetched, send, _APPLICATION))
    elsewhere = _graphql_beside(send, description)
    return RestService(description, settings.state.url or application, _base(description), where, elsewhere)


def _graphql_at(send: Send, description: Description, path: str) -> str:
    """The path, or the one that it leads to by a slash at its end, if GraphQL is answered there; empty if not."""
    for own in dict.fromkeys((path or "/", f"{path.rstrip('/')}/")):
        if _may_ask(description, own.partition("?")[0]) and answers_graphql_at(send, own):
            return own
    return ""


def _graphql_beside(send: Send, description: Description) -> str:
    """The usual path that answers GraphQL: the most usual one, or one that the description lists; empty if none does.

    No others are tried, as every request takes its time. Nobody has named these paths, so one that is not listed is
    only read.
    """
    listed = description.document.get("paths", {})
    for path in USUAL_PATHS:
        is_listed = path != "/" and path.rstrip("/") in listed
        if not (is_listed or path == _MOST_USUAL) or not _may_ask(description, path):
            continue
        if reads_graphql_at(send, path) or (is_listed and answers_graphql_at(send, path)):
            return path
    return ""


def _may_ask(description: Description, path: str) -> bool:
    """Whether a question of GraphQL is surely no entry of a collection: nobody promises to take a body there."""
    described = description.document.get("paths", {}).get(path or "/")
    post = described.get("post") if isinstance(described, dict) else None
    return not (isinstance(post, dict) and ("requestBody" in post or "parameters" in post))


def _found(send: Send, paths: Iterable[str]) -> tuple[str, str]:
    """The first path with a description, and its text; empty if none has. Where nobody answers, no other is tried."""
    for path in paths:
        exchange = send(rest_case(Request("GET", path, headers=_ACCEPTED)))
        if exchange.failure is Failure.TIMEOUT and names_document(path):
            raise TargetError(f"{path} was not answered in time: raise --timeout, or pass the description as a file")
        if exchange.failure in _SILENT:
            break
        if exchange.status == _OK and _is_description(exchange):
            return path, exchange.body.decode("utf-8", "replace")
    return "", ""


def _origin(address: str) -> str:
    """Scheme, host and port, without what is secret."""
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"


def _fetched(send: Send, origin: str, address: str) -> str | None:
    """A document of the same origin; None where it is of another, or not there."""
    if _origin(address).lower() != origin.lower():
        return None
    exchange = send(rest_case(Request("GET", address[len(origin) :] or "/", headers=_ACCEPTED)))
    is_found = exchange.failure is None and exchange.status == _OK
    return exchange.body.decode("utf-8", "replace") if is_found else None


def _is_description(exchange: Exchange) -> bool:
    payload = exchange.payload
    if exchange.is_json:
        return isinstance(payload, dict) and ("openapi" in payload or "swagger" in payload) and "paths" in payload
    return _IN_YAML.search(exchange.body) is not None


def _base(description: Description) -> str:
    """The path of the first server, as the description is served by the service itself."""
    return next((urlsplit(server).path.rstrip("/") for server in description.servers), "")
