"""The shop's description in OpenAPI 3.1, from the same tables as the shop itself: it promises nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from querious.demo.rest import schemas
from querious.demo.rest.kinds import BY_NAME, KINDS, Listing, Removal
from querious.demo.rest.paging import PARAMETERS
from querious.demo.rest.refusal import TITLES

if TYPE_CHECKING:
    from querious.demo.rest.kinds import Kind

JSON_TYPE: Final = "application/json"
MERGE_TYPE: Final = "application/merge-patch+json"
PROBLEM_TYPE: Final = "application/problem+json"

_METHODS: Final = {
    "list": "GET",
    "create": "POST",
    "read": "GET",
    "replace": "PUT",
    "change": "PATCH",
    "delete": "DELETE",
    "empty": "DELETE",
}
_ON_ALL: Final = ("list", "create")
_HEADERS: Final = {
    "location": {"description": "The path of the new entry.", "required": True, "schema": {"type": "string"}},
    "etag": {"description": "The state of the entry, for If-Match.", "required": True, "schema": {"type": "string"}},
}


@dataclass(frozen=True, slots=True)
class Place:
    """A path of the shop and what is done there."""

    path: str
    kind: Kind
    operations: tuple[str, ...]

    @property
    def parent_parameter(self) -> str:
        """Of the parent's key in the path; empty if there is no parent."""
        return BY_NAME[self.kind.parent].parameter if self.kind.parent else ""


def paths() -> list[Place]:
    """All paths; those without a parameter stand before those that would match them too."""
    return [place for kind in KINDS for place in _places(kind)]


def methods(place: Place) -> dict[str, str]:
    """The operation of each method."""
    return {_METHODS[name]: name for name in place.operations}


