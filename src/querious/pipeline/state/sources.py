"""What the user points at → the collections of a service, whichever way they are described.

A description in OpenAPI (a file, a URL, or served by the application itself), a GraphQL endpoint, the URL of a
collection with a template, or a facade of the user's own.
"""

from __future__ import annotations

import inspect
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias
from urllib.parse import urlsplit

from querious.errors import ConfigError, QueriousError, TargetError
from querious.execute.addresses import Address, parse
from querious.execute.bridge import open_bridge
from querious.execute.places import load
from querious.graphql.collections import collections_of as of_schema
from querious.pipeline.rest.addresses import split_address
from querious.pipeline.rest.description import (
    described_at,
    described_by,
    described_in_file,
    is_file,
    read_file,
)
from querious.pipeline.schema.use_case import load_schema
from querious.pipeline.state.judges import graphql_judge, rest_judge
from querious.rest.cases.modelled_bodies import Models
from querious.rest.collection import RestCollection
from querious.rest.openapi.collections import collections_of as of_description
from querious.state.facade import Collection
from querious.state.templates import read_template

if TYPE_CHECKING:
    from collections.abc import Callable

    from graphql import GraphQLSchema

    from querious.model import Send, Settings
    from querious.model.state_settings import StateSettings
    from querious.pipeline.rest.description import RestService
    from querious.pipeline.state.judges import AnswerJudge
    from querious.rest.openapi.collections.facades import Accepted
    from querious.state.journal import Journal

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
    described_at: str = ""
    """The file or URL of the description, or its path in an application."""


def find_source(target: str | object, settings: Settings) -> ServiceSource:
    """What the target is; a QueriousError if nothing can be made of it."""
    asked = settings.state
    if asked.template:
        return _template(target, asked)
    if not isinstance(target, str):
        return _application(target, settings)
    if is_file(target):
        return _file(Path(target), settings)
    if "://" in target:
        return _address(target, settings)
    found = load_object(target)
    if found is not None and _is_facade(found):
        return _facade(found, target, asked)
    return _application(target, settings)


def load_object(target: str) -> Any:
    """The object that ``package.module:name`` names; None where it is not written so."""
    place = parse(target)
    return None if isinstance(place, Address) else load(place)


def _template(target: str | object, asked: StateSettings) -> ServiceSource:
    if not isinstance(target, str) or "://" not in target:
        raise ConfigError("--template needs the URL of a collection as the target, such as http://localhost:8000/books")
    template = read_template(read_file(Path(asked.template)), asked.template)
    origin, path = split_address(target)

    def make(send: Send, _: Journal | None) -> Made:
        return (RestCollection(send, path, template.source),), ()

    return ServiceSource(origin, f"a template, {asked.template}", make)


def _file(path: Path, settings: Settings) -> ServiceSource:
    return described_source(described_in_file(path, settings.state.url), settings.permits_calls)


def described_source(
    described: RestService, permitted: Callable[[str], bool], accepted: Accepted = lambda _: Models()
) -> ServiceSource:
    """The collections that a description tells of, as far as their operations are permitted.

    ``accepted`` are the bodies that operations have accepted.
    """
    description = described.description.permitted(permitted)

    def make(send: Send, _: Journal | None) -> Made:
        reading = of_description(description, send, described.base, accepted=accepted)
        return tuple(reading.collections), tuple(f"{one.path} is left out: {one.reason}" for one in reading.left_out)

    prefixes = tuple(path for one in description.servers if (path := urlsplit(one).path.rstrip("/")))
    told, place = f"OpenAPI, {described.place}", described.place
    return ServiceSource(described.service, told, make, prefixes=prefixes, described_at=place)


def _address(target: str, settings: Settings) -> ServiceSource:
    """A description, or GraphQL, or what describes itself. The URL's own word counts most."""
    found = described_at(target, settings)
    if found.service is None:
        return _graphql(target, settings)
    if found.graphql:
        also = f"A REST API is described at {found.service.place}: name that URL to test it instead."
        return replace(_graphql(found.graphql, settings), also=also)
    elsewhere = found.service.graphql
    also = f"GraphQL is answered at {elsewhere}: name that URL to test it instead." if elsewhere else ""
    return replace(described_source(found.service, settings.permits_calls), also=also)


def _application(target: str | object, settings: Settings) -> ServiceSource:
    with open_bridge(target, settings) as send:
        described = described_by(send, target, settings)
    if described is None:
        return _graphql(target, settings)
    name = target if isinstance(target, str) else "package.module:app"
    elsewhere = described.graphql
    also = f"GraphQL is answered at {elsewhere}: name {name}{elsewhere} to test it instead." if elsewhere else ""
    return replace(described_source(described, settings.permits_calls), also=also)


def _graphql(target: Any, settings: Settings) -> ServiceSource:
    try:
        schema = load_schema(target, settings).schema
    except QueriousError as error:
        raise TargetError(
            f"{error} (and no OpenAPI description was found there: give a file with --url, or a --template)"
        ) from None
    return schema_source(schema, target, settings.permits)


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
