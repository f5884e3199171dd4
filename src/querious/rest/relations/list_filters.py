"""A filter lets through the rows that show what was asked for, and all of them; several let through what all do."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Final

from querious.answers.demands import Standing
from querious.answers.filter_words import BOUNDS, TEXTS, Operator
from querious.answers.measures import DAY, ValueKind, measure
from querious.model import Severity
from querious.rest.openapi.validity import validator
from querious.rest.relations.documented_promises import promises_bound
from querious.rest.relations.filter_doubts import (
    is_left_out_at_its_bound,
    surely_leaves_out,
    surely_leaves_out_its_bound,
    surely_lets_through,
    surely_lets_through_its_bound,
)
from querious.rest.relations.filtered_rows import groups_in
from querious.rest.relations.page_chains import call_to, leads_here
from querious.rest.relations.page_facts import page_facts
from querious.rest.relations.readable_lists import largest_page, rows_of
from querious.rest.relations.relation import RestMismatch, RestRelation
from querious.rest.relations.row_conditions import conditions_of
from querious.rest.relations.row_members import members_of, read
from querious.text.display import plural

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from querious.model import JSON
    from querious.model.rest_call import RestCall
    from querious.rest.relations.filtered_rows import FilteredGroup, FilteredRows
    from querious.rest.relations.readable_lists import ReadableList
    from querious.rest.relations.relation import RestAnswer, RestConversation
    from querious.rest.relations.row_conditions import RowCondition
    from querious.rest.relations.row_members import RowMember

_VALUES: Final = 3
"""Of one filter."""
_PAIRS: Final = 5
"""Of filters that are asked together, of one list."""
_ORDERED: Final = frozenset({ValueKind.NUMBER, ValueKind.MOMENT})
_IS_LOWER: Final = {Operator.LEAST: True, Operator.ABOVE: True, Operator.MOST: False, Operator.BELOW: False}
_FOLLOWED: Final = 3
"""Pages with a filter, one after the other."""
_PARTED: Final = 4
"""Values of which some lie below, between and beyond two of them."""
_EDGES: Final = 5
"""Bounds that are set to what rows show, or next to it."""
_PART: Final = 4
"""Letters of a text that are searched for."""


def _propose(readable: ReadableList) -> Iterator[RestConversation]:
    found = conditions_of(readable.plan.operation, members_of(readable.rows))
    values = {}
    for name, condition in found.items():
        values[name] = [value for value in _values(condition) if _allows(readable, name, value)][:_VALUES]
    for name, several in values.items():
        edges = [value for value in _edges(found[name]) if _allows(readable, name, value)]
        if several:
            yield _ask(readable, [{name: value} for value in several])
        if edges:
            yield _ask(readable, [{name: value} for value in edges])
    usable = [condition for name, condition in found.items() if values[name] and condition.operator not in TEXTS]
    for one, other in _pairs(usable):
        together = _between(readable, one, other) or _together(readable, one, other)
        if together:
            yield _ask(readable, [{one.name: together[one.name]}, {other.name: together[other.name]}, together])
    for name, several in values.items():
        if several and largest_page(readable.plan):
            yield _follow(readable, {name: _telling(found[name], several, readable.rows)})


def _telling(condition: RowCondition, several: Sequence[JSON], rows: Sequence[dict[str, JSON]]) -> JSON:
    """The value that keeps the most rows back, of those that leave more than one page of one row."""

    def kept_back(value: JSON) -> int:
        standings = [condition.standing(row, value) for row in rows]
        return standings.count(Standing.NOT) if standings.count(Standing.MUST) > 1 else -1

    return max(reversed(several), key=kept_back)


def _ask(readable: ReadableList, filters: Sequence[dict[str, JSON]]) -> RestConversation:
    yield readable.call
    for each in filters:
        yield readable.with_more(**each)


def _follow(readable: ReadableList, query: dict[str, JSON]) -> RestConversation:
    """Small pages with a filter, as each tells where the next one is."""
    call: RestCall | None = readable.with_more(**query, **dict.fromkeys(largest_page(readable.plan), 1))
    for _ in range(_FOLLOWED):
        if call is None:
            return
        page = yield call
        following = page_facts(page).following if page.is_good else ""
        call = call_to(following, page) if following else None


def _values(condition: RowCondition) -> list[JSON]:
    """Values that are worth asking for: of those that rows show, such as part them."""
    member, shown = condition.member, condition.values
    if condition.wants_none is not None:
        return [True, False]
    known = [value for value in {str(value): value for value in shown}.values() if value != ""]
    if len(known) < 2:  # noqa: PLR2004 - one value parts nothing
        return []
    if condition.operator in BOUNDS:
        return _bounds(member, condition.keywords)
    if condition.operator in TEXTS:
        return [_part(str(value), condition.operator) for value in known if len(str(value)) >= _PART]
    rarest = sorted(known, key=shown.count)
    chosen = [*_beginnings(known)[:1], rarest[0], rarest[-1], rarest[len(rarest) // 2], *known]
    distinct = list({str(value): value for value in chosen}.values())
    if not condition.takes_several:
        return distinct
    return [condition.written(each) for each in (distinct[:1], distinct[:2], *([value] for value in distinct[1:]))]


def _beginnings(known: Sequence[JSON]) -> list[JSON]:
    """Values with which the text of another one begins, as 1 does 12: a filter may take the one for the other."""
    texts = [str(value) for value in known]
    return [
        value
        for value, text in zip(known, texts, strict=True)
        if any(other != text and other.startswith(text) for other in texts)
    ]


def _bounds(member: RowMember, keywords: Mapping[str, JSON]) -> list[JSON]:
    """The two values that are closest to each other, since a bound that is slightly off parts others well; and one."""
    kind = member.kind
    if kind not in _ORDERED:
        return []
    shown = {str(value): value for value in (_as_documented(each, keywords) for each in member.distinct())}
    ordered = sorted((measure(value, kind), value) for value in shown.values())
    if len(ordered) < 2:  # noqa: PLR2004 - one value parts nothing
        return []
    gaps = [above[0] - below[0] for below, above in pairwise(ordered)]  # type: ignore[operator]  # all are of one kind
    closest = gaps.index(min(gaps))
    return [ordered[place][1] for place in (closest + 1, closest, 2 * len(ordered) // 3)]


def _edges(condition: RowCondition) -> list[JSON]:
    """Bounds that just let rows through, or just do not: whole numbers next to what rows show, and what they show.

    The latter only where it is said whether the bound itself is meant: nobody knows what is next to a fraction, or to a
    moment.
    """
    is_said = promises_bound(condition.about) or condition.operator in {Operator.ABOVE, Operator.BELOW}
    if condition.operator not in BOUNDS or condition.member.kind not in _ORDERED or condition.open:
        return []
    step = 1 if _IS_LOWER[condition.operator] else -1
    if condition.member.kind is ValueKind.MOMENT:
        shown = sorted({str(_as_documented(value, condition.keywords)) for value in condition.member.distinct()})
        return _spread(shown[:-1] if step > 0 else shown[1:]) if is_said else []
    numbers = sorted(value for value in condition.member.distinct() if isinstance(value, int | float))
    inner = numbers[:-1] if step > 0 else numbers[1:]  # beyond the outermost nothing comes
    if all(isinstance(value, int) for value in inner):
        next_to = [value + step for value in inner[:_EDGES]]
        return [*next_to, *_spread(inner)] if is_said else next_to
    return _spread(inner) if is_said else []


def _spread(values: Sequence[JSON]) -> list[JSON]:
    """Some of them, from the first to the last."""
    return [values[place * len(values) // _EDGES] for place in range(_EDGES)] if len(values) > _EDGES else list(values)


def _as_documented(value: JSON, keywords: Mapping[str, JSON]) -> JSON:
    """A moment as its day, where the parameter takes a day."""
    return value[:DAY] if isinstance(value, str) and keywords.get("format") == "date" else value


def _part(text: str, operator: Operator) -> str:
    if operator is Operator.STARTS:
        return text[:_PART]
    return text[-_PART:] if operator is Operator.ENDS else max(text.split(), key=len)


def _allows(readable: ReadableList, name: str, value: JSON) -> bool:
    schema = next(kind.schema for kind in readable.parameters if kind.parameter.name == name)
    return bool(validator(schema).is_valid(value))


def _pairs(usable: Sequence[RowCondition]) -> list[tuple[RowCondition, RowCondition]]:
    """Filters to ask together: both ends of a range first, then so that every filter is in a pair, as far as may be."""
    waiting = sorted(combinations(usable, 2), key=lambda pair: not _is_range(*pair))
    chosen: list[tuple[RowCondition, RowCondition]] = []
    seen: set[str] = set()
    while waiting and len(chosen) < _PAIRS:
        fewest = min(waiting, key=lambda pair: (not _is_range(*pair), len(seen & {pair[0].name, pair[1].name})))
        waiting.remove(fewest)
        chosen.append(fewest)
        seen |= {fewest[0].name, fewest[1].name}
    return chosen


def _is_range(one: RowCondition, other: RowCondition) -> bool:
    """Whether one bounds a member from below, and the other the same member from above."""
    is_same = len(one.members) == len(other.members) == 1 and one.member.path == other.member.path
    sides = {_IS_LOWER.get(each.operator) for each in (one, other)}
    return is_same and sides == {True, False}


def _between(readable: ReadableList, one: RowCondition, other: RowCondition) -> dict[str, JSON]:
    """Two values of rows with others below, between and beyond them; nothing where the two are no range."""
    if not _is_range(one, other):
        return {}
    kind = one.member.kind
    shown = {str(value): value for value in (_as_documented(each, one.keywords) for each in one.member.distinct())}
    ordered = sorted((measure(value, kind), value) for value in shown.values()) if kind in _ORDERED else []
    if len(ordered) < _PARTED:
        return {}
    low, high = (ordered[place * len(ordered) // 3][1] for place in (1, 2))
    lower, upper = (one, other) if _IS_LOWER[one.operator] else (other, one)
    asked = {lower.name: low, upper.name: high}
    is_allowed = all(_allows(readable, name, value) for name, value in asked.items())
    between = [
        row
        for row in readable.rows
        if lower.standing(row, low) is Standing.MUST and upper.standing(row, high) is Standing.MUST
    ]
    return asked if is_allowed and between else {}


def _together(readable: ReadableList, one: RowCondition, other: RowCondition) -> dict[str, JSON]:
    """What one row shows for both, where other rows show one of the two alone; nothing if there is no such row."""
    for row in readable.rows:
        first, second = read(row, one.member.path), read(row, other.member.path)
        if not first or not second or one.wants_none is not None or other.wants_none is not None:
            continue
        asked = {}
        for condition, shown in ((one, first[0]), (other, second[0])):
            asked[condition.name] = condition.written([shown]) if condition.takes_several else shown
        if not all(_allows(readable, name, value) for name, value in asked.items()):
            continue
        standings = [
            (one.standing(each, asked[one.name]), other.standing(each, asked[other.name])) for each in readable.rows
        ]
        must, lacks = Standing.MUST, Standing.NOT
        if {(must, must), (must, lacks), (lacks, must)} <= set(standings):
            return asked
    return {}


def _check(trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
    groups = list(groups_in(trace))
    yield from _check_followed(groups, trace)
    for group in groups:
        for one in group.filtered:
            broken = list(_let_through(one, group)) or list(_let_through_at_its_bound(one, group))
            yield from broken
            if not broken:
                yield from _left_out(one, group)
                yield from _miscounted(one, group)


def _check_followed(groups: Sequence[FilteredGroup], trace: Sequence[RestAnswer]) -> Iterator[RestMismatch]:
    """The page that a filtered page names as its next one is filtered too."""
    for group in groups:
        for one in group.filtered:
            following = page_facts(one.answer).following
            for step, after in enumerate(trace[one.step + 1 :], one.step + 1):
                if not following or not after.is_good or not leads_here(following, after):
                    continue
                wrong = [
                    (condition.name, one._replace(rows=rows_of(after.payload) or []).broken(condition, value))
                    for condition, value in one.conditions
                ]
                names = [name for name, rows in wrong if rows]
                if names and not any(name in after.query for name in names):
                    message = f"the next page of a list with {names[0]} shows rows that this filter keeps back"
                    yield RestMismatch(after.call.coordinate, message, step)


def _let_through(one: FilteredRows, group: FilteredGroup) -> Iterator[RestMismatch]:
    for condition, value in one.conditions:
        wrong = one.broken(condition, value)
        if not wrong or not _is_shown(condition, value, [*one.rows, *group.plain]):
            continue
        members = condition.members if condition.any_of else condition.members[:1]
        shown = ", ".join(str(value) for member in members for value in read(wrong[0], member.path) or ["null"])
        beside = "" if one.is_alone else " beside another filter"
        asked = f'{condition.name} "{_text(value)}"{beside}'
        message = f'{asked} lets through a row whose {condition.about_what} is "{shown}"'
        certain = surely_lets_through(one, condition, value, group)
        severity, member = _severity(certain=certain), condition.member.name
        yield RestMismatch(one.answer.call.coordinate, message, one.step, severity, member=member)


def _let_through_at_its_bound(one: FilteredRows, group: FilteredGroup) -> Iterator[RestMismatch]:
    """Rows on a bound that the description leaves out."""
    condition, value = one.conditions[0]
    if one.is_alone and surely_lets_through_its_bound(condition, value, group):
        message = f'{condition.name} "{_text(value)}" lets through the rows whose {condition.about_what} is just that'
        yield RestMismatch(one.answer.call.coordinate, message, one.step)


def _is_shown(condition: RowCondition, value: JSON, rows: Sequence[dict[str, JSON]]) -> bool:
    """Whether some row has to come: what no row shows may be taken for nothing at all, such as an empty text."""
    return value not in ("", None, []) and any(condition.standing(row, value) is Standing.MUST for row in rows)


def _left_out(one: FilteredRows, group: FilteredGroup) -> Iterator[RestMismatch]:
    """Rows that show what was asked for and do not come, unless the page that came may have been cut off."""
    cut = len(one.rows) >= len(group.plain) or page_facts(one.answer).more is True
    if not group.key or cut:
        return
    here = group.keys(one.rows)
    missing = [row for row in group.plain if str(row.get(group.key)) not in here]
    lost = [row for row in missing if one.must_come(row)]
    if not lost and one.is_alone and is_left_out_at_its_bound(one, missing):
        condition, value = one.conditions[0]
        message = f'{condition.name} "{_text(value)}" leaves out the rows whose {condition.member.name} is just that'
        severity, member = _severity(certain=surely_leaves_out_its_bound(condition, group)), condition.member.name
        yield RestMismatch(one.answer.call.coordinate, message, one.step, severity, member=member)
    if lost:
        condition, value = one.conditions[0]
        names = " and ".join(condition.name for condition, _ in one.conditions)
        message = f'{names} "{_text(value)}" leaves out {group.key} "{lost[0][group.key]}", which shows that value'
        severity, member = _severity(certain=surely_leaves_out(one, lost, group)), condition.member.name
        yield RestMismatch(one.answer.call.coordinate, message, one.step, severity, member=member)


def _miscounted(one: FilteredRows, group: FilteredGroup) -> Iterator[RestMismatch]:
    """A total beside filtered rows is theirs; that it is less than they are is for pages to judge.

    It is certainly wrong where it is that of all rows although some are kept back, unless another member tells how many
    there are. Any other may count rows that whoever asks may not see.
    """
    facts = page_facts(one.answer)
    is_whole = len(one.rows) < len(group.plain) and not facts.following and facts.more is not True
    if facts.total is None or not is_whole or facts.total <= len(one.rows):
        return
    whole = _total(group)
    certain = facts.total == whole and facts.counted in {None, whole}
    names = " and ".join(condition.name for condition, _ in one.conditions)
    message = f"the total is {facts.total} where {names} gives {plural(len(one.rows), 'row')}"
    yield RestMismatch(one.answer.call.coordinate, message, one.step, _severity(certain=certain))


def _total(group: FilteredGroup) -> int | None:
    return page_facts(group.answer).total if group.answer is not None else None


def _text(value: JSON) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _severity(*, certain: bool) -> Severity:
    return Severity.FAULT if certain else Severity.SUSPICION


FILTER = RestRelation(
    "filter",
    "a filter lets through what shows its value, and nothing else",
    _propose,
    _check,
    alone=True,
    of_lists=True,
)
