"""OpenAPI links: what an answer says may be asked next, and with which of its values."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from querious.rest.openapi.collections.names import is_identifier
from querious.rest.openapi.document import UnusableError, as_object, as_text, pointer_steps
from querious.text.words import folded

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model.values import JSON
    from querious.rest.openapi.collections.entry_facts import EntryFacts
    from querious.rest.openapi.collections.resources import RestResource

_VALUE: Final = re.compile(r"\{?\$(?:response\.body#/|request\.path\.)(?:.*/)?([^/{}]+)\}?")


def linked_names(found: Sequence[tuple[RestResource, EntryFacts]]) -> dict[str, dict[str, str]]:
    """By the name of a collection: which parameter or field of its operations takes the key of which collection."""
    names: dict[str, dict[str, str]] = {}
    resources = _by_operation(found)
    for resource, facts in found:
        for link in _links(resource):
            target = resources.get(_operation(link))
            if target is None or target.name == resource.name:
                continue
            for name, value in _values(link):
                match = _VALUE.fullmatch(as_text(value))
                if match and _is_key(match[1], resource, facts):
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


def _operation(link: JSON) -> tuple[str, ...]:
    """What a link leads to; empty if nothing is told."""
    name, reference = as_text(link.get("operationId")), as_text(link.get("operationRef"))
    try:
        return pointer_steps(reference)[1:] if reference.startswith("#") else (name or "?",)
    except UnusableError:
        return ()


def _links(resource: RestResource) -> Iterator[JSON]:
    for operation in resource.operations.values():
        for response in operation.responses.values():
            yield from response.links


def _is_key(name: str, resource: RestResource, facts: EntryFacts) -> bool:
    return is_identifier(name) or name == facts.key or folded(name) == folded(resource.key_parameter)


def _values(link: JSON) -> Iterator[tuple[str, JSON]]:
    for name, value in as_object(link.get("parameters")).items():
        yield name.rpartition(".")[2], value
    yield from as_object(link.get("requestBody")).items()
