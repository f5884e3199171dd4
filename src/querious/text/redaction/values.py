"""Redaction of values that belong together: JSON as variables hold it, and literals as documents do."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote

from graphql import ListValueNode, ObjectValueNode

from querious.model.values import ABSENT, Variable
from querious.text.canonical import quoted
from querious.text.redaction.checks import is_card
from querious.text.redaction.documents import said_in
from querious.text.redaction.names import is_singular, may_be_said, said_by, secrecy, sort_by_name, sort_by_type
from querious.text.redaction.places import Way
from querious.text.redaction.sorts import Sort
from querious.text.redaction.texts import SHORTEST_KEY, Scrubbing, fits, redacted_whole

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from graphql import ValueNode

    from querious.model.values import JSON
    from querious.text.redaction.documents import Sketch
    from querious.text.redaction.placeholders import Placeholders
    from querious.text.redaction.places import Rules
    from querious.text.redaction.texts import Harmless

Ways = tuple[Way, ...]
_SCALARS = frozenset(("ID", "String", "Int", "Float", "Boolean"))


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
        pieces: list[str] = []
        done = 0
        for literal in sketched.literals:
            for start, end, text in self._literal(literal.node, literal.ways):
                pieces += sketched.text[done:start], text
                done = end
        return "".join(pieces) + sketched.text[done:] if pieces else sketched.text

    def json(self, value: JSON, ways: Ways) -> JSON:
        """A copy of plain JSON; what is none becomes null, and what no text can hold becomes U+FFFD.

        What GraphQL has beyond JSON stays: the names of enum members, and variables, whose values are redacted.
        """
        if isinstance(value, str):
            return self._text(value, ways) if type(value) is str else value
        if isinstance(value, dict):
            said = said_by(value.items())
            return {
                self.name(str(name)): self.json(inner, _down(ways, str(name), said)) for name, inner in value.items()
            }
        if isinstance(value, Variable):
            return value._replace(value=self.json(value.value, (*ways, Way("$", "", (value.name,)))))
        if isinstance(value, list | tuple):
            return [self.json(inner, ways) for inner in value]
        if value is None or isinstance(value, bool | int | float):
            return self._plain(value, ways)
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

    def _literal(self, node: ValueNode, ways: Ways) -> Iterator[tuple[int, int, str]]:
        """What is to be replaced: from where to where, and by what."""
        if isinstance(node, ListValueNode):
            for value in node.values:
                yield from self._literal(value, ways)
            return
        if isinstance(node, ObjectValueNode):
            said = said_in(node)
            for field in node.fields:
                yield from self._literal(field.value, _down(ways, field.name.value, said))
            return
        old = getattr(node, "value", None)
        new = self._scalar(node.kind, old, ways)
        if new != old and node.loc:
            yield node.loc.start, node.loc.end, new

    def _scalar(self, kind: str, value: Any, ways: Ways) -> Any:
        """The new text of a literal; the old value if it stays."""
        if kind == "string_value":
            new = self._text(value, ways)
            return value if new == value else quoted(new)
        if kind in ("int_value", "float_value"):
            try:
                number = int(value) if kind == "int_value" else float(value)
            except ValueError:  # more digits than Python reads
                return "0"
            new = self._plain(number, ways)
            return value if new == number else str(new)
        if kind == "boolean_value":
            new = self._plain(value, ways)
            return value if new == value else str(new).lower()
        if kind == "enum_value":
            new = self._texts.scrubbed(value)
            return value if new == value else "REDACTED"
        return value

    def _text(self, text: str, ways: Ways) -> str:
        if not text.isascii():
            text = text.encode("utf-8", "replace").decode() if _is_broken(text) else text
        if not text.strip() or text in self._known:
            return text
        if not self._rules.are_empty:
            if self._rules.deny(ways):
                return redacted_whole(text, Sort.TEXT, self._placeholders)
            if self._rules.allow(ways):
                return text
        sort = _sort(ways)
        if sort is not None and fits(text, sort):
            return redacted_whole(text, sort, self._placeholders)
        return self._texts.scrubbed(text, ways[0].names[-1] if ways else "")

    def _plain(self, value: Any, ways: Ways) -> Any:
        if isinstance(value, float) and not math.isfinite(value):
            return None
        if value is None or value in self._known:
            return value
        denied = not self._rules.are_empty and self._rules.deny(ways)
        if isinstance(value, bool):
            return False if denied else value
        if not denied and not self._rules.are_empty and self._rules.allow(ways):
            return value
        if denied or _is_secret_number(value, ways) or (isinstance(value, int) and is_card(str(value))):
            return self._placeholders.number(value)
        return value

    def name(self, name: str) -> str:
        """Maps from e-mail addresses to anything exist, as custom scalars."""
        if name.isidentifier() and len(name) < SHORTEST_KEY:
            return name
        if _is_broken(name):
            name = name.encode("utf-8", "replace").decode()
        return self._texts.scrubbed(name)


def _down(ways: Ways, name: str, said: str) -> Ways:
    told = said if said and may_be_said(name) else ""
    return tuple(way.down(name, told) for way in ways) or (Way("", "", (name,), said=told),)


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
        sort = sort_by_name(way.said or way.names[-1])
        if sort is None and len(way.names) == 1:
            sort = secrecy(way.around, way.names)
        if sort is not None and is_singular(way.said or way.names[-1]) and fits(str(value), sort):
            return True
    return False


def _is_broken(text: str) -> bool:
    """Whether it holds half of a surrogate pair, which JSON can write and UTF-8 cannot."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False
