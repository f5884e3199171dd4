"""What belongs to one is not shown to another, by whatever way they ask.

That something belongs to somebody is read off the service itself: a list that shows it to its owner and not to the
other, or a look-up that refuses it to the other. What a way round shows although the straight way refuses it is
certain. Where lists alone keep it from the other it is a suspicion, as a list of one's own work may stand beside
look-ups that are open to all colleagues; certain only if the description says that it is for owners.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.model import Severity
from querious.rest.access.askers import READS, asker, is_anonymous, is_list, is_refused, of_asker, of_same_call
from querious.rest.access.owners import for_owners
from querious.rest.access.shown_content import MOSTLY, objects_in, own_key, pairs_of, sent_texts, shown_to_both, shows
from querious.rest.relations.page_facts import asked_size, page_facts
from querious.rest.relations.readable_lists import rows_of
from querious.rest.relations.relation import RestMismatch, RestRelation, nothing
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.rest.access.shown_content import Pairs, ShownEntry
    from querious.rest.relations.relation import RestAnswer

_OF_PEOPLE: Final = frozenset(
    (
        *("user", "profile", "account", "member", "person", "people", "contact", "author", "customer", "employee"),
        *("team", "group", "organization", "organisation", "org", "company", "channel", "room", "workspace", "tenant"),
        *("avatar", "image", "picture", "photo", "media", "asset", "attachment", "file", "upload", "share", "link"),
    )
)
"""What whoever signs in may mostly look up, although no list shows it to them; and what is reached by its address."""


def _check(trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
    """Whether the last answer shows what belongs to another."""
    if not trace:
        return
    last, before = trace[-1], trace[:-1]
    if last.call.method not in READS or not last.is_good:
        return
    shown_before = [one for one in of_asker(last, before) if is_list(one) and one.call != last.call]
    for owner in of_same_call(last, before):
        if is_anonymous(owner) or not owner.is_good:
            continue
        elsewhere = [one.payload for one in shown_before]
        both = shown_to_both(owner.payload, last.payload, elsewhere, sent_texts(last.call))
        found = [one for one in (_mismatch(trace, owner, shown) for shown in both) if one is not None]
        if found:
            yield min(found, key=lambda one: one.severity is not Severity.FAULT)
            return


def _mismatch(trace: Sequence[RestAnswer], owner: RestAnswer, found: ShownEntry) -> RestMismatch | None:
    """What the object that both are shown breaks; None where nothing says that it is the owner's alone."""
    last, before = trace[-1], trace[:-1]
    names = f"shows `{asker(last)}` what belongs to `{asker(owner)}`"
    refused = next((one for one in _refusals(last, before, asker(owner)) if _is_about(one, before, found.pairs)), None)
    if refused is not None:
        is_certain = _is_all_of(found.pairs, owner, before) and not found.is_declared
        message = f"{names}, although `{refused.call.coordinate}` refuses it to `{asker(last)}`"
        return RestMismatch(last.call.coordinate, message, len(trace) - 1, _severity(is_certain=is_certain))
    if found.is_declared or _is_shared(last, before, asker(owner)):
        return None
    own_list = next((one for one in _lists(last, before) if _is_filtered(one, before, found.pairs, asker(owner))), None)
    if own_list is None:
        return None
    doubts = [not found.is_whole, not _is_closed(last, before), _is_one_sided(last, before, asker(owner))]
    doubts.append(not _OF_PEOPLE.isdisjoint(words(last.call.path.partition("{")[0])) and not is_list(last))
    doubts.append(last.operation is None or for_owners(last.operation.about) == "")
    message = f"{names}, although no list shows it to `{asker(last)}`"
    return RestMismatch(last.call.coordinate, message, len(trace) - 1, _severity(is_certain=not any(doubts)))


def _is_all_of(pairs: Pairs, owner: RestAnswer, before: Sequence[RestAnswer]) -> bool:
    """Whether it is nearly all that the owner is shown of it anywhere: a list may show the headings of everything."""
    key = own_key(pairs)
    shown = [pairs_of(one) for answer in of_asker(owner, before) for one in objects_in(answer.payload)]
    whole = max((one for one in shown if key and own_key(one) == key), key=len, default=pairs)
    return len(pairs & whole) >= MOSTLY * len(whole)


