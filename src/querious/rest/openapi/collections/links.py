"""OpenAPI links: what an answer says may be asked next, and with which of its values."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from querious.rest.openapi.collections.names import is_identifier
from querious.text.words import folded

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.rest.openapi.collections.entry_facts import EntryFacts
    from querious.rest.openapi.collections.resources import RestResource
    from querious.rest.openapi.operations import RestLink

_VALUE: Final = re.compile(r"\{?\$(?:response\.body#/|request\.path\.)(?:.*/)?([^/{}]+)\}?")


def linked_names(found: Sequence[tuple[RestResource, EntryFacts]]) -> dict[str, dict[str, str]]:
    """By the name of a collection: which parameter or field of its operations takes the key of which collection."""
    names: dict[str, dict[str, str]] = {}
    resources = _by_operation(found)
    for resource, facts in found:
        for link in _links(resource):
            target = resources.get(link.operation, resource)
            for name, value in link.values.items():
                match = _VALUE.fullmatch(value)
                if match and target is not resource and _is_key(match[1], resource, facts):
                    names.setdefault(target.name, {})[name] = resource.name
    return names


def _by_operation(found: Sequence[tuple[RestResource, EntryFacts]]) -> dict[tuple[str, ...], RestResource]:
    """The collection of each operation, by its operationId and by its path and method."""
    resources: dict[tuple[str, ...], RestResource] = {}
    for resource, _ in found:
        for operation in resource.operations.values():
            resources.setdefault((operation.name,), resource)
            resources.setdefault((operation.path, operation.method), resource)
    return resources


def _links(resource: RestResource) -> Iterator[RestLink]:
    for operation in resource.operations.values():
        for response in operation.responses.values():
            yield from response.links


def _is_key(name: str, resource: RestResource, facts: EntryFacts) -> bool:
    return is_identifier(name) or name == facts.key or folded(name) == folded(resource.key_parameter)
