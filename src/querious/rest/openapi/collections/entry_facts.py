"""What the schemas of a collection say about its entries: how they are sent and shown, and which field is the key."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from querious.answers.volatile import tells_own_moment
from querious.model.state import Command
from querious.rest.openapi.collections.names import is_identifier, referred
from querious.rest.openapi.document import UnusableError
from querious.rest.openapi.json_schema import JsonSchema, key_type
from querious.text.words import folded, same_noun, written_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from querious.model.values import JSON
    from querious.rest.openapi.collections.resources import RestResource
    from querious.rest.openapi.schemas import Schemas

_ENVELOPES: Final = frozenset({"data", "item", "entry", "resource", "record", "payload"})


@dataclass(frozen=True, slots=True)
class EntryFacts:
    """What is known of the entries of one collection."""

    sent: Mapping[Command, JsonSchema]
    """The schema of an entry as it is sent, without its wrapping; PUT and PATCH may have none."""
    key: str = ""
    """The field that holds the key; empty if nothing says so."""
    key_type: str = ""
    """``integer``, ``uuid``, ``string``; empty if nothing says so."""
    wrap: str = ""
    """The name under which an entry is sent, as in ``{"book": {…}}``; empty if it is sent as it is."""
    listed_at: str = ""
    """The one list of objects in the answer to a list, by its dotted path; empty where nothing, or no one, is told."""
    unseen: frozenset[str] = frozenset()
    """Fields that are flagged writeOnly, and those that are sent and not documented to be shown."""
    put_replaces: bool = True
    omitted: frozenset[tuple[str, ...]] = frozenset()
    """Fields that are left to the service."""
    entry_name: str = ""
    """What the schema of an entry is called: ``Book``."""


def entry_facts(resource: RestResource, schemas: Schemas) -> EntryFacts:
    """Raises ``UnusableError`` with the reason where entries cannot be sent."""
    bodies = _bodies(resource, schemas)
    wraps = {_only_property(resource, schema) for schema in bodies.values()}
    wrap = wraps.pop() if len(wraps) == 1 else ""
    sent = {command: schema.of_property(wrap) if wrap else schema for command, schema in bodies.items()}
    shown = _shown(resource, schemas, wrap)
    post = sent[Command.POST]
    put = sent.get(Command.PUT, post)
    key = _key(resource, shown.properties) or _key(resource, post.properties)
    kept = {name for name in post.properties if _is_kept(name)}
    if key:
        kept.add(key)
    takes_all = put.properties.keys() >= post.properties.keys() - kept
    return EntryFacts(
        sent,
        key,
        _key_type(resource, key, shown),
        wrap,
        _listed_at(_answered(resource, Command.LIST, schemas), shown),
        _unseen(resource, schemas, shown, sent.values()),
        takes_all and set(put.required) >= set(post.required) - kept,
        frozenset((name,) for name in kept),
        next(iter(shown.names), ""),
    )


def without_listing_look_up(resource: RestResource, schemas: Schemas) -> RestResource:
    """Without a GET of an item that answers with a list, as one that looks for all entries of a name does."""
    schema = _answered(resource, Command.GET, schemas)
    is_list = "items" in schema.merged or (len(schema.properties) == 1 and bool(_lists_of_objects(schema)))
    if not is_list or Command.LIST not in resource.operations:
        return resource
    others = dict(resource.operations)
    del others[Command.GET]
    return replace(resource, operations=others)


def _is_kept(name: str) -> bool:
    """Whether services keep such a field themselves, also where nobody wrote readOnly."""
    return tells_own_moment(name) or written_words(name) == ("links",)


def _bodies(resource: RestResource, schemas: Schemas) -> dict[Command, JsonSchema]:
    """What each command sends, where that is an object; that of POST must be one."""
    found = {}
    for command in (Command.POST, Command.PUT, Command.PATCH):
        source = resource.operation(command).body.json_schema
        schema = schemas.sent(source)
        if schema.is_object:
            found[command] = schema
        elif command is Command.POST and source is not None:
            raise UnusableError("POST does not take a single object")
        elif command is Command.POST:
            taken = ", ".join(resource.operation(command).body.media) or "nothing"
            raise UnusableError(f"POST takes {taken}, not JSON with a schema")
    return found


def _only_property(resource: RestResource, schema: JsonSchema) -> str:
    """The one property of a schema, if it holds an entry."""
    if len(schema.properties) != 1:
        return ""
    name = next(iter(schema.properties))
    is_envelope = name in _ENVELOPES or same_noun(written_words(name), resource.collection.last_words)
    return name if is_envelope and len(schema.of_property(name).properties) > 1 else ""


def _answered(resource: RestResource, command: Command, schemas: Schemas) -> JsonSchema:
    """The schema of a command's answer; one that says nothing where it is missing or cannot be followed."""
    return _schema_shown(resource.operation(command).success.json_schema, schemas)


