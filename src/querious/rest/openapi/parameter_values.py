"""Values for parameters that must be sent: only what the description itself offers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from querious.answers.pages import is_size
from querious.rest.openapi.document import UnusableError, as_list, as_object, followed

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from querious.model.values import JSON
    from querious.rest.openapi.operations import RestOperation, RestParameter

_NO_PARAMETERS: Final = frozenset({"accept", "content-type", "authorization"})
"""Headers that are no parameters, says OpenAPI."""
_LARGEST_PAGE: Final = 1000


@dataclass(frozen=True, slots=True)
class RequiredValues:
    """What has to go along with an operation."""

    query: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    missing: str = ""
    """The parameter for which nothing is offered, such as ``header X-Tenant``."""


def required_values(document: JSON, operation: RestOperation, carried: Collection[str]) -> RequiredValues:
    """For the required parameters of the query and the headers; ``carried`` are headers that are sent anyway."""
    found: dict[str, dict[str, str]] = {"query": {}, "header": {}}
    known = {name.lower() for name in carried} | _NO_PARAMETERS
    for parameter in operation.parameters:
        is_known = parameter.where == "header" and parameter.name.lower() in known
        if not parameter.required or parameter.where == "path" or is_known:
            continue
        value = offered_value(document, parameter)
        if value is None or parameter.where not in found:
            return RequiredValues(missing=f"{parameter.where} {parameter.name}")
        found[parameter.where][parameter.name] = value
    return RequiredValues(found["query"], found["header"])


def largest_page(document: JSON, operation: RestOperation) -> dict[str, str]:
    """The parameter that makes the pages of a list as large as they may be, where its largest value is documented."""
    for parameter in operation.parameters:
        if parameter.where == "query" and is_size(parameter.name):
            largest = _schema(document, parameter).get("maximum")
            if isinstance(largest, int) and largest is not True and 0 < largest <= _LARGEST_PAGE:
                return {parameter.name: str(largest)}
    return {}


def offered_path_values(document: JSON, operation: RestOperation) -> dict[str, str]:
    """Values for the parameters of the path, where the description offers some."""
    found = {}
    for parameter in operation.parameters:
        value = offered_value(document, parameter)
        if parameter.where == "path" and value is not None:
            found[parameter.name] = value
    return found


def offered_value(document: JSON, parameter: RestParameter) -> str | None:
    """The value that the description offers for a parameter; None if it offers none."""
    schema = _schema(document, parameter)
    options = [*parameter.examples, schema.get("const"), schema.get("default"), schema.get("example")]
    options += [*as_list(schema.get("examples")), *as_list(schema.get("enum"))]
    if schema.get("type") == "boolean":
        options.append(False)
    return next(filter(None, map(_text, options)), None)


def _schema(document: JSON, parameter: RestParameter) -> dict[str, JSON]:
    try:
        return as_object(followed(document, parameter.schema))
    except UnusableError:
        return {}


def _text(value: JSON) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return ",".join(map(_text, value))
    return str(value) if isinstance(value, int | float | str) else ""
