"""Operations → calls that learn: which values fill their parameters, taken from what other operations have shown."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from querious.answers.pages import is_cursor, is_paging, is_size, sorts
from querious.model.request_body import content_of, is_file, is_json_media
from querious.model.rest_call import RestArgument, RestCall
from querious.rest.cases.callable_operation import CallableOperation, ParameterKind
from querious.rest.cases.entity_tags import EntityTags
from querious.rest.cases.modelled_bodies import ModelledBodies, Models, own_texts
from querious.rest.cases.refused_parameters import RefusedParameters
from querious.rest.cases.schema_values import UNSURE, SchemaMakers
from querious.rest.cases.shown_values import ShownVocabulary, owner_of, referred, resource_of
from querious.rest.openapi import RestParameter
from querious.rest.openapi.document import UnusableError
from querious.rest.openapi.json_schema import JsonSchema
from querious.rest.openapi.validity import strict_validator, validator
from querious.rest.openapi.xml_layout import is_xml
from querious.rest.page_sizes import LearnedPageSizes
from querious.text.words import same, words
from querious.values.field_calls import FieldCall
from querious.values.forms import FormMember, LeafForm, ListForm, ObjectForm, ValueForm
from querious.values.learned_values import DESCRIBED, NAMED, LearnedValues, SourceGroup
from querious.values.semantics import guesses, is_search, usual_words
from querious.values.strings import neighbour

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from querious.model.values import JSON, Value
    from querious.rest.openapi import RestOperation
    from querious.rest.openapi.schemas import Schemas
    from querious.values import Chance, Pool
    from querious.values.scalars import Make

BODY: Final = "body"
"""The member of a call that stands for its body."""
_EMPTY_NAMES: Final = frozenset(("id", "key", "name", "value", "code", "ref", "uid", "uuid", "type", "slug"))
"""Names that many things share, so that a member of the same name elsewhere says little."""
_DEEPEST: Final = 3
_SUFFICIENT: Final = 0.9
_OPTIONAL: Final = 0.2
_LEARNED: Final = 0.7
"""How often a value that was learned is drawn at random, where there is one."""
_RENEWED: Final = 0.75
"""How often what an operation may refuse as being there already gets new texts."""
_NEIGHBOUR: Final = 0.05
_MADE_UP: Final = 2
"""Calls with made-up bodies that an operation may refuse before one is modelled on a row."""
_LIKE_ROWS: Final = 0.75
"""How often it is from then on, until one is accepted."""
_TELLING: Final = 3
"""Rows that tell which of their texts are their own."""
_MADE: Final = 0.3
_JSON: Final = "application/json"
_UPLOADS: Final = ("multipart/form-data", "application/x-www-form-urlencoded")


_JOINT: Final = UNSURE | {"dependentRequired", "minProperties"}
"""Keywords of objects that say something of several members, so that these cannot be learned one by one."""


class OperationCalls:
    """The calls of all operations of one API."""

    def __init__(self, operations: Sequence[RestOperation], schemas: Schemas, pool: Pool) -> None:
        self._pool = pool
        self.schemas = schemas
        self._vocabulary = ShownVocabulary(operations, schemas)
        self._owners = _owners_of_keys(operations)
        self._keys = _keys_of_owners(operations)
        self._makers = SchemaMakers(self._leaf)
        self.plans: dict[str, CallableOperation] = {}
        """By coordinate."""
        self.refused = RefusedParameters()
        self.page_sizes = LearnedPageSizes()
        self.tags = EntityTags()
        self.models = ModelledBodies()
        self._proposed: Counter[str] = Counter()
        """How often each operation was proposed."""
        self.crowded: set[str] = set()
        """Operations that have refused what is there already."""
        self._paths = tuple(dict.fromkeys(operation.path for operation in operations))
        self.unusable: dict[str, str] = {}
        """Operations that cannot be called, and why."""
        self._parameter_makers: dict[tuple[str, str], Make] = {}
        self._body_makers: dict[tuple[str, str], Make] = {}
        self._validators: dict[tuple[str, bool], Any] = {}
        for operation in operations:
            self._plan(operation)

    def _plan(self, operation: RestOperation) -> None:
        coordinate = str(operation)
        try:
            kinds = list(self._kinds(operation))
            described = _media(operation)
            media = _JSON if "*" in described else described
            bodies = {
                name: self.schemas.sent(schema).with_examples(operation.body.examples.get(name, ()))
                for name, schema in operation.body.media.items()
                if name == described or _is_writable(name)
            }
            body = bodies.pop(described) if described else None
        except UnusableError as error:
            self.unusable[coordinate] = str(error)
            return
        parameters = tuple(_usable(kinds, operation.path))
        plan = CallableOperation(operation, coordinate, resource_of(operation.path), parameters, media, body, bodies)
        self.plans[coordinate] = plan
        self._pool.register(FieldCall(coordinate, "", self._form(plan), nested=False))

    def _kinds(self, operation: RestOperation) -> Iterator[ParameterKind]:
        """The parameters with their schemas, without optional ones that no schema can be read for."""
        for each in operation.parameters:
            try:
                yield ParameterKind(each, self.schemas.sent(each.schema).with_examples(each.examples))
            except UnusableError:
                if each.required and each.where != "path":
                    raise

    # calls that are worth a trial

    def propose(self, plan: CallableOperation, chance: Chance, round_: int) -> RestCall:
        """A call with the values that look best now."""
        known = self._pool.call(plan.coordinate)
        members = dict(known.draw(chance, round_)) if known is not None else {}
        call = self.call(plan, members)
        self._proposed[plan.coordinate] += 1
        if self._proposed[plan.coordinate] > _MADE_UP and not self.models.accepted(plan.coordinate):
            modelled = self._modelled(plan, call, chance)
            if modelled is not None:
                return modelled
        return self._renewed(plan, call, chance) if plan.coordinate in self.crowded else call

    def _modelled(self, plan: CallableOperation, call: RestCall, chance: Chance) -> RestCall | None:
        """With a body like a row that is there, where nothing made up was accepted; None where there is no such row."""
        schema = plan.body_in(call.media) if call.media else None
        if schema is None or not schema.properties or not chance.rarely(_LIKE_ROWS):
            return None
        models = self.models.models(plan.resource, schema)
        if not models:
            return None
        body = dict(chance.choose(models))
        for name in sorted(self._own(plan, models) & body.keys()):
            if len(models) >= _TELLING or chance.rarely(_RENEWED):
                body[name] = SchemaMakers().maker(schema.of_property(name), f"{plan.coordinate}.{BODY}.{name}")(chance)
        modelled = call._replace(body=body)
        return modelled if self._allows(f"{plan.coordinate} {call.media}", schema, body, strict=False) else None

    def _own(self, plan: CallableOperation, bodies: Sequence[Mapping[str, JSON]]) -> frozenset[str]:
        """The members that may be taken only once: the key of the entry, and texts that lead to nothing else."""
        keys = {path.rpartition("{")[2][:-1] for path in self._paths if _is_item_of(path, plan.operation.path)}
        return frozenset(name for name in own_texts(bodies) if name in keys or not self._references(name))

    def accepted(self, coordinate: str) -> Models:
        """The bodies that an operation has accepted, for those who make others like them."""
        plan, bodies = self.plans.get(coordinate), self.models.accepted(coordinate)
        schema = plan.body_in(plan.media) if plan is not None else None
        if plan is None or schema is None or not bodies:
            return Models()
        shown = self.models.models(plan.resource, schema)
        return Models(bodies, self._own(plan, shown if len(shown) >= _TELLING else bodies))

    def _renewed(self, plan: CallableOperation, call: RestCall, chance: Chance) -> RestCall:
        """With other texts in the body, but for those that are chosen from what there is: a name is taken only once."""
        schema = plan.body_in(call.media) if call.media else None
        if schema is None or not isinstance(call.body, dict) or plan.method != "POST" or not chance.rarely(_RENEWED):
            return call
        own = [path.rpartition("{")[2][:-1] for path in self._paths if _is_item_of(path, plan.operation.path)]
        body = dict(call.body)
        for name in [each for each in body if each in schema.properties]:
            inner = schema.of_property(name)
            is_text = inner.types[0] == "string" and inner.merged.keys().isdisjoint({"enum", "const", "format"})
            if is_text and not inner.alternatives and (name in own or not self._references(name)):
                body[name] = SchemaMakers().maker(inner, f"{plan.coordinate}.{BODY}.{name}")(chance)
        return call._replace(body=body)

    @staticmethod
    def call(plan: CallableOperation, members: Mapping[str, Value]) -> RestCall:
        """The call with these members: parameters by name, and ``body``."""
        arguments = [
            RestArgument(kind.parameter.where, kind.parameter.name, members[kind.parameter.name])
            for kind in plan.parameters
            if kind.parameter.name in members
        ]
        media = plan.media if BODY in members else ""
        return RestCall(plan.method, plan.operation.path, tuple(arguments), media, members.get(BODY))

    def is_valid(self, call: RestCall, *, strict: bool = False) -> bool:
        """Whether the description allows a call; ``strict`` looks at formats too."""
        plan = self.plans.get(call.coordinate)
        if plan is None:
            return True
        sent = self.members(call)
        for kind in plan.parameters:
            name = kind.parameter.name
            if kind.parameter.required and name not in sent:
                return False
            if name in sent and not self._allows(f"{plan.coordinate}.{name}", kind.schema, sent[name], strict=strict):
                return False
        if not call.media:
            return not plan.operation.body.required
        body = plan.body_in(call.media)
        written = _without_files(call.body) if call.media.startswith("multipart/") else call.body
        return body is None or self._allows(f"{plan.coordinate} {call.media}", body, written, strict=strict)

    def _allows(self, place: str, schema: JsonSchema, value: JSON, *, strict: bool) -> bool:
        if (place, strict) not in self._validators:
            self._validators[place, strict] = (strict_validator if strict else validator)(schema)
        return bool(self._validators[place, strict].is_valid(value))

    @staticmethod
    def members(call: RestCall) -> dict[str, JSON]:
        """The inverse of ``call``."""
        members = {argument.name: argument.value for argument in call.arguments}
        return members | ({BODY: call.body} if call.media else {})

    def _form(self, plan: CallableOperation) -> ObjectForm:
        def members() -> dict[str, FormMember]:
            found = {}
            for kind in plan.parameters:
                parameter = kind.parameter
                place = f"{plan.coordinate}.{parameter.name}"
                narrows = is_paging(parameter.name) or sorts(parameter.name) or parameter.where in {"header", "cookie"}
                if parameter.required or not narrows:
                    form = self._value_form(kind.schema, place, self._groups(plan, parameter))
                    found[parameter.name] = FormMember(parameter.required, _OPTIONAL, form)
            if plan.body is not None:
                required = plan.operation.body.required or plan.method in {"POST", "PUT", "PATCH"}
                found[BODY] = FormMember(required, _OPTIONAL, self._body_form(plan.body, f"{plan.coordinate}.{BODY}"))
            return found

        return ObjectForm(members, (), alone=_SUFFICIENT)

    def _body_form(self, schema: JsonSchema, place: str, depth: int = 0) -> ValueForm:
        """Members that must be there and are texts or numbers learn; the others are made."""
        if not schema.properties or schema.alternatives or depth >= _DEEPEST or not _JOINT.isdisjoint(schema.merged):
            return ValueForm(self._makers.maker(schema, place), _MADE)
        name = schema.names[0] if schema.names else place
        members = {}
        for key in schema.properties:
            examples = [each for each in schema.merged.get("examples", ()) if isinstance(each, dict)]
            documented = [each[key] for each in examples if key in each]
            inner = schema.of_property(key).with_examples(documented)
            required = key in schema.required
            if inner.properties:
                form: ValueForm = self._body_form(inner, f"{name}.{key}", depth + 1)
            else:
                form = self._value_form(inner, f"{name}.{key}", self._references(key))
            members[key] = FormMember(required, _OPTIONAL, form)
        return ObjectForm(lambda: members, self._pool.whole(place, dict), alone=_SUFFICIENT)

    def _value_form(self, schema: JsonSchema, place: str, groups: tuple[SourceGroup, ...]) -> ValueForm:
        kind = schema.types[0]
        if kind == "array":
            item = schema.items
            inner = self._value_form(item, place, groups) if item.types[0] in _CONVERTERS else None
            least_one = isinstance(inner, LeafForm) and schema.merged.get("minItems", 0) <= 1
            least_one = least_one and "contains" not in schema.merged and "prefixItems" not in schema.merged
            return ListForm(inner, ()) if inner is not None and least_one else self._made(schema, place)
        if kind not in _CONVERTERS or schema.alternatives or "const" in schema.merged:
            return self._made(schema, place)
        return LeafForm(place, self._learned(place, schema, groups))

    def _made(self, schema: JsonSchema, place: str) -> ValueForm:
        return ValueForm(self._makers.maker(schema, place), _MADE)

    # what is learned of one place

    def _learned(self, place: str, schema: JsonSchema, groups: tuple[SourceGroup, ...]) -> LearnedValues:
        kind, merged = schema.types[0], schema.merged
        name = place.rpartition(".")[2]
        scalar = {"string": "String", "integer": "Int", "number": "Float", "boolean": "Boolean"}[kind]
        closed = "enum" in merged
        is_free = not closed and "pattern" not in merged and not merged.get("format")
        is_allowed = validator(schema).is_valid
        guessed = guesses(name, scalar) if is_free and kind != "number" else ()
        learned = self._pool.argument(
            place,
            () if closed or kind == "boolean" else groups,
            tuple(filter(is_allowed, guessed)),
            SchemaMakers().maker(schema, place),
            _choice(merged["enum"]) if closed else _CONVERTERS[kind],
            coordinate=place,
        )
        documented = [*merged.get("enum", ()), *merged.get("examples", ())]
        documented += [merged["default"]] if merged.get("default") is not None else []
        sendable = [value for value in documented if isinstance(value, str | int | float) and is_allowed(value)]
        learned.hint(DESCRIBED, sendable)
        if is_free:
            learned.hint(NAMED, [value for value in usual_words(name, scalar) if is_allowed(value)])
        return learned

    def _groups(self, plan: CallableOperation, parameter: RestParameter) -> tuple[SourceGroup, ...]:
        """Where the values of a parameter may be seen, the likeliest first."""
        name, vocabulary = parameter.name, self._vocabulary
        if is_size(name):
            return ()
        owner = owner_of(plan.operation.path, name)
        found: list[tuple[float, Iterable[str]]] = []
        if owner:
            thing, key = referred(name)
            found.append((0.9, [*vocabulary.of(owner, name), *(vocabulary.of(owner, key) if key else ())]))
            found.append((0.8, vocabulary.keys_of(owner)))
            found.append((0.6, vocabulary.named(f"{owner}id") + vocabulary.named(f"{owner}{key or name}")))
            found.append((0.5, vocabulary.keys_of(thing)))
        else:
            found.append((0.7, vocabulary.of(plan.resource, name)))
            if is_search(name):
                found.append((0.6, vocabulary.keys_of(plan.resource)))
            if is_cursor(name):
                found.append((0.6, vocabulary.named("nextcursor") + vocabulary.named("cursor")))
            found += [(group.likely, group.coordinates) for group in self._references(name)]
        if name.lower() not in _EMPTY_NAMES:
            found.append((0.4, vocabulary.named(name)))
        if owner:
            found.append((0.15, vocabulary.named("id")[:100]))
        return _grouped(found)

    def sources_of(self, coordinate: str, name: str) -> tuple[SourceGroup, ...]:
        """Where the values of a parameter, or of a member of the body, may be seen; the likeliest first."""
        plan = self.plans[coordinate]
        for kind in plan.parameters:
            if kind.parameter.name == name:
                return self._groups(plan, kind.parameter)
        return self._references(name)

    def _references(self, name: str) -> tuple[SourceGroup, ...]:
        """Where the values of a member may be seen that is named as a reference.

        ``authorId`` speaks of an author; ``sku`` is the key in the path of another operation, ``/items/{sku}``. Where
        ``/depots/{code}`` looks a depot up, ``depot`` and ``homeDepot`` are one.
        """
        thing, key = referred(name)
        vocabulary = self._vocabulary
        if thing:
            known = [(0.8, vocabulary.of(thing, key)), (0.6, vocabulary.keys_of(thing)), (0.4, vocabulary.named(name))]
            return _grouped(known)
        called = self._called(name)
        if called:
            keys = [coordinate for each in self._keys[called] for coordinate in vocabulary.of(called, each)]
            shown = [*vocabulary.named(name), *vocabulary.keys_of(called)]
            return _grouped([(0.8, keys), (0.6, shown)])
        owners = self._owners.get(same(name), ())
        shown = [coordinate for owner in owners for coordinate in vocabulary.of(owner, name)]
        return _grouped([(0.7, shown)])

    def _called(self, name: str) -> str:
        """What is looked up by a key in a path, and called like a member or like the last words of its name."""
        spoken = words(name)
        for first in range(len(spoken)):
            thing = "".join(spoken[first:])
            if thing in self._keys:
                return thing
        return ""

    def first_source(self, coordinate: str, name: str) -> str:
        """The coordinate under which a value of a parameter is kept beside what was shown for it; empty if none."""
        learned = self._pool.argument(f"{coordinate}.{name}")
        return next((each for group in learned.groups for each in group.coordinates), "")

    # random values

    def parameter_maker(self, plan: CallableOperation, kind: ParameterKind) -> Make:
        """The maker of random values for a parameter, which draws what was learned."""
        key = plan.coordinate, kind.parameter.name
        known = self._parameter_makers.get(key)
        if known is None:
            self._learn_of(plan)
            own = JsonSchema(kind.schema.merged, kind.schema.definitions)  # not shared with others of its definition
            known = self._parameter_makers[key] = self._makers.maker(own, ".".join(key))
        return known

    def body_maker(self, plan: CallableOperation, media: str) -> Make:
        """The maker of random bodies of a media type."""
        key = plan.coordinate, media
        if key not in self._body_makers:
            self._learn_of(plan)
            schema = plan.body_in(media) or JsonSchema({}, {})
            self._body_makers[key] = self._makers.maker(schema, f"{plan.coordinate}.{BODY}")
        return self._body_makers[key]

    def learn_of_all(self) -> None:
        """Settle at once what is learned about the values of all calls; else each is settled when it is first made."""
        for plan in self.plans.values():
            self._learn_of(plan)

    def _learn_of(self, plan: CallableOperation) -> None:
        """What is learned about its values is settled by the form of its call, whoever draws first."""
        call = self._pool.call(plan.coordinate)
        _ = call.form.members if call is not None else ()

    def _leaf(self, place: str, schema: JsonSchema, make: Make) -> Make:
        """A maker that draws what was learned at this place, if anything was."""
        convert = _CONVERTERS.get(schema.types[0])
        groups = self._references(place.rpartition(".")[2])
        known = self._pool.argument(place, groups, (), make, convert or str, coordinate=place)
        if not known.groups and not known.has_hints:
            return make

        def learned(chance: Chance) -> JSON:
            if chance.wild and chance.rarely(chance.wild):
                return make(chance)
            value = known.draw(chance) if chance.rarely(_LEARNED) else None
            if value is None:
                return make(chance)
            if chance.rarely(_NEIGHBOUR):
                value = neighbour(chance, str(value))
            converted = known.convert(value)
            return make(chance) if converted is None else converted

        return learned


def _is_item_of(path: str, collection: str) -> bool:
    above, _, last = path.rstrip("/").rpartition("/")
    return above == collection.rstrip("/") and last.startswith("{")


def _owners_of_keys(operations: Iterable[RestOperation]) -> dict[str, list[str]]:
    """What each name of a key in a path is a key of; names that many things share say nothing."""
    owners: dict[str, list[str]] = {}
    for operation in operations:
        for step in operation.path.split("{")[1:]:
            name = step.partition("}")[0]
            owner = owner_of(operation.path, name)
            known = owners.setdefault(same(name), [])
            if owner and owner not in known and name.lower() not in _EMPTY_NAMES:
                known.append(owner)
    return owners


def _keys_of_owners(operations: Iterable[RestOperation]) -> dict[str, list[str]]:
    """The names of the keys in paths by which each thing is looked up: ``code`` of a depot for ``/depots/{code}``."""
    keys: dict[str, list[str]] = {}
    for operation in operations:
        before, _, last = operation.path.rstrip("/").rpartition("/")
        owner = resource_of(before) if not before.endswith("}") else ""
        if owner and last.startswith("{") and last.endswith("}"):
            known = keys.setdefault(owner, [])
            if last[1:-1] not in known:
                known.append(last[1:-1])
    return keys


def _choice(values: Sequence[JSON]) -> Callable[[JSON], JSON]:
    """The documented value that is written like this one."""
    by_text = {str(value): value for value in values}
    return lambda value: by_text.get(str(value))


def _whole(value: JSON) -> JSON:
    try:
        return int(value)
    except (TypeError, ValueError):
        return None


def _fraction(value: JSON) -> JSON:
    try:
        return float(value)
    except (TypeError, ValueError):
        return None


_CONVERTERS: Final[Mapping[str, Callable[[JSON], JSON]]] = {
    "string": str,
    "integer": _whole,
    "number": _fraction,
    "boolean": bool,
}


def _grouped(found: Sequence[tuple[float, Iterable[str]]]) -> tuple[SourceGroup, ...]:
    """Each coordinate once, in the likeliest group."""
    taken: set[str] = set()
    groups = []
    for likely, coordinates in sorted(found, key=lambda guess: -guess[0]):
        new = tuple(dict.fromkeys(each for each in coordinates if each not in taken))
        taken.update(new)
        if new:
            groups.append(SourceGroup(new, likely))
    return tuple(groups)


def _without_files(body: JSON) -> JSON:
    """A form with what stands in its files: their descriptions speak of that, and not of names and types."""

    def text(item: JSON) -> JSON:
        return content_of(item).decode("latin-1") if is_file(item) else item

    if not isinstance(body, dict):
        return body
    return {name: list(map(text, value)) if isinstance(value, list) else text(value) for name, value in body.items()}


def _media(operation: RestOperation) -> str:
    """The media type of the body that is sent: JSON if the operation takes that, then forms, then the first one."""
    body = operation.body
    if body.json_media:
        return body.json_media
    return next((name for name in (*_UPLOADS, *body.media) if name in body.media), "")


def _is_writable(media: str) -> bool:
    """Whether a body can be written in a media type: JSON, forms, XML and text."""
    kind = media.partition(";")[0].strip().lower()
    return "*" not in kind and (
        is_json_media(kind) or kind in _UPLOADS or kind.startswith("text/plain") or is_xml(kind)
    )


def _usable(kinds: Sequence[ParameterKind], path: str) -> Iterator[ParameterKind]:
    """The parameters that go into a request; those of the path as the path itself names them, described or not."""
    described = {kind.parameter.name: kind for kind in kinds if kind.parameter.where == "path"}
    for step in path.split("{")[1:]:
        name = step.partition("}")[0]
        text = {"type": "string"}
        undescribed = RestParameter(name, "path", required=True, schema=text, keywords=text, style="simple")
        yield described.get(name, ParameterKind(undescribed, JsonSchema(text, {})))
    for kind in kinds:
        if kind.parameter.where != "path":
            yield kind
