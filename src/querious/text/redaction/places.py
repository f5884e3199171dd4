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
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

ROOTS: Final = {"query": "Query", "mutation": "Mutation", "subscription": "Subscription"}
_COORDINATE: Final = re.compile(r"[$@]?[\w*]+(?:\.[\w*]+)*")


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


class Rules:
    """The user's lists. What is both allowed and denied is denied."""

    def __init__(self, allow: Iterable[str], deny: Iterable[str]) -> None:
        self._allow = [_read(pattern) for pattern in allow]
        self._deny = [_read(pattern) for pattern in deny]
        self.are_empty = not self._allow and not self._deny

    def deny(self, ways: tuple[Way, ...]) -> bool:
        """Whether a value that can be reached by these ways is to be replaced."""
        return any(_matches(pattern, way, in_doubt=True) for pattern in self._deny for way in ways)

    def allow(self, ways: tuple[Way, ...]) -> bool:
        """Whether it is to be left as it is."""
        return any(_matches(pattern, way, in_doubt=False) for pattern in self._allow for way in ways)


def _read(pattern: str) -> tuple[str, ...]:
    plain = re.sub(r"\((\w+):\)$", r".\1", pattern.strip())
    if not _COORDINATE.fullmatch(plain):
        raise ValueError(f"{pattern!r} names no place: write it as Mutation.login.email, LoginInput.email or $email")
    return tuple(plain.split("."))


def _matches(pattern: tuple[str, ...], way: Way, *, in_doubt: bool) -> bool:
    if way.type in ("$", "@") or pattern[0][0] in "$@":
        begin = f"${way.names[0]}" if way.type == "$" else f"{way.type}{way.around}"
        rest = way.names[1:] if way.type == "$" else way.names
        return pattern[0][0] == way.type and _begins((begin, *rest), pattern)
    if way.is_input:
        known = len(way.names) > 1 and _begins((way.type, *way.names[1:]), pattern)
    else:
        known = _is_type(pattern[0], way.type, in_doubt=in_doubt) and _begins((way.around, *way.names), pattern[1:])
    if known:
        return True
    # Further down there are fields of input objects whose type is not known.
    if len(pattern) == 1 or not (in_doubt or pattern[0] == "*"):
        return False
    fields = (start for start in range(1, len(way.names)) if start != way.known)
    return any(_begins(way.names[start:], pattern[1:]) for start in fields)


def _is_type(wanted: str, known: str, *, in_doubt: bool) -> bool:
    if known in ROOTS.values():
        return _fits(wanted, known) or known.lower() in wanted.lower()
    return in_doubt or wanted == "*" or (bool(known) and _fits(wanted, known))


def _begins(names: tuple[str, ...], pattern: tuple[str, ...]) -> bool:
    return len(pattern) <= len(names) and all(_fits(*pair) for pair in zip(pattern, names, strict=False))


def _fits(pattern: str, name: str) -> bool:
    return pattern == name or ("*" in pattern and _compiled(pattern).fullmatch(name) is not None)


@lru_cache(maxsize=1024)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(".*".join(map(re.escape, pattern.split("*"))))
