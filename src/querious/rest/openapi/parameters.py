"""Values for parameters that must be sent: only what the description itself offers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from querious.rest.openapi.operations import listing, mapping
from querious.rest.openapi.pointers import Broken, followed
from querious.rest.paths import quoted

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from querious.model.values import JSON
    from querious.rest.openapi.operations import Operation, Parameter

_CARRIED: Final = frozenset({"accept", "content-type", "authorization"})
"""Headers that are no parameters, says OpenAPI."""
_SIZES: Final = frozenset(
    {"limit", "per_page", "perpage", "page_size", "pagesize", "maxresults", "max_results", "$top"}
)
_LARGEST_PAGE: Final = 1000


@dataclass(frozen=True, slots=True)
class Furnishing:
    """What goes along with an operation."""

    query: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    missing: str = ""
    """The parameter for which nothing is offered, such as ``header X-Tenant``."""


def furnishing(document: JSON, operation: Operation, carried: Collection[str]) -> Furnishing:
    """For the required parameters of the query and the headers; ``carried`` are headers that are sent anyway."""
    query: dict[str, str] = {}
    headers: dict[str, str] = {}
    known = {name.lower() for name in carried} | _CARRIED
    for parameter in operation.parameters:
        if not parameter.required or parameter.where == "path":
            continue
        if parameter.where == "header" and parameter.name.lower() in known:
            continue
        value = offered(document, parameter)
        if value is None or parameter.where == "cookie":
            return Furnishing(missing=f"{parameter.where} {parameter.name}")
        (query if parameter.where == "query" else headers)[parameter.name] = value
    return Furnishing(query, headers)


def largest_page(document: JSON, operation: Operation) -> dict[str, str]:
    """The parameter that makes the pages of a list as large as they may be, where its largest value is documented."""
    for parameter in operation.parameters:
        if parameter.where == "query" and parameter.name.lower() in _SIZES:
            most = _schema(document, parameter).get("maximum")
            if isinstance(most, int) and not isinstance(most, bool) and 0 < most <= _LARGEST_PAGE:
                return {parameter.name: str(most)}
    return {}


def offered(document: JSON, parameter: Parameter) -> str | None:
    """The value that the description offers for a parameter; None if it offers none."""
    schema = _schema(document, parameter)
    options = [*parameter.examples, *(schema[name] for name in ("const", "default", "example") if name in schema)]
    options += [*listing(schema.get("examples")), *listing(schema.get("enum"))]
    if schema.get("type") == "boolean":
        options.append(False)
    found = [text for text in map(_text, options) if text]
    return found[0] if found else None


def placed(path: str, name: str, value: str) -> str:
    """The path with a value in the place of a parameter."""
    return path.replace("{" + name + "}", quoted(value))


def _schema(document: JSON, parameter: Parameter) -> dict[str, JSON]:
    try:
        return mapping(followed(document, parameter.schema))
    except Broken:
        return {}


def _text(value: JSON) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return ",".join(map(_text, value))
    return str(value) if isinstance(value, int | float | str) else ""
