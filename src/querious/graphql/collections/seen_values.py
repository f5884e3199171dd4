"""Values out of what is there already: keys of anything that can be listed, examples of fields and scalars."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from querious.graphql.collections.collection import GraphQLCollection
from querious.graphql.collections.documents import document
from querious.graphql.collections.fields import all_fields
from querious.graphql.collections.forms import Form, put
from querious.graphql.collections.operations import QUERY, CollectionOperation, has_own_key, roots
from querious.graphql.collections.pages import Pages, Paging, Turning, paging_of, takes_nothing_else
from querious.graphql.collections.requests import Service, ask
from querious.graphql.collections.seen import SeenEntries
from querious.graphql.collections.selections import of_entry
from querious.graphql.collections.values import ValueKnowledge
from querious.graphql.collections.ways import Holder, follow, holder_of, is_list, ways
from querious.graphql.collections.whole_list import first_place
from querious.graphql.collections.words import noun_of_type

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from graphql import GraphQLSchema

    from querious.graphql.collections.plans import CandidatePlan
    from querious.graphql.collections.seen import Place

MOST_LISTS: Final = 30
"""That are read before the probe."""


def learned(schema: GraphQLSchema, service: Service, plans: Iterable[CandidatePlan]) -> SeenEntries:
    """Read the lists of all resources, then of all that they refer to, one page of each."""
    plans = list(plans)
    seen = SeenEntries()
    read: set[str] = set()
    for plan in plans:
        for one in plan.resource.lists[:1]:
            if one.parent is None and one.name not in read and len(read) < MOST_LISTS:
                read.add(one.name)
                seen = _read(schema, service, one, plan.resource.key, seen)
    for place in _wanted(plans):
        if not seen.at(place) and len(read) < MOST_LISTS:
            seen = keys_of(schema, service, place, seen, read)
    for plan in plans:
        for one in plan.resource.lists[:1] if len(read) < MOST_LISTS else ():
            if one.parent is not None:
                seen = _read_below(service, one, plan, seen)
    return seen


def keys_of(schema: GraphQLSchema, service: Service, place: Place, seen: SeenEntries, read: set[str]) -> SeenEntries:
    """Values of a field of a type, such as its key, through any list of that type that takes no arguments."""
    name, field = place
    holder = holder_of(schema.type_map[name])
    if holder is None:
        return seen
    for operation in lists_of(schema, holder):
        if operation.name in read or seen.at(place):
            continue
        read.add(operation.name)
        seen = _read(schema, service, operation, field, seen)
    return seen


def lists_of(schema: GraphQLSchema, holder: Holder) -> Iterator[CollectionOperation]:
    """Queries that list a type, those of its name first."""
    found = []
    for root in roots(QUERY, schema):
        shown = next(ways(schema, root.asked.type, lambda one: one is holder, has_own_key), None)
        if shown is None or not shown.many or not takes_nothing_else(root.asked.args):
            continue
        payload = None if is_list(root.asked.type) else holder_of(root.asked.type)
        paging = paging_of(root.asked.args, payload)
        exact = root.reads(noun_of_type(holder.name))
        found.append(CollectionOperation(root, Form(), shown.way, shown.type, many=True, exact=exact, paging=paging))
    yield from sorted(found, key=lambda one: not one.exact)


def _wanted(plans: Iterable[CandidatePlan]) -> list[Place]:
    places: list[Place] = []
    for plan in plans:
        places += [one.refers_to for one in all_fields((*plan.created, *plan.updated)) if one.refers_to is not None]
        if plan.parent is not None:
            places.append((plan.parent.type, plan.parent.field))
    return list(dict.fromkeys(places))


def _read(
    schema: GraphQLSchema, service: Service, operation: CollectionOperation, key: str, seen: SeenEntries
) -> SeenEntries:
    """One page; smaller, then as the service likes it, where the size is refused."""
    holder = operation.type
    if holder is None:
        return seen
    asked = document(schema, operation, of_entry(holder, key, ()))
    for pages in _likely_pages(operation.paging):
        variables: dict[str, Any] = {}
        if operation.paging.size and pages.size is not None:
            put(variables, operation.paging.size, pages.size)
        if operation.paging.turning in {Turning.PAGE, Turning.OFFSET}:
            put(variables, operation.paging.place, first_place(operation.paging, pages))
        answer = ask(service, asked, variables)
        rows = follow(answer.value, operation.way or ())
        if rows or (answer.readable and not answer.errors and (pages.first == 0 or not _is_unsure(operation.paging))):
            return seen.plus(holder, rows)
    return seen


def _is_unsure(paging: Paging) -> bool:
    """Whether nobody says what the first page is called."""
    return paging.turning is Turning.PAGE and paging.first_page is None


def _likely_pages(paging: Paging) -> list[Pages]:
    """Smaller ones, then as the service likes them, where the usual are refused; and pages that are counted from 0."""
    if not paging.size and paging.turning is not Turning.PAGE:
        return [Pages()]
    return [Pages(), *([Pages(first=0)] if _is_unsure(paging) else []), Pages(10), Pages(None)]


def _read_below(
    service: Service, operation: CollectionOperation, plan: CandidatePlan, seen: SeenEntries
) -> SeenEntries:
    """The entries of the first parent."""
    collection = GraphQLCollection(plan, service, ValueKnowledge(seen))
    if collection.parent_value is None or operation is not plan.resource.lists[0]:
        return seen
    return seen.plus(plan.resource.type, list(collection.listed().rows))
