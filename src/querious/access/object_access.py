"""An object of one identity that another is shown, although no list shows it to them.

It is certain where another way in keeps the same object from the same identity, although it shows it to the owner: then
the API itself says that they may not, and one of the ways does not look. Where every way in shows it, it may be meant
so for whoever is logged in (a wiki, profiles, what a team shares): a suspicion. Where whoever brings no credentials is
shown it too, and nothing refuses it, it is public. Where the same way refuses somebody else, or another object of the
same owner, it looks at who asks, and what it shows was shared.

Less than certain are also: a list of all that shows what its own page refuses, where only lists of one's own leave it
out (a directory); people, of whom others are often shown a part (the author of a post) though their own page
is refused; a single object below another, for the same reason; and ways that say of themselves that they share.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.access.evidence import hiding_list, is_checked, is_listed, is_public, refusing, sights
from querious.access.names import is_person, is_relative, is_sharing
from querious.access.rule import AccessBreach, AccessRule
from querious.model.identity import ANONYMOUS
from querious.model.severity import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.access.evidence import ForeignSight
    from querious.access.reading import Reading


def _check(readings: Sequence[Reading]) -> Iterator[AccessBreach]:
    told: set[str] = set()
    for sight in sights(readings):
        breach = None if sight.shown.way in told else _judge(readings, sight)
        if breach is not None:
            told.add(sight.shown.way)
            yield breach


def _judge(readings: Sequence[Reading], sight: ForeignSight) -> AccessBreach | None:
    identity, shown = sight.reading.identity, sight.shown
    refused = refusing(readings, identity, sight)
    public = is_public(readings, sight) if identity != ANONYMOUS else True
    if sight.reading.changes or public is None or is_relative(sight.reading.way):
        return None
    if refused is None:
        if public or is_checked(readings, sight) or is_listed(readings, identity, shown):
            return None
        return _breach(sight, "though no list shows it to them", Severity.SUSPICION)
    is_doubtful = is_person(shown.type) or is_sharing(sight.reading.way) or (shown.is_nested and not shown.is_row)
    is_doubtful = is_doubtful or (is_listed(readings, identity, shown) and not _is_kept_back(readings, sight))
    severity = Severity.SUSPICION if is_doubtful else Severity.FAULT
    return _breach(sight, f"though {refused.way} keeps it from them", severity, public=public)


def _is_kept_back(readings: Sequence[Reading], sight: ForeignSight) -> bool:
    """Whether a list of all, and not of one's own, leaves it out for this one: then no other may show it."""
    way = hiding_list(readings, sight.reading.identity, sight.owner, sight.shown)
    return way is not None and not is_relative(way) and way != sight.reading.way


def _breach(sight: ForeignSight, why: str, severity: Severity, *, public: bool = False) -> AccessBreach:
    shown, reading = sight.shown, sight.reading
    whom = "anybody without credentials" if public else f'"{reading.identity}"'
    message = f'shows {shown.type} "{shown.key}" of "{sight.owner}" to {whom}, {why}'
    return AccessBreach(shown.way, message, sight.step, severity)


RULE = AccessRule("object-access", "what belongs to one identity is not shown to another by any way in", _check)
