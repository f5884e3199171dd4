"""What is known of a collection before the service is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeAlias

from querious.model.exchange import Exchange
from querious.model.state import Breach, Command, Delete
from querious.rest.described_pages import NOT_DESCRIBED, DescribedPages
from querious.state.facade import Promised

if TYPE_CHECKING:
    from querious.rest.entries import EntryMaker
    from querious.rest.searched_list import SearchBody

Check: TypeAlias = Callable[[Command, Exchange], Iterable[Breach]]
"""Judges an exchange by itself, such as against its schema."""


@dataclass(frozen=True, slots=True)
class KnownCollection:
    """Plain values. What is left out is found out, or is as usual."""

    name: str = ""
    commands: frozenset[Command] | None = None
    """None: all that are usual, some of which the service may not have."""
    item_path: str = ""
    """The path of an entry, whose last parameter is the key; empty: below that of the collection."""
    parents: Mapping[str, str] = field(default_factory=dict)
    """Of which collection each other parameter of the paths is a key."""
    needs: tuple[str, ...] = ()
    """Other collections that entries refer to."""
    key: str = ""
    """The member that holds the key."""
    wrap: str = ""
    """The name under which an entry is sent, as in ``{"book": {…}}``."""
    entries: EntryMaker | None = None
    """Makes entries, in the place of a template."""
    replacements: EntryMaker | None = None
    changes: EntryMaker | None = None
    unseen: frozenset[str] = frozenset()
    """Members that the service takes and never shows."""
    listed_at: str = ""
    """Where the entries are in the answer to a list, by its dotted path."""
    list_query: Mapping[str, str] = field(default_factory=dict)
    """Parameters that make the pages of a list as large as they may be."""
    pages: DescribedPages = NOT_DESCRIBED
    """Where the next page of a list is, if answers say nothing of it."""
    search: SearchBody | None = None
    """Where a POST lists the entries: how its body asks for pages."""
    trash: str = ""
    """How the trash is emptied: ``DELETE /books/trash``."""
    check: Check | None = None
    delete_means: Delete | None = None
    """None: it is learned."""
    says_created: bool = False
    """Whether POST is documented to answer with 201."""
    put_replaces: bool = True
    put_creates: bool = False
    promised: Promised = field(default_factory=Promised)


NOTHING_KNOWN: Final = KnownCollection()
