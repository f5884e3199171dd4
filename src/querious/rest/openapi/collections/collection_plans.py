"""Everything that is known of a collection, as plain values and functions: what a facade is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from querious.answers.pages import PageArgument, argument_of, is_size
from querious.model.state import Command
from querious.rest.described_pages import NOT_DESCRIBED, described_pages
from querious.rest.known_collection import KnownCollection
from querious.rest.openapi.collections.collection_paths import collection_paths
from querious.rest.openapi.collections.entry_bodies import EntryBodies
from querious.rest.openapi.collections.resources import promised, put_creates
from querious.rest.openapi.document import UnusableError
from querious.rest.openapi.parameter_values import largest_page, required_values
from querious.rest.openapi.values.keys import new_key
from querious.rest.searched_list import SearchBody

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from querious.rest.entries import EntryMaker
    from querious.rest.openapi.checks import ResponseChecks
    from querious.rest.openapi.collections.collection_paths import CollectionPaths
    from querious.rest.openapi.collections.dependencies import LinkedCollection
    from querious.rest.openapi.collections.entry_facts import EntryFacts
    from querious.rest.openapi.collections.resources import RestResource
    from querious.rest.openapi.parameter_values import RequiredValues
    from querious.rest.openapi.schemas import Schemas
    from querious.rest.openapi.values.keys import NewKey


@dataclass(frozen=True, slots=True)
class CollectionPlan:
    """A collection, ready to be used."""

    resource: RestResource
    facts: EntryFacts
    paths: CollectionPaths
    known: KnownCollection
    headers: Mapping[Command, Mapping[str, str]]
    """That the description asks for."""
    sends_key: bool
    """The body must hold the key: the one of the path, where an entry is replaced."""
    new_key: NewKey | None
    """Makes the key of a new entry, where the service leaves its choice to us: in the body, or in the path of a PUT."""
    notes: tuple[str, ...]

    @property
    def name(self) -> str:
        """Of the collection."""
        return self.resource.name


def collection_plan(
    linked: LinkedCollection, schemas: Schemas, checks: ResponseChecks, carried: Collection[str], base: str
) -> CollectionPlan:
    """Raises ``UnusableError`` with the reason where the collection cannot be used."""
    notes = list(linked.notes)
    values = _values(linked, carried, notes)
    search = _search_body(linked, schemas, values, notes)
    bodies = EntryBodies(linked)
    makers = _makers(bodies, values, notes)
    resource, facts = linked.resource, linked.facts
    paths = collection_paths(linked, values, base)
    query: dict[str, str] = {}
    pages = NOT_DESCRIBED
    if Command.LIST in values:
        pages = described_pages(resource.operations[Command.LIST])
        query |= largest_page(resource.operations[Command.LIST])
        query |= values[Command.LIST].query
    known = KnownCollection(
        name=resource.name,
        commands=frozenset(values),
        item_path=paths.item,
        parents=paths.parents,
        needs=linked.needs,
        key=facts.key,
        wrap=facts.wrap,
        entries=makers[Command.POST],
        replacements=makers[Command.PUT],
        changes=makers[Command.PATCH],
        unseen=facts.unseen | {facts.key} if bodies.sends_key else facts.unseen,
        listed_at=facts.listed_at,
        list_query=query,
        pages=pages,
        search=search,
        trash=f"DELETE {paths.trash}" if paths.trash else "",
        check=checks.of_commands({command: resource.operations[command] for command in values}),
        says_created="201" in resource.operations[Command.POST].responses,
        put_replaces=facts.put_replaces,
        put_creates=put_creates(resource),
        promised=promised(resource),
    )
    headers = {command: required.headers for command, required in values.items() if required.headers}
    new_key = _chosen_key(linked, schemas) if resource.named_by_us else bodies.new_key()
    return CollectionPlan(resource, facts, paths, known, headers, bodies.sends_key, new_key, tuple(notes))


def _makers(bodies: EntryBodies, values: dict[Command, RequiredValues], notes: list[str]) -> dict[Command, EntryMaker]:
    """Of the bodies of each command; one that cannot be made is no longer used."""
    entries = bodies.of(Command.POST)
    if entries is None:
        raise UnusableError("no body could be generated that its schema allows")
    makers: dict[Command, EntryMaker] = dict.fromkeys((Command.POST, Command.PUT, Command.PATCH), entries.make)
    for command in (Command.PUT, Command.PATCH):
        made = bodies.of(command) if command in values else entries
        if made is not None:
            makers[command] = made.make
        else:
            notes.append(f"{command.value.upper()} is not used: no body could be generated that its schema allows")
            del values[command]
    return makers


def _values(linked: LinkedCollection, carried: Collection[str], notes: list[str]) -> dict[Command, RequiredValues]:
    """What goes along with each command that can be used."""
    values = {}
    for command, operation in linked.resource.operations.items():
        required = required_values(operation, carried)
        if not required.missing:
            values[command] = required
            continue
        problem = f"{required.missing} is required, and the description gives no example, default or enum for it"
        if command is Command.POST:
            raise UnusableError(f"POST: {problem}")
        notes.append(f"{operation} is not used: {problem}")
    if not any(command.only_reads for command in values):
        raise UnusableError(f"entries cannot be read: {notes[-1]}")
    return values


def _search_body(
    linked: LinkedCollection, schemas: Schemas, values: dict[Command, RequiredValues], notes: list[str]
) -> SearchBody | None:
    """How to look for all entries, where they are listed by a POST; one that wants more in its body is not used."""
    operation = linked.resource.operation(Command.LIST)
    if Command.LIST not in values or operation.method != "post":
        return None
    schema = schemas.sent(operation.body.json_schema)
    if not schema.is_object or schema.required:
        notes.append(f"{operation} is not used: its body cannot be left empty")
        del values[Command.LIST]
        return None
    size = next(filter(is_size, schema.properties), "")
    largest = schema.of_property(size).merged.get("maximum", 0) if size else 0
    offset = next((name for name in schema.properties if argument_of(name) is PageArgument.OFFSET), "")
    return SearchBody(offset, size, largest if isinstance(largest, int) else 0)


def _chosen_key(linked: LinkedCollection, schemas: Schemas) -> NewKey:
    """For the path of a PUT that creates."""
    name = linked.resource.key_parameter
    parameters = linked.resource.operations[Command.POST].parameters
    usual = {"type": "integer"} if linked.facts.key_type == "integer" else {}
    schema = next((each.schema for each in parameters if each.name == name), usual)
    make = new_key(schemas.sent(schema))
    if make is None:
        raise UnusableError(f"the client chooses the key, and none could be generated that {{{name}}} allows")
    return make
