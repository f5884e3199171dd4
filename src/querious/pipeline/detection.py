"""Which protocol an API speaks: found out by looking at what the user points at, and by asking."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import urlsplit

from querious.errors import LoginError, QueriousError, TargetError
from querious.execute.bridge import open_bridge
from querious.execute.inprocess import executor
from querious.execute.paths import PROBE, USUAL_PATHS
from querious.execute.targets import find_target
from querious.extras import explained
from querious.harvest.named_headers import NO_HEADERS
from querious.pipeline.endpoints import answers_graphql_at, is_graphql
from querious.pipeline.graphql.protocol import GRAPHQL
from querious.text.urls import names_document

if TYPE_CHECKING:
    from querious.harvest.named_headers import NamedHeaders
    from querious.model import Settings
    from querious.pipeline.protocol import ApiProtocol
    from querious.pipeline.rest.description import RestService
    from querious.rest.openapi import Description

_DESCRIPTION: Final = re.compile(r"""^\s*\{?\s*["']?(?:openapi|swagger)["']?\s*:""", re.MULTILINE)
"""How an OpenAPI description says what it is, in JSON or YAML."""
_GRAPHQL_WORDS: Final = ("graphql", "gql", "graph")


class FoundApi(NamedTuple):
    """What the user points at, with its protocol."""

    protocol: ApiProtocol
    target: str | object


def find_api(target: str | object, settings: Settings) -> FoundApi:
    """The protocol of the target: REST if it is an OpenAPI description or has one, GraphQL if it answers that.

    A URL that answers GraphQL is GraphQL even where a description lies beside it. Where nothing is found, GraphQL says
    what is wrong.
    """
    if settings.schema:
        return _with_schema(target, settings)
    if settings.login is not None and settings.login.fields and not settings.login.url:
        return FoundApi(GRAPHQL, target)  # it logs in by a mutation of the API itself
    if isinstance(target, str) and "://" in target:
        return _at_address(target, settings)
    if isinstance(target, str) and names_document(target) and ":" not in target:
        return _rest(_descriptions().described_in_file(Path(target), settings.state.url))
    return _of_python(target, settings)


def description_of(target: str, settings: Settings) -> Description | None:
    """The description of a REST API that a target is, a file or a URL that says so; None for anything else."""
    found: Description | None = None
    if "://" in target:
        if names_document(target):
            service = _descriptions().described_at(target, settings).service
            found = service.description if service is not None else None
    elif is_description(target):
        found = _descriptions().read_described(Path(target))
    return found


def _with_schema(target: str | object, settings: Settings) -> FoundApi:
    """An API whose description the user has at hand: of GraphQL or of REST."""
    if not is_description(settings.schema):
        return FoundApi(GRAPHQL, target)
    if not isinstance(target, str):
        description = _descriptions().read_described(Path(settings.schema))
        return _rest(_descriptions().RestService(description, target, description.base_path, settings.schema))
    return _rest(_descriptions().described_in_file(Path(settings.schema), settings.state.url or target))


def _text(path: Path) -> str:
    """What a file holds; nothing where there is none."""
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except (OSError, ValueError):  # also for a name that no file can have
        return ""


def _descriptions() -> Any:
    """The reading of descriptions, which needs the packages of an extra."""
    try:
        from querious.pipeline.rest import description  # noqa: PLC0415
    except ModuleNotFoundError as error:
        raise explained(error, "a REST API") from None
    return description


def _rest(service: RestService) -> FoundApi:
    from querious.pipeline.rest.protocol import rest_protocol  # noqa: PLC0415 - needs the packages of an extra

    return FoundApi(rest_protocol(service), service.service)


def headers_kept(schema: str | None) -> NamedHeaders:
    """The headers of REST calls that an OpenAPI description names; none where it is no description."""
    return _descriptions().headers_named_in(schema) if schema and is_description(schema) else NO_HEADERS


def is_description(target: str) -> bool:
    """Whether it is a file that says it is an OpenAPI description."""
    path = Path(target)
    return names_document(target) and bool(_DESCRIPTION.search(_text(path)))


def _at_address(target: str, settings: Settings) -> FoundApi:
    path = urlsplit(target).path.lower().rstrip("/")
    if path.endswith(_GRAPHQL_WORDS):
        return FoundApi(GRAPHQL, target)
    if not names_document(target) and _answers_graphql(target, settings):
        return FoundApi(GRAPHQL, target)
    try:
        found = _descriptions().described_at(target, settings)
    except TargetError:
        if names_document(target):
            raise
        return FoundApi(GRAPHQL, target)
    return FoundApi(GRAPHQL, target) if found.service is None or found.graphql else _rest(found.service)


def _answers_graphql(target: str, settings: Settings) -> bool:
    with open_bridge(target, settings) as send:
        return is_graphql(send(PROBE))


def _of_python(target: str | object, settings: Settings) -> FoundApi:
    """An application that serves a description and answers no GraphQL; everything else is left to GraphQL."""
    found = find_target(target)
    if getattr(found, "path", "") or executor(getattr(found, "candidate", None)) is not None:
        return FoundApi(GRAPHQL, target)
    try:
        with open_bridge(target, settings) as send:
            if any(answers_graphql_at(send, path) for path in USUAL_PATHS):
                return FoundApi(GRAPHQL, target)
            service = _descriptions().described_by(send, target, settings)
    except LoginError:
        raise
    except QueriousError:
        service = None
    return FoundApi(GRAPHQL, target) if service is None else _rest(service)
