"""How values stand in XML, as the ``xml`` objects of schemas say: names, attributes, wrapped lists, namespaces."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from querious.rest.openapi.document import Part, UnusableError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from querious.model.values import JSON
    from querious.rest.openapi.document import References

_DEEPEST: Final = 8
"""Elements within each other; schemas may hold themselves."""
_ROOT: Final = "root"


class XmlLayout(NamedTuple):
    """One element, or one attribute."""

    name: str
    kind: str = ""
    """The type of its value; empty where nothing is said."""
    namespace: str = ""
    prefix: str = ""
    is_attribute: bool = False
    is_wrapped: bool = False
    """Whether the items of a list stand in an element of the list."""
    members: Mapping[str, XmlLayout] = {}
    """By the names that the schema has for them."""
    items: XmlLayout | None = None

    @property
    def tag(self) -> str:
        """With its prefix."""
        return f"{self.prefix}:{self.name}" if self.prefix else self.name


def is_xml(media: str) -> bool:
    """Whether a media type stands for XML."""
    kind = media.partition(";")[0].strip().lower()
    return kind in {"application/xml", "text/xml"} or kind.endswith("+xml")


def xml_layouts(references: References, media: Mapping[str, JSON]) -> dict[str, XmlLayout]:
    """The layouts of the media types that are XML; without those whose schemas cannot be followed."""
    found = {}
    for name, schema in media.items():
        if is_xml(name) and isinstance(schema, dict):
            try:
                layout = _layout(references, schema, _definition(schema) or _ROOT, 0)
            except UnusableError:
                continue
            if layout.members or layout.items:  # a text stands for a document of which nothing is said
                found[name] = layout
    return found


def _definition(schema: JSON) -> str:
    reference = schema.get("$ref") if isinstance(schema, dict) else None
    return reference.rpartition("/")[2] if isinstance(reference, str) else ""


def _layout(references: References, schema: JSON, name: str, depth: int) -> XmlLayout:
    part = Part(references, schema)
    said = part.part("xml")
    kinds = part.value("type")
    kind = next((one for one in (kinds if isinstance(kinds, list) else [kinds]) if one != "null"), "")
    members: dict[str, XmlLayout] = {}
    items = None
    if depth < _DEEPEST:
        for owner in _joined(part):
            for key, inner in owner.part("properties").source.items():
                members[key] = _layout(references, inner, key, depth + 1)
        if isinstance(part.value("items"), dict):
            items = _layout(references, part.value("items"), said.text("name") or name, depth + 1)
    return XmlLayout(
        said.text("name") or name,
        kind if isinstance(kind, str) else "",
        said.text("namespace"),
        said.text("prefix"),
        said.is_true("attribute") or said.text("nodeType") == "attribute",
        said.is_true("wrapped") or (kind == "array" and said.text("nodeType") == "element"),
        members,
        items,
    )


def _joined(part: Part) -> Iterator[Part]:
    """A schema and those that it takes all of."""
    yield part
    yield from part.listed("allOf")
