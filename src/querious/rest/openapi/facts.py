"""What the schemas of a collection say about its entries: how they are sent and shown, and which field is the key."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from querious.answers.volatile import tells_own_moment
from querious.model.crud import Command
from querious.rest.openapi.keywords import declared_types
from querious.rest.openapi.merged_schemas import opened, properties
from querious.rest.openapi.names import is_identifier, referred
from querious.rest.openapi.pointers import Broken
from querious.rest.openapi.schemas import Direction
from querious.text.words import folded, same_noun, written_words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from querious.rest.openapi.operations import Operation
    from querious.rest.openapi.resources import Resource
    from querious.rest.openapi.schemas import Bundle, Schemas

_ENVELOPES: Final = frozenset({"data", "item", "entry", "resource", "record", "payload"})
_WRITING: Final = (Command.POST, Command.PUT, Command.PATCH)


@dataclass(frozen=True, slots=True)
class Facts:
    """Of one collection."""

    sent: Mapping[Command, Bundle]
    """The schema of an entry as it is sent, without its wrapping; PUT and PATCH may have none."""
    key: str = ""
    """The field that holds the key; empty if nothing says so."""
    key_kind: str = ""
    """``integer``, ``uuid``, ``string``; empty if nothing says so."""
    wrap: str = ""
    listed_at: str = ""
    unseen: frozenset[str] = frozenset()
    put_replaces: bool = True
    omitted: frozenset[tuple[str, ...]] = frozenset()
    """Fields that are left to the service."""
    entry_name: str = ""
    """What the schema of an entry is called: ``Book``."""


def facts_of(resource: Resource, schemas: Schemas) -> Facts:
    """Raises ``Broken`` with the reason where entries cannot be sent."""
    whole = {command: bundle for command in _WRITING if (bundle := _sent(resource, command, schemas)) is not None}
    wrap = _wrap(resource, whole)
    sent = {command: _unwrapped(bundle, wrap) for command, bundle in whole.items()}
    shown = _shown(resource, schemas, wrap)
    key = _key(resource, shown, sent[Command.POST])
    post, put = (_names(sent[command]) if command in sent else None for command in (Command.POST, Command.PUT))
    kept = {name for name in _names(sent[Command.POST])[0] if _is_kept(name)} | ({key} if key else set())
    return Facts(
        sent,
        key,
        _key_kind(resource, key, shown),
        wrap,
        _listed_at(resource, schemas),
        _unseen(resource, schemas, shown, sent),
        put is None or post is None or (put[0] >= post[0] - kept and put[1] >= post[1] - kept),
        frozenset((name,) for name in kept),
        _entry_name(shown),
    )


def _sent(resource: Resource, command: Command, schemas: Schemas) -> Bundle | None:
    operation = resource.operations.get(command)
    if operation is None:
        return None
    body = operation.body
    media = body.json_media if body else ""
    if body is None or not media or body.media[media] is None:
        if command is not Command.POST:
            return None
        taken = ", ".join(body.media) if body else "nothing"
        raise Broken(f"POST takes {taken}, no JSON with a schema")
    bundle = schemas.bundle(body.media[media], Direction.SENT)
    if command is Command.POST and not _is_object(bundle):
        raise Broken("POST takes no single object")
    return bundle if _is_object(bundle) else None


def _is_object(bundle: Bundle) -> bool:
    here = opened(bundle, bundle.schema).schema
    if here.get("type") == "object" or "properties" in here:
        return True
    options = [option for name in ("oneOf", "anyOf") for option in here.get(name, ())]
    return bool(options) and all(_is_object(bundle.inner(each)) for each in options if each != {"type": "null"})


def _wrap(resource: Resource, sent: Mapping[Command, Bundle]) -> str:
    """The one name under which entries are sent in every command, as in ``{"book": {…}}``."""
    names = {_only_property(resource, bundle) for bundle in sent.values()}
    return names.pop() if len(names) == 1 else ""


def _only_property(resource: Resource, bundle: Bundle) -> str:
    found, _ = properties(opened(bundle, bundle.schema).schema)
    if len(found) != 1:
        return ""
    name, schema = next(iter(found.items()))
    inner = opened(bundle, schema).schema
    fits = name in _ENVELOPES or same_noun(written_words(name), resource.collection.last_words)
    return name if fits and len(inner.get("properties", {})) > 1 else ""


def _unwrapped(bundle: Bundle, wrap: str) -> Bundle:
    if not wrap:
        return bundle
    return bundle.inner(properties(opened(bundle, bundle.schema).schema)[0][wrap])


def _answered(operation: Operation | None, schemas: Schemas) -> Bundle | None:
    answer = operation.success if operation else None
    if answer is None or answer.schema is None:
        return None
    try:
        return schemas.bundle(answer.schema, Direction.SHOWN)
    except Broken:
        return None


def _shown(resource: Resource, schemas: Schemas, wrap: str) -> Bundle | None:
    """How an entry is shown: by GET, or else in the answer to POST."""
    for command in (Command.GET, Command.POST):
        bundle = _answered(resource.operations.get(command), schemas)
        if bundle is None:
            continue
        found, _ = properties(opened(bundle, bundle.schema).schema)
        name = wrap if wrap in found else _only_property(resource, bundle) if len(found) == 1 else ""
        bundle = bundle.inner(found[name]) if name else bundle
        if properties(opened(bundle, bundle.schema).schema)[0]:
            return bundle
    return None


def _is_kept(name: str) -> bool:
    """Whether services keep such a field themselves, also where nobody wrote readOnly."""
    return tells_own_moment(name) or written_words(name) == ("links",)


def _names(bundle: Bundle) -> tuple[set[str], set[str]]:
    found, required = properties(opened(bundle, bundle.schema).schema)
    return set(found), set(required)


def _key(resource: Resource, shown: Bundle | None, sent: Bundle) -> str:  # complexipy: ignore (to be taken apart)
    """The field that is called like the parameter, or ``id`` where the parameter is called like a key."""
    parameter = resource.key_parameter
    for bundle in (shown, sent):
        names = list(properties(opened(bundle, bundle.schema).schema)[0]) if bundle else []
        exact = [name for name in names if folded(name) == folded(parameter)]
        if exact:
            return exact[0]
        thing = referred(parameter)
        if is_identifier(parameter) or same_noun(thing[-1:], resource.collection.last_words[-1:]):
            own = [name for name in names if same_noun(referred(name), resource.collection.last_words)]
            bare = sorted(
                (name for name in names if is_identifier(name)), key=lambda name: written_words(name) != ("id",)
            )
            if bare or own:
                return (bare or own)[0]
        plain = [name for name in names if written_words(name) == written_words(parameter)[1:]]
        if plain and same_noun(written_words(parameter)[:1], resource.collection.last_words[-1:]):
            return plain[0]
    return ""


def _key_kind(resource: Resource, key: str, shown: Bundle | None) -> str:
    if shown is not None and key:
        found = properties(opened(shown, shown.schema).schema)[0]
        if key in found:
            return kind_of(opened(shown, found[key]).schema)
    for operation in resource.operations.values():
        for parameter in operation.parameters:
            if (
                parameter.where == "path"
                and parameter.name == resource.key_parameter
                and isinstance(parameter.schema, dict)
            ):
                return kind_of(parameter.schema)
    return ""


def kind_of(schema: Mapping[str, Any]) -> str:
    """What sort of key a field may hold; empty for what can be none."""
    kinds = set(declared_types(schema)) - {"null"}
    for keyword in ("anyOf", "oneOf"):
        listed = schema.get(keyword)
        options = [each for each in listed if isinstance(each, dict)] if isinstance(listed, list) else []
        kinds_of_options = [kind_of(each) for each in options if each != {"type": "null"}]
        if not kinds and kinds_of_options:
            return kinds_of_options[0]
    if kinds in ({"integer"}, {"number"}):
        return "integer"
    if "string" in kinds or kinds == {"integer", "string"}:
        return "uuid" if schema.get("format") in {"uuid", "guid"} else "string"
    return ""


def _listed_at(resource: Resource, schemas: Schemas) -> str:
    """The one list of objects in the answer to a list, by its dotted path; empty where nothing, or no one, is told."""
    bundle = _answered(resource.operations.get(Command.LIST), schemas)
    if bundle is None:
        return ""
    found = []
    for name, schema in properties(opened(bundle, bundle.schema).schema)[0].items():
        inner = opened(bundle, schema).schema
        if _lists_objects(bundle, inner):
            found.append(name)
        found += [
            f"{name}.{deeper}"
            for deeper, each in properties(inner)[0].items()
            if _lists_objects(bundle, opened(bundle, each).schema)
        ]
    plain = [path for path in found if "." not in path]
    found = plain if len(plain) == 1 else found
    return found[0] if len(found) == 1 and found[0].count(".") <= 1 else ""


def _lists_objects(bundle: Bundle, schema: Mapping[str, Any]) -> bool:
    if "items" not in schema:
        return False
    entry = opened(bundle, schema["items"]).schema
    return entry.get("type") == "object" or "properties" in entry


def _unseen(
    resource: Resource, schemas: Schemas, shown: Bundle | None, sent: Mapping[Command, Bundle]
) -> frozenset[str]:
    """Fields that are flagged writeOnly, and those that are sent and not documented to be shown."""
    flagged = {
        name for bundle in (shown,) if bundle for name in opened(bundle, bundle.schema).schema.get("x-hidden", ())
    }
    post = resource.operations[Command.POST]
    if post.body:
        flagged |= _write_only(schemas, post.body.media[post.body.json_media])
    names = set().union(*(_names(bundle)[0] for bundle in sent.values()))
    if shown is not None and not _alternatives(shown):
        documented = set(properties(opened(shown, shown.schema).schema)[0])
        flagged |= names - documented
    return frozenset(flagged & names)


def _write_only(schemas: Schemas, schema: Any) -> set[str]:
    try:
        bundle = schemas.bundle(schema, Direction.SHOWN)
    except Broken:
        return set()
    return set(opened(bundle, bundle.schema).schema.get("x-hidden", ()))


def _alternatives(bundle: Bundle) -> bool:
    here = opened(bundle, bundle.schema).schema
    return any(keyword in here for keyword in ("oneOf", "anyOf")) or bool(here.get("additionalProperties"))


def _entry_name(shown: Bundle | None) -> str:
    return next(iter(opened(shown, shown.schema).names), "") if shown else ""
