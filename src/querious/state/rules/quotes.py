"""Values in messages: quoted, so that findings of one cause are told once."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from querious.model.values import JSON
    from querious.state.substructure import EntryDifference

_LONGEST: Final = 60


def quoted(value: JSON) -> str:
    """As JSON in backticks, cut short."""
    text = json.dumps(value, ensure_ascii=False, default=str).replace("`", "'")
    return f"`{text if len(text) <= _LONGEST else text[: _LONGEST - 1] + '…'}`"


def quote_difference(difference: EntryDifference) -> str:
    """A difference in words."""
    shown = "missing" if difference.missing else quoted(difference.shown)
    return f"`{difference.path or 'the entry'}` is {shown}, expected {quoted(difference.given)}"
