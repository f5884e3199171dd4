"""The facade: a collection of a service, as the model sees it. Adapting the model to a service is to make one.

The study's interface: five commands, of which ``list`` tells keys and values. ``RestCollection`` makes one of a URL and
a template, ``querious.rest.openapi.collections`` of a description, ``querious.graphql.collections`` of a schema. A
class of your own overrides the commands that your service does differently.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from querious.model.state import Command

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hypothesis.strategies import SearchStrategy

    from querious.model.state import Delete, Key, Outcome
    from querious.model.values import JSON


@dataclass(frozen=True, slots=True)
class Promised:
    """What a description says that a service does, beyond what any service must."""

    not_found: frozenset[Command] = frozenset({Command.GET, Command.PUT, Command.PATCH})
    """Commands that are answered with not found for keys that never were."""
    refuses_referred: bool = False
    """Whether deleting what others refer to is refused."""
    versions: bool = False
    """Whether a change on the condition of an outdated version is refused."""
    restorable: bool = False
    """Whether deleted entries can be brought back."""
    most: int = 0
    """How many entries there may be in one parent; 0 where nothing is said."""
    most_told: str = ""
    """The words that say so."""
    searched: bool = False
    """Whether entries are listed by a search, which may lag behind or leave some out by design."""
    methods: tuple[str, ...] = ()
    """HTTP methods that entries do not have: they must be refused, and change nothing."""


class Collection(ABC):
    """Commands never raise for what a service answers: that is an ``Outcome``. Several threads may call them."""

    name: str
    """Short, unique within the service, such as ``books`` or ``books/comments``."""
    commands: frozenset[Command]
    """What the service offers."""
    guessed: frozenset[Command] = frozenset()
    """Those of the commands that nobody has named: whether the service has them is found out."""
    needs: tuple[str, ...] = ()
    """Names of collections of which an entry must be there first: a parent in the path, a reference in the body."""
    delete_means: Delete | None = None
    """What deleting is promised to mean; None: it is learned."""
    put_replaces: bool = True
    """Whether ``put`` replaces the whole entry, as HTTP has it, or merges."""
    put_creates: bool = False
    """Whether ``put`` with a key that never was, or was deleted, makes an entry of that key."""
    parent: str = ""
    """The name of the collection in whose entries this one is, if it is: one of ``needs``."""
    promised: Promised = Promised()
    unseen: frozenset[str] = frozenset()
    """Fields of an entry that the service takes and never shows, such as a password."""

    @property
    def members(self) -> tuple[str, ...]:
        """Members of an entry that are asked for by name; empty where the service shows what it likes."""
        return ()

    def showing(self, members: Sequence[str]) -> Self:
        """The same collection, asking for the key and these ``members`` alone."""
        del members
        return self

    def bind(self, given: Mapping[str, Sequence[Key]]) -> Self:
        """The same collection, with entries of those it ``needs``; one parent, any reference out of these keys."""
        del given
        return self

    def promising(self, delete_means: Delete | None, *, put_merges: bool) -> Self:
        """The same collection, with what its owner promises; None: what deleting means is learned."""
        if delete_means is not None:
            self.delete_means = delete_means
        if put_merges:
            self.put_replaces = False
        return self

    @abstractmethod
    def entries(self) -> SearchStrategy[JSON]:
        """Whole entries, for ``post``."""

    def replacements(self) -> SearchStrategy[JSON]:
        """Whole entries, for ``put``."""
        return self.entries()

    @abstractmethod
    def changes(self) -> SearchStrategy[JSON]:
        """Parts of entries, never empty, for ``patch``."""

    def turn_to_models(self) -> bool:
        """Make entries like those that were accepted before, where made-up ones are refused; whether any are known."""
        return False

    @abstractmethod
    def unknown_keys(self, like: Sequence[Key]) -> SearchStrategy[Key]:
        """Keys that the service could have given and never did: of the form of ``like``, and none of them."""

    @abstractmethod
    def post(self, entry: JSON) -> Outcome:
        """Add an entry; the service names it."""

    @abstractmethod
    def get(self, key: Key) -> Outcome:
        """Read an entry."""

    @abstractmethod
    def put(self, key: Key, entry: JSON) -> Outcome:
        """Replace an entry, or change what is given of it where ``put_replaces`` is False."""

    @abstractmethod
    def patch(self, key: Key, changes: JSON) -> Outcome:
        """Change what is given of an entry, and nothing else."""

    @abstractmethod
    def delete(self, key: Key) -> Outcome:
        """Remove an entry, or put it into the trash."""

    @abstractmethod
    def list(self) -> Outcome:
        """All entries, page by page if need be."""

    def empty_trash(self) -> Outcome:
        """Remove for good what was deleted. Only services that offer it have it in ``commands``."""
        raise NotImplementedError

    def list_in_pages(self) -> Outcome | None:
        """The list as the service cuts it by itself; None where ``list`` asks for no larger pages than that."""
        return None

    def outdated(self, key: Key, first: JSON, second: JSON) -> Outcome | None:
        """Make one change, then another on the condition that the first was not; None if there are no versions.

        Asked only of services that promise ``versions``.
        """
        del key, first, second
        return None

    def intrude(self, method: str, key: Key) -> Outcome:
        """Send a method that entries do not have. Asked only for those that are ``promised`` not to be."""
        raise NotImplementedError
