"""OpenAPI links: what an answer says may be asked next, and with which of its values."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from querious.rest.openapi.names import is_identifier
from querious.rest.openapi.operations import mapping, text
from querious.rest.openapi.pointers import Broken, parts
from querious.text.words import folded

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model.values import JSON
    from querious.rest.openapi.facts import Facts
    from querious.rest.openapi.resources import Resource

_VALUE: Final = re.compile(r"\{?\$(?:response\.body#/|request\.path\.)(?:.*/)?([^/{}]+)\}?")


def linked_names(found: Sequence[tuple[Resource, Facts]]) -> dict[str, dict[str, str]]:
    """By the name of a collection: which parameter or field of its operations takes the key of which collection."""
    names: dict[str, dict[str, str]] = {}
    for resource, facts in found:
        for link in _links(resource):
            other = _led_to(link, [each for each, _ in found])
            if other is None or other.name == resource.name:
                continue
            for name, value in _given(link):
                match = _VALUE.fullmatch(text(value))
                if match and (
                    is_identifier(match[1])
                    or match[1] == facts.key
                    or folded(match[1]) == folded(resource.key_parameter)
                ):
                    names.setdefault(other.name, {})[name] = resource.name
    return names


def _links(resource: Resource) -> Iterator[JSON]:
    for operation in resource.operations.values():
        for answer in operation.answers.values():
            yield from answer.links


def _led_to(link: JSON, others: Sequence[Resource]) -> Resource | None:
    name, reference = text(link.get("operationId")), text(link.get("operationRef"))
    try:
        place = parts(reference)[1:] if reference.startswith("#") else ()
    except Broken:
        return None
    for other in others:
        for operation in other.operations.values():
            if (name and operation.name == name) or place == (operation.path, operation.method):
                return other
    return None


def _given(link: JSON) -> Iterator[tuple[str, JSON]]:
    for name, value in mapping(link.get("parameters")).items():
        yield name.rpartition(".")[2], value
    yield from mapping(link.get("requestBody")).items()
