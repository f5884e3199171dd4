"""Dangling references in an introspection result: to types that it leaves out or cuts off.

A field is of no use if its own type or the type of an argument that it demands is unknown; an input type
if one of its required fields is. Everything else stays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graphql import specified_scalar_types

from querious.graphql.schema.repair import named

if TYPE_CHECKING:
    from collections.abc import Callable

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


def prune(types: dict[str, Mapping], directives: list[Mapping], repairs: RepairNotes) -> None:
    """Take out of ``types`` and ``directives`` what cannot be resolved, and say so."""
    pruning = _Pruning(types, repairs)
    pruning.assume_scalars(directives)
    pruning.drop_unusable_inputs()
    for name, type_ in types.items():
        for key, kind in (("interfaces", "INTERFACE"), ("possibleTypes", "OBJECT")):
            if key in type_:
                type_[key] = pruning.known_members(name, type_[key], kind)
        if "inputFields" in type_:
            type_["inputFields"] = pruning.usable_inputs(type_["inputFields"], f"{name}.{{}}")
        if "fields" in type_:
            type_["fields"] = pruning.usable_fields(name, type_["fields"])
    for directive in directives:
        directive["args"] = pruning.usable_inputs(directive["args"], f"@{directive['name']}({{}}:)")


class _Pruning:
    """The types of one introspection result."""

    def __init__(self, types: dict[str, Mapping], repairs: RepairNotes) -> None:
        self._types = types
        self._repairs = repairs

    def assume_scalars(self, directives: list[Mapping]) -> None:
        """A scalar has nothing to describe: a reference that says it is one is enough."""
        for reference in _all_references(self._types, directives):
            name = reference["name"]
            if name in self._types or (name not in specified_scalar_types and reference["kind"] != "SCALAR"):
                continue
            self._types[name] = {"kind": "SCALAR", "name": name}
            if name not in specified_scalar_types:
                self._repairs.add(_WORDS["SCALAR"], name)

    def drop_unusable_inputs(self) -> None:
        """Input types that require what is unknown go, and with them those that require these."""
        while unusable := [name for name, type_ in self._types.items() if self._demands_unknown(type_, "inputFields")]:
            for name in unusable:
                self._repairs.add(_WORDS["TYPE"], name)
                del self._types[name]

    def usable_fields(self, owner: str, fields: list[Mapping]) -> list[Mapping]:
        """Fields that can be asked for; their arguments of unknown types are left out."""
        kept = self._kept(fields, self._is_usable_field, "FIELD", f"{owner}.{{}}")
        for field in kept:
            field["args"] = self.usable_inputs(field["args"], f"{owner}.{field['name']}({{}}:)")
        return kept

    def usable_inputs(self, items: list[Mapping], coordinate: str) -> list[Mapping]:
        """Arguments or input fields whose types are known."""
        return self._kept(items, lambda item: self._is_known(item, _INPUT), "INPUT", coordinate)

    def known_members(self, name: str, members: list[Mapping], kind: str) -> list[Mapping]:
        """The interfaces or the members of a type that are described."""
        return self._kept(members, lambda member: self._kind(member["name"]) == kind, "MEMBER", f"{{}} at {name}")

    def _kept(
        self, items: list[Mapping], is_kept: Callable[[Mapping], bool], words: str, coordinate: str
    ) -> list[Mapping]:
        """The items that may stay; the others are told, with the coordinate of each by its name."""
        kept = []
        for item in items:
            if is_kept(item):
                kept.append(item)
            else:
                self._repairs.add(_WORDS[words], coordinate.format(item["name"]))
        return kept

    def _is_usable_field(self, field: Mapping) -> bool:
        return self._is_known(field, _OUTPUT) and not self._demands_unknown(field, "args")

    def _demands_unknown(self, holder: Mapping, key: str) -> bool:
        required = filter(_is_required, holder.get(key, ()))
        return not all(self._is_known(item, _INPUT) for item in required)

    def _is_known(self, item: Mapping, kinds: frozenset[str]) -> bool:
        return bool(item["type"]) and self._kind(named(item["type"])["name"]) in kinds

    def _kind(self, name: str) -> str | None:
        return self._types.get(name, {}).get("kind")


def _is_required(item: Mapping) -> bool:
    return bool(item["type"]) and item["type"]["kind"] == "NON_NULL" and item["defaultValue"] is None


def _all_references(types: dict[str, Mapping], directives: list[Mapping]) -> list[Mapping]:
    """The named types that fields, arguments and input fields refer to, where they say which."""
    parts = [argument for directive in directives for argument in directive["args"]]
    for type_ in types.values():
        for item in (*type_.get("fields", ()), *type_.get("inputFields", ())):
            parts += (item, *item.get("args", ()))
    return [named(part["type"]) for part in parts if part["type"]]