def _severity(*, is_certain: bool) -> Severity:
    return Severity.FAULT if is_certain else Severity.SUSPICION


def _refusals(last: RestAnswer, before: Sequence[RestAnswer], owner: str) -> Iterator[RestAnswer]:
    """Look-ups that are refused to whoever asked and not to the owner."""
    for one in of_asker(last, before):
        owners = [other for other in of_same_call(one, before) if asker(other) == owner and other.is_good]
        if is_refused(one) and any(not is_list(other) for other in owners):
            yield one


def _is_about(refused: RestAnswer, before: Sequence[RestAnswer], pairs: Pairs) -> bool:
    """Whether what was refused is the object, or what it stands in."""
    key = own_key(pairs)
    answers = [other.payload for other in of_same_call(refused, before) if other.is_good]
    texts = sent_texts(refused.call)
    return shows(answers, pairs) or (key != "" and key in texts) or not texts.isdisjoint(value for _, value in pairs)


def _lists(last: RestAnswer, before: Sequence[RestAnswer]) -> Iterator[RestAnswer]:
    """Whole lists that whoever asked was shown."""
    for one in of_asker(last, before):
        if is_list(one) and is_whole(one):
            yield one


def is_whole(answer: RestAnswer) -> bool:
    """Whether a list shows all the rows that it has, as far as it tells."""
    rows, facts, size = rows_of(answer.payload) or [], page_facts(answer), asked_size(answer)
    is_cut = bool(facts.more) or (facts.more is None and bool(facts.following))
    is_full = size is not None and len(rows) >= size
    return not is_cut and not is_full and (facts.total is None or facts.total <= len(rows))


def _is_filtered(listed: RestAnswer, before: Sequence[RestAnswer], pairs: Pairs, owner: str) -> bool:
    """Whether the same list shows the object, or what it stands in, to the owner, and not to the other."""
    for other in of_same_call(listed, before):
        if asker(other) != owner or not is_list(other) or shows([listed.payload], pairs):
            continue
        if shows([other.payload], pairs) or _names_row(other, listed, before):
            return True
    return False


def _names_row(of_owner: RestAnswer, of_other: RestAnswer, before: Sequence[RestAnswer]) -> bool:
    """Whether the way leads through a row that the owner alone is shown: the lines of an order."""
    last_sent = sent_texts(before[-1].call) if before else frozenset()
    others = [pairs_of(row) for row in objects_in(of_other.payload)]
    for row in rows_of(of_owner.payload) or []:
        key = own_key(pairs_of(row))
        if key and key in last_sent and all(own_key(other) != key for other in others):
            return True
    return False


def _is_closed(last: RestAnswer, before: Sequence[RestAnswer]) -> bool:
    """Whether nobody gets it without signing in: else who knows its key may see it, by design."""
    return any(is_anonymous(one) and is_refused(one) for one in of_same_call(last, before))


def _is_shared(last: RestAnswer, before: Sequence[RestAnswer], owner: str) -> bool:
    """Whether the same way looks at who asks: it refuses it to somebody else, or another entry to the same one."""
    for one in before:
        if not is_refused(one) or one.call.coordinate != last.call.coordinate or is_anonymous(one):
            continue
        if not any(asker(other) == owner and other.is_good for other in of_same_call(one, before)):
            continue
        if one.call == last.call or asker(one) == asker(last):
            return True
    return False


def _is_one_sided(last: RestAnswer, before: Sequence[RestAnswer], owner: str) -> bool:
    """Whether the owner is refused what belongs to the other: then the other may have more rights."""
    for one in before:
        is_other = asker(one) == owner and one.call.coordinate == last.call.coordinate and is_refused(one)
        if is_other and any(asker(same) == asker(last) and same.is_good for same in of_same_call(one, before)):
            return True
    return False


OBJECT_ACCESS = RestRelation("object-access", "what belongs to one is not shown to another", nothing, _check)
