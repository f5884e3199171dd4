"""Where a value stands, and whether the user's allow and deny lists speak of that place.

Without a schema a place is known by the names on the way to it. A value has one way or several:

- an argument: ``Mutation.login.email``, and inside it ``Mutation.login.input.email``;
- a variable: ``$email``, ``$input.email``, and all arguments that it is given to;
- a field of an input object: ``LoginInput.email``. The type is known for what a variable declared as ``LoginInput``
  holds itself, and not further down, nor in literals;
- an argument of a directive: ``@cached.key``.

A pattern names the place and all below it; ``*`` stands for any part of one name. ``Mutation.login(email:)``, as schema
coordinates are written, is understood too.

The type of a field is known at the root (whatever the schema calls it: ``Mutation`` names the mutations) and directly
inside a fragment. A type that is not known is taken for the one that a *deny* pattern names, and not for the one that
an *allow* pattern names: in doubt a value is replaced. ``*.invite.token`` allows whatever the type is.
"""

from __future__ import annotations

import re
from enum import Enum, auto
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ROOTS: Final = {"query": "Query", "mutation": "Mutation", "subscription": "Subscription"}
_COORDINATE: Final = re.compile(r"[$@]?[\w*]+(?:\.[\w*]+)*")
_EXACT, _TYPED, _DEEP = "=", "~", "^"
"""How an address is to be read: as it is, with a type that may not be known, or as what lies deeper in an input."""


class Way(NamedTuple):
    """One way to a value."""

    type: str
    """Of the field, or of the variable; ``$`` for a variable by its name, ``@`` for a directive; empty if unknown."""
    around: str
    """The field that has the argument, the directive, or the variable's type."""
    names: tuple[str, ...]
    """Argument or variable, then input fields."""
    is_input: bool = False
    """Whether ``type`` is an input type, of which names[1] is a field."""
    known: int = 0
    """Which of the names is a field of an input type that is known: the variable's, which has a way of its own."""
    said: str = ""
    """What a neighbour says that the value is: ``{name: "Secret key", value: "…"}``."""

    def down(self, name: str, said: str = "") -> Way:
        """On to a field of the value."""
        return Way(self.type, self.around, (*self.names, name), self.is_input, self.known, said or self.said)

    def addresses(self) -> Iterator[str]:
        """All that patterns may call the value."""
        if self.type == "$":
            yield f"{_EXACT}${'.'.join(self.names)}"
            return
        if self.type == "@":
            yield ".".join((f"{_EXACT}@{self.around}", *self.names))
            return
        if not self.is_input:
            yield ".".join((f"{_TYPED}{self.type}", self.around, *self.names))
        elif len(self.names) > 1:  # the variable itself is known by its name
            yield ".".join((f"{_EXACT}{self.type}", *self.names[1:]))
        for start in range(1, len(self.names)):
            if start != self.known:
                yield ".".join((_DEEP, *self.names[start:]))


class Ruling(Enum):
    """What the user's lists say of a value."""

    NONE = auto()
    ALLOWED = auto()
    DENIED = auto()


class Rules:
    """The user's lists. What is both allowed and denied is denied."""

    def __init__(self, allow: Iterable[str], deny: Iterable[str]) -> None:
        lists = ((Ruling.DENIED, deny), (Ruling.ALLOWED, allow))
        patterns = (
            (ruling, [_regex(one, is_denied=ruling is Ruling.DENIED) for one in each]) for ruling, each in lists
        )
        self._patterns = [(ruling, re.compile("|".join(several))) for ruling, several in patterns if several]

    def on(self, ways: tuple[Way, ...]) -> Ruling:
        """What they say of a value that can be reached by these ways."""
        for ruling, pattern in self._patterns:
            if any(pattern.fullmatch(address) for way in ways for address in way.addresses()):
                return ruling
        return Ruling.NONE


def _regex(pattern: str, *, is_denied: bool) -> str:
    plain = re.sub(r"\((\w+):\)$", r".\1", pattern.strip())
    if not _COORDINATE.fullmatch(plain):
        raise ValueError(f"{pattern!r} names no place: write it as Mutation.login.email, LoginInput.email or $email")
    first, *rest = (re.escape(part).replace(r"\*", r"\w*") for part in plain.split("."))
    below = "".join(rf"\.{part}" for part in rest)
    readings = [f"{_EXACT}{first}{below}"]
    if plain[0] not in "$@":
        others = rf"(?!(?:{'|'.join(ROOTS.values())})\b)\w*" if is_denied else first
        roots = (root for root in ROOTS.values() if root.lower() in plain.partition(".")[0].lower())
        readings.append(f"{_TYPED}(?:{'|'.join((first, others, *roots))}){below}")
    if rest and plain[0] not in "$@" and (is_denied or first == r"\w*"):
        readings.append(rf"\{_DEEP}{below}")
    return rf"(?:{'|'.join(readings)})(?:\..*)?"
