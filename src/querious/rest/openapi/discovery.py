"""From a description to collections, and to what was left out and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from querious.errors import ConfigError
from querious.rest.openapi.blueprints import blueprint
from querious.rest.openapi.dependencies import link
from querious.rest.openapi.description import LeftOut
from querious.rest.openapi.facades import build
from querious.rest.openapi.facts import facts_of
from querious.rest.openapi.links import linked_names
from querious.rest.openapi.parameters import offered
from querious.rest.openapi.path_pairs import find_resources
from querious.rest.openapi.paths import route
from querious.rest.openapi.pointers import Broken
from querious.rest.openapi.references import Target
from querious.rest.openapi.resources import promises, undocumented_methods
from querious.rest.openapi.schemas import Schemas

if TYPE_CHECKING:
    from collections.abc import Collection as Several
    from collections.abc import Mapping, Sequence

    from querious.model.exchange import Send
    from querious.rest.openapi.blueprints import Blueprint
    from querious.rest.openapi.description import Description
    from querious.rest.openapi.facades import DescribedCollection
    from querious.rest.openapi.facts import Facts
    from querious.rest.openapi.resources import Probe, Promises, Resource
    from querious.state.facade import Collection


@dataclass(frozen=True, eq=False, slots=True)
class Plan:
    """What is found in a description before anything is built."""

    blueprints: tuple[Blueprint, ...]
    """Needed ones first."""
    left_out: tuple[LeftOut, ...]
    schemas: Schemas


@dataclass(frozen=True, eq=False, slots=True)
class Reading:
    """The collections of a description, those first that others need, and what was left out."""

    collections: tuple[DescribedCollection, ...]
    left_out: tuple[LeftOut, ...]
    blueprints: Mapping[str, Blueprint]
    """By the name of the collection: paths, operations and notes, to be shown."""
    base: str = ""

    def undocumented_methods(self, collection: Collection) -> tuple[Probe, ...]:
        """Methods that the item path does not document, with the path that ``collection.item`` fills in."""
        return undocumented_methods(self.blueprints[collection.name].resource)

    def promises(self, collection: Collection) -> Promises:
        """What the documented statuses say about states."""
        return promises(self.blueprints[collection.name].resource)


def collections_of(description: Description, send: Send, base: str = "", *, carried: Several[str] = ()) -> Reading:
    """The collections of a service.

    ``base`` goes before every path (see ``base_for``); ``carried`` are names of headers that are sent anyway.
    """
    plan = plan_of(description, carried)
    base = f"/{base.strip('/')}" if base.strip("/") else ""
    made = tuple(build(each, send, plan.schemas, base) for each in plan.blueprints)
    return Reading(made, plan.left_out, {each.name: each for each in plan.blueprints}, base)


def plan_of(description: Description, carried: Several[str] = ()) -> Plan:
    """The same without sending: nothing is built."""
    try:
        return _planned(description, carried)
    except RecursionError:
        raise ConfigError(f"{description.place} cannot be read: its schemas are nested too deeply") from None


def _planned(description: Description, carried: Several[str]) -> Plan:
    schemas = Schemas(description.document, description.dialect)
    resources, missing = find_resources(description)
    left_out = list(missing)
    found: list[tuple[Resource, Facts]] = []
    for resource in resources:
        try:
            found.append((resource, facts_of(resource, schemas)))
        except Broken as error:
            left_out.append(LeftOut(resource.path, str(error), has_entries=True))
    while True:
        values = {resource.name: _offered(description, resource) for resource, _ in found}
        linked, impossible = link(found, linked_names(found), _beyond(left_out), values)
        made: list[Blueprint] = []
        broken: dict[str, LeftOut] = {}
        for each in linked:
            try:
                made.append(blueprint(description, each, schemas, carried))
            except Broken as error:
                broken[each.name] = LeftOut(each.resource.path, str(error), has_entries=True)
        if not broken:
            return Plan(tuple(made), _once([*left_out, *impossible]), schemas)
        left_out += broken.values()
        found = [each for each in found if each[0].name not in broken]


def _offered(description: Description, resource: Resource) -> dict[str, str]:
    """Values for the parameters of the path, where the description offers some."""
    return {
        parameter.name: value
        for operation in resource.operations.values()
        for parameter in operation.parameters
        if parameter.where == "path" and (value := offered(description.document, parameter)) is not None
    }


def _beyond(left_out: Sequence[LeftOut]) -> list[Target]:
    """What was left out, as something that fields may refer to."""
    found = []
    for each in left_out:
        cut = route(each.path)
        if each.has_entries and cut is not None and cut.literals:
            found.append(Target(f"({each.path})", cut.parts, cut.last_words))
    return found


def _once(left_out: Sequence[LeftOut]) -> tuple[LeftOut, ...]:
    by_path: dict[str, LeftOut] = {}
    for each in left_out:
        by_path.setdefault(each.path, each)
    return tuple(by_path.values())
