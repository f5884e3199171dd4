"""What sequences of commands say of one member of the entries: kept by one code, whichever collection they are of."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from querious.model.finding import normalise

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model import Finding

_MEMBER: Final = re.compile(r": `(?P<path>[^\W\d][\w.\[\]]*)` (?P<complaint>(?:is|lacks|holds) .*)$", re.DOTALL)
"""The member that was shown otherwise than it was written, and how."""
_PLACE: Final = re.compile(r"\[\d+\]")


def of_member(finding: Finding) -> Iterator[tuple[str, ...]]:
    """The same about a member of the same path, after whichever command and wherever it is read."""
    found = _MEMBER.search(finding.message)
    if found:
        yield "entry", _PLACE.sub("", found["path"]), normalise(found["complaint"])
