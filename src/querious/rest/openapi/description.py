"""An OpenAPI description (3.0 to 3.2) or Swagger 2.0, read: its operations and where it says the service stands."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from querious.errors import ConfigError
from querious.rest.openapi.document import Part, References, as_object
from querious.rest.openapi.document_text import read_value
from querious.rest.openapi.operations import OmittedPath, OperationReader, RestOperation
from querious.rest.openapi.other_documents import bundled
from querious.text.display import one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from querious.model.values import JSON
    from querious.rest.openapi.other_documents import Fetch

_HINT: Final = "name an OpenAPI description of version 2.0, 3.0, 3.1 or 3.2"
_VERSIONS: Final = {"openapi": r"(3\.\d)(?:\.\d+)?(?:-\S*)?", "swagger": r"(2\.0)(?:\.\d+)?(?:-\S*)?"}
_KINDS: Final = {dict: "an object", list: "a list", str: "a string", bool: "a boolean", type(None): "nothing"}


@dataclass(frozen=True, eq=False, slots=True)
class Description:
    """What is known of a service before it is asked."""

    place: str
    """Where it was read from, for messages."""
    title: str
    version: str
    """Of the service."""
    dialect: str
    """``2.0``, ``3.0``, ``3.1``, ``3.2``: of the description."""
    servers: tuple[str, ...]
    """Addresses, whole or relative, with their variables filled in."""
    document: JSON
    operations: tuple[RestOperation, ...]
    """All that are described, in the order of the description."""
    unusable: tuple[OmittedPath, ...] = ()
    """Operations that cannot be read."""
    unread: tuple[OmittedPath, ...] = ()
    """Parts of operations that cannot be read; the operations are tested without them."""
    denied: tuple[RestOperation, ...] = ()
    """Operations that are described as well, and that nobody may ask."""

    def permitted(self, permits: Callable[[str], bool]) -> Description:
        """With the operations that may be asked."""
        asked = tuple(each for each in self.operations if permits(str(each)))
        denied = tuple(each for each in self.operations if not permits(str(each)))
        return replace(self, operations=asked, denied=(*self.denied, *denied))

    @property
    def base_path(self) -> str:
        """The path of the first server, such as ``/api/v3``; empty at the root."""
        path = urlsplit(next(iter(self.servers), "")).path.strip("/")
        return f"/{path}" if path else ""


def read_openapi(source: str, place: str, address: str = "", fetch: Fetch | None = None) -> Description:
    """Read a description, JSON or YAML. ``place`` names it in messages; ConfigError where it is none.

    ``fetch`` gives the documents that it refers to, relative to ``address``; without it none is read.
    """
    value = read_value(source, place)
    dialect = _dialect(value, place)
    if fetch is not None:
        value = bundled(value, address, fetch)
    paths = value.get("paths", {} if dialect not in {"2.0", "3.0"} else None)
    if not isinstance(paths, dict):
        raise ConfigError(f"{place} has no paths (at paths: {_kind(paths)}, not an object); {_HINT}")
    references = References(value)
    document = Part(references, value)
    reader = OperationReader(references, document)
    found = list(_operations(reader, paths))
    info = as_object(document.value("info"))
    return Description(
        place,
        one_line(str(info.get("title") or "")) or "(no title)",
        one_line(str(info.get("version") or "")),
        dialect,
        tuple(filter(_is_complete, _servers(document))),
        value,
        tuple(each for each in found if isinstance(each, RestOperation)),
        tuple(each for each in found if isinstance(each, OmittedPath)),
        tuple(reader.unread),
    )


def base_for(description: Description, url: str) -> str:
    """What goes before every path under an address: the path of the server, unless the address ends with it."""
    base = description.base_path
    return "" if urlsplit(url).path.rstrip("/").endswith(base) else base


def _dialect(document: JSON, place: str) -> str:
    if not isinstance(document, dict):
        raise ConfigError(f"{place} holds {_kind(document)}, not an OpenAPI description; {_HINT}")
    for name, pattern in _VERSIONS.items():
        if document.get(name) is not None:
            version = str(document[name])
            match = re.fullmatch(pattern, version)
            if match:
                return match[1]
            raise ConfigError(
                f"{place} declares version {one_line(version, 40)} (at {name}), which is not known; {_HINT}"
            )
    is_graphql = "__schema" in as_object(document.get("data", document))
    found = "a GraphQL introspection result" if is_graphql else "JSON"
    raise ConfigError(
        f"{place} is {found}, but not an OpenAPI description: it has neither openapi nor swagger; {_HINT}"
    )


def _operations(reader: OperationReader, paths: dict[str, JSON]) -> Iterator[RestOperation | OmittedPath]:
    known: dict[tuple[str, str], str] = {}
    for path, item in paths.items():
        if path.startswith("/"):
            shape = re.sub(r"\{[^{}]*\}", "{}", path)
            for found in reader.read(path, item):
                method = found.method if isinstance(found, RestOperation) else ""
                twin = known.setdefault((method, shape), path) if method else path
                same = f"{method.upper()}: {twin} is the same path, and nobody can tell which of them is asked"
                yield found if twin == path else OmittedPath(path, same)
        elif not path.startswith("x-"):
            yield OmittedPath(one_line(path, 100), "a path must begin with a slash")


def _servers(document: Part) -> Iterator[str]:
    if "swagger" in document.source:
        host, base = document.text("host"), document.text("basePath")
        scheme = next(iter(document.texts("schemes")), "https")
        yield f"{scheme}://{host}{base}" if host else base
        return
    for server in document.listed("servers"):
        url = server.text("url")
        for name, variable in server.parts("variables").items():
            url = url.replace("{" + name + "}", str(variable.source.get("default", "")))
        yield url


def _is_complete(url: str) -> bool:
    """Whether a URL can be used as it is: whole, and without a variable that nothing fills in."""
    try:
        urlsplit(url)
    except ValueError:
        return False
    return bool(url) and "{" not in url


def _kind(value: JSON) -> str:
    return _KINDS.get(type(value), "a number")
