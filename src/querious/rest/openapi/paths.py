"""Paths of a description, cut into parts, so that those of one collection are recognised whatever their style."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from querious.text.words import same_noun, written_words

_PARAMETER = re.compile(r"\{([^{}/]+)\}")
_CUT = re.compile(r"\{[^{}/]+\}|[^/{}]+")
_MOUNT = re.compile(r"api|apis|rest|public|v\d+(?:[._]\d+)*(?:(?:alpha|beta)\d*)?", re.IGNORECASE)
_SIGNS: Final = "()'\""
"""Around a key within a part, as in ``/Books({id})``."""


@dataclass(frozen=True, slots=True)
class Route:
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
    def literals(self) -> tuple[str, ...]:
        """The parts that are names, without what every path of a service begins with."""
        found = [part for part in self.parts if part != "{}"]
        while len(found) > 1 and _MOUNT.fullmatch(found[0]):
            del found[0]
        return tuple(found)

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
        named = [f"{piece}{{{name}}}" for piece, name in zip(pieces, parameters, strict=False)]
        return "".join([*named, pieces[-1]]) + (f"?{query}" if query and "{" not in query else "")


def route(text: str) -> Route | None:
    """None where a part is made of several parameters, or of a name and a parameter that is no key in brackets."""
    parts: list[str] = []
    for segment in text.partition("?")[0].split("/"):
        if not segment:
            continue
        cut = _CUT.findall(segment)
        found = [piece for piece in cut if piece.startswith("{")]
        names = [piece for piece in (each.strip(_SIGNS) for each in cut if not each.startswith("{")) if piece]
        if not found:
            parts.append(segment)
        elif len(found) > 1 or (names and not _is_bracketed(segment) and not _is_suffixed(segment)):
            return None
        else:
            parts += [*(names if _is_bracketed(segment) else ()), "{}"]
    return Route(text, tuple(parts), tuple(_PARAMETER.findall(text.partition("?")[0])))


def _is_bracketed(segment: str) -> bool:
    return re.fullmatch(r"[^{}()]+\(['\"]?\{[^{}]+\}['\"]?\)", segment) is not None


def _is_suffixed(segment: str) -> bool:
    return re.fullmatch(r"\{[^{}]+\}\.(?:json|\w{1,5})", segment) is not None


def same_place(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether two rows of parts are the same but for the style and the number of the last name: book, books."""
    return (
        len(one) == len(other) > 0
        and one[:-1] == other[:-1]
        and "{}" not in {one[-1], other[-1]}
        and same_noun(written_words(one[-1]), written_words(other[-1]))
    )
