"""One of the things that can be done to the entries of a type, ready to be asked."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from graphql import GraphQLError, Undefined, coerce_input_value, is_required_argument

from querious.graphql.collections.pages import Paging
from querious.model import Field, Operation, Variable
from querious.model.document_text import write_case
from querious.text.words import camel, written_words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from querious.graphql.collections.forms import Form
    from querious.graphql.collections.inputs import Input
    from querious.graphql.collections.schema_index import Holder, Hops, Root
    from querious.model import Case, Selection
    from querious.model.values import JSON


@dataclass(frozen=True, slots=True)
class Parent:
    """Of a list that stands below another entry: ``item(sku: …) { reviews }``."""

    type: str
    field: str
    """Of the parent: what it is found by."""
    key: Input
    slot: str
    """Of the entries: what names their parent."""


@dataclass(frozen=True, slots=True)
class CollectionOperation:
    """A field that is asked, how it takes what it is given, and where its answer holds the entry."""

    root: Root
    form: Form
    hops: Hops | None
    """From the answer of the field to the entry; None where the answer does not hold it."""
    type: Holder | None = None
    """Of the entry that the answer holds."""
    many: bool = False
    exact: bool = True
    """Whether the names leave no doubt; otherwise it must be seen to work first."""
    paging: Paging = field(default_factory=Paging)
    parent: Parent | None = None
    selections: Sequence[Selection] = ()
    """What is asked of the field; nothing until it is planned."""

    @property
    def name(self) -> str:
        """As people read it."""
        return self.root.name

    def case(self, arguments: Mapping[str, JSON], above: Mapping[str, JSON]) -> Case:
        """The case that asks it with these arguments; ``above`` are those of the parent that a list stands below."""
        given = [above, arguments][-len(self.root.fields) :]
        selections = self.selections
        for hop, declared, values in reversed(list(zip(self.root.hops, self.root.fields, given, strict=True))):
            label = f"{hop.name}_" if values is above else ""
            types = {name: str(declared.args[name].type) for name in values}
            sent = [(name, Variable(label + name, types[name], value)) for name, value in values.items()]
            selections = [Field(hop.parent, hop.name, "", sent, (), selections)]
        name = camel(tuple(part for one in self.root.names for part in written_words(one)))
        return write_case(0, Operation(self.root.kind, name, self.root.hops[0].parent, selections))

    def allows(self, arguments: Mapping[str, JSON]) -> bool:
        """Whether the schema allows these: what it does not is no question to the service."""
        declared = self.root.asked.args
        if any(is_required_argument(one) and name not in arguments for name, one in declared.items()):
            return False
        try:
            read = [coerce_input_value(value, declared[name].type) for name, value in arguments.items()]
        except GraphQLError:
            return False
        return all(value is not Undefined for value in read)
