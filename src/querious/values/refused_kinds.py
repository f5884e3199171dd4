"""Which kinds of JSON a custom scalar refuses: the schema does not tell, so each is tried a few times and no more."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from querious.values.chance import Chance
    from querious.values.scalars import Make

_ENOUGH: Final = 3
"""Refusals of a kind, none of it ever taken, after which it is not sent any more."""
_DRAWS: Final = 8
"""How often another value is drawn before one of a refused kind is sent after all."""
_KINDS: Final = {bool: "boolean", int: "number", float: "number", str: "string", list: "list", dict: "object"}


def json_kind(value: object) -> str:
    """What JSON calls a value; an empty string is a kind of its own, as many refuse it and no other."""
    if value == "":
        return "empty string"
    return next((kind for type_, kind in _KINDS.items() if isinstance(value, type_)), "null")


class RefusedKinds:
    """What each custom scalar has refused so far. As large as the schema has scalars."""

    def __init__(self) -> None:
        self._refusals: Counter[tuple[str, str]] = Counter()
        self._taken: set[tuple[str, str]] = set()
        self._scalars: set[str] = set()
        """Those of which some value was taken."""

    def note(self, scalar: str, value: object, *, taken: bool) -> None:
        """Count one value, in the order of the cases."""
        kind = json_kind(value)
        if taken:
            self._taken.add((scalar, kind))
            self._scalars.add(scalar)
        else:
            self._refusals[scalar, kind] += 1

    def refuses(self, scalar: str, value: object) -> bool:
        """Whether values of this kind have been refused often enough, and never been taken."""
        kind = json_kind(value)
        if (scalar, kind) in self._taken or self._refusals[scalar, kind] < _ENOUGH:
            return False
        # Most scalars are written as strings, of a format that has to be met first.
        return kind != "string" or scalar in self._scalars

    def avoiding(self, scalar: str, make: Make) -> Make:
        """The maker, but for values of refused kinds, as long as it makes any others."""

        def avoid(chance: Chance) -> object:
            value = make(chance)
            for _ in range(_DRAWS):
                if not self.refuses(scalar, value):
                    break
                value = make(chance)
            return value

        return avoid
