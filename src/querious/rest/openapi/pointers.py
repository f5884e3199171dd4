"""``$ref``: what it points at within the description. Others are not fetched."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from urllib.parse import unquote

if TYPE_CHECKING:
    from querious.model.values import JSON

LONGEST_CHAIN: Final = 32
"""References that point at references, before it is called a circle."""


class Broken(Exception):  # noqa: N818 - it names a state of the description, and never reaches the user
    """A part of the description cannot be used; the message says why and where. What needs the part is left out."""


def target(document: JSON, reference: object) -> JSON:
    """What a reference points at."""
    if not isinstance(reference, str):
        raise Broken(f"a $ref holds {type(reference).__name__} instead of text")
    if not reference.startswith("#"):
        raise Broken(f"$ref {reference[:100]!r} points outside of the description, which is not followed")
    found = document
    for step in parts(reference):
        try:
            found = found[int(step)] if isinstance(found, list) else found[step]
        except (KeyError, IndexError, ValueError, TypeError):
            raise Broken(f"$ref {reference[:100]!r} points at nothing") from None
    return found


def followed(document: JSON, value: JSON) -> JSON:
    """The value itself, or what it refers to in the end; other members beside a ``$ref`` are not looked at."""
    for _ in range(LONGEST_CHAIN):
        if not isinstance(value, dict) or "$ref" not in value:
            return value
        value = target(document, value["$ref"])
    raise Broken(f"$ref {str(value['$ref'])[:100]!r} runs in a circle")


def parts(reference: str) -> tuple[str, ...]:
    """The steps of a JSON pointer in a fragment; none for the whole document."""
    pointer = unquote(reference.removeprefix("#"))
    if not pointer:
        return ()
    if not pointer.startswith("/"):
        raise Broken(f"$ref {reference[:100]!r} is no pointer, such as #/components/schemas/Book")
    return tuple(step.replace("~1", "/").replace("~0", "~") for step in pointer[1:].split("/"))


def schema_name(schema: JSON) -> str:
    """How the schema that is referred to is called; empty where the schema stands in its place."""
    reference = schema.get("$ref") if isinstance(schema, dict) else None
    return reference.rpartition("/")[2] if isinstance(reference, str) else ""
