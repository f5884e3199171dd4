"""Which kinds of JSON a custom scalar refuses: the schema does not tell, so each is tried a few times and no more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from querious.values.chance import Chance
    from querious.values.scalars import Make

_ENOUGH: Final = 3
"""Refusals of a kind, none of it ever taken, after which it is not sent any more."""
_DRAWS: Final = 8
"""How often another value is drawn before one of a refused kind is sent after all."""


def json_kind(value: object) -> str:
    """What JSON calls a value; an empty string is a kind of its own, as many refuse it and no other."""
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        return "number"
    if isinstance(value, str):
        return "string" if value else "empty string"
    if isinstance(value, list):
        return "list"
    return "object" if isinstance(value, dict) else "null"


class RefusedKinds:
    """What each custom scalar has refused so far. As large as the schema has scalars."""

    def __init__(self) -> None:
        self._refusals: dict[tuple[str, str], int] = {}
        self._taken: set[tuple[str, str]] = set()

    def note(self, scalar: str, value: object, *, taken: bool) -> None:
        """Count one value, in the order of the cases."""
        kind = json_kind(value)
        if taken:
            self._taken.add((scalar, kind))
        else:
            self._refusals[scalar, kind] = self._refusals.get((scalar, kind), 0) + 1

    def refuses(self, scalar: str, value: object) -> bool:
        """Whether values of this kind have been refused often enough, and never been taken."""
        kind = json_kind(value)
        if (scalar, kind) in self._taken or self._refusals.get((scalar, kind), 0) < _ENOUGH:
            return False
        # Most scalars are written as strings, of a format that has to be met first.
        return kind != "string" or any(taken == scalar for taken, _ in self._taken)

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
