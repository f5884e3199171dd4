"""A value of a service in the room there is: JSON in one line, safe to show, the telling members first.

What a service answers may be long, deep or both: no more of it is read than is shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.cells import cell_len, set_cell_size

from querious.report.json_pieces import CUT, JsonForm, pieces, up_to

if TYPE_CHECKING:
    from collections.abc import Collection

    from querious.model.values import JSON

_SHORTEST: Final = 8
"""Characters of a string that are shown in any case."""


def compact(value: JSON, room: int, first: Collection[str] = (), comma: str = ",") -> str:
    """The value in at most ``room`` cells; of objects the members named in ``first`` come first.

    Where it does not fit, long strings are cut, so that other members are still seen, and then the end.
    """
    whole = up_to(pieces(value, JsonForm(first, room + 1, comma)), room + 1)
    if cell_len(whole) <= room:
        return whole
    return cut(up_to(pieces(value, JsonForm(first, max(room // 3, _SHORTEST), comma)), room + 1), room)


def cut(text: str, room: int) -> str:
    """The beginning of a text that is safe to show."""
    if cell_len(text) <= room:
        return text
    return set_cell_size(text, max(room - 1, 0)).rstrip() + CUT
