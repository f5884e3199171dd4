"""A template that was read: the entries it stands for, and their changes."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from querious.state.templates.builder import node_of, refuse_tags_beside_others
from querious.state.templates.mistakes import MistakeError, told
from querious.state.templates.nodes import Constant, GivenKeys, Node, Object, Omittable
from querious.state.templates.scanner import Scanner

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn, SearchStrategy

    from querious.model.values import JSON


@dataclass(frozen=True, slots=True)
class Template:
    """Made by ``read_template`` or ``template_of``. Two are equal if they are written alike."""

    source: JSON
    """The template as it was written."""
    root: Node = field(compare=False)

    @property
    def references(self) -> tuple[str, ...]:
        """Names of collections of which entries need keys, each once, in the order of the text."""
        return self.root.references

    @property
    def fields(self) -> tuple[str, ...]:
        """Keys that entries have at the top; none where they are no objects."""
        if isinstance(self.root, Constant) and isinstance(self.root.value, dict):
            return tuple(self.root.value)
        return tuple(key for key, _ in self.root.members) if isinstance(self.root, Object) else ()

    def strategy(self, given: GivenKeys) -> SearchStrategy[JSON]:
        """Entries, with references to the given keys. They shrink to few members and small values."""
        return self.root.strategy(given)

    def changes(self, given: GivenKeys) -> SearchStrategy[JSON]:
        """Parts of entries, never empty: some of the members at the top, of those that vary if any does.

        Where entries are no objects, a change is a whole entry.
        """
        if not isinstance(self.root, Object):
            return self.root.strategy(given)
        members = [(key, node) for key, node in self.root.members if node.possible(given)]
        varying = [(key, node) for key, node in members if not _is_fixed(node)]
        if not members:
            return self.root.strategy(given)
        return _nonempty(tuple((key, node.strategy(given)) for key, node in varying or members))

    def dump(self) -> str:
        """The text of the template; reading it gives the same one."""
        return json.dumps(self.source, indent=2, ensure_ascii=False) + "\n"


def read_template(text: str, place: str) -> Template:
    """The template in a text. A ConfigError names ``place``, line, column and JSON pointer of a mistake."""
    scanner = Scanner(text, place, refuse_tags_beside_others)
    source = scanner.read()
    try:
        return Template(source, node_of(source))
    except MistakeError as mistake:
        raise scanner.placed(mistake) from mistake


def template_of(value: JSON) -> Template:
    """The template that a JSON value is. A ConfigError names the JSON pointer of a mistake."""
    try:
        return Template(value, node_of(value))
    except MistakeError as mistake:
        raise told(mistake, "the template") from mistake


def _is_fixed(node: Node) -> bool:
    return isinstance(node, Constant) or (isinstance(node, Omittable) and isinstance(node.node, Constant))


@st.composite
def _nonempty(draw: DrawFn, members: tuple[tuple[str, SearchStrategy[JSON]], ...]) -> dict[str, JSON]:
    """One member in any case, and perhaps others, in the order of the template."""
    one = draw(st.integers(0, len(members) - 1))
    return {key: draw(values) for at, (key, values) in enumerate(members) if at == one or draw(st.booleans())}
