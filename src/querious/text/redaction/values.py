"""Redaction of values that belong together: JSON as variables hold it, and literals as documents do."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote, unquote

from querious.model.values import ABSENT, Variable
from querious.text.canonical import quoted
from querious.text.redaction.checks import is_card
from querious.text.redaction.documents import ways_down
from querious.text.redaction.names import is_singular, said_by, secrecy, sort_by_name, sort_by_type
from querious.text.redaction.places import Ruling, Way
from querious.text.redaction.sorts import Sort
from querious.text.redaction.texts import SHORTEST_KEY, Scrubbing, fits, redacted_whole, spliced

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from querious.model.values import JSON
    from querious.text.redaction.documents import Sketch, Ways
    from querious.text.redaction.placeholders import Placeholders
    from querious.text.redaction.places import Rules
    from querious.text.redaction.texts import Harmless

_SCALARS: Final = frozenset(("ID", "String", "Int", "Float", "Boolean"))


class Redacting:
    """One recording, or one finding: a placeholder stands for the same secret wherever it is met."""

    def __init__(
        self, rules: Rules, placeholders: Placeholders, harmless: Harmless, known: Container[JSON] = ()
    ) -> None:
        """``known`` are values that are no secrets, whatever they look like, since we made them up ourselves."""
        self._rules = rules
        self._placeholders = placeholders
        self._known = known
        self._texts = Scrubbing(placeholders, lambda content: self.json(content, ()), harmless)

    def document(self, sketched: Sketch) -> str:
        """The text with its literals redacted."""
        return spliced(sketched.text, self._changes(sketched))

    def _changes(self, sketched: Sketch) -> Iterator[tuple[int, int, str]]:
        for literal in sketched.literals:
            value = literal.value
            new = self._texts.scrubbed(value) if literal.is_enum else self.json(value, literal.ways)
            if literal.is_enum and new != value:
                yield literal.start, literal.end, "REDACTED"
            elif new != value:  # what JSON cannot hold has become null
                yield literal.start, literal.end, "0" if new is None else quoted(new)

    def json(self, value: JSON, ways: Ways) -> JSON:
        """A copy of plain JSON; what is none becomes null, and what no text can hold becomes U+FFFD.

        What GraphQL has beyond JSON stays: the names of enum members, and variables, whose values are redacted.
        """
        if isinstance(value, str):
            return self._text(value, ways) if type(value) is str else value
        if isinstance(value, dict):
            said = said_by(value.items())
            return {
                self.name(str(name)): self.json(inner, ways_down(ways, str(name), said))
                for name, inner in value.items()
            }
        if isinstance(value, Variable):
            return value._replace(value=self.json(value.value, (*ways, Way("$", "", (value.name,)))))
        if isinstance(value, list | tuple):
            return [self.json(inner, ways) for inner in value]
        if isinstance(value, bool | int | float):
            return self._scalar(value, ways)
        return value if value is ABSENT else None

    def path(self, path: str) -> str:
        """The path of a URL with its query: its segments as texts, its parameters by their names."""
        route, mark, query = path.partition("?")
        segments = [self._encoded(segment) for segment in route.split("/")]
        parameters = [parameter.rpartition("=") for parameter in query.split("&")]
        said = (f"{name}{sign}{self._encoded(value, unquote(name))}" for name, sign, value in parameters)
        return "/".join(segments) + mark + "&".join(said)

    def _encoded(self, part: str, name: str = "") -> str:
        text = unquote(part.replace("+", " "))
        redacted = self.text(text, name)
        return part if redacted == text else quote(redacted, safe="@+")

    def text(self, text: str, name: str = "") -> str:
        """A text of people or programs, and what it is called. Secrets that were met before are found in it."""
        redacted = str(self.json(text, (Way("", "", (name,)),) if name else ()))
        for secret, placeholder in self._placeholders.texts().items():
            if secret in redacted:
                redacted = re.sub(rf"(?<!\w){re.escape(secret)}(?!\w)", lambda _, new=placeholder: new, redacted)  # type: ignore[misc]
        return redacted

    def name(self, name: str) -> str:
        """Maps from e-mail addresses to anything exist, as custom scalars."""
        if name.isidentifier() and len(name) < SHORTEST_KEY:
            return name
        return self._texts.scrubbed(_whole(name))

    def _text(self, text: str, ways: Ways) -> str:
        text = _whole(text)
        if not text.strip() or text in self._known:
            return text
        ruling = self._rules.on(ways)
        if ruling is Ruling.ALLOWED:
            return text
        sort = Sort.TEXT if ruling is Ruling.DENIED else _sort(ways)
        if sort is not None and fits(text, sort):
            return redacted_whole(text, sort, self._placeholders)
        return self._texts.scrubbed(text, ways[0].names[-1] if ways else "")

    def _scalar(self, value: float, ways: Ways) -> Any:
        if not math.isfinite(value):
            return None
        ruling = self._rules.on(ways)
        if value in self._known or ruling is Ruling.ALLOWED:
            return value
        is_denied = ruling is Ruling.DENIED
        if isinstance(value, bool):
            return value and not is_denied
        if is_denied or _is_secret_number(value, ways) or is_card(str(value)):
            return self._placeholders.number(value)
        return value


def _sort(ways: Ways) -> Sort | None:
    for way in ways:
        found = sort_by_name(way.said) if way.said else secrecy(way.around, way.names)
        if found is None and way.is_input and len(way.names) == 1 and way.type not in _SCALARS:
            found = sort_by_type(way.type)
        if found is not None:
            return found
    return None


def _is_secret_number(value: float, ways: Ways) -> bool:
    for way in ways:
        name = way.said or way.names[-1]
        sort = sort_by_name(name)
        if sort is None and len(way.names) == 1:
            sort = secrecy(way.around, way.names)
        if sort is not None and is_singular(name) and fits(str(value), sort):
            return True
    return False


def _whole(text: str) -> str:
    """Without halves of surrogate pairs, which JSON can write and UTF-8 cannot."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()
