"""Recorded REST calls and findings → the scripts of a test suite: chosen, repaired, as few as wanted."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from fnmatch import translate
from pathlib import Path
from typing import TYPE_CHECKING

from querious.export.example import ExampleOrigin
from querious.export.rest_suite import distinct, minimised, rest_suite
from querious.pipeline.detection import is_description
from querious.pipeline.export.rest_examples import RestPromises, examples_of_calls, examples_of_findings
from querious.pipeline.rest.description import described_at, read_file
from querious.pipeline.rest.repaired_calls import repaired_calls
from querious.rest.openapi import read_openapi

if TYPE_CHECKING:
    from collections.abc import Sequence

    from querious.export.example import LeftOut
    from querious.export.rest_example import RestExample
    from querious.export.rest_suite import RestScript
    from querious.model import Settings
    from querious.pipeline.export.sources import Gathered
    from querious.pipeline.export.use_case import Wish
    from querious.rest.openapi import Description

_NEVER = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class RestExported:
    """The suite, and how it came to be what it is."""

    scripts: tuple[RestScript, ...]
    left_out: tuple[LeftOut, ...]
    repaired: dict[str, int]
    """Changes that were made to calls, and to how many."""
    unchosen: int
    minimised: int
    """Requests that another test stands for."""

    @property
    def tests(self) -> int:
        """How many there are."""
        return sum(len(script.trials) for script in self.scripts)


def describes(schema: str) -> bool:
    """Whether a file is an OpenAPI description."""
    return bool(schema) and is_description(schema)


def description_of(settings: Settings, target: str) -> Description | None:
    """The description of the settings, or of what the target serves; None where there is neither."""
    if settings.schema:
        return read_openapi(read_file(Path(settings.schema)), settings.schema)
    if "://" in target:
        service = described_at(target, settings).service
        return service.description if service is not None else None
    return None


def export_rest(
    gathered: Gathered, description: Description | None, wish: Wish, *, failing: bool, old_schema: str = ""
) -> RestExported:
    """The suite for what was gathered."""
    calls, changes = gathered.calls, dict[str, int]()
    left_out: list[LeftOut] = []
    if wish.update and description is not None:
        old = read_openapi(read_file(Path(old_schema)), old_schema) if old_schema else None
        calls, changes, left_out = repaired_calls(calls, description, old)
    promises = RestPromises(description)
    recorded = examples_of_calls(calls, promises, failing=failing, mutations=wish.mutations)
    found = examples_of_findings(gathered.rest_findings, promises, mutations=wish.mutations)
    ready = distinct([*recorded.examples, *found.examples])
    chosen = [example for example in ready if _is_chosen(example, wish)]
    kept = minimised(chosen) if wish.minimise else chosen
    return RestExported(
        scripts=tuple(rest_suite(kept[: wish.most])),
        left_out=(*left_out, *recorded.left_out, *found.left_out),
        repaired=changes,
        unchosen=len(ready) - len(chosen),
        minimised=len(chosen) - len(kept),
    )


def _is_chosen(example: RestExample, wish: Wish) -> bool:
    names = (*wish.choice.names, *wish.choice.coordinates)
    if not _matches(example.operation, names):
        return False
    if example.origin is not ExampleOrigin.RECORDING:
        return True
    asked = example.last_asked or _NEVER
    return example.calls >= wish.choice.min_calls and asked >= (wish.choice.since or _NEVER)


def _matches(name: str, patterns: Sequence[str]) -> bool:
    return re.fullmatch("|".join(map(translate, patterns or ("*",))), name) is not None
