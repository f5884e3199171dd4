"""The types of an introspection result in the form that graphql-core insists on.

Servers leave out what the specification demands (``args``, ``interfaces``, ``inputFields`` as null), list things
twice or send what is not a JSON object at all. Everything is copied key by key, so that what follows may trust
the shape: names are names, lists are lists of mappings, references end in a name.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from graphql import (
    DirectiveLocation,
    GraphQLEnumType,
    GraphQLError,
    introspection_types,
    parse_const_value,
    specified_scalar_types,
)

from querious.graphql.schema.answer import member_of
from querious.text.display import one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from querious.graphql.schema.repair_notes import RepairNotes
    from querious.model import JSON

Mapping = dict[str, Any]

_NAME = re.compile(r"[_A-Za-z][_0-9A-Za-z]*")
_DEEPEST = 32
_LEGACY_LOCATIONS = {
    "onOperation": ("QUERY", "MUTATION", "SUBSCRIPTION"),
    "onFragment": ("FRAGMENT_DEFINITION", "FRAGMENT_SPREAD", "INLINE_FRAGMENT"),
    "onField": ("FIELD",),
}
"""What servers before April 2016 said instead of ``locations``."""
_NO_REASON = "No longer supported"


def repair_types(raw: JSON, repairs: RepairNotes) -> dict[str, Mapping]:
    """The types by name, in their order; of types with one name the first counts."""
    items = _items(raw, "type", "the list of types", repairs, _kind_known)
    types = {item["name"]: _known_to_all(item["name"]) or _type(item, repairs) for item in items}
    _interfaces_from_possible_types(types, repairs)
    return types


def _known_to_all(name: str) -> Mapping | None:
    """graphql-core has its own of these and looks only at the name, but asks for the keys of the kind."""
    if name in specified_scalar_types:
        return {"kind": "SCALAR", "name": name}
    if name not in introspection_types:
        return None
    kind = "ENUM" if isinstance(introspection_types[name], GraphQLEnumType) else "OBJECT"
    return {"kind": kind, "name": name, "fields": [], "interfaces": [], "possibleTypes": [], "enumValues": []}


def repair_directives(raw: JSON, repairs: RepairNotes) -> list[Mapping]:
    """The directives; the two that every server must know where there is no list at all."""
    if not isinstance(raw, list):
        repairs.add("directives not listed by the introspection, assumed", "@include")
        repairs.add("directives not listed by the introspection, assumed", "@skip")
        return [_conditional("include"), _conditional("skip")]
    return [_directive(item, repairs) for item in _items(raw, "directive", "the list of directives", repairs)]


def _type(item: Mapping, repairs: RepairNotes) -> Mapping:
    kind, name = item["kind"], item["name"]
    described = {"kind": kind, "name": name, "description": _text(item.get("description"))}
    return described | _PARTS[kind](item, repairs)


def _scalar(item: Mapping, _: RepairNotes) -> Mapping:
    return {"specifiedByURL": _text(item.get("specifiedByURL")) or _text(item.get("specifiedByUrl"))}


def _composite(item: Mapping, repairs: RepairNotes) -> Mapping:
    name = item["name"]
    fields = _items(item.get("fields"), "field", name, repairs)
    return {
        "fields": [_field(field, f"{name}.{field['name']}", repairs) for field in fields],
        "interfaces": _named_references(item, "interfaces", repairs),
        "possibleTypes": _named_references(item, "possibleTypes", repairs),
    }


def _union(item: Mapping, repairs: RepairNotes) -> Mapping:
    return {"possibleTypes": _named_references(item, "possibleTypes", repairs)}


def _enum(item: Mapping, repairs: RepairNotes) -> Mapping:
    listed = _items(item.get("enumValues"), "enum value", item["name"], repairs, _is_enum_value)
    return {"enumValues": [_described(value) | _deprecation(value) for value in listed]}


def _input_object(item: Mapping, repairs: RepairNotes) -> Mapping:
    name = item["name"]
    fields = _inputs(item.get("inputFields"), "input field", name, f"{name}.{{}}", repairs)
    return {"inputFields": fields, "isOneOf": item.get("isOneOf") is True}


_PARTS: Final[dict[str, Callable[[Mapping, RepairNotes], Mapping]]] = {
    "SCALAR": _scalar,
    "OBJECT": _composite,
    "INTERFACE": _composite,
    "UNION": _union,
    "ENUM": _enum,
    "INPUT_OBJECT": _input_object,
}
"""What a type of each kind has beside its name and description."""


def _field(field: Mapping, coordinate: str, repairs: RepairNotes) -> Mapping:
    arguments = _inputs(field.get("args"), "argument", coordinate, coordinate + "({}:)", repairs)
    return _described(field) | _deprecation(field) | {"type": reference(field.get("type")), "args": arguments}


def _inputs(raw: JSON, noun: str, where: str, coordinate: str, repairs: RepairNotes) -> list[Mapping]:
    return [
        _described(item)
        | _deprecation(item)
        | {
            "type": reference(item.get("type")),
            "defaultValue": _default(item.get("defaultValue"), coordinate.format(item["name"]), repairs),
        }
        for item in _items(raw, noun, where, repairs)
    ]


def _directive(item: Mapping, repairs: RepairNotes) -> Mapping:
    listed = item.get("locations")
    if not isinstance(listed, list):
        listed = [place for key, places in _LEGACY_LOCATIONS.items() if item.get(key) is True for place in places]
    name = f"@{item['name']}"
    return _described(item) | {
        "isRepeatable": item.get("isRepeatable") is True,
        "locations": [place for place in listed if isinstance(place, str) and place in DirectiveLocation.__members__],
        "args": _inputs(item.get("args"), "argument", name, name + "({}:)", repairs),
    }


def _conditional(name: str) -> Mapping:
    boolean = {"kind": "NON_NULL", "ofType": {"kind": "SCALAR", "name": "Boolean"}}
    argument = {"name": "if", "type": boolean, "defaultValue": None}
    return {"name": name, "locations": ["FIELD", "FRAGMENT_SPREAD", "INLINE_FRAGMENT"], "args": [argument]}


def _items(
    raw: JSON, noun: str, where: str, repairs: RepairNotes, fits: Callable[[Mapping], bool] = lambda _: True
) -> Iterator[Mapping]:
    """The mappings of a list that have a name and fit, each name once."""
    if not isinstance(raw, list):
        repairs.add(f"{noun}s not listed by the introspection, taken as none", where)
        return
    seen: set[str] = set()
    for item in raw:
        name = member_of(item, "name")
        if not _is_name(name) or not fits(item):
            repairs.add(f"unreadable {noun}s in the introspection, left out", _where(where, name))
        elif name in seen:
            repairs.add(f"{noun}s listed twice by the introspection, the first counts", _where(where, name))
        else:
            seen.add(name)
            yield item


def _is_name(raw: JSON) -> bool:
    return isinstance(raw, str) and _NAME.fullmatch(raw) is not None


def _where(where: str, name: JSON) -> str:
    return f"{where} ({one_line(name, 40)})" if isinstance(name, str) else where


def _kind_known(item: Mapping) -> bool:
    kind = item.get("kind")
    return isinstance(kind, str) and kind in _PARTS


def _is_enum_value(item: Mapping) -> bool:
    return item["name"] not in {"true", "false", "null"}


def _text(raw: JSON) -> str | None:
    return raw if isinstance(raw, str) else None


def _described(item: Mapping) -> Mapping:
    return {"name": item["name"], "description": _text(item.get("description"))}


def _deprecation(item: Mapping) -> Mapping:
    """graphql-core goes by the reason alone, which a server may leave out."""
    reason = _text(item.get("deprecationReason"))
    deprecated = item.get("isDeprecated")
    if deprecated is True or (reason is not None and deprecated is not False):
        return {"isDeprecated": True, "deprecationReason": _NO_REASON if reason is None else reason}
    return {"isDeprecated": False, "deprecationReason": None}


def _default(raw: JSON, coordinate: str, repairs: RepairNotes) -> str | None:
    if raw is None:
        return None
    try:
        parse_const_value(raw if isinstance(raw, str) else "")
    except (GraphQLError, RecursionError):
        repairs.add("default values that are not valid GraphQL, left out", coordinate)
        return None
    return str(raw)


def reference(raw: JSON) -> Mapping | None:
    """A type with its wrappers, or None where it is cut off, malformed or wrapped in what cannot wrap it."""
    wrappers: list[str] = []
    while member_of(raw, "kind") in ("LIST", "NON_NULL") and len(wrappers) < _DEEPEST:
        wrappers.append(raw["kind"])
        raw = raw.get("ofType")
    name = member_of(raw, "name")
    if ("NON_NULL", "NON_NULL") in pairwise(wrappers) or not _is_name(name):
        return None
    return _reference(_text(raw.get("kind")), name, tuple(wrappers))


@lru_cache(maxsize=20_000)
def _reference(kind: str | None, name: str, wrappers: tuple[str, ...]) -> Mapping:
    """One object for all places that refer alike: a large schema has a hundred thousand of them. Nobody changes it."""
    built: Mapping = {"kind": kind, "name": name}
    for wrapper in reversed(wrappers):
        built = {"kind": wrapper, "name": None, "ofType": built}
    return built


def named(built: Mapping) -> Mapping:
    """The named type inside the wrappers of a repaired reference."""
    while built.get("ofType"):
        built = built["ofType"]
    return built


def _named_references(item: Mapping, key: str, repairs: RepairNotes) -> list[Mapping]:
    """Names of interfaces or members. Only objects must tell their interfaces and only unions their members."""
    raw = item.get(key)
    if not isinstance(raw, list):
        if (item["kind"], key) in {("OBJECT", "interfaces"), ("UNION", "possibleTypes")}:
            repairs.add(f"types without `{key}` in the introspection", item["name"])
        return []
    found = (reference(entry) for entry in raw)
    return list({entry["name"]: entry for entry in found if entry and "ofType" not in entry}.values())


def _interfaces_from_possible_types(types: dict[str, Mapping], repairs: RepairNotes) -> None:
    """An interface that knows its objects counts, even if the objects do not know it."""
    for interface in types.values():
        for member in interface["possibleTypes"] if interface["kind"] == "INTERFACE" else ():
            implementer = types.get(member["name"], {"kind": ""})
            known = [each["name"] for each in implementer.get("interfaces", ())]
            if implementer["kind"] == "OBJECT" and interface["name"] not in known:
                where = f"{interface['name']} of {member['name']}"
                repairs.add("interfaces known only from their `possibleTypes`", where)
                implementer["interfaces"].append({"kind": "INTERFACE", "name": interface["name"]})
