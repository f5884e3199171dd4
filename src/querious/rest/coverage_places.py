"""What of a description can be covered beside its operations: what a call may send, and what an answer may show."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.rest.openapi.document import UnusableError
from querious.rest.openapi.json_schema import body_fields

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from querious.model import JSON
    from querious.model.rest_call import RestCall
    from querious.rest.cases.callable_operation import CallableOperation
    from querious.rest.openapi.json_schema import JsonSchema
    from querious.rest.openapi.operations import DocumentedResponse
    from querious.rest.openapi.schemas import Schemas

PARAMETERS: Final = "parameters"
PROPERTIES: Final = "body properties"
ENUMS: Final = "enum values"
STATUSES: Final = "status codes"
MEDIA: Final = "content types"
SHOWN: Final = "response properties"
KINDS: Final = (PARAMETERS, PROPERTIES, ENUMS, STATUSES, MEDIA, SHOWN)
"""What is counted, in the order in which it is told."""
SENT: Final = frozenset((PARAMETERS, PROPERTIES, ENUMS))
"""Those that a call sends; the others an answer shows."""
_FIELDS: Final = 400
"""Properties of one body that are counted."""
_ROWS: Final = 50
"""Items of one list that are looked at."""
_ITEMS: Final = "[]"


class ShownProperty(NamedTuple):
    """A documented property of an object in an answer."""

    name: str
    text: str
    """Its path in one word: ``books[].title``."""
    path: tuple[str, ...]
    """From the outside in, its own name last."""


class ShownProperties(NamedTuple):
    """The properties that a schema documents; one schema serves many operations."""

    inside: Mapping[tuple[str, ...], tuple[ShownProperty, ...]]
    """Those of an object, by its path."""
    size: int
    """How many there are in all."""


class DocumentedAnswer(NamedTuple):
    """What can be seen in answers of one status."""

    place: str
    media: Mapping[str, str]
    """Places by media type, in lower case and without parameters; a range such as ``*/*`` stands for itself."""
    properties: ShownProperties

    def media_place(self, content_type: str) -> str:
        """The place of a content type; empty if it is not documented."""
        kind = media_type(content_type)
        ranges = (kind, f"{kind.partition('/')[0]}/*", "*/*")
        return next((self.media[each] for each in ranges if each in self.media), "")


class OperationPlaces(NamedTuple):
    """All places of one operation."""

    sent: Mapping[str, frozenset[str]]
    """By kind."""
    answers: Mapping[str, DocumentedAnswer]
    """By documented status."""

    def of_kind(self, kind: str) -> Iterator[str]:
        """All places of a kind."""
        if kind in SENT:
            yield from self.sent[kind]
            return
        for answer in self.answers.values():
            if kind == STATUSES:
                yield answer.place
            elif kind == MEDIA:
                yield from answer.media.values()
            else:
                for properties in answer.properties.inside.values():
                    yield from (f"{answer.place} {each.text}" for each in properties)


class ResponseProperties:
    """What schemas of responses document, each worked out once: operations share them."""

    def __init__(self, schemas: Schemas) -> None:
        self._schemas = schemas
        self._known: dict[str, ShownProperties] = {}

    def of(self, response: DocumentedResponse) -> ShownProperties:
        """The properties in the body of a response; none where it is no JSON, or its schema cannot be read."""
        schema = response.json_schema if response.is_json else None
        if schema is None:
            return ShownProperties({}, 0)
        key = repr(schema)
        if key not in self._known:
            self._known[key] = self._properties(schema)
        return self._known[key]

    def _properties(self, schema: JSON) -> ShownProperties:
        try:
            fields = list(islice(body_fields(self._schemas.shown(schema)), _FIELDS))
        except UnusableError:
            fields = []
        inside: dict[tuple[str, ...], dict[str, ShownProperty]] = {}
        for field in fields:
            *around, name = field.path
            if name != _ITEMS:
                inside.setdefault(tuple(around), {})[name] = ShownProperty(name, _path_text(field.path), field.path)
        grouped = {path: tuple(found.values()) for path, found in inside.items()}
        return ShownProperties(grouped, sum(map(len, grouped.values())))


