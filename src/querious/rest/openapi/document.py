"""Parts of a document: objects with ``$ref`` followed. Other documents were taken in before.

What is of a wrong type is taken as absent: descriptions are written by hand, and one slip should not cost the rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from referencing import Registry, Resource
from referencing.exceptions import PointerToNowhere, Unresolvable

if TYPE_CHECKING:
    from querious.model.values import JSON

NULL: Final = {"type": "null"}
"""The schema of null."""
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


class References:
    """What the references of one document point at. ``UnusableError`` for those that lead nowhere."""

    def __init__(self, document: JSON) -> None:
        resources = [("", Resource.opaque(document))]
        self._resolver = Registry[Any]().with_resources(resources).resolver()

    def target(self, reference: JSON) -> JSON:
        """What a reference points at, which may be a reference again."""
        if not isinstance(reference, str):
            raise UnusableError(f"a $ref holds {type(reference).__name__} instead of a string")
        shown = f"$ref {reference[:100]!r}"
        if not reference.startswith("#"):
            raise UnusableError(
                f"{shown} points to a document that is not there, or neither beside the description nor of its origin"
            )
        try:
            return self._resolver.lookup(reference).contents
        except (PointerToNowhere, ValueError, TypeError):  # also for steps into text and numbers
            raise UnusableError(f"{shown} points to nothing") from None
        except Unresolvable:
            raise UnusableError(f"{shown} is not a JSON pointer such as #/components/schemas/Book") from None

    def followed(self, value: JSON) -> JSON:
        """The value itself, or what it refers to in the end; other members beside a ``$ref`` are not looked at."""
        for _ in range(LONGEST_CHAIN):
            if not isinstance(value, dict) or "$ref" not in value:
                return value
            value = self.target(value["$ref"])
        raise UnusableError(f"$ref {str(value['$ref'])[:100]!r} is circular")


class Part:
    """An object of a document; an empty one where something else is written. Its members are of the type asked for."""

    def __init__(self, references: References, source: JSON) -> None:
        self._references = references
        self.source = as_object(references.followed(source))

    def value(self, name: str) -> JSON:
        """A member as it is written; None where there is none."""
        return self.source.get(name)

    def is_true(self, name: str) -> bool:
        """Whether a member is true."""
        return self.source.get(name) is True

    def text(self, name: str) -> str:
        """A member that is text."""
        return as_text(self.source.get(name))

    def texts(self, name: str) -> list[str]:
        """The texts in a list."""
        return [each for each in as_list(self.source.get(name)) if isinstance(each, str)]

    def part(self, name: str) -> Part:
        """A member that is an object."""
        return Part(self._references, self.source.get(name))

    def parts(self, name: str) -> dict[str, Part]:
        """A member whose own members are objects; without those of specification extensions."""
        members = as_object(self.source.get(name)).items()
        return {key: Part(self._references, each) for key, each in members if not key.startswith("x-")}

    def listed(self, name: str) -> list[Part]:
        """The objects in a list."""
        return [Part(self._references, each) for each in as_list(self.source.get(name)) if isinstance(each, dict)]
