"""One operation of a description: what it takes and what it answers, with references followed and both versions alike.

What is of a wrong type is taken as absent: descriptions are written by hand, and one slip should not cost the rest.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from querious.rest.openapi.pointers import followed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from querious.model.values import JSON

METHODS: Final = ("get", "post", "put", "patch", "delete")
_JSON_PATCH: Final = "application/json-patch+json"


@dataclass(frozen=True, slots=True)
class Parameter:
    """A value beside the body."""

    name: str
    where: str
    """``path``, ``query``, ``header`` or ``cookie``."""
    required: bool
    schema: JSON
    examples: tuple[JSON, ...] = ()


@dataclass(frozen=True, slots=True)
class Body:
    """What an operation takes."""

    media: Mapping[str, JSON]
    """Schema by media type; None where there is none."""
    required: bool = False

    @property
    def json_media(self) -> str:
        """The media type under which JSON is sent; empty if it takes none. JSON Patch is a language of its own."""
        found = [name for name in self.media if is_json(name) and not name.startswith(_JSON_PATCH)]
        return min(found, key=lambda name: (not name.startswith("application/json"), "*" not in name), default="")


@dataclass(frozen=True, slots=True)
class Answer:
    """What an operation answers under one status."""

    media: Mapping[str, JSON] = field(default_factory=dict)
    """Schema by media type; None where there is none."""
    headers: Mapping[str, bool] = field(default_factory=dict)
    """Names in lower case, and whether the header is required."""
    links: tuple[JSON, ...] = ()

    @property
    def schema(self) -> JSON:
        """Of the JSON it holds; None where nothing is said."""
        return next((schema for name, schema in self.media.items() if is_json(name) and schema is not None), None)


@dataclass(frozen=True, slots=True)
class Operation:
    """A method on a path."""

    method: str
    """In lower case."""
    path: str
    """As it is written in the description."""
    name: str = ""
    """The operationId."""
    parameters: tuple[Parameter, ...] = ()
    body: Body | None = None
    answers: Mapping[str, Answer] = field(default_factory=dict)
    """By status: ``200``, ``4XX``, ``default``."""

    def answer(self, status: int) -> Answer | None:
        """What is documented for a status; None if nothing is."""
        for name in (str(status), f"{status // 100}XX", "default"):
            if name in self.answers:
                return self.answers[name]
        return None

    @property
    def success(self) -> Answer | None:
        """The first answer that says that it went well."""
        found = sorted(status for status in self.answers if status.startswith("2"))
        ordered = [*found, *(["default"] if "default" in self.answers else [])]
        with_schema = [status for status in ordered if self.answers[status].schema is not None]
        return self.answers[(with_schema or ordered)[0]] if ordered else None

    def __str__(self) -> str:
        return f"{self.method.upper()} {self.path}"


def is_json(media: str) -> bool:
    """Whether a media type stands for JSON; ``*/*`` leaves the choice."""
    kind = media.partition(";")[0].strip().lower()
    return kind in {"application/json", "text/json", "*/*", "application/*"} or kind.endswith("+json")


def read_operation(document: JSON, path: str, method: str, item: JSON) -> Operation:
    """Raises ``Broken`` where a reference leads nowhere."""
    told = mapping(item.get(method))
    parameters = _parameters(document, [*listing(item.get("parameters")), *listing(told.get("parameters"))])
    old = "swagger" in document
    plain = tuple(_parameter(document, each) for each in parameters if text(each.get("in")) not in {"body", "formData"})
    if old:
        body = _body_of_parameters(parameters, _media_types(document, told, "consumes"))
    else:
        body = _body(document, told.get("requestBody"))
    produced = _media_types(document, told, "produces") if old else ()
    answers = {
        str(status).upper() if str(status).lower() != "default" else "default": _answer(document, given, produced)
        for status, given in mapping(told.get("responses")).items()
        if not str(status).startswith("x-")
    }
    return Operation(method, path, text(told.get("operationId")), plain, body, answers)


def _parameters(document: JSON, given: list[JSON]) -> list[dict[str, Any]]:
    """Those of the operation go before those of its path."""
    found = {}
    for each in given:
        value = mapping(followed(document, each))
        if isinstance(value.get("name"), str):
            found[value["name"], text(value.get("in"))] = value
    return list(found.values())


def _parameter(document: JSON, given: dict[str, Any]) -> Parameter:
    schema = given.get("schema")
    if schema is None:
        content = list(mapping(given.get("content")).values())
        schema = mapping(content[0]).get("schema") if content else given
    where = text(given.get("in"))
    return Parameter(
        given["name"], where, given.get("required") is True or where == "path", schema, _examples(document, given)
    )


def _examples(document: JSON, given: dict[str, Any]) -> tuple[JSON, ...]:
    found = [given["example"]] if "example" in given else []
    named = given.get("examples")
    values = list(named.values()) if isinstance(named, dict) else []
    for each in values:
        value = mapping(followed(document, each))
        found += [value["value"]] if "value" in value else []
    return tuple(found)


def _body(document: JSON, given: JSON) -> Body | None:
    told = mapping(followed(document, given))
    media = mapping(told.get("content"))
    if not media:
        return None
    return Body({name: mapping(each).get("schema") for name, each in media.items()}, told.get("required") is True)


def _body_of_parameters(parameters: list[dict[str, Any]], consumed: tuple[str, ...]) -> Body | None:
    """Swagger 2 has the body among the parameters."""
    whole = next((each for each in parameters if each.get("in") == "body"), None)
    if whole is not None:
        return Body(
            dict.fromkeys(consumed or ("application/json",), whole.get("schema")), whole.get("required") is True
        )
    if any(each.get("in") == "formData" for each in parameters):
        return Body({"application/x-www-form-urlencoded": None})
    return None


def _media_types(document: JSON, told: dict[str, Any], name: str) -> tuple[str, ...]:
    found = tuple(each for each in listing(told.get(name, document.get(name))) if isinstance(each, str))
    return found or ("application/json",)


def _answer(document: JSON, given: JSON, produced: tuple[str, ...]) -> Answer:
    told = mapping(followed(document, given))
    if produced:
        media = dict.fromkeys(produced, told["schema"]) if told.get("schema") is not None else {}
    else:
        media = {name: mapping(each).get("schema") for name, each in mapping(told.get("content")).items()}
    headers = {
        name.lower(): mapping(followed(document, each)).get("required") is True
        for name, each in mapping(told.get("headers")).items()
    }
    links = tuple(followed(document, each) for each in mapping(told.get("links")).values())
    return Answer(media, headers, tuple(each for each in links if isinstance(each, dict)))


def mapping(value: JSON) -> dict[str, Any]:
    """The value if it is an object, an empty one otherwise."""
    return value if isinstance(value, dict) else {}


def listing(value: JSON) -> list[Any]:
    """The value if it is a list, an empty one otherwise."""
    return value if isinstance(value, list) else []


def text(value: JSON) -> str:
    """The value if it is text, empty text otherwise."""
    return value if isinstance(value, str) else ""
