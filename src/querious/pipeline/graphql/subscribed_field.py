"""What a run knows of one field of the subscription type, and the cases that subscribe to it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from graphql import GraphQLInterfaceType, GraphQLObjectType, GraphQLUnionType, get_named_type

from querious.graphql.cases import ArgumentFiller
from querious.graphql.plan import PlanLimits, plan_subscription
from querious.model import Field, Variable
from querious.model.definitions import object_types
from querious.model.document_text import write_case
from querious.model.hazards import Grade
from querious.model.operation import Fragment
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from graphql import GraphQLSchema

    from querious.graphql.cases import Tables
    from querious.model import JSON, Case, Exchange, Operation, Selection, Value
    from querious.pipeline.graphql.api import GraphqlApi
    from querious.streams.rule import Change, Subscribed

_NODES: Final = 40
"""Selections of a subscription at most."""
_LEVELS: Final = 2
"""Levels of objects below the root type that share a type with what may cause an event."""
_CAUSES: Final = 8
"""Mutations that are tried for one field."""
_GRADES: Final = (Grade.CREATING, Grade.CHANGING, Grade.ACTING, Grade.DELETING)


@dataclass(slots=True)
class SubscribedField:
    """One field, and all that has come of it so far."""

    name: str
    coordinate: str
    type: str
    """What its events hold, without list and non-null."""
    takes_arguments: bool
    subscribed: list[Subscribed] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    evidence: list[tuple[Exchange, Exchange]] = field(default_factory=list)
    """For each change, the stream and the mutation."""
    by_itself: bool = False
    """Whether events come without anybody's doing."""
    causes: Counter[str] = field(default_factory=Counter)
    """How often a mutation caused an event."""


def subscribed_fields(schema: GraphQLSchema, tables: Tables) -> list[SubscribedField]:
    """The fields that may be asked, in the order of the schema."""
    root = schema.subscription_type
    if root is None or "subscription" not in tables.roots:
        return []
    entry = tables.types[tables.roots["subscription"]]
    return [
        SubscribedField(
            one.name, f"{root.name}.{one.name}", get_named_type(root.fields[one.name].type).name, bool(one.arguments)
        )
        for one in entry.fields
    ]


class SubscriptionCases:
    """Makes cases that subscribe, and names the mutations that may cause events."""

    def __init__(self, api: GraphqlApi, tables: Tables) -> None:
        self._api = api
        self._tables = tables
        self._turn = 0

    def case(self, number: int, one: SubscribedField, fitted: Mapping[str, JSON] | None = None) -> Case | None:
        """The next way to ask for a field; ``fitted`` gives arguments by name, where some are to be those.

        None where nothing of it can be asked.
        """
        self._turn += 1
        filler = ArgumentFiller(self._tables, (self._api.settings.seed << 40) + self._turn)

        def arguments(parent: str, name: str, target: str = "") -> Sequence[tuple[str, Value]]:
            drawn = filler.arguments(parent, name, target)
            if f"{parent}.{name}" != one.coordinate or not fitted:
                return drawn
            return [(key, fitted_value(key, one.type, fitted, value)) for key, value in drawn]

        limits = PlanLimits(min(_NODES, self._api.settings.max_nodes))
        for levels in (2, 1):
            planned = plan_subscription(self._api.schema, one.name, limits, arguments, self._allowed, levels)
            if planned and not self._api.is_too_deep(planned[0]):
                return write_case(number, planned[0])
        return None

    def _allowed(self, coordinate: str) -> bool:
        return self._api.allowed(coordinate)

    def causes(self, one: SubscribedField) -> list[str]:
        """Mutations whose payload shares types with the event, those of like names first; never a dangerous one."""
        api = self._api
        root = api.schema.mutation_type
        if root is None or not api.settings.mutations:
            return []
        held = {*api.order.left_out, *api.order.of(Grade.DANGEROUS)}
        types = object_types_below(api.schema, one.type)
        named = set(words(one.name))
        found: list[tuple[int, int, str]] = []
        for grade in _GRADES:
            for coordinate in api.order.of(grade):
                name = coordinate.rpartition(".")[2]
                if coordinate in held or not api.allowed(coordinate) or name not in root.fields:
                    continue
                shared = object_types_below(api.schema, get_named_type(root.fields[name].type).name) & types
                alike = len(named.intersection(_stems(words(name))) | _stems(named).intersection(_stems(words(name))))
                if shared or alike:
                    found.append((-alike, grade, coordinate))
        return [coordinate for _, _, coordinate in sorted(found)[:_CAUSES]]


def _stems(names: Sequence[str] | set[str]) -> set[str]:
    """Words without the endings of verbs: ``added`` and ``add`` speak of the same."""
    return {name.removesuffix("ed").removesuffix("e").removesuffix("ing") for name in names}


def object_types_below(schema: GraphQLSchema, name: str, levels: int = _LEVELS) -> set[str]:
    """The object types that a type stands for or holds; few levels down, for everything leads to everything."""
    found: set[str] = set()
    layer = {name}
    for _ in range(levels):
        members = {member for one in layer for member in object_types(schema, one) or (one,)}
        kinds = [schema.type_map.get(member) for member in members]
        objects = [kind for kind in kinds if isinstance(kind, GraphQLObjectType) and kind.name not in found]
        found.update(kind.name for kind in objects)
        layer = {
            named.name
            for kind in objects
            for inner in kind.fields.values()
            if isinstance(
                named := get_named_type(inner.type), GraphQLObjectType | GraphQLInterfaceType | GraphQLUnionType
            )
        }
        if len(found) > 1:
            break  # a payload that wraps what it changed has one level more
    return found


def fitted_value(argument: str, kind: str, given: Mapping[str, JSON], otherwise: Value) -> Value:
    """The value of an argument that another one of this name, or of the same object's id, was given."""
    for name in (argument, argument.removesuffix("Id"), f"{kind[:1].lower()}{kind[1:]}Id", "id"):
        if name in given and (name == argument or argument.lower().endswith("id")):
            return given[name]
    return otherwise


def arguments_of(operation: Operation) -> dict[str, JSON]:
    """The plain arguments of its first field, those inside of input objects included, by name."""
    first = operation.selections[0] if operation.selections else None
    found: dict[str, JSON] = {}
    if isinstance(first, Field):
        for name, value in _plain(first.arguments):
            found.setdefault(name, value)
    return found


def _plain(arguments: Sequence[tuple[str, Value]]) -> Iterator[tuple[str, JSON]]:
    for name, given in arguments:
        value = given.value if isinstance(given, Variable) else given
        if isinstance(value, dict):
            yield from _plain(list(value.items()))
        elif isinstance(value, str | int | float | bool):
            yield name, value


def without_arguments(selections: Sequence[Selection], data: JSON) -> JSON:
    """The data without the fields that took arguments: what they hold may be another thing elsewhere."""
    if isinstance(data, list):
        return [without_arguments(selections, item) for item in data]
    if not isinstance(data, dict):
        return data
    kept = dict(data)
    for node in selections:
        if isinstance(node, Fragment):
            below = without_arguments(node.children, kept)
            kept = below if isinstance(below, dict) else kept
        elif node.key in kept:
            if node.arguments or node.alias:
                del kept[node.key]
            elif node.children:
                kept[node.key] = without_arguments(node.children, kept[node.key])
    return kept
