"""Values → XML by the layout of a schema, and XML → values."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final
from xml.etree import ElementTree as ET
from xml.sax.saxutils import escape, quoteattr

if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element

    from querious.model.values import JSON
    from querious.rest.openapi.xml_layout import XmlLayout

_HEAD: Final = '<?xml version="1.0" encoding="UTF-8"?>'
_IMPOSSIBLE: Final = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML cannot hold, however they are written."""
_DECLARATION: Final = re.compile(rb"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)
_NAME: Final = re.compile(r"[^\w.-]|^(?=[\d.-])")
_DEEPEST: Final = 60


def write_xml(value: JSON, layout: XmlLayout) -> str:
    """A document with the value as its root element."""
    return _HEAD + "".join(_elements(value, layout))


def _elements(value: JSON, layout: XmlLayout) -> Iterator[str]:
    """The element of a value; of a list that is not wrapped, one for each item."""
    if isinstance(value, list):
        items = "".join(part for item in value for part in _elements(item, layout.items or layout))
        yield f"<{layout.tag}{_declared(layout)}>{items}</{layout.tag}>" if layout.is_wrapped else items
        return
    attributes, content = _declared(layout), ""
    if isinstance(value, dict):
        for key, member in value.items():
            inner = layout.members.get(key) or layout._replace(
                name=_NAME.sub("_", key) or "_", kind="", prefix="", namespace="", members={}, items=None
            )
            if inner.is_attribute and not isinstance(member, list | dict):
                attributes += f" {inner.tag}={quoteattr(_text(member))}"
            else:
                content += "".join(_elements(member, inner))
    else:
        content = escape(_text(value))
    yield f"<{layout.tag}{attributes}>{content}</{layout.tag}>"


def _declared(layout: XmlLayout) -> str:
    if not layout.namespace:
        return ""
    return f" xmlns{':' if layout.prefix else ''}{layout.prefix}={quoteattr(layout.namespace)}"


def _text(value: JSON) -> str:
    text = value if isinstance(value, str) else "" if value is None else json.dumps(value)
    return _IMPOSSIBLE.sub("\ufffd", text)


def read_xml(content: bytes, layout: XmlLayout) -> JSON:
    """The value of a document. ValueError for what is no XML; LookupError for one that declares entities."""
    if _DECLARATION.search(content):
        raise LookupError("the document declares a type of its own")
    try:
        root = ET.fromstring(content)  # noqa: S314 - what declares entities is not read
    except ET.ParseError as error:
        raise ValueError(str(error)) from None
    if layout.kind == "array":
        return [_value(child, layout.items or layout, 1) for child in root]
    return _value(root, layout, 0)


def _value(element: Element, layout: XmlLayout, depth: int) -> JSON:
    if layout.kind != "object" and not layout.members:
        return _scalar((element.text or "").strip(), layout.kind)
    found: dict[str, Any] = {}
    if depth >= _DEEPEST:
        return found
    by_name: dict[str, list[Element]] = {}
    for child in element:
        by_name.setdefault(_local(child.tag), []).append(child)
    attributes = {_local(name): text for name, text in element.attrib.items()}
    for key, inner in layout.members.items():
        if inner.is_attribute:
            found |= {key: _scalar(attributes[inner.name], inner.kind)} if inner.name in attributes else {}
        elif inner.kind == "array":
            found |= _list(key, inner, by_name, depth + 1)
        elif inner.name in by_name:
            found[key] = _value(by_name[inner.name][0], inner, depth + 1)
    return found


def _list(key: str, layout: XmlLayout, by_name: dict[str, list[Element]], depth: int) -> dict[str, JSON]:
    """The member that is a list; none where it is not there."""
    item = layout.items or layout
    name = layout.name if layout.is_wrapped else item.name
    if name not in by_name:
        return {}
    elements = by_name[name][0] if layout.is_wrapped else by_name[name]
    return {key: [_value(child, item, depth) for child in elements]}


def _local(tag: str) -> str:
    return tag.rpartition("}")[2]


def _scalar(text: str, kind: str) -> JSON:
    """A value as its type has it; the text itself where it is none of that type."""
    if kind == "boolean":
        return {"true": True, "1": True, "false": False, "0": False}.get(text, text)
    if kind not in {"integer", "number"}:
        return text
    try:
        return int(text) if kind == "integer" else float(text)
    except ValueError:
        return text