def _schema_shown(source: JSON, schemas: Schemas) -> JsonSchema:
    try:
        return schemas.shown(source)
    except UnusableError:
        return JsonSchema({}, {})


def _shown(resource: RestResource, schemas: Schemas, wrap: str) -> JsonSchema:
    """How an entry is shown: by GET, or else in the answer to POST."""
    for command in (Command.GET, Command.POST):
        schema = _answered(resource, command, schemas)
        name = wrap if wrap in schema.properties else _only_property(resource, schema)
        if name:
            schema = schema.of_property(name)
        if schema.properties:
            return schema
    return JsonSchema({}, {})


def _key(resource: RestResource, names: Iterable[str]) -> str:
    """The field that is called like the parameter, or ``id`` where the parameter is called like a key."""
    parameter, entry = resource.key_parameter, resource.collection.last_words
    found = [name for name in names if folded(name) == folded(parameter)]
    if is_identifier(parameter) or same_noun(referred(parameter)[-1:], entry[-1:]):
        found += sorted(filter(is_identifier, names), key=lambda name: written_words(name) != ("id",))
        found += [name for name in names if same_noun(referred(name), entry)]
    if same_noun(written_words(parameter)[:1], entry[-1:]):
        found += [name for name in names if written_words(name) == written_words(parameter)[1:]]
    return next(iter(found), "")


def _key_type(resource: RestResource, key: str, shown: JsonSchema) -> str:
    if key in shown.properties:
        return key_type(shown.of_property(key).merged)
    for operation in resource.operations.values():
        for parameter in operation.parameters:
            if parameter.where == "path" and parameter.name == resource.key_parameter:
                return key_type(parameter.keywords)
    return ""


def _listed_at(listed: JsonSchema, shown: JsonSchema) -> str:
    """The only list, or the one of several whose items have most of the properties that entries have."""
    outer = _lists_of_objects(listed)
    if len(outer) == 1:
        return outer[0]
    alike = sorted(((_shared(listed.of_property(name).items, shown), name) for name in outer), reverse=True)
    if len(alike) > 1 and alike[0][0] > alike[1][0]:
        return alike[0][1]
    for name in listed.properties:
        outer += [f"{name}.{inner}" for inner in _lists_of_objects(listed.of_property(name))]
    return outer[0] if len(outer) == 1 else ""


def _shared(one: JsonSchema, other: JsonSchema) -> int:
    return len(one.properties.keys() & other.properties.keys())


def _lists_of_objects(schema: JsonSchema) -> list[str]:
    found = []
    for name in schema.properties:
        inner = schema.of_property(name)
        entry = inner.items.merged
        if "items" in inner.merged and (entry.get("type") == "object" or "properties" in entry):
            found.append(name)
    return found


def _unseen(resource: RestResource, schemas: Schemas, shown: JsonSchema, sent: Iterable[JsonSchema]) -> frozenset[str]:
    names = {name for schema in sent for name in schema.properties}
    write_only = _schema_shown(resource.operation(Command.POST).body.json_schema, schemas).hidden
    is_open = shown.merged.keys() & {"oneOf", "anyOf"} or shown.merged.get("additionalProperties")
    not_shown = names - shown.properties.keys() if shown.properties and not is_open else set()
    return frozenset(names & (shown.hidden | write_only | not_shown))
