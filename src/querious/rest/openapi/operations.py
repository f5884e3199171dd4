"""The operations of a description: what each takes and answers, with references followed and all versions alike."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote

from querious.rest.openapi.document import NULL, Part, UnusableError, as_list, as_object, as_text
from querious.rest.openapi.member_texts import described_objects
from querious.rest.openapi.sendable_members import sendable_members
from querious.rest.openapi.xml_layout import xml_layouts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from querious.model.values import JSON
    from querious.rest.openapi.document import References
    from querious.rest.openapi.xml_layout import XmlLayout

METHODS: Final = ("get", "post", "put", "patch", "delete")
"""The methods of a collection and its entries."""
_ALL_METHODS: Final = (*METHODS, "head", "options", "trace", "query")
_STATUS: Final = re.compile(r"default$|[1-5](?:\d\d|XX)\b", re.IGNORECASE)
"""A status, also where its words stand behind it: ``200 OK``."""
_PLACES: Final = ("path", "query", "querystring", "header", "cookie")
_FORM: Final = "application/x-www-form-urlencoded"
_MULTIPART: Final = "multipart/form-data"
_ANY_BYTES: Final = "application/octet-stream"
"""What frameworks name where any file is taken."""
_JSON: Final = frozenset({"application/json", "text/json", "*/*", "application/*"})
_JSON_PATCH: Final = "application/json-patch+json"
_STYLES: Final = {"query": "form", "cookie": "form", "querystring": "json"}
"""What a parameter of a place is written in where nothing is said; ``simple`` in the others."""
_SWAGGER_STYLES: Final = {"csv": "form", "ssv": "spaceDelimited", "pipes": "pipeDelimited", "multi": "form"}


@dataclass(frozen=True, slots=True)
class OmittedPath:
    """A path that is not tested, and why."""

    path: str
    reason: str
    has_entries: bool = False
    """Whether there are entries, which fields of others may refer to, although none can be made."""


@dataclass(frozen=True, slots=True)
class RestParameter:
    """A value beside the body."""

    name: str
    where: str
    """``path``, ``query``, ``querystring``, ``header`` or ``cookie``."""
    required: bool
    schema: JSON
    """As it is written."""
    keywords: Mapping[str, JSON] = field(default_factory=dict)
    """Those of its schema, with a reference followed; none where it leads nowhere."""
    examples: tuple[JSON, ...] = ()
    style: str = "form"
    """How lists and objects are written: ``simple``, ``form``, ``label``, ``matrix``, ``spaceDelimited``,
    ``pipeDelimited``, ``deepObject``; ``json`` where the value stands as JSON."""
    explode: bool = True
    """Whether each item of a list has its own name."""
    about: str = ""
    """What is said of it."""


@dataclass(frozen=True, slots=True)
class RestBody:
    """What an operation takes."""

    media: Mapping[str, JSON] = field(default_factory=dict)
    """Schema by media type; None where there is none. Empty for an operation that takes nothing."""
    required: bool = False
    files: frozenset[str] = frozenset()
    """Fields of a form that are files."""
    file_types: Mapping[str, str] = field(default_factory=dict)
    """The media types that these files are said to have, the first of each."""
    examples: Mapping[str, tuple[JSON, ...]] = field(default_factory=dict)
    """Documented bodies by media type."""
    xml: Mapping[str, XmlLayout] = field(default_factory=dict)
    """How a body stands in the media types that are XML."""
    sendable: Callable[[], Mapping[str, bool]] = field(default=dict, compare=False, repr=False)
    """The members of its JSON, and whether they are read-only; empty where it may hold anything. Read when needed."""

    @property
    def json_media(self) -> str:
        """The media type under which JSON is sent; empty if it takes none. JSON Patch is a language of its own."""
        found = [name for name in self.media if is_json(name) and not name.startswith(_JSON_PATCH)]
        return min(found, key=lambda name: (not name.startswith("application/json"), "*" not in name), default="")

    @property
    def json_schema(self) -> JSON:
        """Of the JSON it takes; None where it takes none, or nothing is said."""
        return self.media[self.json_media] if self.json_media else None


@dataclass(frozen=True, slots=True)
class RestLink:
    """What a response says may be asked next, and with which of its values."""

    operation: tuple[str, ...]
    """The operationId; or the path and the method. Empty if nothing is told."""
    values: Mapping[str, str]
    """By parameter or field: an expression such as ``$response.body#/id``."""


