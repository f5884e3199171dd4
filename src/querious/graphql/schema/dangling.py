"""What of an introspection result hangs in the air: references to types that it leaves out or cuts off.

A field is of no use if its own type or the type of an argument that it demands is unknown; an input type
if one of its required fields is. Everything else stays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graphql import specified_scalar_types

from querious.graphql.schema.repair import named

if TYPE_CHECKING:
    from querious.graphql.schema.repair_notes import RepairNotes

Mapping = dict[str, Any]

_OUTPUT = frozenset({"SCALAR", "OBJECT", "INTERFACE", "UNION", "ENUM"})
_INPUT = frozenset({"SCALAR", "ENUM", "INPUT_OBJECT"})
_WORDS = {
    "FIELD": "fields whose type the introspection leaves out or cuts off, left out",
    "INPUT": "inputs whose type the introspection leaves out or cuts off, left out",
    "MEMBER": "members or interfaces that the introspection does not describe, left out",
    "TYPE": "input types with a required field of an unknown type, left out",
    "SCALAR": "scalars that the introspection uses without listing them, assumed",
}


def prune(types: dict[str, Mapping], directives: list[Mapping], ledger: RepairNotes) -> None:
    """Take out of ``types`` and ``directives`` what cannot be resolved, and say so."""
    _assume_scalars(types, directives, ledger)
    _drop_unusable_inputs(types, ledger)
    for name, type_ in types.items():
        for key, kind in (("interfaces", "INTERFACE"), ("possibleTypes", "OBJECT")):
            if key in type_:
                type_[key] = _members(type_, key, kind, types, ledger)
        if "inputFields" in type_:
            type_["inputFields"] = _usable_inputs(type_["inputFields"], f"{name}.{{}}", types, ledger)
        if "fields" in type_:
            type_["fields"] = [field for field in type_["fields"] if _usable_field(name, field, types, ledger)]
    for directive in directives:
        directive["args"] = _usable_inputs(directive["args"], f"@{directive['name']}({{}}:)", types, ledger)


def _assume_scalars(types: dict[str, Mapping], directives: list[Mapping], ledger: RepairNotes) -> None:
    """A scalar has nothing to describe: a reference that says it is one is enough."""
    for built in _all_references(types, directives):
        name = built["name"]
        if name in types:
            continue
        if name in specified_scalar_types:
            types[name] = {"kind": "SCALAR", "name": name}
        elif built["kind"] == "SCALAR":
            types[name] = {"kind": "SCALAR", "name": name}
            ledger.add(_WORDS["SCALAR"], name)


def _all_references(types: dict[str, Mapping], directives: list[Mapping]) -> list[Mapping]:
    found = [named(item["type"]) for directive in directives for item in directive["args"] if item["type"]]
    for type_ in types.values():
        for item in (*type_.get("fields", ()), *type_.get("inputFields", ())):
            found += [named(part["type"]) for part in (item, *item.get("args", ())) if part["type"]]
    return found


def _drop_unusable_inputs(types: dict[str, Mapping], ledger: RepairNotes) -> None:
    while unusable := [
        name
        for name, type_ in types.items()
        if any(_required(item) and not _known(item, _INPUT, types) for item in type_.get("inputFields", ()))
    ]:
        for name in unusable:
            ledger.add(_WORDS["TYPE"], name)
            del types[name]


def _required(item: Mapping) -> bool:
    return bool(item["type"]) and item["type"]["kind"] == "NON_NULL" and item["defaultValue"] is None


def _known(item: Mapping, kinds: frozenset[str], types: dict[str, Mapping]) -> bool:
    return bool(item["type"]) and types.get(named(item["type"])["name"], {}).get("kind") in kinds


def _usable_field(owner: str, field: Mapping, types: dict[str, Mapping], ledger: RepairNotes) -> bool:
    coordinate = f"{owner}.{field['name']}"
    demanding = any(_required(argument) and not _known(argument, _INPUT, types) for argument in field["args"])
    if demanding or not _known(field, _OUTPUT, types):
        ledger.add(_WORDS["FIELD"], coordinate)
        return False
    field["args"] = _usable_inputs(field["args"], coordinate + "({}:)", types, ledger)
    return True


def _usable_inputs(
    items: list[Mapping], coordinate: str, types: dict[str, Mapping], ledger: RepairNotes
) -> list[Mapping]:
    for item in items:
        if not _known(item, _INPUT, types):
            ledger.add(_WORDS["INPUT"], coordinate.format(item["name"]))
    return [item for item in items if _known(item, _INPUT, types)]


def _members(type_: Mapping, key: str, kind: str, types: dict[str, Mapping], ledger: RepairNotes) -> list[Mapping]:
    kept = [member for member in type_[key] if types.get(member["name"], {}).get("kind") == kind]
    if len(kept) < len(type_[key]):
        for member in type_[key]:
            if member not in kept:
                ledger.add(_WORDS["MEMBER"], f"{member['name']} at {type_['name']}")
    return kept
