"""What a description says of the members of the objects that an answer holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.rest.openapi.document import Part, UnusableError, as_list, as_object, as_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from querious.model.values import JSON
    from querious.rest.openapi.document import References

_DEEPEST: Final = 6
_MOST: Final = 40
"""Objects of one answer that are looked at."""


def described_objects(references: References, schema: JSON) -> tuple[Mapping[str, str], ...]:
    """The text of each member, empty where nothing is said, for every kind of object within a schema."""
    found: list[Mapping[str, str]] = []
    for members in _objects(references, schema, 0):
        if members not in found:
            found.append(members)
        if len(found) == _MOST:
            break
    return tuple(found)


def _objects(references: References, schema: JSON, depth: int) -> Iterator[Mapping[str, str]]:
    try:
        source = Part(references, schema).source
    except UnusableError:
        return
    if depth > _DEEPEST:
        return
    members = members_of(references, source, depth)
    if members:
        yield {name: _text(references, each) for name, each in members.items()}
    for each in (*members.values(), source.get("items"), *as_list(source.get("anyOf")), *as_list(source.get("oneOf"))):
        if isinstance(each, dict):
            yield from _objects(references, each, depth + 1)


def members_of(references: References, source: Mapping[str, JSON], depth: int = 0) -> dict[str, JSON]:
    """The members of an object, with those of the schemas that it takes in."""
    found: dict[str, JSON] = {}
    for each in as_list(source.get("allOf")) if depth <= _DEEPEST else ():
        try:
            found |= members_of(references, Part(references, each).source, depth + 1)
        except UnusableError:
            continue
    return found | as_object(source.get("properties"))


def _text(references: References, schema: JSON) -> str:
    """Beside a reference, or where it leads."""
    own = as_text(as_object(schema).get("description"))
    try:
        return own or as_text(Part(references, schema).source.get("description"))
    except UnusableError:
        return own
