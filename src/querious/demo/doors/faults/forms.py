"""The same operation in another form: batches, GET, persisted."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from querious.demo.doors.faults.fault import GRAPHQL, VARIANTS, AtStep, DoorFault, instead

if TYPE_CHECKING:
    from querious.demo.doors.context import Ask, Step
    from querious.demo.doors.wire.reading import Wanted

BATCH: Final = "batch"
PERSISTED: Final = "persisted"
GET: Final = "GET"


async def _as_finished(healthy: Step, ask: Ask, operations: list[Wanted]) -> Any:
    """The short ones are done first."""
    results = await healthy(ask, operations)
    by_length = sorted(range(len(results)), key=lambda index: len(str(results[index])))
    return [results[index] for index in by_length]


async def _one_spoils(healthy: Step, ask: Ask, operations: list[Wanted]) -> Any:
    results = await healthy(ask, operations)
    failed = [result for result in results if "data" not in result]
    return [{"errors": failed[0]["errors"]} for _ in results] if failed else results


async def _shared_variables(healthy: Step, ask: Ask, operations: list[Wanted]) -> Any:
    variables: dict[str, Any] = {}
    for wanted in operations:
        variables |= wanted.variables
    return await healthy(ask, [replace(wanted, variables=variables) for wanted in operations])


async def _last_lost(healthy: Step, ask: Ask, operations: list[Wanted]) -> Any:
    results = await healthy(ask, operations)
    return results[:-1] if len(results) > 2 else results  # noqa: PLR2004


def _hash_unchecked() -> AtStep:
    """What is under a hash is whatever came with it first."""

    def wrap(healthy: Step) -> Step:
        kept: dict[str, str] = {}

        def text_of(wanted: Wanted) -> str:
            persisted = wanted.extensions.get("persistedQuery")
            hash_ = persisted.get("sha256Hash") if isinstance(persisted, dict) else None
            if not isinstance(hash_, str):
                return str(healthy(wanted))
            if wanted.query is not None:
                kept.setdefault(hash_, wanted.query)
            return kept[hash_] if hash_ in kept else str(healthy(wanted))

        return text_of

    return AtStep("persisted.text", wrap)


def _answers_kept() -> AtStep:
    """By hash alone, as a cache before the server does: variables and viewer are not in its key."""

    def wrap(healthy: Step) -> Step:
        kept: dict[str, Any] = {}

        async def result_of(ask: Ask, wanted: Wanted, method: str) -> Any:
            persisted = wanted.extensions.get("persistedQuery")
            hash_ = persisted.get("sha256Hash") if isinstance(persisted, dict) else None
            if isinstance(hash_, str) and wanted.query is None and hash_ in kept:
                return kept[hash_]
            result = await healthy(ask, wanted, method)
            if isinstance(hash_, str) and "data" in result and len(kept) < 1_000:  # noqa: PLR2004
                kept[hash_] = result
            return result

        return result_of

    return AtStep("http.result", wrap)


def _one_place() -> AtStep:
    """The store of persisted queries has room for one, whatever the hash."""

    def wrap(healthy: Step) -> Step:
        last: dict[str, str] = {}

        def text_of(wanted: Wanted) -> str:
            if wanted.query is None and wanted.document_id is None and last:
                return last["text"]
            text = str(healthy(wanted))
            if wanted.query is not None and "persistedQuery" in wanted.extensions:
                last["text"] = text
            return text

        return text_of

    return AtStep("persisted.text", wrap)


async def _get_without_variables(healthy: Step, ask: Ask, wanted: Wanted, method: str) -> Any:
    """Variables of GET arrive as text, which is never parsed: defaults are taken."""
    return await healthy(ask, replace(wanted, variables={}) if method == "GET" else wanted, method)


async def _get_of_nobody(healthy: Step, ask: Ask, wanted: Wanted, method: str) -> Any:
    """Behind a cache that drops the credentials of GET."""
    return await healthy(ask.of(None) if method == "GET" else ask, wanted, method)


def _fault(name: str, kind: str, about: str, weave: AtStep) -> DoorFault:
    return DoorFault(name, kind, about, VARIANTS, GRAPHQL, (weave,))


FAULTS: Final = (
    _fault(
        "batch-order-lost",
        BATCH,
        "The results of a batch come in the order in which they are done.",
        instead("batch.results", _as_finished),
    ),
    _fault(
        "batch-spoiled-by-one",
        BATCH,
        "One operation of a batch that is not valid makes all fail.",
        instead("batch.results", _one_spoils),
    ),
    _fault(
        "batch-shares-variables",
        BATCH,
        "The operations of a batch share their variables: the last value of a name counts for all.",
        instead("batch.results", _shared_variables),
    ),
    _fault(
        "batch-loses-last",
        BATCH,
        "A batch of three or more lacks its last result.",
        instead("batch.results", _last_lost),
    ),
    _fault(
        "persisted-hash-unchecked",
        PERSISTED,
        "The hash of a persisted query is not checked: another one is kept under it, and executed for everybody.",
        _hash_unchecked(),
    ),
    _fault(
        "persisted-answer-kept",
        PERSISTED,
        "A cache keeps the answers of persisted queries by their hash, whatever the variables and whoever asks.",
        _answers_kept(),
    ),
    _fault(
        "persisted-mixed-up",
        PERSISTED,
        "Under any hash the persisted query that came last is found.",
        _one_place(),
    ),
    _fault(
        "get-without-variables",
        GET,
        "The variables of GET are left out: defaults are taken, or the operation fails.",
        instead("http.result", _get_without_variables),
    ),
    _fault(
        "get-of-nobody",
        GET,
        "GET is answered as to somebody who is not logged in.",
        instead("http.result", _get_of_nobody),
    ),
)
