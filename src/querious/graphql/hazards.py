"""Which mutations may end a run early, judged by names alone.

A mutation that logs out, removes the account, rewrites the settings or drops a class of the schema is worth testing,
but whatever is asked after it may fail for no fault of its own. So every mutation gets a grade, and the grades say in
which order they are asked. What the names do not say is noticed when it happens, see
``querious.pipeline.run.health_check``.

The knowledge stands in ``RULES``: verbs, the noun they are about, and what else must hold. A noun such as *class*,
*session* or *account* is ordinary data in other APIs: where the mutation names an entry by its identifier and nothing
in the entry's type speaks for the threat, it is an ordinary one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

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
from querious.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphql import GraphQLField, GraphQLInputField, GraphQLSchema


def _set(spoken: str) -> frozenset[str]:
    return frozenset(spoken.split())


_CREATE: Final = _set(
    "create add insert new make register post upsert import upload clone copy duplicate generate invite submit issue "
    "open signup"
)
_DELETE: Final = _set("delete remove destroy erase discard trash archive drop unset")
_EMPTY: Final = _set("truncate wipe purge nuke clear flush reset prune reseed")
"""Verbs that remove everything where they name no entry."""
_CHANGE: Final = _set("update change set edit modify patch save replace put alter")
_END: Final = _set("end close terminate revoke invalidate expire kill cancel")
_DISABLE: Final = _set("deactivate disable suspend lock ban unregister anonymize anonymise")
_RENEW: Final = _set("regenerate rotate refresh renew roll recreate")
_SWITCH: Final = _set("enable toggle start enter begin activate switch turn")
_STOP: Final = _set("shutdown restart reboot halt stop poweroff quit")
_ASSIGN: Final = _set("assign unassign detach sync grant rename migrate rollback")
_VERBS: Final = _CREATE | _DELETE | _EMPTY | _CHANGE | _END | _DISABLE | _RENEW | _SWITCH | _STOP | _ASSIGN
_TAKE_AWAY: Final = _DELETE | _EMPTY | _END | _DISABLE

_GRADES: Final = (
    (_CREATE, Grade.CREATING),
    (_DELETE | {"purge", "wipe"}, Grade.DELETING),
    (_CHANGE, Grade.CHANGING),
)

_LOGOUT: Final = _set("logout signout logoff signoff")
_JOINED: Final = _set("logout signout logoff signoff shutdown signup poweroff maintenancemode")
"""Two words that are read as one."""
_FILLERS: Final = _set("one single the my own current by pk id uuid mutation")
_ENTRIES: Final = _set("item batch record entry")
"""What generated names end with behind the noun: ``delete_users_items``."""
_WHOLE: Final = _set("all everything every database db")
_RELATING: Final = _set("from to in for of on with")
"""What follows one of these words is not what the mutation is about."""
_OWN: Final = _set("user me myself self viewer")
"""Nouns that are an account whatever their type looks like."""
_ASKING: Final = _set("current active my own authenticated")
"""Words with which queries begin that give what belongs to whoever asks."""
_WHO_AM_I: Final = frozenset((("whoami",), ("who", "am", "i")))
_GLOBAL: Final = _set("app application system site server service api global security")
_MACHINES: Final = _GLOBAL | {"node", "cluster", "instance", "process", "machine", "host", "engine", "daemon"}
_REQUESTS: Final = _set("request forgot send validate verify check test preview export")
"""Words that say that nothing is changed yet."""
_KEYS: Final = KEY_WORDS.union(CHOSEN_KEYS) | {"number"}
_FILTERS: Final = _set("where filter condition bool criterion selector query")
_UNIQUE: Final = _set("unique pk by")
_SPACES: Final = _set("mutation operation command action namespace op")
"""What the names of types end with that only group mutations."""
_PAYLOADS: Final = ("Payload", "Result", "Response", "Output", "Return")
_OF_SOMETHING: Final = (Threat.SETTINGS, Threat.LOGIN)
"""Threats whose nouns belong to what is named before them."""
_DEEPEST: Final = 2
"""Input objects inside each other that are looked through."""


class Rule(NamedTuple):
    """One row of the table."""

    threat: Threat
    verbs: frozenset[str]
    nouns: frozenset[str]
    """What the mutation is about: the last word of its noun."""
    signs: frozenset[str] = frozenset()
    """Words in the fields of a type called like the noun, without which it is ordinary data."""
    certain: frozenset[str] = frozenset()
    """Words in the name beside which nothing else needs to hold."""


RULES: Final = (
    Rule(
        Threat.SESSION,
        _TAKE_AWAY,
        _set("session login cookie"),
        _set("token expire expiry ip agent device csrf user jwt"),
        _set("my current own user"),
    ),
    Rule(
        Threat.SESSION,
        _set("revoke invalidate"),
        frozenset(("", "access", "consent", "authorization", "authorisation", "authentication")),
    ),
    Rule(
        Threat.CREDENTIAL,
        _TAKE_AWAY | _RENEW | _set("replace"),
        _set("token key apikey secret credential certificate passkey client otp mfa"),
        _set("token secret prefix hash scope expire expiry expiration redirect grant"),
        _set("api access oauth auth secret private signing refresh token credential"),
    ),
    Rule(
        Threat.LOGIN,
        _CHANGE | _EMPTY | _DISABLE | _DELETE,
        _set("password passphrase email username"),
        _set("password"),
        _set("password passphrase my own current user"),
    ),
    Rule(
        Threat.ACCOUNT,
        _TAKE_AWAY - {"cancel", "reset", "clear", "flush"},
        _set("account tenant organization organisation workspace realm") | _OWN,
        _set("email username login password role permission member user"),
        _set("my own current") | _OWN,
    ),
    Rule(
        Threat.PERMISSION,
        _TAKE_AWAY | _CHANGE | _ASSIGN,
        _set("role permission privilege acl grant"),
        _set("permission privilege policy scope user member admin acl"),
        _set("permission privilege acl user"),
    ),
    Rule(
        Threat.SCHEMA,
        _TAKE_AWAY | _CHANGE | _ASSIGN,
        _set("schema class table collection type field column model entity migration"),
        _set("field column schema"),
        _set("schema content migration"),
    ),
    Rule(
        Threat.SETTINGS,
        _TAKE_AWAY | _CHANGE | _SWITCH | _ASSIGN,
        _set("setting configuration config maintenance maintenancemode lockdown"),
        _set("maintenance secret smtp domain host policy"),
        _GLOBAL | {"maintenancemode", "shop", "store", "project"},
    ),
)


class _Name(NamedTuple):
    """A name taken apart."""

    verb: str
    noun: tuple[str, ...]
    spoken: tuple[str, ...]
    """All its words."""
    relating: bool
    """Whether it is about one thing in another: ``removeUserFromGroup``."""

    @property
    def head(self) -> str:
        return self.noun[-1] if self.noun else ""


def mutation_hazards(schema: GraphQLSchema) -> dict[str, Hazard]:
    """The grade of every mutation by coordinate; one that only groups others has none, those below it have."""
    mutations = _mutations(schema.mutation_type, (), set())
    return {coordinate: _hazard(schema, _read(spoken), field) for coordinate, spoken, field in mutations}


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


def _read(spoken: tuple[str, ...]) -> _Name:
    """The verb of a name, wherever it is, and the noun without fillers and without what follows a preposition."""
    joined: list[str] = []
    for word in spoken:
        if joined and joined[-1] + word in _JOINED:
            joined[-1] += word
        else:
            joined.append(word)
    verb = next(filter((_VERBS | _LOGOUT).__contains__, (*joined[:1], *joined[-1:], *joined)), "")
    rest = list(joined)
    if verb:
        rest.remove(verb)
    noun: list[str] = []
    for word in rest:
        if word in _RELATING and noun:
            break
        if word not in _FILLERS:
            noun.append(word)
    if len(noun) > 1 and noun[-1] in _ENTRIES:
        noun.pop()
    return _Name(verb, tuple(noun), tuple(joined), not _RELATING.isdisjoint(joined))


def _hazard(schema: GraphQLSchema, name: _Name, field: GraphQLField) -> Hazard:
    threat = _threat(schema, name, field)
    if threat is not None:
        return Hazard(Grade.DANGEROUS, threat)
    return Hazard(next((grade for verbs, grade in _GRADES if name.verb in verbs), Grade.ACTING))


def _threat(schema: GraphQLSchema, name: _Name, field: GraphQLField) -> Threat | None:
    payload = _read(words(get_named_type(field.type).name))
    if not _LOGOUT.isdisjoint((name.verb, payload.verb)):
        return Threat.SESSION
    if name.verb in _CREATE or not _REQUESTS.isdisjoint(name.spoken):
        return None
    if name.verb in _STOP and (not name.noun or name.head in _MACHINES):
        return Threat.SHUTDOWN
    for rule in RULES:
        if _applies(rule, schema, name, field):
            return rule.threat
    if name.verb in _CHANGE and name.head in _OWN | {"account", "profile"}:
        takes_password = any("password" in words(key) for key, _ in _inputs(field))
        return Threat.LOGIN if takes_password else None
    if name.verb in _DELETE | _EMPTY:
        everything = not _WHOLE.isdisjoint(name.spoken) or not _names_an_entry(field)
        return Threat.BULK if everything else None
    return None


def _applies(rule: Rule, schema: GraphQLSchema, name: _Name, field: GraphQLField) -> bool:
    if name.verb not in rule.verbs:
        return False
    if name.head not in rule.nouns and not (rule.threat is Threat.ACCOUNT and _may_be_asking(schema, name)):
        return False
    if rule.threat is Threat.ACCOUNT and name.relating:
        return False  # a user removed from a group is still there
    if not rule.certain.isdisjoint(name.spoken) or not _has_key(field):
        return True
    if rule.threat in _OF_SOMETHING and len(name.noun) == 1:
        return True  # nobody's settings are everybody's
    return _speaks_for(rule, schema, name)


def _speaks_for(rule: Rule, schema: GraphQLSchema, name: _Name) -> bool:
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
        return name.verb in _TAKE_AWAY  # a type is also what an entry may be set to: ``setBookType``
    return rule.threat not in _OF_SOMETHING  # those of one entry: ``updateBookSettings(bookId:)``


def _may_be_asking(schema: GraphQLSchema, name: _Name) -> bool:
    """Whether the noun is the type of a query such as ``me`` or ``activeAdministrator``: whoever asks is one."""
    queries = schema.query_type.fields if schema.query_type else {}
    for query, field in queries.items():
        if words(get_named_type(field.type).name) != name.noun:
            continue
        spoken = words(query)
        is_asker = spoken in _WHO_AM_I or not (_OWN | _ASKING).isdisjoint(spoken[:1])
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
