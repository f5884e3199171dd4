"""Which mutations may end a run early, judged by names alone.

A mutation that logs out, removes the account, rewrites the settings or drops a class of the schema is worth testing,
but whatever is asked after it may fail for no fault of its own. So every mutation gets a grade, and the grades say in
which order they are asked. What the names do not say is noticed when it happens, see
``querious.pipeline.run.health_check``.

The words stand in ``querious.text.hazard_words``. A noun such as *class*, *session* or *account* is ordinary data in
other APIs: where the mutation names an entry by its identifier and nothing in the entry's type speaks for the threat,
it is an ordinary one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graphql import (
    GraphQLArgument,
    GraphQLInputObjectType,
    GraphQLObjectType,
    get_named_type,
    is_leaf_type,
    is_required_argument,
    is_required_input_field,
)

from querious.answers.identity import CHOSEN_KEYS, KEY_WORDS
from querious.model.definitions import nullable
from querious.model.hazards import Grade, Hazard, Threat
from querious.text.hazard_words import (
    ASKING,
    CHANGE,
    CREATE,
    DELETE,
    EMPTY,
    GRADES,
    HAZARD_RULES,
    LOGOUT,
    MACHINES,
    OF_SOMETHING,
    OWN,
    REQUESTS,
    STOP,
    TAKE_AWAY,
    WHO_AM_I,
    WHOLE,
    ActionName,
    HazardRule,
    read_action,
)
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphql import GraphQLField, GraphQLInputField, GraphQLSchema


_FILTERS: Final = frozenset(("where", "filter", "condition", "bool", "criterion", "selector", "query"))
_UNIQUE: Final = frozenset(("unique", "pk", "by"))
_SPACES: Final = frozenset(("mutation", "operation", "command", "action", "namespace", "op"))
"""What the names of types end with that only group mutations."""
_PAYLOADS: Final = ("Payload", "Result", "Response", "Output", "Return")
_DEEPEST: Final = 2
"""Input objects inside each other that are looked through."""


_KEYS: Final = KEY_WORDS.union(CHOSEN_KEYS) | {"number"}


def mutation_hazards(schema: GraphQLSchema) -> dict[str, Hazard]:
    """The grade of every mutation by coordinate; one that only groups others has none, those below it have."""
    mutations = _mutations(schema.mutation_type, (), set())
    return {coordinate: _hazard(schema, read_action(spoken), field) for coordinate, spoken, field in mutations}


def _mutations(
    parent: GraphQLObjectType | None, above: tuple[str, ...], seen: set[str]
) -> Iterator[tuple[str, tuple[str, ...], GraphQLField]]:
    """Coordinate, words with those of the groups above, and definition of each mutation."""
    if parent is None or parent.name in seen:
        return
    seen.add(parent.name)
    for name, field in parent.fields.items():
        group = _group(field)
        if group is None:
            yield f"{parent.name}.{name}", (*above, *words(name)), field
        else:
            yield from _mutations(group, (*above, *words(name)), seen)


def _group(field: GraphQLField) -> GraphQLObjectType | None:
    """The type of a field that only groups mutations, such as ``mutation { users { delete(id: 1) } }``."""
    given = nullable(field.type)
    if not isinstance(given, GraphQLObjectType) or field.args or given.name.endswith(_PAYLOADS):
        return None
    if not _SPACES.isdisjoint(words(given.name)[-1:]):
        return given
    taking = sum(bool(below.args) for below in given.fields.values())
    return given if taking and taking * 2 >= len(given.fields) and "id" not in given.fields else None


def _hazard(schema: GraphQLSchema, name: ActionName, field: GraphQLField) -> Hazard:
    threat = _threat(schema, name, field)
    if threat is not None:
        return Hazard(Grade.DANGEROUS, threat)
    return Hazard(next((grade for verbs, grade in GRADES if name.verb in verbs), Grade.ACTING))


def _threat(schema: GraphQLSchema, name: ActionName, field: GraphQLField) -> Threat | None:
    payload = read_action(words(get_named_type(field.type).name))
    if not LOGOUT.isdisjoint((name.verb, payload.verb)):
        return Threat.SESSION
    if name.verb in CREATE or not REQUESTS.isdisjoint(name.spoken):
        return None
    if name.verb in STOP and (not name.noun or name.head in MACHINES):
        return Threat.SHUTDOWN
    for rule in HAZARD_RULES:
        if _applies(rule, schema, name, field):
            return rule.threat
    if name.verb in CHANGE and name.head in OWN | {"account", "profile"}:
        takes_password = any("password" in words(key) for key, _ in _inputs(field))
        return Threat.LOGIN if takes_password else None
    if name.verb in DELETE | EMPTY:
        everything = not WHOLE.isdisjoint(name.spoken) or not _names_an_entry(field)
        return Threat.BULK if everything else None
    return None


def _applies(rule: HazardRule, schema: GraphQLSchema, name: ActionName, field: GraphQLField) -> bool:
    if name.verb not in rule.verbs:
        return False
    if name.head not in rule.nouns and not (rule.threat is Threat.ACCOUNT and _may_be_asking(schema, name)):
        return False
    if rule.threat is Threat.ACCOUNT and name.relating:
        return False  # a user removed from a group is still there
    if not rule.certain.isdisjoint(name.spoken) or not _has_key(field):
        return True
    if rule.threat in OF_SOMETHING and len(name.noun) == 1:
        return True  # nobody's settings are everybody's
    return _speaks_for(rule, schema, name)


def _speaks_for(rule: HazardRule, schema: GraphQLSchema, name: ActionName) -> bool:
    """Whether the type of what is named speaks for the threat, or nothing in the schema shows it to be data."""
    fields: set[str] = set()
    is_data = False
    for defined in schema.type_map.values():
        if isinstance(defined, GraphQLObjectType) and words(defined.name)[-len(name.noun) :] == name.noun:
            is_data = True
            fields.update(word for key in defined.fields for word in words(key))
    if is_data:
        return not rule.signs.isdisjoint(fields)
    if rule.threat is Threat.SCHEMA:
        return name.verb in TAKE_AWAY  # a type is also what an entry may be set to: ``setBookType``
    return rule.threat not in OF_SOMETHING  # those of one entry: ``updateBookSettings(bookId:)``


def _may_be_asking(schema: GraphQLSchema, name: ActionName) -> bool:
    """Whether the noun is the type of a query such as ``me`` or ``activeAdministrator``: whoever asks is one."""
    queries = schema.query_type.fields if schema.query_type else {}
    for query, field in queries.items():
        if words(get_named_type(field.type).name) != name.noun:
            continue
        spoken = words(query)
        is_asker = spoken in WHO_AM_I or not (OWN | ASKING).isdisjoint(spoken[:1])
        if is_asker and not any(is_required_argument(argument) for argument in field.args.values()):
            return True
    return False


def _has_key(field: GraphQLField) -> bool:
    """Whether the mutation is about the entry of an identifier."""
    for name, given in _inputs(field):
        spoken = words(name)
        if spoken[-2:] == ("mutation", "id"):  # Relay's ``clientMutationId``
            continue
        if get_named_type(given.type).name == "ID" or not _KEYS.isdisjoint(spoken[-1:]):
            return True
    return False


def _names_an_entry(field: GraphQLField) -> bool:
    """Whether it says what to remove: by an identifier, or by any other value that is required."""
    return _has_key(field) or any(_is_required(given) for _, given in _inputs(field))


def _is_required(given: GraphQLArgument | GraphQLInputField) -> bool:
    named = get_named_type(given.type)
    if not is_leaf_type(named) or named.name == "Boolean":
        return False
    return is_required_argument(given) if isinstance(given, GraphQLArgument) else is_required_input_field(given)


def _inputs(field: GraphQLField) -> Iterator[tuple[str, GraphQLArgument | GraphQLInputField]]:
    """The leaves of the arguments, but for those of filters, by which any number of entries may be meant."""
    stack: list[tuple[str, GraphQLArgument | GraphQLInputField, int]] = [
        (name, argument, 0) for name, argument in field.args.items()
    ]
    while stack:
        name, given, depth = stack.pop()
        named = get_named_type(given.type)
        spoken = {*words(name), *words(named.name)}
        if isinstance(named, GraphQLInputObjectType):
            filters = not _FILTERS.isdisjoint(spoken) and _UNIQUE.isdisjoint(spoken)
            if depth < _DEEPEST and not filters:
                stack += [(inner, below, depth + 1) for inner, below in named.fields.items()]
        else:
            yield name, given
