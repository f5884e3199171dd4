"""The bodies of one collection: of POST, PUT and PATCH, with the keys of other entries in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from hypothesis import strategies as st

from querious.model.state import Command
from querious.rest.openapi.collections.names import is_identifier
from querious.rest.openapi.validity import validator
from querious.rest.openapi.values.bodies import BodyMaker
from querious.rest.openapi.values.formats import words
from querious.rest.openapi.values.keyed_strategies import KeyedStrategy
from querious.rest.openapi.values.keys import new_key, typed
from querious.rest.openapi.values.scalars import yields

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from querious.rest.openapi.collections.dependencies import LinkedCollection
    from querious.rest.openapi.collections.key_references import KeyReference
    from querious.rest.openapi.json_schema import JsonSchema
    from querious.rest.openapi.values.bodies import Path
    from querious.rest.openapi.values.keyed_strategies import Given
    from querious.rest.openapi.values.keys import NewKey

_LARGEST_KEY: Final = 2**31 - 1


class EntryBodies:
    """Makes the strategies of one collection."""

    def __init__(self, linked: LinkedCollection) -> None:
        self._linked = linked
        self._facts = linked.facts
        self._key = linked.facts.key
        self.sends_key = any(self._key in self._required(command) for command in linked.facts.sent)

    def of(self, command: Command) -> KeyedStrategy | None:
        """None where nothing comes of the schema. Without a schema of its own, a body is made like that of POST."""
        like = command if command in self._facts.sent else Command.POST
        schema = self._facts.sent[like]
        required = self._required(like)
        references = {each.path: self._reference(each) for each in self._linked.references.get(like, ())}
        key_type = _free_key_type(schema.of_property(self._key)) if self._key in required else ""
        if key_type:
            references[(self._key,)] = KeyedStrategy.of(_fresh_keys(key_type))
        omitted = {path for path in self._facts.omitted if path[0] not in required} | self._linked.omitted
        complete = schema.inner({"allOf": [schema.source, {"required": required}]})
        if command is Command.PATCH:
            if like is Command.POST or self._key not in required:
                omitted.add((self._key,))
            never_null = self._never_null(schema)
            maker = BodyMaker(complete, references, frozenset(omitted), nulls=self._takes_null(), never_null=never_null)
            made = maker.parts(anything=like is Command.POST)
        else:
            maker = BodyMaker(complete, references, frozenset(omitted))
            made = maker.whole()
        if made is None or maker.is_sure:
            return made
        given = {each.target: ["1"] for each in self._linked.all_references}
        return made if yields(made.make(given), 1) else None

    def new_key(self) -> NewKey | None:
        """Makes keys for the body of a new entry, where it must hold one."""
        if self._key not in self._required(Command.POST):
            return None
        return new_key(self._facts.sent[Command.POST].of_property(self._key))

    def _required(self, command: Command) -> list[str]:
        """Fields that must be sent, the key among them where nobody but us can choose it: a name, not a number."""
        schema = self._facts.sent[command]
        required = schema.required
        is_name = self._facts.key_type == "string" and not is_identifier(self._key)
        if command is Command.POST and is_name and self._key in schema.properties and self._key not in required:
            required.append(self._key)
        return required

    def _takes_null(self) -> bool:
        """In a merge patch, null means to remove."""
        media = self._linked.resource.operation(Command.PATCH).body.media
        return not any(kind in name for name in media for kind in ("merge-patch", "json-patch"))

    def _never_null(self, patch: JsonSchema) -> frozenset[Path]:
        """Members that an entry cannot have as null: where a patch may hold it, it means to leave them as they are."""
        entry = self._facts.sent[Command.POST]
        shared = patch.properties.keys() & entry.properties.keys()
        return frozenset((name,) for name in shared if not validator(entry.of_property(name)).is_valid(None))

    def _reference(self, reference: KeyReference) -> KeyedStrategy:
        is_parent = reference.target in self._linked.parents.values()

        def make(given: Given) -> SearchStrategy[Any]:
            keys = [typed(key, reference.key_type) for key in given.get(reference.target, ())]
            if not keys:
                return _fresh_keys(reference.key_type)
            return st.sampled_from(keys[:1] if is_parent else keys)

        return KeyedStrategy(make, fixed=False)


def _free_key_type(schema: JsonSchema) -> str:
    """Of which type keys of our choice may be, fit for a path; empty where the schema leaves no choice."""
    valid = validator(schema).is_valid
    if valid(_LARGEST_KEY) and valid(1):
        return "integer"
    format_ = schema.merged.get("format", "")
    if format_ == "uuid":
        return "uuid"
    return "string" if not format_ and valid("0123456789ab") and valid("qwertyuiopas") else ""


def _fresh_keys(key_type: str) -> SearchStrategy[Any]:
    """Keys of our own choice, hardly ever the same twice."""
    if key_type == "integer":
        return st.integers(1, _LARGEST_KEY)
    return st.uuids(version=4).map(str) if key_type == "uuid" else words(12, 12)