def description() -> dict[str, Any]:
    """The whole document."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "A bookshop",
            "version": "1.0.0",
            "description": "Books with comments, authors, tasks, coupons and shelves. Data lives in memory.",
        },
        "servers": [{"url": "/"}],
        "paths": {place.path: _path(place) for place in paths()},
        "components": {"schemas": _components()},
    }


def _places(kind: Kind) -> list[Place]:
    above = f"/{kind.parent}/{{{BY_NAME[kind.parent].parameter}}}" if kind.parent else ""
    path = f"{above}/{kind.name}"
    on_all = tuple(name for name in kind.operations if name in _ON_ALL)
    on_one = tuple(name for name in kind.operations if name not in (*_ON_ALL, "empty"))
    trash = [Place(f"{path}/trash", kind, ("empty",))] if "empty" in kind.operations else []
    return [Place(path, kind, on_all), *trash, Place(f"{path}/{{{kind.parameter}}}", kind, on_one)]


def _components() -> dict[str, Any]:
    found = {"Problem": schemas.problem()}
    for kind in KINDS:
        found[kind.schema_name] = schemas.shown(kind)
        if not kind.one_schema:
            found[f"{kind.schema_name}In"] = schemas.sent(kind)
        if "change" in kind.operations:
            found[f"{kind.schema_name}Change"] = schemas.change(kind)
        if kind.listing is not Listing.WHOLE:
            found[f"{kind.schema_name}Page"] = schemas.listed(kind)
    return found


def _path(place: Place) -> dict[str, Any]:
    described: dict[str, Any] = {method.lower(): _operation(place, name) for method, name in methods(place).items()}
    kinds = [BY_NAME[place.kind.parent]] if place.kind.parent else []
    kinds += [place.kind] if place.path.endswith("}") else []
    keys = [{"name": kind.parameter, "in": "path", "required": True, "schema": kind.key_schema} for kind in kinds]
    return {"parameters": keys, **described} if keys else described


def _operation(place: Place, name: str) -> dict[str, Any]:
    kind = place.kind
    described: dict[str, Any] = {
        "operationId": operation_id(kind, name),
        "tags": [kind.name],
        "summary": _summary(kind, name),
    }
    parameters = _parameters(kind, name)
    if parameters:
        described["parameters"] = parameters
    if name in {"create", "replace", "change"}:
        described["requestBody"] = {"required": True, "content": _content(kind, name)}
    described["responses"] = _responses(kind, name)
    return described


def operation_id(kind: Kind, name: str) -> str:
    """Such as ``createBook`` or ``listBooks``."""
    if name == "empty":
        return f"empty{kind.schema_name}Trash"
    return f"{name}{kind.name.capitalize() if name == 'list' else kind.schema_name}"


def _summary(kind: Kind, name: str) -> str:
    return {
        "list": f"List {kind.name}: {kind.listing.value}.",
        "create": f"Add a {kind.noun}.",
        "read": f"Read a {kind.noun}.",
        "replace": f"Replace {'or add ' if kind.own_key else ''}a {kind.noun}: what is not given is as in a new one.",
        "change": f"Change a {kind.noun} by a JSON Merge Patch: what is not given stays.",
        "delete": f"Delete a {kind.noun}. {kind.removal.value}",
        "empty": f"Empty the trash: remove for good all {kind.name} that were deleted.",
    }[name]


def _parameters(kind: Kind, name: str) -> list[dict[str, Any]]:
    if name == "list":
        return [
            {"name": parameter, "in": "query", "schema": schema}
            for parameter, schema in PARAMETERS[kind.listing].items()
        ]
    if name in {"replace", "change", "delete"}:
        about = "Only if the entry still has this ETag."
        return [{"name": "If-Match", "in": "header", "description": about, "schema": {"type": "string"}}]
    return []


def _content(kind: Kind, name: str) -> dict[str, Any]:
    if name == "change":
        schema = {"$ref": f"#/components/schemas/{kind.schema_name}Change"}
        return {MERGE_TYPE: {"schema": schema}, JSON_TYPE: {"schema": schema}}
    return {
        JSON_TYPE: {"schema": {"$ref": f"#/components/schemas/{kind.schema_name}{'' if kind.one_schema else 'In'}"}}
    }


def _responses(kind: Kind, name: str) -> dict[str, Any]:
    done = {str(status): _done(kind, name, status) for status in _successes(kind, name)}
    return {**done, **{str(status): _problem(TITLES[status]) for status in _refusals(kind, name)}}


def _successes(kind: Kind, name: str) -> list[int]:
    if name in {"delete", "empty"}:
        return [204]
    if name == "create":
        return [201]
    if name == "read":
        return [200, 304]
    return [200, 201] if name == "replace" and kind.own_key else [200]


def _refusals(kind: Kind, name: str) -> list[int]:
    """In rising order: what ``Desk`` can answer, and 500, which every service can."""
    writes = name in {"create", "replace", "change"}
    on_one = name in {"read", "replace", "change", "delete"}
    conflicts = (writes and kind.unique) or (name == "delete" and any(o.reference[1] == kind.name for o in KINDS))
    possible = {
        400: writes,
        404: (on_one and not (kind.own_key and name == "replace")) or kind.parent,
        409: conflicts,
        410: on_one and kind.removal is Removal.TOMBSTONE,
        412: on_one and name != "read",
        422: writes or (name == "list" and kind.listing is not Listing.WHOLE),
        500: True,
    }
    return [status for status, can_be in possible.items() if can_be]


def _done(kind: Kind, name: str, status: int) -> dict[str, Any]:
    if status == 204:  # noqa: PLR2004 - HTTP's
        return {"description": "Done."}
    if status == 304:  # noqa: PLR2004 - likewise
        return {"description": "Not modified.", "headers": {"ETag": _HEADERS["etag"]}}
    described: dict[str, Any] = {"description": "Created." if name == "create" else "Done."}
    created = status == 201  # noqa: PLR2004 - likewise
    if name != "list":
        described["headers"] = {
            header.title() if header == "location" else "ETag": about
            for header, about in _HEADERS.items()
            if header == "etag" or created
        }
    if not (created and kind.silent):
        described["content"] = {JSON_TYPE: {"schema": _answered(kind, name)}}
    if created and not kind.silent and not kind.own_key:
        described["links"] = _links(kind)
    return described


def _answered(kind: Kind, name: str) -> dict[str, Any]:
    if name != "list":
        return {"$ref": f"#/components/schemas/{kind.schema_name}"}
    if kind.listing is Listing.WHOLE:
        return schemas.listed(kind)
    return {"$ref": f"#/components/schemas/{kind.schema_name}Page"}


def _links(kind: Kind) -> dict[str, Any]:
    """What can be done next with the key that was given."""
    keys = {kind.parameter: f"$response.body#/{kind.key_name}"}
    if kind.parent:
        above = BY_NAME[kind.parent].parameter
        keys = {above: f"$request.path.{above}", **keys}
    follow = [name for name in ("read", "replace", "change", "delete") if name in kind.operations]
    return {name: {"operationId": operation_id(kind, name), "parameters": keys} for name in follow}


def _problem(title: str) -> dict[str, Any]:
    return {"description": title, "content": {PROBLEM_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}}
