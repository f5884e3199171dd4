"""An OpenAPI description (3.0, 3.1) or Swagger 2.0, read: its operations and where it says the service stands."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from querious.errors import ConfigError
from querious.rest.openapi.operations import METHODS, listing, mapping, read_operation, text
from querious.rest.openapi.pointers import Broken, followed
from querious.rest.openapi.text import one_line, read_value

if TYPE_CHECKING:
    from querious.model.values import JSON
    from querious.rest.openapi.operations import Operation

_VERSION = re.compile(r"(2\.0|3\.\d)(?:\.\d+)?(?:-\S*)?")
_HINT: Final = "name an OpenAPI description of version 2.0, 3.0 or 3.1"


@dataclass(frozen=True, slots=True)
class LeftOut:
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
    operations: tuple[Operation, ...]
    broken: tuple[LeftOut, ...] = ()
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
    operations: list[Operation] = []
    broken: list[LeftOut] = []
    for path, given in paths.items():
        if not path.startswith("x-"):
            _read_path(document, path, given, operations, broken)
    info = mapping(document.get("info"))
    return Description(
        place,
        one_line(info.get("title") or "") or "(no title)",
        one_line(info.get("version") or ""),
        dialect,
        _servers(document),
        document,
        tuple(operations),
        tuple(broken),
    )


def base_for(description: Description, url: str) -> str:
    """What goes before every path under an address: the path of the server, unless the address ends with it."""
    base = description.base_path
    return "" if urlsplit(url).path.rstrip("/").endswith(base) else base


def _dialect(document: JSON, place: str) -> str:
    if not isinstance(document, dict):
        raise ConfigError(f"{place} holds {_kind(document)}, no OpenAPI description; {_HINT}")
    said = document.get("openapi", document.get("swagger"))
    if said is None:
        told = "a GraphQL introspection result" if "__schema" in mapping(document.get("data", document)) else "JSON"
        raise ConfigError(f"{place} is {told}, but no OpenAPI description: it has neither openapi nor swagger; {_HINT}")
    match = _VERSION.fullmatch(str(said))
    if not match or (match[1] == "2.0") != ("swagger" in document and "openapi" not in document):
        raise ConfigError(f"{place} says version {one_line(said, 40)} (at openapi), which is not known; {_HINT}")
    return match[1]


def _read_path(document: JSON, path: str, given: JSON, operations: list[Operation], broken: list[LeftOut]) -> None:
    if not path.startswith("/"):
        broken.append(LeftOut(one_line(path, 100), "a path begins with a slash"))
        return
    try:
        item = mapping(followed(document, given))
    except Broken as error:
        broken.append(LeftOut(path, str(error)))
        return
    for method in METHODS:
        if isinstance(item.get(method), dict):
            try:
                operations.append(read_operation(document, path, method, item))
            except Broken as error:
                broken.append(LeftOut(path, f"{method.upper()}: {error}"))


def _servers(document: JSON) -> tuple[str, ...]:
    if "swagger" in document:
        host, base = text(document.get("host")), text(document.get("basePath"))
        scheme = next((text(each) for each in listing(document.get("schemes"))), "") or "https"
        url = f"{scheme}://{host}{base}" if host else base
        return (url,) if url and _splits(url) else ()
    found = []
    for server in listing(document.get("servers")):
        url = text(mapping(server).get("url"))
        for name, variable in mapping(mapping(server).get("variables")).items():
            url = url.replace("{" + name + "}", str(mapping(variable).get("default", "")))
        if url and _splits(url):
            found.append(url)
    return tuple(found)


def _splits(url: str) -> bool:
    try:
        urlsplit(url)
    except ValueError:
        return False
    return "{" not in url


def _kind(value: JSON) -> str:
    names = {dict: "an object", list: "a list", str: "text", bool: "a truth value", type(None): "nothing"}
    return names.get(type(value), "a number")
