"""Everything that is known of a collection, as plain values and functions: what ``building`` makes a facade of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from hypothesis import strategies as st
from hypothesis.errors import HypothesisException

from querious.model.crud import Command
from querious.rest.openapi.bodies import Maker
from querious.rest.openapi.formats import words
from querious.rest.openapi.keys import new_key
from querious.rest.openapi.made import Given, Made
from querious.rest.openapi.merged_schemas import opened, properties
from querious.rest.openapi.names import is_identifier
from querious.rest.openapi.parameters import furnishing, largest_page
from querious.rest.openapi.pointers import Broken
from querious.rest.openapi.routes import routes_of
from querious.rest.openapi.schemas import Direction
from querious.rest.openapi.validity import validator
from querious.state.samples import samples

if TYPE_CHECKING:
    from collections.abc import Collection

    from hypothesis.strategies import SearchStrategy

    from querious.model.crud import Key
    from querious.rest.openapi.dependencies import Linked
    from querious.rest.openapi.description import Description
    from querious.rest.openapi.keys import NewKey
    from querious.rest.openapi.parameters import Furnishing
    from querious.rest.openapi.references import Reference
    from querious.rest.openapi.resources import Resource
    from querious.rest.openapi.routes import Routes
    from querious.rest.openapi.schemas import Bundle, Schemas

Source = Callable[[Given], "SearchStrategy[Any]"]
_FRESH: Final = 2**31 - 1
_TRIES: Final = 1
_CHOSEN: Final = 12
"""Letters and digits of a key that we choose."""


@dataclass(frozen=True, slots=True)
class Blueprint:
    """A collection, ready to be built."""

    linked: Linked
    routes: Routes
    commands: frozenset[Command]
    entries: Source
    replacements: Source
    changes: Source
    needs: tuple[str, ...]
    list_query: Mapping[str, str]
    headers: Mapping[Command, Mapping[str, str]]
    sends_key: bool
    """The body must hold the key: the one of the path, where an entry is replaced."""
    new_key: NewKey | None
    """Makes the key of a new entry, where the service leaves its choice to us: in the body, or in the path of a PUT."""
    notes: tuple[str, ...] = field(default=())

    @property
    def name(self) -> str:
        """Of the collection."""
        return self.linked.name

    @property
    def resource(self) -> Resource:
        """The paths and operations."""
        return self.linked.resource


def blueprint(description: Description, linked: Linked, schemas: Schemas, carried: Collection[str]) -> Blueprint:
    """Raises ``Broken`` with the reason where the collection cannot be used."""
    notes = list(linked.notes)
    furnished = _furnished(description, linked, carried, notes)
    bodies = _Bodies(linked)
    entries = bodies.of(Command.POST)
    if entries is None:
        raise Broken("no body could be made that its schema allows")
    sources = {Command.POST: entries}
    for command in (Command.PUT, Command.PATCH):
        if command in furnished:
            made = bodies.of(command)
            if made is None:
                notes.append(f"{command.value.upper()} is not used: no body could be made that its schema allows")
                del furnished[command]
            else:
                sources[command] = made
    listed = furnished.get(Command.LIST)
    query = (
        {**largest_page(description.document, linked.resource.operations[Command.LIST]), **listed.query}
        if listed
        else {}
    )
    return Blueprint(
        linked,
        routes_of(linked, furnished),
        frozenset(furnished),
        entries.make,
        sources.get(Command.PUT, entries).make,
        sources[Command.PATCH].make if Command.PATCH in sources else entries.make,
        tuple(dict.fromkeys((*linked.needed(always=True), *linked.needed(always=False)))),
        query,
        {command: each.headers for command, each in furnished.items() if each.headers},
        bodies.sends_key,
        _new_key(linked, schemas, bodies),
        tuple(notes),
    )


def _furnished(
    description: Description, linked: Linked, carried: Collection[str], notes: list[str]
) -> dict[Command, Furnishing]:
    """What goes along with each command that can be used."""
    furnished = {}
    for command, operation in linked.resource.operations.items():
        each = furnishing(description.document, operation, carried)
        if not each.missing:
            furnished[command] = each
            continue
        lacking = f"{each.missing} is required, and neither an example nor a default nor an enum is given"
        if command is Command.POST:
            raise Broken(f"POST: {lacking}")
        notes.append(f"{operation} is not used: {lacking}")
    if not furnished.keys() & {Command.GET, Command.LIST}:
        raise Broken(f"entries cannot be read: {notes[-1]}")
    return furnished


def _new_key(linked: Linked, schemas: Schemas, bodies: _Bodies) -> NewKey | None:
    if not linked.resource.named_by_us:
        return bodies.new_key()
    name = linked.resource.key_parameter
    told = [each for each in linked.resource.operations[Command.POST].parameters if each.name == name]
    schema = told[0].schema if told else {"type": "integer"} if linked.facts.key_kind == "integer" else {}
    made = new_key(schemas.bundle(schema, Direction.SENT))
    if made is None:
        raise Broken(f"keys are ours to choose, and none could be made that {{{name}}} allows")
    return made


class _Bodies:
    """The strategies of one collection."""

    def __init__(self, linked: Linked) -> None:
        self._linked = linked
        self._facts = linked.facts
        required = {name for command in self._facts.sent for name in self._required(command)}
        self.sends_key = self._facts.key in required

    def of(self, command: Command) -> Made | None:
        """None where nothing comes of the schema. Without a schema of its own, a body is made like that of POST."""
        own = command if command in self._facts.sent else Command.POST
        bundle = self._facts.sent[own]
        references = {each.path: self._reference(each) for each in self._linked.references.get(own, ())}
        required = self._required(own)
        omitted = frozenset(path for path in self._facts.omitted if path[0] not in required) | self._linked.omitted
        key = self._facts.key
        if key in required and (kind := self._choice(bundle)):
            references[(key,)] = Made.of(_fresh(kind))
        bundle = bundle.inner({"allOf": [bundle.schema, {"required": list(required)}]})
        if command is Command.PATCH:
            omitted |= {(key,)} if own is Command.POST or key not in required else frozenset()
            maker = Maker(bundle, references, omitted, nulls=self._takes_null())
            made = maker.parts(anything=own is Command.POST)
        else:
            maker = Maker(bundle, references, omitted)
            made = maker.whole()
        return made if made is not None and (maker.is_sure or self._yields(made)) else None

    def new_key(self) -> NewKey | None:
        """For the body of a new entry."""
        bundle = self._facts.sent[Command.POST]
        if self._facts.key not in self._required(Command.POST):
            return None
        return new_key(bundle.inner(properties(opened(bundle, bundle.schema).schema)[0].get(self._facts.key, {})))

    def _choice(self, bundle: Bundle) -> str:
        """Of which kind keys of our choice may be, fit for a path; empty where the schema leaves no choice."""
        schema = properties(opened(bundle, bundle.schema).schema)[0].get(self._facts.key, {})
        valid = validator(bundle.inner(schema)).is_valid
        if valid(_FRESH) and valid(1):
            return "integer"
        format_ = opened(bundle, schema).schema.get("format", "")
        if format_ == "uuid":
            return "uuid"
        return "string" if not format_ and valid("0123456789ab") and valid("qwertyuiopas") else ""

    def _required(self, command: Command) -> tuple[str, ...]:
        """Fields that must be sent, the key among them where nobody but us can choose it: a name, not a number."""
        bundle = self._facts.sent[command]
        known, required = properties(opened(bundle, bundle.schema).schema)
        key = self._facts.key
        chosen = (
            command is Command.POST and key in known and self._facts.key_kind == "string" and not is_identifier(key)
        )
        return (*required, key) if chosen and key not in required else tuple(required)

    def _takes_null(self) -> bool:
        """In a merge patch, null means to remove."""
        operation = self._linked.resource.operations.get(Command.PATCH)
        media = operation.body.media if operation and operation.body else {}
        return not any("merge-patch" in name or "json-patch" in name for name in media)

    def _reference(self, reference: Reference) -> Made:
        first_alone = reference.target in self._linked.parents.values()

        def make(given: Given) -> SearchStrategy[Any]:
            keys = list(given.get(reference.target, ()))
            if not keys:
                return _fresh(reference.kind)
            return st.sampled_from([_typed(key, reference.kind) for key in (keys[:1] if first_alone else keys)])

        return Made(make, fixed=False)

    def _yields(self, made: Made) -> bool:
        given = {each.target: ["1"] for several in self._linked.references.values() for each in several}
        try:
            return len(samples(made.make(given), _TRIES, 0)) > 0
        except HypothesisException:
            return False


def _typed(key: Key, kind: str) -> int | str:
    return int(key) if kind == "integer" and key.isascii() and key.removeprefix("-").isdigit() else key


def _fresh(kind: str) -> SearchStrategy[Any]:
    """Keys of our own choice, hardly ever the same twice."""
    if kind == "integer":
        return st.integers(1, _FRESH)
    return st.uuids(version=4).map(str) if kind == "uuid" else words(_CHOSEN, _CHOSEN)
