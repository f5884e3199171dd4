"""From paths and methods to operations, from JSON to bodies and back."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final, NoReturn

from starlette.responses import Response

from querious.demo.doors.policy import logged_in
from querious.demo.doors.refusal import DoorRefusalError
from querious.demo.doors.rest.catalogue import ENDPOINTS
from querious.demo.doors.rest.description import TITLES, doors_description
from querious.demo.doors.rest.endpoints import LOGGED_IN, Call, Told
from querious.demo.doors.rest.schemas import ID
from querious.demo.doors.uploads import parts_of
from querious.demo.rest.checking import mistake

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request

    from querious.demo.doors.context import Ask
    from querious.demo.doors.rest.endpoints import DoorEndpoint, Schema
    from querious.demo.doors.uploads import Part

LARGEST_BODY: Final = 200_000
_INTEGER: Final = re.compile(r"-?[0-9]{1,15}")
_FORMS: Final = tuple(
    (endpoint, re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", endpoint.path))) for endpoint in ENDPOINTS
)


class RestRefusalError(Exception):
    """Something that only REST can say."""

    def __init__(self, status: int, detail: str, headers: dict[str, str] | None = None) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.headers = headers or {}


async def answer_rest(ask: Ask, request: Request) -> Response:
    """Whatever goes wrong is answered as a problem."""
    content = await request.body()
    try:
        return _respond(_serve(ask, request, content))
    except RestRefusalError as error:
        return _problem(error.status, error.detail, error.headers)
    except DoorRefusalError as error:
        headers = {"www-authenticate": "Bearer"} if error.code == "UNAUTHENTICATED" else {}
        return _problem(error.status, error.message, headers)
    except Exception:  # noqa: BLE001 - the last resort of every service
        return _problem(500, "Something unexpected happened.")


def _serve(ask: Ask, request: Request, content: bytes) -> Told:
    path, method = request.url.path, request.method
    if path == "/openapi.json" and method == "GET":
        return Told(200, doors_description())
    found = [(endpoint, match) for endpoint, form in _FORMS if (match := form.fullmatch(path))]
    if not found:
        raise RestRefusalError(404, "There is nothing here.")
    endpoint, match = next(((one, match) for one, match in found if one.method == method), (None, None))
    if endpoint is None or match is None:
        allowed = ", ".join(one.method for one, _ in found)
        raise RestRefusalError(405, f"Only {allowed}.", {"allow": allowed})
    ask = ask.of(ask.step("http.viewer")(ask, request.headers.get("authorization")))
    ask.step("rest.secured")(ask, endpoint)
    if any(mistake(key, ID) for key in match.groupdict().values()):
        raise RestRefusalError(404, "Nothing has such an identifier.")
    query = _read_query(endpoint, request.query_params)
    body, file = _read_body(endpoint, request.headers.get("content-type", ""), content)
    told: Told = ask.step(endpoint.name)(ask, Call(match.groupdict(), query, body, file))
    return told


def require_login(ask: Ask, endpoint: DoorEndpoint) -> None:
    """Where the description says so."""
    if endpoint.who == LOGGED_IN:
        logged_in(ask.viewer)


def _read_query(endpoint: DoorEndpoint, given: Mapping[str, str]) -> dict[str, Any]:
    query = {name: schema["default"] for name, schema in endpoint.query.items() if "default" in schema}
    for name, schema in endpoint.query.items():
        if name in given:
            text = given[name]
            value = int(text) if schema["type"] == "integer" and _INTEGER.fullmatch(text) else text
            query[name] = _fitting(value, schema, name)
    return query


def _read_body(endpoint: DoorEndpoint, content_type: str, content: bytes) -> tuple[Any, Part | None]:
    media_type = content_type.partition(";")[0].strip().lower()
    if endpoint.takes_file:
        return None, _read_file(media_type, content_type, content)
    if endpoint.body is None:
        return None, None
    if media_type != "application/json":
        raise RestRefusalError(415, "Send application/json.")
    try:
        body = json.loads(content.decode(), parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise RestRefusalError(400, "The body is not JSON.") from None
    return _fitting(body, endpoint.body, "the body"), None


def _read_file(media_type: str, content_type: str, content: bytes) -> Part:
    if media_type != "multipart/form-data":
        raise RestRefusalError(415, "Send multipart/form-data.")
    if len(content) > LARGEST_BODY:
        raise RestRefusalError(413, f"A body has at most {LARGEST_BODY} bytes.")
    try:
        parts = parts_of(content, content_type)
    except ValueError:
        raise RestRefusalError(400, "The body is not multipart/form-data.") from None
    for part in parts:
        if part.name == "file" and part.file_name is not None:
            return part
    raise RestRefusalError(422, "There is no file.")


def _fitting(value: Any, schema: Schema, name: str) -> Any:
    wrong = mistake(value, schema, name)
    if wrong:
        raise RestRefusalError(422, wrong)
    return value


def _refuse(_: str) -> NoReturn:
    raise ValueError("neither NaN nor Infinity is JSON")


def _respond(told: Told) -> Response:
    """JSON in ASCII, so that halves of surrogate pairs come back as the escapes they came as."""
    if told.body is None:
        return Response(None, told.status, told.headers)
    content = told.body if isinstance(told.body, bytes) else json.dumps(told.body).encode()
    return Response(content, told.status, {**told.headers, "content-type": told.media_type})


def _problem(status: int, detail: str, headers: dict[str, str] | None = None) -> Response:
    body = {"title": TITLES[status], "status": status, "detail": detail}
    told = {**(headers or {}), "content-type": "application/problem+json"}
    return Response(json.dumps(body).encode(), status, told)
