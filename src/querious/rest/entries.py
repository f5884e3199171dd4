"""Where the entries of a collection come from: a template, or functions that make them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from querious.state.templates import GivenKeys, Template, template_of

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn

    from querious.model.values import JSON

EntryMaker: TypeAlias = Callable[[GivenKeys], SearchStrategy[Any]]
"""Makes entries, with keys of other collections in them."""


@dataclass(frozen=True, slots=True)
class EntrySource:
    """What is not given is made of what is: functions come before the template, changes are parts of entries."""

    template: Template | None = None
    made: EntryMaker | None = None
    replaced: EntryMaker | None = None
    changed: EntryMaker | None = None

    @property
    def is_empty(self) -> bool:
        """Whether no entry can be made."""
        return self.template is None and self.made is None

    @property
    def references(self) -> tuple[str, ...]:
        """Collections that the template refers to."""
        return self.template.references if self.template else ()

    @property
    def fields(self) -> tuple[str, ...]:
        """Members that entries are known to have."""
        return self.template.fields if self.template else ()

    def entries(self, given: GivenKeys) -> SearchStrategy[JSON]:
        """Whole ones."""
        if self.made:
            return self.made(given)
        return self.template.strategy(given) if self.template else st.nothing()

    def replacements(self, given: GivenKeys) -> SearchStrategy[JSON]:
        """Whole ones, to replace others."""
        return self.replaced(given) if self.replaced else self.entries(given)

    def changes(self, given: GivenKeys) -> SearchStrategy[JSON]:
        """Parts of them, never empty."""
        if self.changed:
            return self.changed(given)
        if self.template and not self.made:
            return self.template.changes(given)
        return self.entries(given).flatmap(_part)


def template_of_entry(template: JSON | None, wrap: str) -> Template | None:
    """The template of an entry; it may be given with its wrapping."""
    if template is None:
        return None
    if wrap and isinstance(template, dict) and template.keys() == {wrap}:
        template = template[wrap]
    return template_of(template)


@st.composite
def _part(draw: DrawFn, entry: JSON) -> JSON:
    """Some of the members of an entry, at least one; what is no object is changed as a whole."""
    if not isinstance(entry, dict) or not entry:
        return entry
    one = draw(st.sampled_from(sorted(entry)))
    return {name: value for name, value in entry.items() if name == one or draw(st.booleans())}
