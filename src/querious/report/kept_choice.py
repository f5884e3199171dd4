"""Which of the kept exchanges a person wants to see."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from querious.model.operation import fields
from querious.model.patterns import Patterns

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model.kept import Kept


@dataclass(frozen=True, slots=True)
class KeptChoice:
    """Those that fit everything that is said; of several values for the same thing one is enough."""

    phases: tuple[str, ...] = ()
    outcomes: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()
    """Those with a planned path of one of these classes."""
    coordinates: tuple[str, ...] = ()
    """Patterns; those whose operation selects a field that matches."""
    findings: tuple[str, ...] = ()
    """Beginnings of fingerprints."""
    text: str = ""
    """In what was sent or what came back; upper and lower case are the same."""
    failing: bool = False
    number: int | None = None

    def fits(self, kept: Kept) -> bool:
        """Whether it is wanted; what is quick to tell is asked first."""
        return (
            (self.number is None or kept.exchange.case.number == self.number)
            and (not self.phases or kept.phase in self.phases)
            and (not self.outcomes or kept.outcome in self.outcomes)
            and (not self.classes or any(kept.classes.get(name) for name in self.classes))
            and (not self.findings or any(found.startswith(self.findings) for found in kept.findings))
            and (not self.failing or kept.failing)
            and (not self.coordinates or self._selects(kept))
            and (not self.text or self._says(kept))
        )

    def _selects(self, kept: Kept) -> bool:
        patterns = Patterns(self.coordinates)
        case = kept.exchange.case
        if not case.is_graphql:
            return patterns.match(case.call.coordinate)
        return any(patterns.match(field.coordinate) for field in fields(case.operation.selections))

    def _says(self, kept: Kept) -> bool:
        wanted = self.text.casefold()
        return any(wanted in text.casefold() for text in _texts(kept))


def _texts(kept: Kept) -> Iterator[str]:
    exchange = kept.exchange
    if exchange.case.is_graphql:
        yield exchange.case.document
        yield json.dumps(exchange.case.variables, ensure_ascii=False)
    else:
        yield exchange.case.request.path
        yield json.dumps(exchange.case.body, ensure_ascii=False)
    yield exchange.body.decode("utf-8", "replace")
    yield exchange.detail
    if exchange.payload is not None and b"\\u" in exchange.body:
        yield json.dumps(exchange.payload, ensure_ascii=False)