@dataclass(frozen=True, slots=True)
class DocumentedResponse:
    """What an operation answers under one status."""

    media: Mapping[str, JSON] = field(default_factory=dict)
    """Schema by media type; None where there is none."""
    headers: Mapping[str, bool] = field(default_factory=dict)
    """Names in lower case, and whether the header is required."""
    links: tuple[RestLink, ...] = ()
    xml: Mapping[str, XmlLayout] = field(default_factory=dict)
    """How a body stands in the media types that are XML."""
    described: Callable[[], Sequence[Mapping[str, str]]] = field(default=tuple, compare=False, repr=False)
    """What is said of the members of each kind of object in its JSON; read when it is asked for."""

    @property
    def is_json(self) -> bool:
        """Whether a media type of it stands for JSON."""
        return any(map(is_json, self.media))

    @property
    def json_schema(self) -> JSON:
        """Of the JSON it holds; None where nothing is said."""
        return next((schema for name, schema in self.media.items() if is_json(name) and schema is not None), None)


@dataclass(frozen=True, slots=True)
class RestOperation:
    """A method on a path."""

    method: str
    """In lower case."""
    path: str
    """As it is written in the description."""
    name: str = ""
    """The operationId."""
    parameters: tuple[RestParameter, ...] = ()
    body: RestBody = field(default_factory=RestBody)
    responses: Mapping[str, DocumentedResponse] = field(default_factory=dict)
    """By status: ``200``, ``4XX``, ``default``."""
    security: tuple[Mapping[str, JSON], ...] = ()
    """Schemes with their scopes; those of one member are wanted together, and one member is enough."""
    deprecated: bool = False
    about: str = ""
    """What the description says in words: of the operation, then of its refusals."""
    of_all: str = ""
    """What the description says in words of the API as a whole, and so of each of its operations."""
    by_place: Mapping[tuple[str, str], RestParameter] = field(init=False, repr=False, compare=False)
    """The parameters by place and name, which every request asks for."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_place", {(each.where, each.name): each for each in self.parameters})

    def documented_status(self, status: int) -> str:
        """The name under which a status is documented; empty if it is not."""
        return next((name for name in (str(status), f"{status // 100}XX", "default") if name in self.responses), "")

    @property
    def success(self) -> DocumentedResponse:
        """The first response that says that it went well, rather one with a schema; empty where there is none."""
        statuses = sorted(status for status in self.responses if status.startswith(("2", "default")))
        found = [self.responses[status] for status in statuses]
        described = [response for response in found if response.json_schema is not None]
        return next(iter([*described, *found]), DocumentedResponse())

    def __str__(self) -> str:
        return f"{self.method.upper()} {self.path}"


def is_json(media: str) -> bool:
    """Whether a media type stands for JSON; ``*/*`` leaves the choice."""
    kind = media.partition(";")[0].strip().lower()
    return kind in _JSON or kind.endswith("+json")


class OperationReader:
    """Reads the operations of one document."""

    def __init__(self, references: References, document: Part) -> None:
        self._references = references
        self._document = document
        self._is_swagger = "swagger" in document.source
        self._of_all = as_text(as_object(document.value("info")).get("description"))
        self.unread: list[OmittedPath] = []
        """Parameters and responses that cannot be read, of operations that are tested without them."""

    def read(self, path: str, item: JSON) -> Iterator[RestOperation | OmittedPath]:
        """All operations of a path; in the place of one that cannot be used, why."""
        try:
            given = Part(self._references, item)
        except UnusableError as error:
            yield OmittedPath(path, str(error))
            return
        usual = {name: given.value(name) for name in _ALL_METHODS if isinstance(given.value(name), dict)}
        for method, source in (usual | given.part("additionalOperations").source).items():
            try:
                yield self._operation(path, method.lower(), given, Part(self._references, source))
            except UnusableError as error:
                yield OmittedPath(path, f"{method.upper()}: {error}")

    def _operation(self, path: str, method: str, item: Part, source: Part) -> RestOperation:
        name = f"{method.upper()} {path}"
        # One of the operation replaces that of its path.
        listed = [*self._parameters(name, item), *self._parameters(name, source)]
        given = list({(each.text("name"), each.text("in")): each for each in listed if each.text("name")}.values())
        responses = self._responses(name, source)
        return RestOperation(
            method,
            path,
            name=source.text("operationId"),
            parameters=tuple(self._parameter(each) for each in given if each.text("in") in _PLACES),
            body=self._swagger_body(given, source) if self._is_swagger else self._body(source.part("requestBody")),
            responses=responses,
            security=tuple(each.source for each in self._inherited(source, "security").listed("security")),
            deprecated=source.is_true("deprecated"),
            about=self._told(source),
            of_all=self._of_all,
        )

    def _told(self, source: Part) -> str:
        """Summary and description, and why requests are refused; a paragraph each."""
        told = [source.text("summary"), source.text("description")]
        for status, response in as_object(source.value("responses")).items():
            if status.startswith("4") and isinstance(response, dict):
                told.append(as_text(response.get("description")))
        return "\n\n".join(text for text in told if text)

    def _parameters(self, name: str, owner: Part) -> Iterator[Part]:
        for source in as_list(owner.value("parameters")):
            try:
                yield Part(self._references, source)
            except UnusableError as error:
                self.unread.append(OmittedPath(name, f"a parameter: {error}"))

    def _responses(self, name: str, source: Part) -> dict[str, DocumentedResponse]:
        """By status. What is documented under a name that is none may be of any: nothing is known of the others."""
        found: dict[str, DocumentedResponse] = {}
        for written, response in as_object(source.value("responses")).items():
            status = _STATUS.match(written)
            if status is not None:
                known = status[0].upper().replace("DEFAULT", "default")
                found[known] = self._documented(f"{name} {written}", response, source)
            elif not written.startswith("x-"):
                self.unread.append(OmittedPath(name, f'"{written}" is not the status of a response'))
                found.setdefault("default", DocumentedResponse())
        return found

    def _documented(self, name: str, source: JSON, operation: Part) -> DocumentedResponse:
        """One of which nothing is known where it cannot be read: its status is documented all the same."""
        try:
            return self._response(Part(self._references, source), operation)
        except UnusableError as error:
            self.unread.append(OmittedPath(name, str(error)))
            return DocumentedResponse()

    def _inherited(self, operation: Part, name: str) -> Part:
        """The operation if it says something, the document otherwise."""
        return operation if name in operation.source else self._document

    def _parameter(self, given: Part) -> RestParameter:
        where = given.text("in")
        schemas = [given.value("schema"), *_schemas_by_media(given).values()]
        schema = next((each for each in schemas if each is not None), given.source)
        keywords = self._keywords(schema)
        style, explode = self._style(given, where)
        return RestParameter(
            name=given.text("name"),
            where=where,
            required=given.is_true("required") or where == "path",
            schema=schema,
            keywords=keywords,
            examples=tuple(_examples(given)),
            style=style,
            explode=explode,
            about=given.text("description") or as_text(keywords.get("description")),
        )

    def _style(self, given: Part, where: str) -> tuple[str, bool]:
        usual = _STYLES.get(where, "simple")
        if self._is_swagger:
            collection = given.text("collectionFormat") or "csv"
            return _SWAGGER_STYLES.get(collection, usual) if usual == "form" else usual, collection == "multi"
        if _schemas_by_media(given):
            is_form = where == "querystring" and _FORM in _schemas_by_media(given)
            return ("form", True) if is_form else ("json", False)
        style = given.text("style") or usual
        explode = given.value("explode")
        return style, explode if isinstance(explode, bool) else style == "form"

    def _keywords(self, schema: JSON) -> dict[str, Any]:
        """Those of the one schema that is offered beside null too, as frameworks write optional parameters."""
        try:
            source = Part(self._references, schema).source
            offered = [each for each in (*source.get("anyOf", ()), *source.get("oneOf", ())) if each != NULL]
            is_optional = len(offered) == 1 and "type" not in source
            return {**source, **Part(self._references, offered[0]).source} if is_optional else source
        except (UnusableError, TypeError):
            return {}

    def _swagger_body(self, parameters: Sequence[Part], operation: Part) -> RestBody:
        """Swagger 2 has the body among the parameters: one that is all of it, or the fields of a form."""
        for each in parameters:
            if each.text("in") == "body":
                media = self._media_types(operation, "consumes")
                schemas = dict.fromkeys(media, each.value("schema"))
                body = RestBody(schemas, each.is_true("required"), xml=xml_layouts(self._references, schemas))
                return self._with_members(body)
        fields = {each.text("name"): each for each in parameters if each.text("in") == "formData"}
        if not fields:
            return RestBody()
        required = [name for name, each in fields.items() if each.is_true("required")]
        properties = {name: {**each.source, "required": None} for name, each in fields.items()}
        files = frozenset(name for name, each in fields.items() if _is_file(each))
        is_multipart = bool(files) or _FORM not in self._media_types(operation, "consumes", _FORM)
        media = _MULTIPART if is_multipart else _FORM
        schema = {"type": "object", "properties": properties, "required": required}
        return RestBody({media: schema}, bool(required), files)

    def _body(self, given: Part) -> RestBody:
        media = _schemas_by_media(given)
        examples = {name: tuple(_examples(each)) for name, each in given.parts("content").items()}
        files: set[str] = set()
        types: dict[str, str] = {}
        for name, schema in media.items():
            if name.startswith("multipart/"):
                files |= self._file_fields(schema)
                types |= self._file_types(schema, given.part("content").part(name))
        xml = xml_layouts(self._references, media)
        known = {name: kind for name, kind in types.items() if name in files}
        return self._with_members(RestBody(media, given.is_true("required"), frozenset(files), known, examples, xml))

    def _with_members(self, body: RestBody) -> RestBody:
        return replace(body, sendable=cache(partial(sendable_members, self._references, body.json_schema)))

    def _file_fields(self, schema: JSON) -> set[str]:
        try:
            fields = Part(self._references, schema).parts("properties")
            return {name for name, each in fields.items() if _is_file(each) or _is_file(each.part("items"))}
        except UnusableError:
            return set()

    def _file_types(self, schema: JSON, media: Part) -> dict[str, str]:
        """``encoding`` says it, or ``contentMediaType``; of several types the first."""
        found = {}
        try:
            for name, each in Part(self._references, schema).parts("properties").items():
                inner = each.text("contentMediaType") or each.part("items").text("contentMediaType")
                told = media.part("encoding").part(name).text("contentType") or inner
                kind = told.partition(",")[0].partition(";")[0].strip().lower()
                if "/" in kind and "*" not in kind and kind != _ANY_BYTES:
                    found[name] = kind
        except UnusableError:
            return {}
        return found

    def _response(self, response: Part, operation: Part) -> DocumentedResponse:
        media = _schemas_by_media(response)
        if self._is_swagger and response.value("schema") is not None:
            media = dict.fromkeys(self._media_types(operation, "produces"), response.value("schema"))
        headers = {name.lower(): each.is_true("required") for name, each in response.parts("headers").items()}
        links = tuple(map(_link, response.parts("links").values()))
        found = DocumentedResponse(media, headers, links, xml_layouts(self._references, media))
        return replace(found, described=cache(partial(described_objects, self._references, found.json_schema)))

    def _media_types(self, operation: Part, name: str, usual: str = "application/json") -> Sequence[str]:
        return self._inherited(operation, name).texts(name) or [usual]


def _is_file(schema: Part) -> bool:
    """Whether a field of a form is a file: Swagger 2.0 and OpenAPI 3.0 say so, 3.1 names its media type."""
    names_media = bool(schema.text("contentMediaType")) and not schema.text("contentEncoding")
    return schema.text("type") == "file" or schema.text("format") == "binary" or names_media


def _examples(given: Part) -> Iterator[JSON]:
    """The documented values of a parameter or a media type."""
    if "example" in given.source:
        yield given.value("example")
    for each in given.parts("examples").values():
        if "value" in each.source:
            yield each.value("value")


def _schemas_by_media(given: Part) -> dict[str, JSON]:
    return {name: each.value("schema") for name, each in given.parts("content").items()}


def _link(given: Part) -> RestLink:
    operation = tuple(filter(None, [given.text("operationId")]))
    reference = unquote(given.text("operationRef"))
    if reference.startswith("#/paths/"):
        steps = reference.split("/")[2:]
        operation = tuple(step.replace("~1", "/").replace("~0", "~") for step in steps)
    values = {name.rpartition(".")[2]: value for name, value in given.part("parameters").source.items()}
    values |= given.part("requestBody").source
    return RestLink(operation, {name: as_text(value) for name, value in values.items()})
