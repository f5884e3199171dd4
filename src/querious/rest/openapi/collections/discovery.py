"""From a description to collections, and to what was left out and why."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from querious.errors import ConfigError
from querious.rest.cases.modelled_bodies import Models
from querious.rest.openapi.checks import ResponseChecks
from querious.rest.openapi.collections.collection_plans import collection_plan
from querious.rest.openapi.collections.dependencies import link
from querious.rest.openapi.collections.entry_facts import entry_facts, without_listing_look_up
from querious.rest.openapi.collections.facades import DescribedCollection
from querious.rest.openapi.collections.key_references import ReferenceTarget
from querious.rest.openapi.collections.links import linked_names
from querious.rest.openapi.collections.path_pairs import find_resources
from querious.rest.openapi.collections.path_templates import path_template
from querious.rest.openapi.document import UnusableError
from querious.rest.openapi.operations import OmittedPath
from querious.rest.openapi.parameter_values import offered_path_values
from querious.rest.openapi.schemas import Schemas

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from querious.model.exchange import Send
    from querious.rest.openapi.collections.collection_plans import CollectionPlan
    from querious.rest.openapi.collections.entry_facts import EntryFacts
    from querious.rest.openapi.collections.facades import Accepted
    from querious.rest.openapi.collections.resources import RestResource
    from querious.rest.openapi.description import Description


@dataclass(frozen=True, eq=False, slots=True)
class CollectionPlans:
    """What is found in a description before anything can be sent."""

    plans: tuple[CollectionPlan, ...]
    """Those first that others need."""
    left_out: tuple[OmittedPath, ...]


@dataclass(frozen=True, eq=False, slots=True)
class DescribedCollections:
    """The collections of a description, those first that others need, and what was left out."""

    collections: tuple[DescribedCollection, ...]
    left_out: tuple[OmittedPath, ...]


def collections_of(
    description: Description,
    send: Send,
    base: str = "",
    *,
    carried: Collection[str] = (),
    accepted: Accepted = lambda _: Models(),
) -> DescribedCollections:
    """The collections of a service.

    ``base`` goes before every path (see ``base_for``); ``carried`` are names of headers that are sent anyway;
    ``accepted`` are the bodies that each operation is known to have accepted.
    """
    found = plan_of(description, base, carried=carried)
    made = tuple(DescribedCollection(plan, send, accepted) for plan in found.plans)
    return DescribedCollections(made, found.left_out)


def plan_of(description: Description, base: str = "", *, carried: Collection[str] = ()) -> CollectionPlans:
    """The same, before anything can be sent."""
    try:
        return _planned(description, f"/{base.strip('/')}".rstrip("/"), carried)
    except RecursionError:
        raise ConfigError(f"{description.place} cannot be read: its schemas are nested too deeply") from None


def _planned(description: Description, base: str, carried: Collection[str]) -> CollectionPlans:
    """Where a collection proves unusable, the others are linked again without it."""
    schemas = Schemas(description.document, description.dialect)
    checks = ResponseChecks(description.operations, schemas)
    resources, without_pair = find_resources(description)
    omitted = list(without_pair)
    found: list[tuple[RestResource, EntryFacts]] = []
    for resource in resources:
        try:
            usable = without_listing_look_up(_with_denied(resource, description), schemas)
            found.append((usable, entry_facts(usable, schemas)))
        except UnusableError as error:
            omitted.append(OmittedPath(resource.path, str(error), has_entries=True))
    while True:
        offered = {resource.name: _offered(resource) for resource, _ in found}
        linked, impossible = link(found, linked_names(found), _targets_left_out(omitted), offered)
        plans: list[CollectionPlan] = []
        unusable: dict[str, OmittedPath] = {}
        for each in linked:
            try:
                plans.append(collection_plan(each, schemas, checks, carried, base))
            except UnusableError as error:
                unusable[each.name] = OmittedPath(each.resource.path, str(error), has_entries=True)
        if not unusable:
            return CollectionPlans(tuple(plans), _one_by_path([*omitted, *impossible]))
        omitted += unusable.values()
        found = [(resource, facts) for resource, facts in found if resource.name not in unusable]


def _with_denied(resource: RestResource, description: Description) -> RestResource:
    """With the methods of its entries that are described and denied: they are no odd ones, to be tried."""
    templates = [(path_template(each.path), each.method) for each in description.denied]
    methods = {method for template, method in templates if template and template.parts == resource.item.parts}
    return replace(resource, item_methods=resource.item_methods | methods)


def _offered(resource: RestResource) -> dict[str, str]:
    """Values for the parameters of the path, where the description offers some."""
    found: dict[str, str] = {}
    for operation in resource.operations.values():
        found |= offered_path_values(operation)
    return found


def _targets_left_out(omitted: Sequence[OmittedPath]) -> list[ReferenceTarget]:
    """What was left out, as something that fields may refer to."""
    found = []
    for each in omitted:
        template = path_template(each.path)
        if each.has_entries and template is not None and template.literals:
            found.append(ReferenceTarget(f"({each.path})", template.parts, template.last_words))
    return found


def _one_by_path(omitted: Sequence[OmittedPath]) -> tuple[OmittedPath, ...]:
    """The first reason for each path."""
    by_path = {each.path: each for each in reversed(omitted)}
    return tuple(by_path[path] for path in dict.fromkeys(each.path for each in omitted))
