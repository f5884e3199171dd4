"""The operations of a description: what each takes and answers, with references followed and all versions alike.

What is of a wrong type is taken as absent: descriptions are written by hand, and one slip should not cost the rest.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from querious.rest.openapi.document import as_list, as_object, as_text, followed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from querious.model.values import JSON

METHODS: Final = ("get", "post", "put", "patch", "delete")
_PLACES: Final = ("path", "query", "header", "cookie")
_FORM: Final = "application/x-www-form-urlencoded"
_JSON_PATCH: Final = "application/json-patch+json"


@dataclass(frozen=True, slots=True)
class RestParameter:
    """A value beside the body."""

    name: str
    where: str
    """``path``, ``query``, ``header`` or ``cookie``."""
    required: bool
    schema: JSON
    examples: tuple[JSON, ...] = ()


@dataclass(frozen=True, slots=True)
class RestBody:
    """What an operation takes."""

    media: Mapping[str, JSON]
    """Schema by media type; None where there is none."""
    required: bool = False

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
class DocumentedResponse:
    """What an operation answers under one status."""

    media: Mapping[str, JSON] = field(default_factory=dict)
    """Schema by media type; None where there is none."""
    headers: Mapping[str, bool] = field(default_factory=dict)
    """Names in lower case, and whether the header is required."""
    links: tuple[JSON, ...] = ()

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
    body: RestBody | None = None
    responses: Mapping[str, DocumentedResponse] = field(default_factory=dict)
    """By status: ``200``, ``4XX``, ``default``."""
    security: tuple[Mapping[str, JSON], ...] = ()
    """Schemes with their scopes; those of one member are wanted together, and one member is enough."""

    def documented_status(self, status: int) -> str:
        """The name under which a status is documented; empty if it is not."""
        return next((name for name in (str(status), f"{status // 100}XX", "default") if name in self.responses), "")

    @property
    def success(self) -> DocumentedResponse:
        """The first response that says that it went well, rather one with a schema; empty where there is none."""
        statuses = sorted(status for status in self.responses if status.startswith("2"))
        if "default" in self.responses:
            statuses.append("default")
        found = [self.responses[status] for status in statuses]
        described = [response for response in found if response.json_schema is not None]
        return next(iter(described or found), DocumentedResponse())

    def __str__(self) -> str:
        return f"{self.method.upper()} {self.path}"


def is_json(media: str) -> bool:
    """Whether a media type stands for JSON; ``*/*`` leaves the choice."""
    kind = media.partition(";")[0].strip().lower()
    return kind in {"application/json", "text/json", "*/*", "application/*"} or kind.endswith("+json")


class OperationReader:
    """Reads the operations of one document. ``UnusableError`` where a reference leads nowhere."""

    def __init__(self, document: JSON) -> None:
        self._document = document
        self._is_swagger = "swagger" in document

    def read(self, path: str, method: str, item: Mapping[str, JSON]) -> RestOperation:
        """The operation of a method in the item of a path."""
        source = as_object(item.get(method))
        given = self._given([*as_list(item.get("parameters")), *as_list(source.get("parameters"))])
        parameters = tuple(self._parameter(each) for each in given if each.get("in") in _PLACES)
        if self._is_swagger:
            body = _swagger_body(given, self._media_types(source, "consumes"))
        else:
            body = self._body(source.get("requestBody"))
        responses = {}
        for status, response in as_object(source.get("responses")).items():
            if not status.startswith("x-"):
                responses[status.upper().replace("DEFAULT", "default")] = self._response(response, source)
        security = as_list(source.get("security", self._document.get("security")))
        schemes = tuple(each for each in security if isinstance(each, dict))
        return RestOperation(method, path, as_text(source.get("operationId")), parameters, body, responses, schemes)

    def _object(self, value: JSON) -> dict[str, Any]:
        return as_object(followed(self._document, value))

    def _given(self, listed: list[JSON]) -> list[dict[str, Any]]:
        """Parameters as they are written; one of the operation replaces that of its path."""
        found = {}
        for each in listed:
            parameter = self._object(each)
            if isinstance(parameter.get("name"), str):
                found[parameter["name"], as_text(parameter.get("in"))] = parameter
        return list(found.values())

    def _parameter(self, given: dict[str, Any]) -> RestParameter:
        where = given["in"]
        schema = given.get("schema")
        content = list(as_object(given.get("content")).values())
        if schema is None:
            schema = as_object(content[0]).get("schema") if content else given
        examples = [given["example"]] if "example" in given else []
        for each in as_object(given.get("examples")).values():
            example = self._object(each)
            if "value" in example:
                examples.append(example["value"])
        required = given.get("required") is True or where == "path"
        return RestParameter(given["name"], where, required, schema, tuple(examples))

    def _body(self, given: JSON) -> RestBody | None:
        body = self._object(given)
        media = _schemas_by_media(body)
        return RestBody(media, body.get("required") is True) if media else None

    def _response(self, given: JSON, operation: dict[str, Any]) -> DocumentedResponse:
        response = self._object(given)
        media = _schemas_by_media(response)
        if self._is_swagger:
            schema = response.get("schema")
            media = {} if schema is None else dict.fromkeys(self._media_types(operation, "produces"), schema)
        headers = {}
        for name, header in as_object(response.get("headers")).items():
            headers[name.lower()] = self._object(header).get("required") is True
        links = [self._object(link) for link in as_object(response.get("links")).values()]
        return DocumentedResponse(media, headers, tuple(filter(None, links)))

    def _media_types(self, operation: dict[str, Any], name: str) -> Sequence[str]:
        listed = as_list(operation.get(name, self._document.get(name)))
        return [each for each in listed if isinstance(each, str)] or ["application/json"]


def _schemas_by_media(given: dict[str, Any]) -> dict[str, JSON]:
    return {name: as_object(each).get("schema") for name, each in as_object(given.get("content")).items()}


def _swagger_body(parameters: list[dict[str, Any]], consumed: Sequence[str]) -> RestBody | None:
    """Swagger 2 has the body among the parameters."""
    for each in parameters:
        if each.get("in") == "body":
            return RestBody(dict.fromkeys(consumed, each.get("schema")), each.get("required") is True)
    is_form = any(each.get("in") == "formData" for each in parameters)
    return RestBody({_FORM: None}) if is_form else None
