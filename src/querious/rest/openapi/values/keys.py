"""Keys of our own choice: such that nobody has, fit for a path, valid by their schema."""

from __future__ import annotations

import random
import uuid
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeAlias

from querious.rest.openapi.validity import strict_validator
from querious.rest.openapi.values import patterns

if TYPE_CHECKING:
    from querious.model.state import Key
    from querious.rest.openapi.json_schema import JsonSchema

NewKey: TypeAlias = Callable[[], "Key"]
"""Another key with every call, as a service that names its entries would give it."""
_LARGEST: Final = 2**31 - 1
_LONGEST: Final = 24
_TRIED: Final = 5
_FORMS: Final[tuple[Callable[[uuid.UUID], Key], ...]] = (
    lambda number: "q" + number.hex[:11],
    str,
    lambda number: str(number.int % 10**9 + 1),
    lambda number: number.hex,
    lambda number: "Q" + number.hex[:11].upper(),
    lambda number: "q" + number.hex[:7],
)
"""Forms of text, of which the first that is valid is taken."""


def new_key(schema: JsonSchema) -> NewKey | None:
    """How to make keys by their schema; None where it leaves no choice."""
    valid = strict_validator(schema).is_valid
    if valid(_LARGEST) and valid(1) and not valid("1"):
        return lambda: str(uuid.uuid4().int % _LARGEST + 1)
    for form in _FORMS:
        if all(valid(form(uuid.UUID(int=2**127 // (tried + 1)))) for tried in range(_TRIED)):
            return lambda form=form: form(uuid.uuid4())  # type: ignore[misc] # bound now, not when it is called
    merged = schema.merged
    longest = min(merged.get("maxLength", _LONGEST), _LONGEST)
    row = patterns.row_of(merged.get("pattern", ""), merged.get("minLength", 0), longest)
    if row is None or not all(valid(_filled(row, random.Random(tried))) for tried in range(_TRIED)):
        return None
    return lambda: _filled(row, random.Random(uuid.uuid4().int))


def typed(key: Key, key_type: str) -> int | str:
    """The key as it stands in a body."""
    is_number = key.isascii() and key.removeprefix("-").isdigit()
    return int(key) if key_type == "integer" and is_number else key


def _filled(row: list[patterns.PatternPart], chance: random.Random) -> Key:
    """As long as may be: the longer, the rarer."""
    return "".join("".join(chance.choices(part.alphabet, k=part.most)) for part in row)
