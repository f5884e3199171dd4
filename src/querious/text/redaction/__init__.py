"""Secrets are replaced before anything is stored: by their names, by their shapes, and by the user's word.

``names`` and ``shapes`` say what a secret is, ``places`` how allow and deny lists are read, ``placeholders`` what takes
a secret's place. Names of people and postal addresses are no secrets here; a deny pattern makes them such.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.text.memo import Remembered
from querious.text.redaction.documents import Sketch, sketch
from querious.text.redaction.placeholders import Placeholders
from querious.text.redaction.places import Rules, Way
from querious.text.redaction.texts import Harmless
from querious.text.redaction.values import Redacting

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping

    from querious.model.values import JSON

__all__ = ["Redaction"]

_ROOM: Final = 4_000_000
"""Characters of documents of which it is remembered where their values stand."""
_WEIGHT: Final = 400
"""What a literal or a way of a variable takes, in characters."""


class Redaction:
    """What is replaced. ``allow`` and ``deny`` are places: ``Mutation.login.email``, ``LoginInput.email``, ``$email``.

    The same secret gets the same placeholder within a recording, and numbers start again with the next one: a thousand
    people logging in are one recording, called a thousand times.
    """

    def __init__(self, allow: Iterable[str] = (), deny: Iterable[str] = ()) -> None:
        self._rules = Rules(allow, deny)
        self._harmless = Harmless()
        self._sketches = Remembered[Sketch](_ROOM)

    def both(self, document: str, variables: Mapping[str, JSON]) -> tuple[str, dict[str, JSON]]:
        """The document and the variables without secrets. ValueError if the document is no GraphQL; it may be empty."""
        sketched = self._sketch(document)
        placeholders = Placeholders()
        result = self._redacted(sketched, variables, placeholders)
        if placeholders.named:  # once more, for other places where the same secrets stand
            result = self._redacted(sketched, variables, placeholders)
        return result

    def variables(self, document: str, variables: Mapping[str, JSON]) -> dict[str, JSON]:
        """The variables of the document without secrets, with the placeholders that ``both`` would give them."""
        return self.both(document, variables)[1]

    def document(self, text: str) -> str:
        """The document without secrets in its literals, and without comments."""
        return self.both(text, {})[0]

    def text(self, text: str) -> str:
        """A text of people or programs without the secrets in it."""
        return str(Redacting(self._rules, Placeholders(), self._harmless).json(text, ()))

    def several(self, known: Container[JSON] = ()) -> Redacting:
        """For values and texts that belong together: the same secret gets the same placeholder in all of them."""
        return Redacting(self._rules, Placeholders(), self._harmless, known)

    def touches(self, names: tuple[str, ...], value: JSON, around: str = "") -> bool:
        """Whether a value is a secret or holds one: what ``both`` would replace in it.

        ``names`` lead to it, as argument and input fields do; ``around`` is the field that has the argument.
        """
        redacting = Redacting(self._rules, Placeholders(), self._harmless)
        return bool(redacting.json(value, (Way("$", around, names),)) != value)

    def _redacted(
        self, sketched: Sketch, variables: Mapping[str, JSON], placeholders: Placeholders
    ) -> tuple[str, dict[str, JSON]]:
        redacting = Redacting(self._rules, placeholders, self._harmless)
        document = redacting.document(sketched)
        return document, {
            redacting.name(name): redacting.json(value, sketched.variables.get(name) or (Way("$", "", (name,)),))
            for name, value in variables.items()
        }

    def _sketch(self, document: str) -> Sketch:
        if not document:
            return Sketch("", (), {})
        known = self._sketches.get(document)
        if known is None:
            known = sketch(document)
            pieces = len(known.literals) + sum(map(len, known.variables.values()))
            self._sketches.put(document, known, len(known.text) + _WEIGHT * pieces)
        return known
