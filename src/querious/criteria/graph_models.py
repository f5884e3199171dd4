"""What counts as a node and what as an edge. A number of paths means nothing without this, so it prints itself."""

from __future__ import annotations

from dataclasses import dataclass

EVERY_CUSTOM_SCALAR = "*"


@dataclass(frozen=True, slots=True)
class GraphModel:
    """Object types are always nodes; a field that gives an interface or a union leads to each possible object type."""

    name: str
    """One word, for an option and for a table."""
    collapsed: bool = False
    """One edge for each (source, target); it bears the name of the first field that leads there."""
    enums: bool = False
    """Enums are nodes that lead nowhere."""
    scalars: tuple[str, ...] = ()
    """These scalars are nodes that lead nowhere; ``*`` is every one that GraphQL does not define."""
    text: str = ""
    """What counts as a node and an edge, in words, where it is no schema of GraphQL."""

    def __str__(self) -> str:
        if self.text:
            return self.text
        kinds = ["object types", *(["enums"] if self.enums else [])]
        if EVERY_CUSTOM_SCALAR in self.scalars:
            kinds.append("custom scalars")
        kinds += [f"the scalar {name}" for name in self.scalars if name != EVERY_CUSTOM_SCALAR]
        *others, last = kinds
        nodes = f"{', '.join(others)} and {last}" if others else last
        return f"{nodes} as nodes, parallel fields {'collapsed' if self.collapsed else 'distinct'}"


FIELDS = GraphModel("fields")
"""The default: nothing that can be asked for is lost."""

TYPES = GraphModel("types", collapsed=True)
"""Ways from type to type, whatever the field."""

STUDY = GraphModel("study", collapsed=True, enums=True, scalars=(EVERY_CUSTOM_SCALAR,))
"""Lorenz 2023: its list of basic data types holds GraphQL's own five scalars, and every other type is a node."""

MODELS = (FIELDS, TYPES, STUDY)