def places_of(plan: CallableOperation, responses: ResponseProperties) -> OperationPlaces:
    """The places of an operation."""
    parameters: set[str] = set()
    properties: set[str] = set()
    enums: set[str] = set()
    for kind in plan.parameters:
        place = f"{plan.coordinate}.{kind.parameter.name}"
        parameters.add(place)
        enums.update(_choices(place, kind.schema), _choices(place, kind.schema.items))
    for field in islice(body_fields(plan.body), _FIELDS) if plan.body is not None else ():
        place = _body_place(plan.coordinate, field.path)
        enums.update(_choices(place, field.schema))
        if field.path[-1] != _ITEMS:
            properties.add(place)
    sent = {PARAMETERS: frozenset(parameters), PROPERTIES: frozenset(properties), ENUMS: frozenset(enums)}
    answers = {}
    for status, response in plan.operation.responses.items():
        if status.startswith("5"):  # nobody should have to see one
            continue
        answers[status] = _documented_answer(f"{plan.coordinate} {status}", response, responses)
    return OperationPlaces(sent, answers)


def _documented_answer(place: str, response: DocumentedResponse, responses: ResponseProperties) -> DocumentedAnswer:
    media = {media_type(name): f"{place} {media_type(name)}" for name in response.media}
    return DocumentedAnswer(place, media, responses.of(response))


def sent_places(call: RestCall) -> set[str]:
    """Every place that a call gives a value to, also those that the description does not know."""
    found = set()
    for argument in call.arguments:
        place = f"{call.coordinate}.{argument.name}"
        found.add(place)
        found.update(_values(place, argument.value))
    for path, value in _sent_values(call.body, ()) if call.media else ():
        place = _body_place(call.coordinate, path)
        found.add(place)
        found.update(_values(place, value))
    return found


def shown_places(answer: DocumentedAnswer, payload: JSON) -> tuple[set[str], set[str]]:
    """The documented properties of the objects that are there, and those of them that have a value."""
    reached: set[str] = set()
    witnessed: set[str] = set()
    stack: list[tuple[JSON, tuple[str, ...]]] = [(payload, ())]
    while stack:
        value, path = stack.pop()
        if isinstance(value, list):
            stack.extend((item, (*path, _ITEMS)) for item in value[:_ROWS])
            continue
        for shown in answer.properties.inside.get(path, ()) if isinstance(value, dict) else ():
            place = f"{answer.place} {shown.text}"
            reached.add(place)
            item = value.get(shown.name)
            if item is not None and item not in ([], {}):
                witnessed.add(place)
                if isinstance(item, dict | list):
                    stack.append((item, shown.path))
    return reached, witnessed


def media_type(content_type: str) -> str:
    """Without its parameters, in lower case."""
    return content_type.partition(";")[0].strip().lower()


def _body_place(coordinate: str, path: Iterable[str]) -> str:
    return f"{coordinate}.body.{_path_text(path)}"


def _path_text(path: Iterable[str]) -> str:
    """``books[].title``."""
    return ".".join(path).replace(f".{_ITEMS}", _ITEMS)


def _choices(place: str, schema: JsonSchema) -> set[str]:
    return {f"{place}={_value_text(value)}" for value in schema.merged.get("enum", ()) if value is not None}


def _values(place: str, value: JSON) -> Iterator[str]:
    for item in value if isinstance(value, list) else [value]:
        if isinstance(item, str | int | float):
            yield f"{place}={_value_text(item)}"


def _value_text(value: JSON) -> str:
    """As it stands in a URL, so that a value is the same wherever it is sent."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _sent_values(body: JSON, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], JSON]]:
    """Everything in a body with its path; a list stands for its items too."""
    if isinstance(body, dict):
        for name, value in body.items():
            yield (*path, name), value
            yield from _sent_values(value, (*path, name))
    elif isinstance(body, list):
        for item in body[:_ROWS]:
            yield (*path, _ITEMS), item
            yield from _sent_values(item, (*path, _ITEMS))
