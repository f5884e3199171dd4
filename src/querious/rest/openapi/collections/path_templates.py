"""Paths of a description, cut into parts, so that those of one collection are recognised whatever their style."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from querious.text.words import same_noun, written_words

_PARAMETER: Final = re.compile(r"\{([^{}/]+)\}")
_MOUNT: Final = re.compile(r"api|apis|rest|public|v\d+(?:[._]\d+)*(?:(?:alpha|beta)\d*)?", re.IGNORECASE)
_SEGMENT: Final = re.compile(
    r"(?P<name>[^{}]+)"
    r"|(?P<key>['\"()]*\{[^{}]+\}['\"()]*|\{[^{}]+\}\.\w{1,5})"
    r"|(?P<named_key>[^{}()]+)\(['\"]?\{[^{}]+\}['\"]?\)"
)
"""Between two slashes: a name, a key (``{id}``, ``{id}.json``), or a name with a key, as in ``Books({id})``."""


@dataclass(frozen=True, slots=True)
class PathTemplate:
    """A path: ``/api/v1/books/{bookId}/comments``."""

    text: str
    parts: tuple[str, ...]
    """Names as they are written; ``{}`` for a parameter."""
    parameters: tuple[str, ...]

    @property
    def ends_with_parameter(self) -> bool:
        """Whether it may be the path of an item."""
        return self.parts[-1:] == ("{}",)

    @property
    def above(self) -> tuple[str, ...]:
        """The parts without the last."""
        return self.parts[:-1]

    @property
    def names(self) -> tuple[str, ...]:
        """The parts that are names."""
        return tuple(part for part in self.parts if part != "{}")

    @property
    def literals(self) -> tuple[str, ...]:
        """The parts that are names, without what every path of a service begins with."""
        found = self.names
        while len(found) > 1 and _MOUNT.fullmatch(found[0]):
            found = found[1:]
        return found

    @property
    def last_words(self) -> tuple[str, ...]:
        """Of the last name: of what there is a collection here."""
        return written_words(self.literals[-1]) if self.literals else ()

    def named(self, parameters: tuple[str, ...]) -> str:
        """The same path with other names for its parameters, one for each.

        A query that some descriptions write behind the path, against the rules of OpenAPI, is left out where it has
        parameters of its own.
        """
        path, _, query = self.text.partition("?")
        pieces = _PARAMETER.split(path)[::2]
        named = "".join(f"{piece}{{{name}}}" for piece, name in zip(pieces, parameters, strict=False)) + pieces[-1]
        return f"{named}?{query}" if query and "{" not in query else named


def path_template(text: str) -> PathTemplate | None:
    """None where a part is made of several parameters, or of a name and a parameter that is no key in brackets."""
    path = text.partition("?")[0]
    parts: list[str] = []
    for segment in filter(None, path.split("/")):
        match = _SEGMENT.fullmatch(segment)
        if match is None:
            return None
        if match["name"]:
            parts.append(segment)
        elif match["key"]:
            parts.append("{}")
        else:
            parts += [match["named_key"], "{}"]
    return PathTemplate(text, tuple(parts), tuple(_PARAMETER.findall(path)))


def same_place(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether two rows of parts are the same but for the style and the number of the last name: book, books."""
    if not one or not other or "{}" in {one[-1], other[-1]}:
        return False
    return one[:-1] == other[:-1] and same_noun(written_words(one[-1]), written_words(other[-1]))
