"""What the user points at → the collections of a service, whichever way they are described.

A description in OpenAPI (a file, a URL, or served by the application itself), a GraphQL endpoint, the URL of a
collection with a template, or a facade of the user's own.
"""

from __future__ import annotations

import inspect
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias
from urllib.parse import unquote_plus, urlsplit

from querious.errors import ConfigError, QueriousError, TargetError
from querious.execute.addresses import Address, parse
from querious.execute.bridge import open_bridge
from querious.execute.paths import USUAL_PATHS
from querious.execute.places import load
from querious.graphql.collections import collections_of as of_schema
from querious.model import Failure, Request, rest_case
from querious.model.patterns import Permissions
from querious.pipeline.endpoints import answers_graphql_at, reads_graphql_at
from querious.pipeline.schema.use_case import load_schema
from querious.pipeline.state.judges import graphql_judge, rest_judge
from querious.rest.collection import RestCollection
from querious.rest.openapi import read_openapi
from querious.rest.openapi.collections import collections_of as of_description
from querious.state.facade import Collection
from querious.state.templates import read_template
from querious.text.sent_secrets import of_query
from querious.text.urls import without_secrets

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from graphql import GraphQLSchema

    from querious.model import Send, Settings
    from querious.model.state_settings import StateSettings
    from querious.pipeline.state.judges import AnswerJudge
    from querious.rest.openapi import Description
    from querious.state.journal import Journal

_SERVED: Final = ("/openapi.json", "/swagger.json", "/v3/api-docs", "/api/schema/?format=json", "/api/openapi.json")
"""Where frameworks serve their description: FastAPI and many, Swashbuckle and Flask, Spring, Django, NestJS."""
_MOST_USUAL: Final = "/graphql"
_SILENT: Final = frozenset({Failure.UNREACHABLE, Failure.TIMEOUT})
Made: TypeAlias = "tuple[tuple[Collection, ...], tuple[str, ...]]"


@dataclass(frozen=True, slots=True)
class ServiceSource:
    """A service, not yet opened for testing."""

    service: str | object
    """What ``open_bridge`` opens."""
    told: str
    """How its collections were found, in words."""
    make: Callable[[Send, Journal | None], Made]
    """The collections, and why others were left out. Nothing is written without a journal."""
    also: str = ""
    """What else the service offers, and how to test that instead."""
    graphql: bool = False
    judge: AnswerJudge = rest_judge
    """What is wrong with an answer by itself."""
    prefixes: tuple[str, ...] = ()
    """Paths below which the description says the service stands."""


def find_source(target: str | object, settings: Settings) -> ServiceSource:
    """What the target is; a QueriousError if nothing can be made of it."""
    asked = settings.state
    if asked.template:
        return _template(target, asked)
    if not isinstance(target, str):
        return _application(target, asked, settings)
    if _is_file(target):
        return _file(Path(target), asked)
    if "://" in target:
        return _address(target, asked, settings)
    found = load_object(target)
    if found is not None and _is_facade(found):
        return _facade(found, target, asked)
    return _application(target, asked, settings)


def _is_file(target: str) -> bool:
    try:
        return Path(target).is_file()
    except (OSError, ValueError):  # a name that no file can have
        return False


def load_object(target: str) -> Any:
    """The object that ``package.module:name`` names; None where it is not written so."""
    place = parse(target)
    return None if isinstance(place, Address) else load(place)


def _template(target: str | object, asked: StateSettings) -> ServiceSource:
    if not isinstance(target, str) or "://" not in target:
        raise ConfigError("--template needs the URL of a collection as the target, such as http://localhost:8000/books")
    template = read_template(_read(Path(asked.template)), asked.template)
    origin, path = _cut(target)

    def make(send: Send, _: Journal | None) -> Made:
        return (RestCollection(send, path, template.source),), ()

    return ServiceSource(origin, f"a template, {asked.template}", make)


def _file(path: Path, asked: StateSettings) -> ServiceSource:
    description = read_openapi(_read(path), str(path))
    service = asked.url or next((one for one in description.servers if "://" in one), "")
    if not service:
        raise ConfigError(f"{path} does not say where the service is. Give its address with --url.")
    return _described(description, service, "", str(path))


def _described(description: Description, service: str | object, base: str, place: str) -> ServiceSource:
    def make(send: Send, _: Journal | None) -> Made:
        reading = of_description(description, send, base)
        return tuple(reading.collections), tuple(f"{one.path} is left out: {one.reason}" for one in reading.left_out)

    prefixes = tuple(path for one in description.servers if (path := urlsplit(one).path.rstrip("/")))
    return ServiceSource(service, f"OpenAPI, {place}", make, prefixes=prefixes)


