"""What is asked about one entity: objects that other fields show, by their keys, alone, together and beside nonsense.

A conversation without I/O: it yields what to ask and receives what came of it. What was asked first is asked again at
the end, so that what changes by itself is known.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias
from uuid import UUID

from graphql import GraphQLEnumType, get_named_type, is_leaf_type

from querious.graphql.federation.entities import shown_objects
from querious.graphql.federation.field_sets import key_selections, taken
from querious.graphql.federation.subgraph import ANY, ENTITIES
from querious.model import Field, Fragment, Operation, Variable
from querious.model.arguments import is_plain
from querious.model.definitions import fields_of, is_list
from querious.text.formats import is_uuid

if TYPE_CHECKING:
    from collections.abc import Callable

    from graphql import GraphQLSchema

    from querious.graphql.federation.field_sets import FieldSet
    from querious.graphql.federation.subgraph import Entity, EntityKey, Subgraph
    from querious.graphql.federation.trace import FederationStep
    from querious.model import Selection


class FederationAsk(NamedTuple):
    """One question."""

    operation: Operation
    flaw: str = ""
    """What is deliberately wrong with its representation."""


FederationConversation: TypeAlias = Generator[FederationAsk, "FederationStep", None]

_OBJECTS: Final = 3
"""Objects that are asked for by each key."""
_LEAVES: Final = 24
"""Leaf fields that an object is asked for."""
_UNKNOWN: Final = 987_654_321
_NO_ENTITY: Final = "NoSuchEntity"


class EntityReader:
    """Knows how the objects of entities are asked for in one schema."""

    def __init__(self, schema: GraphQLSchema, subgraph: Subgraph, allowed: Callable[[str], bool]) -> None:
        self._schema = schema
        self._allowed = allowed
        self._subgraph = subgraph
        self._root = schema.query_type.name if schema.query_type is not None else "Query"
        declared = fields_of(schema, self._root)[ENTITIES].args["representations"].type
        self._type = str(declared) or f"[{ANY}!]!"

    def askable(self, entity: Entity) -> bool:
        """Whether an entity can be asked for by a key whose fields the schema has."""
        union = get_named_type(fields_of(self._schema, self._root)[ENTITIES].type)
        members = {member.name for member in self._schema.get_possible_types(union)}  # type: ignore[arg-type]
        return entity.typename in members and bool(self._keys(entity))

    def _keys(self, entity: Entity) -> list[EntityKey]:
        wanted = (key for key in entity.resolvable)
        return [key for key in wanted if key_selections(self._schema, entity.typename, key.fields) is not None]

    def selections(self, entity: Entity, extra: Sequence[str] = ()) -> list[Selection]:
        """The keys of an entity, its plain leaves, and those of the objects right below it."""
        typename, leaves = entity.typename, self._leaves(entity.typename)
        found: dict[str, Field] = {"__typename": Field(typename, "__typename")}
        for key in self._keys(entity):
            for field in key_selections(self._schema, typename, key.fields) or ():
                found[field.name] = _merged(found.get(field.name), field)
        for name in (*leaves, *extra):
            found.setdefault(name, Field(typename, name))
        return list(found.values())

    def _leaves(self, typename: str) -> list[str]:
        found = []
        for name, field in fields_of(self._schema, typename).items():
            coordinate = f"{typename}.{name}"
            if is_plain(field) and is_leaf_type(get_named_type(field.type)) and self._allowed(coordinate):
                found.append(name)
        return found[:_LEAVES]

    def question(
        self, entities: Sequence[Entity], representations: Sequence[dict[str, Any]], extra: Sequence[str] = ()
    ) -> Operation:
        """Asks for some representations, as a router does: in a variable."""
        fragments = [Fragment(one.typename, (), self.selections(one, extra)) for one in entities]
        given = Variable("representations", self._type, list(representations))
        asked = Field(
            self._root,
            ENTITIES,
            arguments=[("representations", given)],
            children=[Field("_Entity", "__typename"), *fragments],
        )
        return Operation("query", "", self._root, [asked])

    def representations(self, entity: Entity, trace: Sequence[FederationStep]) -> dict[str, list[dict[str, Any]]]:
        """By key: those of the objects that a trace shows, each once."""
        found: dict[str, list[dict[str, Any]]] = {}
        for key in self._keys(entity):
            known = found.setdefault(key.text, [])
            for typename, value in shown_objects(trace):
                given = taken(key.fields, value) if typename == entity.typename else None
                if given is not None and {"__typename": typename, **given} not in known:
                    known.append({"__typename": typename, **given})
        return {text: known for text, known in found.items() if known}

    def required(self, entity: Entity, name: str) -> dict[str, Any] | None:
        """Made-up values for what a field requires from other subgraphs; None where none can be made."""
        return self._made(entity.typename, entity.requires.get(name, ()))

    def _made(self, typename: str, fields: FieldSet) -> dict[str, Any] | None:
        known, made = fields_of(self._schema, typename), {}
        for field in fields:
            if field.name not in known:
                return None
            declared = known[field.name].type
            named = get_named_type(declared)
            value: Any = self._made(named.name, field.below) if field.below else _plain(named)
            if value is None:
                return None
            made[field.name] = [value] if is_list(declared) else value
        return made

    def about(self, entity: Entity, sources: Sequence[Operation], seed: int) -> FederationConversation:
        """All that is asked about one entity."""
        trace: list[FederationStep] = []
        for source in sources:
            trace.append((yield FederationAsk(source)))
        known = self.representations(entity, trace)
        if not known:
            return
        for representations in known.values():
            chosen = _spread(representations)
            for one in chosen:
                yield FederationAsk(self.question([entity], [one]))
            several = [*reversed(chosen), chosen[0]]
            yield FederationAsk(self.question([entity], several))
            unknown = _unknown(chosen[0], Random(seed))
            if unknown is not None and unknown not in representations:
                yield FederationAsk(self.question([entity], [chosen[0], unknown, *chosen[1:]]))
            yield FederationAsk(self.question([entity], chosen[:1]))
        first = next(iter(known.values()))[0]
        for name in entity.requires:
            values = self.required(entity, name)
            if values:
                yield FederationAsk(self.question([entity], [{**first, **values}], [name]))
        nothing = {"__typename": entity.typename}
        yield FederationAsk(self.question([entity], [nothing]), "a representation without a key")
        stranger = {**first, "__typename": _NO_ENTITY}
        yield FederationAsk(self.question([entity], [stranger]), "a representation of an unknown type")
        for source in sources:
            yield FederationAsk(source)

    def mixed(self, entities: Sequence[Entity], sources: Sequence[Operation]) -> FederationConversation:
        """Objects of several entities in one question, and each alone, before and after."""
        trace: list[FederationStep] = []
        for source in sources:
            trace.append((yield FederationAsk(source)))
        chosen = []
        for entity in entities:
            known = self.representations(entity, trace)
            chosen += [(entity, next(iter(known.values()))[0])] if known else []
        if len(chosen) > 1:
            several = [representation for _, representation in chosen]
            alone = [FederationAsk(self.question([entity], [representation])) for entity, representation in chosen]
            together = FederationAsk(self.question([entity for entity, _ in chosen], [*several, *reversed(several)]))
            for ask in (*alone, together, *alone):
                _ = yield ask


def _merged(one: Field | None, other: Field) -> Field:
    if one is None:
        return other
    below = {child.name: child for child in one.children if isinstance(child, Field)}
    for child in other.children:
        if isinstance(child, Field):
            below[child.name] = _merged(below.get(child.name), child)
    return other._replace(children=list(below.values()))


def _spread(items: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Some of them, from the first to the last."""
    if len(items) <= _OBJECTS:
        return list(items)
    return [items[(len(items) - 1) * place // (_OBJECTS - 1)] for place in range(_OBJECTS)]


def _unknown(representation: dict[str, Any], random: Random) -> dict[str, Any] | None:
    """One like it, of an object that is probably not there; None where no value of its key can be changed."""
    changed = {name: _other(value, random) for name, value in representation.items() if name != "__typename"}
    made = {"__typename": representation["__typename"], **changed}
    return None if made == representation else made


def _other(value: Any, random: Random) -> Any:
    if isinstance(value, dict):
        return {name: _other(item, random) for name, item in value.items()}
    if isinstance(value, list):
        return [_other(item, random) for item in value]
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        return _UNKNOWN
    if not isinstance(value, str):
        return value
    if value.lstrip("-").isdigit():
        return str(_UNKNOWN)
    if is_uuid(value):
        return str(UUID(int=random.getrandbits(128), version=4))
    return f"{value}-{_UNKNOWN}"


def _plain(named: object) -> Any:
    if isinstance(named, GraphQLEnumType):
        return next(iter(named.values), None)
    return {"Int": 3, "Float": 2.5, "Boolean": True, "ID": "1", "String": "text"}.get(getattr(named, "name", ""))
