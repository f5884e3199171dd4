"""What belongs to one is not changed by another: read as the owner before and after, it proves what was done.

It is certain where the other may not even read it, or the description leaves it to owners. What the other may see may
be theirs to change as well, as in a wiki or a team: then it is a suspicion, and told only where no list shows the entry
to them, or where it names its owner.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.answers.volatile import may_change_by_itself
from querious.model import Severity
from querious.rest.access.askers import READS, asker, is_list, is_refused, of_asker, of_same_call
from querious.rest.access.object_access import is_whole
from querious.rest.access.owners import for_owners
from querious.rest.access.shown_content import pairs_of, sent_texts, shows
from querious.rest.relations.readable_lists import entry_within
from querious.rest.relations.relation import RestMismatch, RestRelation, nothing
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model import JSON
    from querious.rest.relations.relation import RestAnswer

_GONE: Final = frozenset({404, 410})
_OWNER: Final = frozenset({"owner", "author", "creator", "createdby", "ownedby"})


def _check(trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
    """Whether the last answer shows its owner that another has changed it."""
    window = _window(trace)
    if window is None:
        return
    before, write, after = window
    earlier = trace[: trace.index(write)]
    done = _done(earlier, before, write, after)
    if not done:
        return
    about = write.operation.about if write.operation is not None else ""
    is_refused_to = _is_refused_elsewhere(write, earlier, asker(before))
    is_hidden, said = _is_hidden(write, earlier, before), for_owners(about)
    if not is_refused_to and not is_hidden and not said and not _names_owner(before):
        return
    is_certain = (is_refused_to or bool(said)) and not _is_one_sided(write, earlier, asker(before))
    why = "which is refused to that one" if is_refused_to else "which no list shows to that one"
    if said:
        why = f"although the description leaves it to owners: {said!r}"
    elif not is_refused_to and not is_hidden:
        why = "which names its owner"
    message = f"lets `{asker(write)}` {done} what belongs to `{asker(before)}`, {why}"
    severity = Severity.FAULT if is_certain else Severity.SUSPICION
    yield RestMismatch(write.call.coordinate, message, trace.index(write), severity)


def _window(trace: Sequence[RestAnswer]) -> tuple[RestAnswer, RestAnswer, RestAnswer] | None:
    """The entry as its owner read it before, the write of another, and the entry as its owner read it last."""
    if len(trace) < 3:  # noqa: PLR2004 - before, write, after
        return None
    write, after = trace[-2], trace[-1]
    if write.call.method in READS or asker(write) == asker(after) or not write.has_succeeded:
        return None
    reads = [one for one in trace[:-2] if asker(one) == asker(after) and one.call == after.call and one.is_good]
    return (reads[-1], write, after) if reads else None


def _done(earlier: Sequence[RestAnswer], before: RestAnswer, write: RestAnswer, after: RestAnswer) -> str:
    """What the write has done to the entry; empty if nothing shows."""
    if after.exchange.failure is not None:
        return ""
    if after.status in _GONE:
        return "delete" if write.call.method in {"DELETE", "POST"} else ""
    if not after.is_good:
        return ""
    key = after.key
    old, new = entry_within(before.payload, key), entry_within(after.payload, key)
    reads = [entry_within(one.payload, key) for one in earlier if one.call == before.call and one.is_good]
    restless = {name for one in reads for name in one.keys() | old.keys() if one.get(name) != old.get(name)}
    changed = [name for name in old.keys() | new.keys() if old.get(name) != new.get(name)]
    return "change" if any(name not in restless and not may_change_by_itself(name) for name in changed) else ""


def _is_refused_elsewhere(write: RestAnswer, earlier: Sequence[RestAnswer], owner: str) -> bool:
    """Whether the same one may not read the entry that they write to."""
    sent = sent_texts(write.call._replace(body=None))
    for one in of_asker(write, earlier):
        is_read = one.call.method in READS and is_refused(one) and not sent.isdisjoint(sent_texts(one.call))
        if is_read and any(asker(other) == owner and other.is_good for other in of_same_call(one, earlier)):
            return True
    return False


def _is_hidden(write: RestAnswer, earlier: Sequence[RestAnswer], before: RestAnswer) -> bool:
    """Whether a list shows the entry to its owner, and the same list does not show it to the other."""
    pairs = pairs_of(entry_within(before.payload, before.key))
    for listed in of_asker(write, earlier):
        if not is_list(listed) or not is_whole(listed) or shows([listed.payload], pairs):
            continue
        owners = [one for one in of_same_call(listed, earlier) if asker(one) == asker(before) and is_list(one)]
        if any(shows([one.payload], pairs) for one in owners):
            return True
    return False


def _names_owner(read: RestAnswer) -> bool:
    """Whether a member of the entry says whose it is."""
    entry: dict[str, JSON] = entry_within(read.payload, read.key)
    return any(not _OWNER.isdisjoint((*words(name), "".join(words(name)))) for name in entry)


def _is_one_sided(write: RestAnswer, earlier: Sequence[RestAnswer], owner: str) -> bool:
    """Whether the owner was refused to read or write what belongs to the other: that one may have more rights."""
    for one in earlier:
        if asker(one) == owner and is_refused(one):
            likes = of_same_call(one, earlier)
            if any(asker(like) == asker(write) and like.has_succeeded for like in likes):
                return True
    return False


WRITE_ACCESS = RestRelation("write-access", "what belongs to one is not changed by another", nothing, _check)
