"""Counts: every number that is told about a list is the number of its rows, on all pages joined.

Three kinds of numbers are held against rows. The total that a page tells of its list, where the list is longer than one
page can be. A number beside a list that counts it by its name: ``reviewCount`` and ``reviews``. And statistics that
stand elsewhere: ``orderCount``, or ``ordersByStatus { status count }``, and the ``orders`` of the query type.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple, TypeGuard

from graphql import GraphQLEnumType

from querious.answers.numbers.number_names import is_count
from querious.answers.pages import PageMember
from querious.model import Field, Severity
from querious.relations.answer_objects import answered_fields, shape_of
from querious.relations.lists.list_types import container_of, is_number, list_type_of
from querious.relations.lists.page_checks import page_of
from querious.relations.lists.pages import without
from querious.relations.lists.row_leaves import row_leaves
from querious.relations.lists.rows import lists, owner_text
from querious.relations.lists.sources import ask, ask_for_all_rows, lists_of, longest_of, next_page, sources
from querious.relations.objects.given_objects import chooses_by_default
from querious.relations.objects.lookups import entry_points
from querious.relations.relation import Mismatch, Relation
from querious.relations.routes import FieldStep, query_at
from querious.relations.schema_types import is_leaf, is_list, nullable, once, type_name
from querious.text.display import plural
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from querious.model import JSON, Operation, Selection
    from querious.relations.answer_objects import AnsweredField
    from querious.relations.lists.list_types import NamePath
    from querious.relations.lists.page_checks import PageAnswer
    from querious.relations.lists.rows import ListAnswer, ListField
    from querious.relations.lists.sources import ListSource
    from querious.relations.observations import Observations
    from querious.relations.relation import Conversation, Trace
    from querious.relations.routes import Route
    from querious.relations.schema_types import SchemaTypes

_PAGES: Final = 20
"""Pages of one list that are read at most: of a longer list nothing is said."""
_ROUTES: Final = 1
_CAPS: Final = frozenset((100, 200, 250, 500, 1_000, 2_000, 5_000, 10_000, 50_000, 100_000))
"""Numbers at which services stop counting."""
_COUNTING: Final = frozenset(("count", "total", "number", "quantity", "num"))


class JoinedList(NamedTuple):
    """A list with the rows of all its pages."""

    pages: list[PageAnswer]
    keys: list[str]
    """The rows, each once."""

    @property
    def listed(self) -> ListAnswer:
        """The first page."""
        return self.pages[0].listed

    @property
    def told(self) -> str:
        """How many rows there are, with the keys of the first ones where they show any."""
        shown = ", ".join(key[:40] for key in self.keys[:8] if key)
        return plural(len(self.keys), "row") + (f": {shown}" if shown else "")


class CountedList(NamedTuple):
    """A number of a type, and the list of the query type that it counts by its name."""

    owner: str
    number: str
    listed: str
    """The coordinate of the list."""


class CountedGroups(NamedTuple):
    """A list of numbers by the members of an enum, and the list of the query type whose rows they count."""

    owner: str
    groups: str
    member: str
    """The leaf of a group that holds the member."""
    number: str
    listed: str
    leaf: NamePath
    """The leaf of a row that holds the member."""


@once
def counted_lists(types: SchemaTypes, typename: str) -> list[CountedList]:
    """The numbers of a type that count, by their names, a list of the query type."""
    found = []
    for name, field in types.plain(typename).items():
        if is_leaf(field) and not is_list(field.type) and is_number(type_name(field)):
            for listed in _lists_of_all(types, types.root):
                if is_count((name,), listed) or _is_count_of_rows(types, name, listed):
                    found.append(CountedList(typename, name, f"{types.root}.{listed}"))
    return found


def _is_count_of_rows(types: SchemaTypes, name: str, listed: str) -> bool:
    """``orderCount`` for ``allOrders``, which give rows of ``Order``."""
    row = list_type_of(types, f"{types.root}.{listed}").row
    return is_count((name,), row) and words(listed) == ("all", *words(row))


@once
def _lists_of_all(types: SchemaTypes, root: str) -> list[str]:
    """The fields of the query type that give rows, and all of them if nothing else is asked for."""
    found = []
    for name, field in types.plain(root).items():
        if list_type_of(types, f"{root}.{name}").row and not chooses_by_default(field):
            found.append(name)
    return found


@once
def counted_groups(types: SchemaTypes, typename: str) -> list[CountedGroups]:
    """``ordersByStatus { status count }`` and ``orders { status }``."""
    found = []
    for name, field in types.plain(typename).items():
        spoken = words(name)
        if "by" not in spoken or not is_list(field.type) or is_leaf(field):
            continue
        thing = spoken[: spoken.index("by")]
        parts = parts_of_group(types, type_name(field))
        for listed in _lists_of_all(types, types.root) if parts else ():
            row = list_type_of(types, f"{types.root}.{listed}").row
            if thing in {words(listed), words(row)} and parts is not None:
                member, number, kind = parts
                for leaf in row_leaves(types, row).of(words(member)):
                    if leaf.type is kind and len(leaf.path) == 1:
                        groups = CountedGroups(typename, name, member, number, f"{types.root}.{listed}", leaf.path)
                        found.append(groups)
    return found


def parts_of_group(types: SchemaTypes, group: str) -> tuple[str, str, GraphQLEnumType] | None:
    """The one member of an enum and the one number of a group; None if there are others."""
    fields = types.plain(group)
    enums = {name: nullable(field.type) for name, field in fields.items()}
    members = {name: kind for name, kind in enums.items() if isinstance(kind, GraphQLEnumType)}
    numbers = [name for name, field in fields.items() if is_leaf(field) and is_number(type_name(field))]
    counting = [name for name in numbers if not _COUNTING.isdisjoint(words(name))]
    if len(members) != 1 or len(counting) != 1:
        return None
    (member, kind) = next(iter(members.items()))
    return member, counting[0], kind


def _propose(observed: Observations) -> Iterator[Conversation]:
    """Statistics first, as nobody else asks for them; then numbers beside lists; then the totals of long lists."""
    types = observed.types
    every = sources(observed, _ROUTES)
    at_root = {source.field.coordinate: source for source in every if not source.route}
    for route, typename in _single_objects(observed):
        for counted in counted_lists(types, typename):
            if counted.listed in at_root and typename != types.root:
                number: list[Selection] = [Field(typename, counted.number)]
                yield _count(types, query_at(types, route, typename, number), at_root[counted.listed])
        for groups in counted_groups(types, typename):
            if groups.listed in at_root:
                told = query_at(types, route, typename, _group_selection(types, groups))
                yield _count(types, told, at_root[groups.listed], groups.leaf)
    for source in every:
        beside = _counts_beside(types, source)
        if beside or source.field.list_type.total:
            yield _count_on_pages(types, source, beside)


def _single_objects(observed: Observations) -> Iterator[tuple[Route, str]]:
    """Objects that stand below the query type without arguments, such as statistics; none has an identity."""
    types = observed.types
    seen = set()
    for name, field in types.plain(types.root).items():
        typename = type_name(field)
        single = not is_list(field.type) and types.possible(typename) == [typename]
        if single and not types.identifier(typename) and not list_type_of(types, f"{types.root}.{name}").row:
            seen.add(typename)
            yield (FieldStep(types.root, name),), typename
    for route, typename in entry_points(observed):
        if typename not in seen:
            yield route, typename


def _group_selection(types: SchemaTypes, groups: CountedGroups) -> list[Selection]:
    kind = type_name(types.field(f"{groups.owner}.{groups.groups}"))
    return [Field(groups.owner, groups.groups, children=[Field(kind, groups.member), Field(kind, groups.number)])]


def _counts_beside(types: SchemaTypes, source: ListSource) -> list[str]:
    """The numbers of the object that has a list which count it by their names."""
    field = types.field(source.field.coordinate)
    if field is None or chooses_by_default(field) or _is_of_page(types, source.field):
        return []
    return [name for name in _whole_numbers(types, source.field.parent) if is_count((name,), source.field.name)]


def _is_of_page(types: SchemaTypes, field: ListField) -> bool:
    """Whether a list is what a page holds: what is told beside it is of all pages, and for ``pagination`` to judge."""
    return container_of(types, field.parent).rows == field.name


@once
def _whole_numbers(types: SchemaTypes, typename: str) -> list[str]:
    """The fields of a type that give one whole number."""
    found = []
    for name, field in types.plain(typename).items():
        if is_leaf(field) and not is_list(field.type) and type_name(field) in {"Int", "BigInt", "Long"}:
            found.append(name)
    return found


def _count(types: SchemaTypes, told: Operation, source: ListSource, leaf: NamePath = ()) -> Conversation:
    """The statistics, all rows, and the statistics again, so that what was written meanwhile shows."""
    yield told
    yield from read_pages(types, source, [leaf] if leaf else [])
    yield told


def _count_on_pages(types: SchemaTypes, source: ListSource, beside: Sequence[str]) -> Conversation:
    """The numbers beside a list, then its pages; these only where they are more than one, or something counts them."""
    identifier = types.identifier(source.field.parent)
    names = [*([identifier] if identifier else ()), *beside]
    told = query_at(types, source.route, source.field.parent, [Field(source.field.parent, name) for name in names])
    if beside:
        yield told
    yield from read_pages(types, source, ())
    if beside:
        yield told


def read_pages(types: SchemaTypes, source: ListSource, leaves: Sequence[NamePath]) -> Conversation:
    """All pages of a list, of the object with the most rows where the route leads to several."""
    paging = source.paging
    first = paging.base if paging.base is not None else (1 if paging.numbered else None)
    size, found = yield from ask_for_all_rows(types, source, leaves, number=first)
    longest = longest_of(found)
    changes: dict[NamePath, JSON] = dict(paging.of_size(size, first))
    read = 0
    for place in range(1, _PAGES):
        if longest is None or not longest.rows or longest.holds_all_rows():
            return
        read += len(longest.rows)
        following = next_page(source, longest, first, place, read)
        if not following:
            return
        changes = {**changes, **following}
        answer = yield ask(types, source, changes, leaves)
        longest = next((one for one in lists_of(types, source, answer) if one.owner == longest.owner), None)


def _check(trace: Trace, types: SchemaTypes) -> Iterator[Mismatch]:
    joined = join_pages(trace, types)
    for whole in joined:
        yield from _judge_total(whole)
    told = [field for field in answered_fields(trace) if field.clean and not field.shape.arguments]
    yield from _judge_beside(types, told, joined)
    at_root: dict[str, JoinedList] = {}
    for whole in joined:
        if not without(whole.listed.arguments, whole.listed.field.paging.paths):
            at_root.setdefault(whole.listed.field.coordinate, whole)
    for field in told:
        yield from _judge_statistics(types, field, at_root)


def join_pages(trace: Trace, types: SchemaTypes) -> list[JoinedList]:
    """The lists of a trace of which all pages are there, from the first to the last."""
    groups: dict[str, list[PageAnswer]] = {}
    for listed in lists(trace, types):
        group = f"{listed.owner} {without(listed.arguments, listed.field.paging.paths)}"
        groups.setdefault(group, []).append(page_of(listed))
    found = []
    for pages in groups.values():
        chain = _chain(pages)
        if chain:
            rows = [row for page in chain for row in page.listed.rows]
            keys = [row.key for row in rows]
            found.append(JoinedList(chain, list(dict.fromkeys(keys)) if all(row.identified for row in rows) else keys))
    return found


def _chain(pages: Sequence[PageAnswer]) -> list[PageAnswer]:
    """Pages of which each comes right after the one before, up to the end of the list; none if that is not there."""
    pages = [page for page in pages if page.asked != 0]  # a page of no rows is the end of nothing
    by_address = {page.address: page for page in pages if page.is_forward}
    first = [page for page in pages if _is_first(page)]
    chain = first[:1]
    while chain and len(chain) <= len(pages):
        last = chain[-1]
        if not last.keys or last.listed.holds_all_rows():
            return chain
        following = [by_address[address] for address in last.next_addresses if address in by_address]
        if not following:
            return []
        chain.append(following[0])
    return []


def _is_first(page: PageAnswer) -> bool:
    base = page.arguments.base if page.arguments.base is not None else 1
    return page.start(base) == 0


def _judge_total(whole: JoinedList) -> Iterator[Mismatch]:
    """The total that pages tell, where it takes several to hold all rows: ``pagination`` judges single ones.

    A list that shows more rows than it says there are is wrong. One that shows fewer may keep some back from who asks,
    or may have estimated.
    """
    totals = {page.info.get(PageMember.TOTAL) for page in whole.pages if page.keys}
    total = next(iter(totals)) if len(totals) == 1 else None
    shown = len(whole.keys)
    if len(whole.pages) < 2 or not is_whole_number(total) or total == shown:  # noqa: PLR2004
        return
    certain = total < shown and total not in _CAPS
    page = whole.pages[-1]
    message = f"{page.total_name} is {total}, but all {len(whole.pages)} pages together hold {shown} rows"
    yield page.mismatch(message, Severity.FAULT if certain else Severity.SUSPICION, whole.pages[0])


def is_whole_number(value: JSON) -> TypeGuard[int]:
    """Whether a value may be a count; ``true`` is none."""
    return isinstance(value, int) and not isinstance(value, bool)


def _judge_beside(
    types: SchemaTypes, told: Sequence[AnsweredField], joined: Sequence[JoinedList]
) -> Iterator[Mismatch]:
    """Numbers beside a list on the same object, where the object says the same of it every time.

    A suspicion: a name may leave out what is counted, such as the comments that were approved.
    """
    by_owner: dict[str, JoinedList] = {}
    for whole in joined:
        declared = types.field(whole.listed.field.coordinate)
        chosen = without(whole.listed.arguments, whole.listed.field.paging.paths)
        if chosen or _is_of_page(types, whole.listed.field):
            continue
        if declared is not None and not chooses_by_default(declared):
            by_owner.setdefault(f"{whole.listed.parent} {whole.listed.field.name}", whole)
    counted: dict[str, list[AnsweredField]] = {}
    for field in told:
        for listed in types.plain(field.owner.typename) if is_whole_number(field.value) else ():
            place = f"{owner_text(types, field.owner)} {listed}"
            if place in by_owner and is_count((field.shape.name,), listed):
                counted.setdefault(place, []).append(field)
    for place, fields in counted.items():
        whole = by_owner[place]
        if len({field.value for field in fields}) == 1 and fields[-1].value != len(whole.keys):
            yield _mismatch(fields[-1], whole, f"is {fields[-1].value}, but there are {len(whole.keys)} rows")


def _judge_statistics(types: SchemaTypes, field: AnsweredField, at_root: dict[str, JoinedList]) -> Iterator[Mismatch]:
    """Numbers that stand elsewhere; a suspicion, as they may be of another moment, or of what not everybody may see."""
    owner, name = field.owner.typename, field.shape.name
    for counted in counted_lists(types, owner) if owner != types.root and is_whole_number(field.value) else ():
        whole = at_root.get(counted.listed)
        if counted.number == name and whole is not None and field.value != len(whole.keys):
            yield _mismatch(field, whole, f"is {field.value}, but {counted.listed} has {len(whole.keys)} rows")
    for groups in counted_groups(types, owner) if isinstance(field.value, list) else ():
        whole = at_root.get(groups.listed)
        if groups.groups == name and whole is not None:
            yield from _judge_groups(field, groups, whole)


def _judge_groups(field: AnsweredField, groups: CountedGroups, whole: JoinedList) -> Iterator[Mismatch]:
    """One mismatch for all groups; rows that do not show the member say nothing."""
    rows = {row.key: row.read(groups.leaf) for page in whole.pages for row in page.listed.rows}
    if None in rows.values():
        return
    counts = Counter(map(str, rows.values()))
    for group in field.value:
        shape = shape_of(field.shape, group)
        member, number = shape.plain_field(groups.member), shape.plain_field(groups.number)
        if member is None or number is None:
            continue
        value, told = group.get(member.key), group.get(number.key)
        if isinstance(value, str) and is_whole_number(told) and told != counts[value]:
            leaf = ".".join(groups.leaf)
            message = f'counts {told} for "{value}", but {groups.listed} has {counts[value]} rows with this {leaf}'
            yield _mismatch(field, whole, message)
            return


def _mismatch(field: AnsweredField, whole: JoinedList, message: str) -> Mismatch:
    return Mismatch(field.coordinate, message, field.path, whole.told, step=field.step)


RELATION: Final[Relation] = Relation(
    "counts", "every number that is told about a list is the number of its rows, on all pages joined", _propose, _check
)
