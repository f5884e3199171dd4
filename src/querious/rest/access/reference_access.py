"""What somebody sends does not refer to what belongs to another, where they may not see that.

To name another's entry is legal in many designs (whom to pay, whom to invite). What comes back of it is not: certain
is only what the answer shows of an entry that is refused to, or hidden from, whoever sent it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.model import Severity
from querious.rest.access.askers import READS, asker, is_list, is_refused, of_asker, of_same_call
from querious.rest.access.shown_content import pairs_of, sent_texts, shown_to_both, shows
from querious.rest.relations.readable_lists import entry_within
from querious.rest.relations.relation import RestMismatch, RestRelation, nothing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.rest.relations.relation import RestAnswer


def _check(trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
    """Whether the last answer does something with another's entry that its request names."""
    last = trace[-1] if trace else None
    if last is None or last.call.method in READS or not last.has_succeeded:
        return
    earlier, sent = trace[:-1], sent_texts(last.call._replace(arguments=()))
    for owner in earlier:
        entry = entry_within(owner.payload, owner.key)
        if asker(owner) == asker(last) or not owner.is_good or owner.key not in sent:
            continue
        if not _is_hidden(last, earlier, owner):
            continue
        names = (
            f"takes from `{asker(last)}` a reference to what belongs to `{asker(owner)}` and is hidden from that one"
        )
        known = [one.payload for one in of_asker(last, earlier)]
        if last.is_good and any(True for _ in shown_to_both(entry, last.payload, known, sent_texts(last.call))):
            yield RestMismatch(last.call.coordinate, f"{names}, and shows it", len(trace) - 1)
            return
        if any(_misses(one, last) for one in of_asker(last, earlier)):
            message = f"{names}, although it refuses a key that does not exist"
            yield RestMismatch(last.call.coordinate, message, len(trace) - 1, Severity.SUSPICION)
            return


def _is_hidden(last: RestAnswer, earlier: Sequence[RestAnswer], owner: RestAnswer) -> bool:
    """Whether the same one is refused the entry, or a list shows it to its owner and not to them."""
    pairs = pairs_of(entry_within(owner.payload, owner.key))
    for one in of_asker(last, earlier):
        if one.call == owner.call and is_refused(one):
            return True
        if is_list(one) and not shows([one.payload], pairs):
            owners = [other for other in of_same_call(one, earlier) if asker(other) == asker(owner)]
            if any(shows([other.payload], pairs) for other in owners):
                return True
    return False


def _misses(one: RestAnswer, last: RestAnswer) -> bool:
    """Whether the same was refused with another key in its place."""
    return one.call.coordinate == last.call.coordinate and one.status in range(400, 500)


REFERENCE_ACCESS = RestRelation("reference-access", "a request does not name what is hidden", nothing, _check)
