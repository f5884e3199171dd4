"""Values in messages: quoted, so that findings of one cause are told once."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from querious.state.substructure import same, same_items

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
    place = f"`{difference.path or 'the entry'}`"
    if isinstance(difference.given, list) and isinstance(difference.shown, list):
        return f"{place} {_list_difference(difference.given, difference.shown)}"
    shown = "missing" if difference.missing else quoted(difference.shown)
    return f"{place} is {shown}, expected {quoted(difference.given)}"


def _list_difference(given: list[JSON], shown: list[JSON]) -> str:
    """What one list has and the other lacks: both whole would mostly be the same."""
    if same_items(given, shown):
        return f"is {quoted(shown)}: the items of {quoted(given)} in another order"
    lost = [item for item in given if not any(same(item, other) for other in shown)]
    added = [item for item in shown if not any(same(item, other) for other in given)]
    if lost and not added:
        return f"lacks {quoted(lost[0])}"
    if added and not lost:
        return f"holds {quoted(added[0])}, which was not given"
    return f"is {quoted(shown)}, expected {quoted(given)}"
