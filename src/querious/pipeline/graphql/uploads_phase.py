"""The phase that sends files at their edges, by the GraphQL multipart request specification.

Whether multipart requests are taken at all is asked first. Every mutation is sent a plain file, then each edge in its
turn, one at a time. What answers say is judged as that of any mutation, and by what they say of the files.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.graphql.uploads import files_in, with_files, with_several
from querious.model import Case
from querious.model.graphql_forms import SentForm, request_in
from querious.model.turns import in_turn
from querious.pipeline.graphql.form_answers import form_answer
from querious.variants.probes import smallest
from querious.variants.uploads import NAME, UploadEdge, edges, numbered, plain_file, was_taken

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model import JSON, Exchange, Operation
    from querious.pipeline.budget import RunBudget
    from querious.pipeline.graphql.api import GraphqlApi
    from querious.pipeline.run.batch_sender import BatchSender
    from querious.pipeline.run.session import Judged

_MUTATIONS: Final = 10
"""Mutations that are sent files."""
_MOST: Final = 240
_SHARE: Final = 0.15
"""Requests of the phase, and the part of the requests of a run that they may be."""
_TRIES: Final = 3
"""Values of other arguments that are tried until a plain file is taken."""


class UploadsPhase:
    """Entered once."""

    def __init__(self, api: GraphqlApi, sender: BatchSender) -> None:
        self._api = api
        self._sender = sender
        self._left = 0

    async def upload(self, budget: RunBudget) -> None:
        """Send files, as far as this budget goes."""
        limit = self._api.settings.requests
        self._left = min(_MOST, int(_SHARE * limit)) if limit else _MOST
        uploads = [one.coordinate for one in self._api.uploads if self._api.allowed_now(one.coordinate)]
        if not uploads or self._over(budget):
            return
        self._sender.enter("uploads")
        if not await self._is_taken():
            return
        waiting = []
        for coordinate in uploads[:_MUTATIONS]:
            operation = await self._accepted(coordinate, budget)
            if operation is not None:
                waiting.append(_edges(operation, coordinate, self._api))
        for plain, odd, is_repeated in in_turn(waiting):
            if self._over(budget):
                return
            await self._hold(plain, odd, is_repeated=is_repeated)

    async def _is_taken(self) -> bool:
        operation = smallest(self._api.knowledge())
        request = request_in(SentForm.MULTIPART, operation)
        exchange = await self._sender.ask(Case(self._sender.cases, operation, request))
        if exchange is None:
            return False
        taken = form_answer(exchange).data is not None
        if not taken:
            why = exchange.failure_text or f"status {exchange.status}"
            self._sender.note(f"No files were sent: the API does not take multipart requests ({why}).")
        return taken

    async def _accepted(self, coordinate: str, budget: RunBudget) -> Operation | None:
        """The mutation as it takes a plain file; else as it was sent last, for what answers say of it."""
        operation = None
        for _ in range(_TRIES):
            operation = self._api.upload_operation(coordinate)
            if operation is None or self._over(budget):
                return None
            exchange = await self._send(operation)
            if exchange is None:
                return None
            self._count([exchange])
            if was_taken(form_answer(exchange)) is True:
                break
        return operation

    async def _hold(self, plain: Operation, odd: Operation, *, is_repeated: bool) -> None:
        """Send one with an odd file; one that somebody may want to send again, between plain ones, if it is refused."""
        exchange = await self._send(odd)
        if exchange is None:
            return
        self._count([exchange])
        if not is_repeated or was_taken(form_answer(exchange)) is not False:
            return
        trace: list[Exchange] = []
        for operation in (plain, odd, plain, odd, plain):
            exchange = await self._send(operation)
            if exchange is None:
                return
            trace.append(exchange)
        self._count(trace)

    def _count(self, trace: list[Exchange]) -> None:
        found = self._api.hold_uploads(trace)
        self._api.tallies.add(NAME, "failed" if found else "passed")
        self._sender.count(found)

    async def _send(self, operation: Operation) -> Exchange | None:
        """Send it as a case of the run, which every oracle judges."""
        self._left -= 1
        answers: list[Exchange] = []

        def look(exchange: Exchange, _: Judged) -> None:
            answers.append(exchange)

        case = Case(self._sender.cases, operation, request_in(SentForm.MULTIPART, operation))
        await self._sender.send(iter([case]), look)
        return answers[0] if answers else None

    def _over(self, budget: RunBudget) -> bool:
        return self._left <= 0 or bool(self._sender.ended) or bool(budget.spent())


def _edges(operation: Operation, coordinate: str, api: GraphqlApi) -> Iterator[tuple[Operation, Operation, bool]]:
    """The plain operation and one with an odd file, and whether that is asked again where it is refused.

    Where there are several files, first some of which no two are alike, then one part for all; then one odd one.
    """
    promise = api.upload_promises[coordinate]
    plain = plain_file(promise)
    several = with_several(operation)
    if len(files_in(several)) > 1:

        def growing(place: int) -> JSON:
            sized = {"content": "q" * (place + 1)} if "content" in plain else {}
            return {**numbered(plain, place), **sized}

        yield operation, with_files(several, growing), False
        yield operation, with_files(several, lambda _: plain), False
    for edge in edges(promise):

        def odd(place: int, edge: UploadEdge = edge) -> JSON:
            return numbered(plain, place) if place else edge.file

        yield operation, with_files(operation, odd), edge.repeated
