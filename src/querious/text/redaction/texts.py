"""Secrets inside text: by shape, by a name that stands before them, and inside what the text encodes."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final

from querious.model.json_text import read_json
from querious.text.formats import is_uuid
from querious.text.redaction.names import identifies, is_cursor, sort_by_name
from querious.text.redaction.placeholders import Placeholders, is_placeholder
from querious.text.redaction.randomness import decoded, encoded, is_hexadecimal, random_runs
from querious.text.redaction.shapes import HINT, SHAPES, card_spans
from querious.text.redaction.sorts import Sort

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_HINTED: Final = [(shape, re.compile(shape.hint).search) for shape in SHAPES]
_SHORTEST: Final = 6
"""Characters: no shape is shorter."""
SHORTEST_KEY: Final = 20
"""Characters: secrets that are a single word are longer."""
_LONGEST: Final = 100_000
"""Characters: longer texts are replaced as a whole, since searching them would take too long."""
_REMEMBERED_TEXTS: Final = 10_000
_REMEMBERED_TEXT: Final = 200
"""Harmless texts that are remembered, and characters of each."""
_IDENTIFIER, _CURSOR = 1, 2
"""Names under which random text may be none of our business."""
_DEEPEST: Final = 3
"""Encodings inside encodings."""
_FOUND_AGAIN: Final = 8
"""Characters of a secret by name that is looked for elsewhere; shorter ones may stand there for themselves."""
_ASSIGNED: Final = re.compile(
    r"(?<![\w-])(?P<name>[^\W\d_][\w-]{1,60})(?P<by>[\"']?\s{0,3}(?:=|%3D|:|\s(?:is|was|ist)\s)\s{0,3}[\[({]{0,2}[\"']?)"
    r"(?P<value>(?![\[\](){}….]+(?:[\s\"'&;,<>]|$))[^\s\"'&;,<>]+)"
)
"""A name and what it is set to, in brackets too; brackets and an ellipsis alone stand for any value."""
_DIGITS: Final = re.compile(r"\d[\d .-]*", re.ASCII)
_FEWEST_DIGITS: Final = {Sort.PHONE: 5, Sort.DATE: len("1987"), Sort.CARD: 8}
_LETTERS: Final = re.compile(r"[^\W\d_]{3}")
"""More than a phone number has: an extension is ``x12``."""
_NO_SECRETS: Final = frozenset(["bearer", "basic", "true", "false", "null", "none", "nil", "undefined", "a", "an"])
"""Words that stand behind the name of a secret and are none: "token: None is no text", "password: an array"."""
_CERTAIN: Final = re.compile(r"passw(?:or)?[dt]|passphrase|passcode|kennwort|\bpin$|pwd", re.IGNORECASE)


def redacted_whole(text: str, sort: Sort, placeholders: Placeholders) -> str:
    """A placeholder for a text that is a secret as a whole, of the sort it looks like."""
    if is_placeholder(text):
        placeholders.keep(text)
        return text
    result = placeholders.text(_looks_like(text, sort), text)
    if len(text) >= _FOUND_AGAIN:
        placeholders.named[text] = result
    return result


def _looks_like(text: str, sort: Sort) -> Sort:
    if is_uuid(text):
        return Sort.UUID
    for other in (Sort.EMAIL, Sort.SOCIAL):
        if _has_shape(text, other):
            return other
    return Sort.TEXT if sort is Sort.DIGITS and not _DIGITS.fullmatch(text) else sort


def _has_shape(text: str, sort: Sort) -> bool:
    return any(shape.sort is sort and hint(text) and shape.pattern.fullmatch(text) for shape, hint in _HINTED)


def fits(text: str, sort: Sort) -> bool:
    """Whether a text that is named as a phone or card number may be one at all."""
    is_words = sort is Sort.PHONE and _LETTERS.search(text) is not None
    return not is_words and sum(map(str.isdigit, text)) >= _FEWEST_DIGITS.get(sort, 0)


def _leniency(name: str) -> int:
    return _CURSOR if is_cursor(name) else _IDENTIFIER if identifies(name) else 0


class Harmless:
    """Texts in which nothing was found: the same ones come again and again. Bounded, and no secret is among them."""

    def __init__(self) -> None:
        self._texts: set[tuple[str, int]] = set()

    def __contains__(self, text: tuple[str, int]) -> bool:
        return text in self._texts

    def add(self, text: tuple[str, int]) -> None:
        """Remember a text, and how leniently it was looked at: what is harmless as a cursor is not so everywhere."""
        if len(text[0]) <= _REMEMBERED_TEXT:
            if len(self._texts) >= _REMEMBERED_TEXTS:
                self._texts.clear()
            self._texts.add(text)


class Scrubbing:
    """Redaction of the texts of one recording."""

    def __init__(self, placeholders: Placeholders, inner: Callable[[Any], Any], harmless: Harmless) -> None:
        self._placeholders = placeholders
        self._inner = inner
        """Redacts JSON that was found inside a text."""
        self._harmless = harmless

    def scrubbed(self, text: str, name: str = "") -> str:
        """The text without secrets; ``name`` is what it is called."""
        if len(text) < _SHORTEST:
            return text
        if self._placeholders.named:
            return self._scrubbed(text, name, 0)
        key = (text, _leniency(name))
        if key in self._harmless:
            return text
        result = self._scrubbed(text, name, 0)
        if result == text and not is_placeholder(text):
            self._harmless.add(key)
        return result

    def _scrubbed(self, text: str, name: str, depth: int) -> str:
        if is_placeholder(text):
            self._placeholders.keep(text)
            return text
        if len(text) > _LONGEST:
            return self._placeholders.text(Sort.TEXT, text)
        for secret, placeholder in self._placeholders.named.items():
            text = text.replace(secret, placeholder)
        if depth < _DEEPEST:
            opened = self._opened(text, name, depth)
            if opened is not None:
                return opened
        text = self._named(text)
        if HINT.search(text):
            text = self._shaped(text)
        leniency = _leniency(name)
        if leniency == _CURSOR or (leniency == _IDENTIFIER and is_hexadecimal(text)):
            return text
        return self._spans(text, random_runs(text), Sort.TEXT)

    def _shaped(self, text: str) -> str:
        for shape, hint in _HINTED:
            if hint(text):
                text = shape.pattern.sub(lambda found, shape=shape: self._replaced(found, shape), text)  # type: ignore[misc]
        return self._spans(text, card_spans(text), Sort.CARD)

    def _opened(self, text: str, name: str, depth: int) -> str | None:
        """What is redacted inside JSON or base64; None if the text is neither."""
        if text.lstrip()[:1] in ("{", "["):
            try:
                content = read_json(text)
            except ValueError:  # what is nested too deeply is redacted as the text that it is
                return None
            result = self._inner(content)
            return text if result == content else json.dumps(result, ensure_ascii=False)
        said = decoded(text)
        if said is None:
            return None
        result = self._scrubbed(said, name, depth + 1)
        return text if result == said else encoded(result, text)

    def _named(self, text: str) -> str:
        """Without what follows a secret's name: ``?token=…``, ``Password: …``, ``my pin is …``."""
        changes: list[tuple[int, int, str]] = []
        position = 0
        while found := _ASSIGNED.search(text, position):
            placeholder = self._assigned(found["name"], found["by"], found["value"])
            position = found.start("value")  # in which there may be another name, as in an address
            if placeholder is not None:
                position = found.end()
                changes.append((*found.span("value"), placeholder))
        return spliced(text, changes)

    def _assigned(self, name: str, by: str, value: str) -> str | None:
        """What takes the place of a value; None if it is no secret."""
        sort = sort_by_name(name)
        if sort is None or is_placeholder(value) or value.lower() in _NO_SECRETS or not fits(value, sort):
            return None
        is_told = "=" in by or "3D" in by
        if not is_told and not _CERTAIN.search(name) and not any(map(str.isdigit, value)):
            return None
        return self._placeholders.text(_looks_like(value, sort), value)

    def _replaced(self, found: re.Match[str], shape: Any) -> str:
        group = "secret" if "secret" in found.re.groupindex else 0
        secret = found[group]
        if is_placeholder(secret):
            self._placeholders.keep(secret)
            return found[0]
        if not shape.check(secret):
            return found[0]
        start, end = found.span(group)
        before, after = found[0][: start - found.start()], found[0][end - found.start() :]
        return before + self._placeholders.text(shape.sort, secret) + after

    def _spans(self, text: str, spans: list[tuple[int, int]], sort: Sort) -> str:
        places = (span for span in spans if not is_placeholder(text[slice(*span)]))
        changes = [(*place, self._placeholders.text(sort, text[slice(*place)])) for place in places]
        return spliced(text, changes)


def spliced(text: str, changes: Iterable[tuple[int, int, str]]) -> str:
    """The text with other pieces at these places, which are in its order."""
    pieces: list[str] = []
    done = 0
    for start, end, new in changes:
        pieces += text[done:start], new
        done = end
    return "".join(pieces) + text[done:] if pieces else text
