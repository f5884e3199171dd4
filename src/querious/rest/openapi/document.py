"""Parts of a document: of the type that is expected, with ``$ref`` followed. Other documents are not fetched."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote

if TYPE_CHECKING:
    from querious.model.values import JSON

LONGEST_CHAIN: Final = 32
"""References that point at references, before it is called a circle."""


class UnusableError(Exception):
    """A part of the description cannot be used; the message says why and where.

    What needs the part is left out, so this never reaches the user.
    """


def as_object(value: JSON) -> dict[str, Any]:
    """The value if it is an object, an empty one otherwise."""
    return value if isinstance(value, dict) else {}


def as_list(value: JSON) -> list[Any]:
    """The value if it is a list, an empty one otherwise."""
    return value if isinstance(value, list) else []


def as_text(value: JSON) -> str:
    """The value if it is text, empty text otherwise."""
    return value if isinstance(value, str) else ""


def target(document: JSON, reference: object) -> JSON:
    """What a reference points at."""
    if not isinstance(reference, str):
        raise UnusableError(f"a $ref holds {type(reference).__name__} instead of a string")
    if not reference.startswith("#"):
        raise UnusableError(
            f"$ref {reference[:100]!r} points outside the document; external references are not followed"
        )
    found = document
    for step in pointer_steps(reference):
        try:
            found = found[int(step)] if isinstance(found, list) else found[step]
        except (KeyError, IndexError, ValueError, TypeError):
            raise UnusableError(f"$ref {reference[:100]!r} points to nothing") from None
    return found


def followed(document: JSON, value: JSON) -> JSON:
    """The value itself, or what it refers to in the end; other members beside a ``$ref`` are not looked at."""
    for _ in range(LONGEST_CHAIN):
        if not isinstance(value, dict) or "$ref" not in value:
            return value
        value = target(document, value["$ref"])
    raise UnusableError(f"$ref {str(value['$ref'])[:100]!r} is circular")


def pointer_steps(reference: str) -> tuple[str, ...]:
    """The steps of a JSON pointer in a fragment; none for the whole document."""
    pointer = unquote(reference.removeprefix("#"))
    if not pointer:
        return ()
    if not pointer.startswith("/"):
        raise UnusableError(f"$ref {reference[:100]!r} is not a JSON pointer such as #/components/schemas/Book")
    return tuple(step.replace("~1", "/").replace("~0", "~") for step in pointer[1:].split("/"))