def _address(target: str, asked: StateSettings, settings: Settings) -> ServiceSource:
    """A description, or GraphQL, or what describes itself. The URL's own word counts most.

    Frameworks serve a description of everything beside the one address that the user names. If that address itself
    answers GraphQL, GraphQL is what is meant.
    """
    origin, path = _cut(target)
    with open_bridge(origin, settings) as send:
        where, text = _found(send, (path or "/", *(() if asked.url else _SERVED)))
        if not text:
            return _graphql(target, settings)
        place = without_secrets(origin) + where.partition("?")[0]
        description = read_openapi(text, place)
        named = where == (path or "/")
        own = "" if named else _graphql_at(send, description, path)
        if own:
            also = f"A REST API is described at {place}: name that URL to test it instead."
            return replace(_graphql(origin + own, settings), also=also)
        elsewhere = "" if named else _graphql_beside(send, description)
    also = f"GraphQL is answered at {without_secrets(origin)}{elsewhere}: name that URL to test it instead."
    source = _described(description, asked.url or origin, "" if asked.url else _base(description), place)
    return replace(source, also=also if elsewhere else "")


def _application(target: str | object, asked: StateSettings, settings: Settings) -> ServiceSource:
    with open_bridge(target, settings) as send:
        where, text = _found(send, _SERVED)
        if not text:
            return _graphql(target, settings)
        description = read_openapi(text, where)
        elsewhere = _graphql_beside(send, description)
    name = target if isinstance(target, str) else "package.module:app"
    also = f"GraphQL is answered at {elsewhere}: name {name}{elsewhere} to test it instead." if elsewhere else ""
    return replace(_described(description, asked.url or target, _base(description), where), also=also)


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


def _graphql(target: Any, settings: Settings) -> ServiceSource:
    try:
        schema = load_schema(target, settings).schema
    except QueriousError as error:
        raise TargetError(
            f"{error} (and no OpenAPI description was found there: give a file with --url, or a --template)"
        ) from None
    return schema_source(schema, target, Permissions(settings.allow, settings.deny).match)


def schema_source(schema: GraphQLSchema, service: str | object, allowed: Callable[[str], bool]) -> ServiceSource:
    """A GraphQL API whose schema is known, with the collections of what is ``allowed``."""

    def make(send: Send, journal: Journal | None) -> Made:
        reading = of_schema(schema, send, probe=journal is not None, journal=journal, allowed=allowed)
        return tuple(reading.collections), tuple(reading.left_out)

    return ServiceSource(service, "a GraphQL schema", make, graphql=True, judge=graphql_judge(schema))


def _is_facade(found: Any) -> bool:
    if inspect.isfunction(found):
        wanted = [name for name, one in inspect.signature(found).parameters.items() if one.default is one.empty]
        return len(wanted) == 1
    return isinstance(found, Collection) or (isinstance(found, type) and issubclass(found, Collection))


def _facade(found: Any, target: str, asked: StateSettings) -> ServiceSource:
    """A collection, a class of one, or a function that is given what sends requests and gives one or several."""
    if not asked.url:
        raise ConfigError(f"{target} is a facade. Give the address of its service with --url.")

    def make(send: Send, _: Journal | None) -> Made:
        made = found if isinstance(found, Collection) else found(send)
        return (made,) if isinstance(made, Collection) else tuple(made), ()

    return ServiceSource(asked.url, f"a facade, {target}", make)


def _found(send: Send, paths: Iterable[str]) -> tuple[str, str]:
    """The first path with a description, and its text; empty if none has. Where nobody answers, no other is tried."""
    for path in paths:
        exchange = send(rest_case(Request("GET", path, headers={"accept": "application/json"})))
        if exchange.failure in _SILENT:
            break
        payload = exchange.payload
        is_one = isinstance(payload, dict) and ("openapi" in payload or "swagger" in payload) and "paths" in payload
        if exchange.status == 200 and is_one:  # noqa: PLR2004 - OK
            return path, exchange.body.decode("utf-8", "replace")
    return "", ""


def _base(description: Description) -> str:
    """The path of the first server, as the description is served by the service itself."""
    return next((urlsplit(server).path.rstrip("/") for server in description.servers), "")


def _cut(address: str) -> tuple[str, str]:
    """The address of the service and the path below it.

    A key in the query goes with every request and so belongs to the address, where it is masked; what else the query
    says belongs to this path alone.
    """
    parse(address)  # what is malformed is told as a whole: a part of it may be a part of a password
    parts = urlsplit(address)
    secret = {one.label.removeprefix("query-") for one in of_query(parts.query)}
    pieces = parts.query.split("&") if parts.query else []
    keys = [piece for piece in pieces if unquote_plus(piece.partition("=")[0]) in secret or "=" not in piece]
    others = [piece for piece in pieces if piece not in keys]
    origin = f"{parts.scheme}://{parts.netloc}" + (f"?{'&'.join(keys)}" if keys else "")
    return origin, parts.path + (f"?{'&'.join(others)}" if others else "")


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"cannot read {path}: {getattr(error, 'strerror', '') or error}") from None
