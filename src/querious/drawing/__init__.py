"""Boxes and arrows → SVG, Mermaid, DOT."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from querious.drawing.dot import dot
from querious.drawing.mermaid import mermaid
from querious.drawing.picture import Edge, Kind, Node, Picture
from querious.drawing.svg import svg

FORMATS: Final[Mapping[str, Callable[[Picture], str]]] = MappingProxyType({"svg": svg, "mermaid": mermaid, "dot": dot})

__all__ = ["FORMATS", "Edge", "Kind", "Node", "Picture", "dot", "mermaid", "svg"]
