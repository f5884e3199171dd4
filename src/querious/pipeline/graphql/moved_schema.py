"""A schema that is not the server's: a file that is out of date, or a server that was changed during the run.

One unknown field is enough for a server to refuse a whole operation. So what it says that it does not know is left out
of everything that follows, and told once. A schema that came by introspection is read again, once: what is still in it
is refused against the server's own word, which is a finding.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from querious.errors import QueriousError
from querious.graphql.schema import vanished, widened
from querious.model import Fragment
from querious.text.display import plural

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Sequence

    from graphql import GraphQLSchema

    from querious.model import Field, Finding, Operation, Selection

REFUSED: Final = "refused_valid"
"""The oracle that holds it against an API that a valid operation was refused."""
_NAMED: Final = 40
"""Names that the note tells."""


class MovedSchema:
    """What of the schema the server does not have, as far as it has said so."""

    def __init__(self, schema: GraphQLSchema, reread: Callable[[], Awaitable[GraphQLSchema]] | None) -> None:
        self._schema = schema
        self._reread = reread
        """Asks the server for its schema; None where that came from elsewhere."""
        self._told: dict[str, None] = {}
        self._gone: set[str] = set()
        """What the server's schema no longer has, once it was read again."""
        self._parts: set[str] = set()
        self._held_back: dict[str, Finding] = {}

    def __contains__(self, coordinate: object) -> bool:
        return coordinate in self._parts

    def __bool__(self) -> bool:
        return bool(self._parts)

    def hold_back(self, missing: Sequence[str], findings: Iterable[Finding]) -> list[Finding]:
        """The findings without what says that an operation was refused: whose fault that is, is not known yet."""
        kept: list[Finding] = []
        for finding in findings:
            if finding.oracle == REFUSED:
                for coordinate in missing:
                    place = ".".join(coordinate.split(".")[:2])
                    self._held_back.setdefault(coordinate, replace(finding, coordinate=place))
            else:
                kept.append(finding)
        return kept

    async def learn(self, missing: Iterable[str]) -> list[Finding] | None:
        """Leave these out from now on; gives what the API is to blame for, or None if all of it was known."""
        new = [coordinate for coordinate in missing if coordinate not in self._told]
        if not new:
            return None
        if self._reread is not None and not self._told:
            self._gone = await self._vanished()
            self._told.update(dict.fromkeys(sorted(self._gone)))
        self._told.update(dict.fromkeys(new))
        self._parts |= widened(self._told, self._schema)
        if self._reread is None:
            return []
        gone = widened(self._gone, self._schema)
        return [self._held_back[name] for name in new if name in self._held_back and name not in gone]

    async def _vanished(self) -> set[str]:
        try:
            return vanished(self._schema, await self._reread()) if self._reread else set()
        except QueriousError:
            return set()  # the API no longer shows its schema; what it says of its fields stands

    @property
    def note(self) -> str:
        """What the user should know."""
        names = list(self._told)
        more = f" and {plural(len(names) - _NAMED, 'other')}" if len(names) > _NAMED else ""
        listed = f"{', '.join(names[:_NAMED])}{more}"
        if self._reread is None:
            why = "The schema given has what the API does not know, so it is probably out of date"
        elif self._gone:
            why = "The API's schema changed during the run"
        else:
            why = "The API refuses what its own introspection shows"
        return f"{why}. Left out from then on: {listed}."

    def strip(self, operation: Operation) -> Operation | None:
        """The operation without what the server does not have; None if nothing is left."""
        if not self._parts:
            return operation
        left = self._stripped(operation.selections)
        if left == list(operation.selections):
            return operation
        return operation._replace(selections=left) if left else None

    def _stripped(self, selections: Sequence[Selection]) -> list[Selection]:
        left: list[Selection] = []
        for node in selections:
            if isinstance(node, Fragment):
                below = [] if node.on in self._parts else self._stripped(node.children)
                if below:
                    left.append(node._replace(children=below))
            elif node.coordinate not in self._parts:
                below = self._stripped(node.children)
                if below or not node.children:
                    left.append(node._replace(children=below, arguments=self._known_arguments(node)))
        names_alone = all(not isinstance(node, Fragment) and node.name == "__typename" for node in left)
        return [] if names_alone and len(left) < len(selections) else left

    def _known_arguments(self, node: Field) -> Sequence[tuple[str, object]]:
        known = [pair for pair in node.arguments if f"{node.coordinate}.{pair[0]}" not in self._parts]
        return known if len(known) < len(node.arguments) else node.arguments
