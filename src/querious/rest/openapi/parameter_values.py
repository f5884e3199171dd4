"""Values for parameters that must be sent: only what the description itself offers."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from querious.answers.pages import is_size
from querious.rest.openapi.document import as_list

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from querious.model.values import JSON
    from querious.rest.openapi.operations import RestOperation, RestParameter

_NO_PARAMETERS: Final = frozenset({"accept", "content-type", "authorization"})
"""Headers that are no parameters, says OpenAPI."""
_SENT_WHERE_WANTED: Final = frozenset({"if-match"})
"""Headers that are known only when an entry was read: they are sent to who refuses a write without."""
_PAGE_SIZES: Final = range(1, 1001)


@dataclass(frozen=True, slots=True)
class RequiredValues:
    """What has to go along with an operation."""

    query: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    missing: str = ""
    """The parameter for which nothing is offered, such as ``header X-Tenant``."""


def required_values(operation: RestOperation, carried: Collection[str]) -> RequiredValues:
    """For the required parameters of the query and the headers; ``carried`` are headers that are sent anyway."""
    found: dict[str, dict[str, str]] = {"query": {}, "header": {}}
    known = {("header", name.lower()) for name in (*carried, *_NO_PARAMETERS, *_SENT_WHERE_WANTED)}
    for parameter in operation.parameters:
        place = parameter.where, parameter.name.lower()
        if not parameter.required or parameter.where == "path" or place in known:
            continue
        value = offered_value(parameter)
        if not value or parameter.where not in found:
            return RequiredValues(missing=f"{parameter.where} {parameter.name}")
        found[parameter.where][parameter.name] = value
    return RequiredValues(found["query"], found["header"])


def largest_page(operation: RestOperation) -> dict[str, str]:
    """The parameter that makes the pages of a list as large as they may be, where its largest value is documented."""
    for parameter in operation.parameters:
        largest = parameter.keywords.get("maximum")
        is_number = isinstance(largest, int) and largest is not True
        if parameter.where == "query" and is_size(parameter.name) and is_number and largest in _PAGE_SIZES:
            return {parameter.name: str(largest)}
    return {}


def offered_path_values(operation: RestOperation) -> dict[str, str]:
    """Values for the parameters of the path, where the description offers some."""
    offered = {each.name: offered_value(each) for each in operation.parameters if each.where == "path"}
    return {name: value for name, value in offered.items() if value}


def offered_value(parameter: RestParameter) -> str:
    """The value that the description offers for a parameter; empty if it offers none."""
    schema = parameter.keywords
    options = [*parameter.examples, schema.get("const"), schema.get("default"), schema.get("example")]
    options += [*as_list(schema.get("examples")), *as_list(schema.get("enum"))]
    if schema.get("type") == "boolean":
        options.append(False)
    return next(filter(None, map(_text, options)), "")


def _text(value: JSON) -> str:
    """As it stands in a query, a header or a path; empty for null and for objects."""
    if isinstance(value, list):
        return ",".join(map(_text, value))
    if isinstance(value, dict) or value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value)
