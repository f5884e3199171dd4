"""An OpenAPI description (3.0, 3.1) or Swagger 2.0, read: its operations and where it says the service stands."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from querious.errors import ConfigError
from querious.rest.openapi.document import UnusableError, as_list, as_object, as_text, followed
from querious.rest.openapi.document_text import read_value
from querious.rest.openapi.operations import METHODS, OperationReader, RestOperation
from querious.text.display import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model.values import JSON

_HINT: Final = "name an OpenAPI description of version 2.0, 3.0 or 3.1"


@dataclass(frozen=True, slots=True)
class OmittedPath:
    """A path that is not tested, and why."""

    path: str
    reason: str
    has_entries: bool = False
    """Whether there are entries, which fields of others may refer to, although none can be made."""


@dataclass(frozen=True, eq=False, slots=True)
class Description:
    """What is known of a service before it is asked."""

    place: str
    """Where it was read from, for messages."""
    title: str
    version: str
    """Of the service."""
    dialect: str
    """``2.0``, ``3.0``, ``3.1``: of the description."""
    servers: tuple[str, ...]
    """Addresses, whole or relative, with their variables filled in."""
    document: JSON
    operations: tuple[RestOperation, ...]
    unusable: tuple[OmittedPath, ...] = ()
    """Operations that cannot be read."""

    @property
    def base_path(self) -> str:
        """The path of the first server, such as ``/api/v3``; empty at the root."""
        path = urlsplit(self.servers[0]).path.strip("/") if self.servers else ""
        return f"/{path}" if path else ""


def read_openapi(source: str, place: str) -> Description:
    """Read a description, JSON or YAML. ``place`` names it in messages; ConfigError where it is none."""
    document = read_value(source, place)
    dialect = _dialect(document, place)
    paths = document.get("paths", {} if dialect not in {"2.0", "3.0"} else None)
    if not isinstance(paths, dict):
        raise ConfigError(f"{place} has no paths (at paths: {_kind(paths)}, not an object); {_HINT}")
    found = list(_operations(document, paths))
    info = as_object(document.get("info"))
    return Description(
        place,
        one_line(str(info.get("title") or "")) or "(no title)",
        one_line(str(info.get("version") or "")),
        dialect,
        tuple(url for url in _servers(document) if _is_complete(url)),
        document,
        tuple(each for each in found if isinstance(each, RestOperation)),
        tuple(each for each in found if isinstance(each, OmittedPath)),
    )


def base_for(description: Description, url: str) -> str:
    """What goes before every path under an address: the path of the server, unless the address ends with it."""
    base = description.base_path
    return "" if urlsplit(url).path.rstrip("/").endswith(base) else base


def _dialect(document: JSON, place: str) -> str:
    if not isinstance(document, dict):
        raise ConfigError(f"{place} holds {_kind(document)}, not an OpenAPI description; {_HINT}")
    version = document.get("openapi", document.get("swagger"))
    if version is None:
        is_graphql = "__schema" in as_object(document.get("data", document))
        found = "a GraphQL introspection result" if is_graphql else "JSON"
        raise ConfigError(
            f"{place} is {found}, but not an OpenAPI description: it has neither openapi nor swagger; {_HINT}"
        )
    pattern = r"(3\.\d)(?:\.\d+)?(?:-\S*)?" if "openapi" in document else r"(2\.0)(?:\.\d+)?(?:-\S*)?"
    match = re.fullmatch(pattern, str(version))
    if not match:
        raise ConfigError(
            f"{place} declares version {one_line(str(version), 40)} (at openapi), which is not known; {_HINT}"
        )
    return match[1]


def _operations(document: JSON, paths: dict[str, JSON]) -> Iterator[RestOperation | OmittedPath]:
    """All that are described; in the place of one that cannot be used, why."""
    reader = OperationReader(document)
    for path, given in paths.items():
        if path.startswith("x-"):
            continue
        if not path.startswith("/"):
            yield OmittedPath(one_line(str(path), 100), "a path must begin with a slash")
            continue
        try:
            item = as_object(followed(document, given))
        except UnusableError as error:
            yield OmittedPath(path, str(error))
            continue
        for method in METHODS:
            if isinstance(item.get(method), dict):
                try:
                    yield reader.read(path, method, item)
                except UnusableError as error:
                    yield OmittedPath(path, f"{method.upper()}: {error}")


def _servers(document: JSON) -> Iterator[str]:
    if "swagger" in document:
        host, base = as_text(document.get("host")), as_text(document.get("basePath"))
        scheme = as_text(next(iter(as_list(document.get("schemes"))), "")) or "https"
        yield f"{scheme}://{host}{base}" if host else base
        return
    for each in as_list(document.get("servers")):
        server = as_object(each)
        url = as_text(server.get("url"))
        for name, variable in as_object(server.get("variables")).items():
            url = url.replace("{" + name + "}", str(as_object(variable).get("default", "")))
        yield url


def _is_complete(url: str) -> bool:
    """Whether a URL can be used as it is: whole, and without a variable that nothing fills in."""
    try:
        urlsplit(url)
    except ValueError:
        return False
    return bool(url) and "{" not in url


def _kind(value: JSON) -> str:
    names = {dict: "an object", list: "a list", str: "a string", bool: "a boolean", type(None): "nothing"}
    return names.get(type(value), "a number")
