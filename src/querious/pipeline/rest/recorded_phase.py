"""The phase of a run that starts from what users called: each call as it was, and then changed a little."""

from __future__ import annotations

from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from querious.model.recording import CALL
from querious.model.turns import in_turn
from querious.pipeline.recorded import Unused, has_redacted_values
from querious.pipeline.run.recorded_phase import MOST_RECORDINGS, ask_recorded, tell_unused
from querious.rest.call_requests import call_case
from querious.rest.cases.recorded_changes import RecordedChanges
from querious.rest.operation_paths import OperationPaths
from querious.rest.recorded_calls import recorded_request

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from querious.model import Case
    from querious.model.recording import Recording
    from querious.model.rest_call import RestCall
    from querious.pipeline.budget import RunBudget
    from querious.pipeline.rest.api import RestApi
    from querious.pipeline.run.batch_sender import BatchSender
    from querious.pipeline.run.recorded_phase import NumberedCase
    from querious.rest.cases.callable_operation import CallableOperation
    from querious.rest.cases.flaws import Flaw


class _Called(NamedTuple):
    """A recorded call of an operation that may be asked."""

    call: RestCall
    plan: CallableOperation


class RestRecordedPhase:
    """Sends recorded calls, those that were called most first."""

    def __init__(self, api: RestApi, sender: BatchSender) -> None:
        self._api = api
        self._sender = sender
        url = api.service.service if isinstance(api.service.service, str) else ""
        below = urlsplit(url).path.rstrip("/") if "://" in url else ""
        description = api.service.description
        bases = dict.fromkeys((api.service.base, below + api.service.base, description.base_path, ""))
        self._paths = [OperationPaths(description.operations, base) for base in bases]

    async def start(self, recordings: Iterable[Recording], budget: RunBudget) -> None:
        """Learn from the recordings, send them, and then what is changed in them."""
        self._sender.enter("recordings")
        known = sorted(islice(recordings, MOST_RECORDINGS), key=lambda one: -one.times_called)
        found = [self._called(recording) for recording in known]
        tell_unused(self._sender, found)
        called = [one for one in found if isinstance(one, _Called)]
        changes = RecordedChanges((one.call for one in called), partial(self._api.calls.is_valid, strict=True))
        invalid = bool(self._api.settings.invalid)
        groups = [self._changed(one, changes.of(one.call, one.plan, invalid=invalid)) for one in called]
        await ask_recorded(self._sender, [partial(self._case, one) for one in called], in_turn(groups), budget)

    def _called(self, recording: Recording) -> _Called | Unused:
        if recording.kind != CALL:
            return Unused(recording.operation_name, "they ask GraphQL")
        request = recorded_request(recording)
        calls = (paths.call_of(request) for paths in self._paths)
        call = next((one for one in calls if one is not None), None)
        self._api.production[call.coordinate if call else recording.document] += recording.times_called
        if call is None:
            return Unused(recording.document, "the description does not know the operation")
        if has_redacted_values(recording):
            return Unused(recording.document, "they hold values that were redacted when they were recorded")
        if any(status.startswith("2") for status in recording.statuses):
            self._api.learn_recorded(call)
        plan = self._api.plans.get(call.coordinate)
        if plan is None:
            return Unused(call.coordinate, self._api.left_out.get(call.coordinate, "it is not asked"))
        if plan.coordinate in self._api.order.held_back():
            return Unused(call.coordinate, "what deletes is asked at the end")
        return _Called(call, plan)

    def _case(self, one: _Called, number: int) -> Case:
        return call_case(number, one.call, one.plan.operation, self._api.service.base)

    def _changed(self, one: _Called, changes: Iterator[Flaw]) -> Iterator[NumberedCase]:
        base = self._api.service.base
        for changed in changes:
            yield partial(call_case, call=changed.call, operation=one.plan.operation, base=base, flaw=changed.what)
