"""Boxes and arrows → SVG, Mermaid, DOT."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from querious.drawing.dot import dot
from querious.drawing.mermaid import mermaid
from querious.drawing.picture import Edge, Picture, PictureNode, PictureStyle
from querious.drawing.svg import svg

FORMATS: Final[Mapping[str, Callable[[Picture], str]]] = MappingProxyType({"svg": svg, "mermaid": mermaid, "dot": dot})

__all__ = ["FORMATS", "Edge", "Picture", "PictureNode", "PictureStyle", "dot", "mermaid", "svg"]
