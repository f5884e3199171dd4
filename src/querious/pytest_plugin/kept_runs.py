"""The runs of a test session, kept as one run: for ``querious show``, ``accept``, ``replay`` and ``open``."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from functools import reduce
from typing import TYPE_CHECKING, NamedTuple

from querious.errors import ConfigError
from querious.model.coverage import Coverage, CoveredPlaces
from querious.report import json_report
from querious.report.context import Context
from querious.report.files import write_file
from querious.report.html import html
from querious.report.last_run import LAST_PAGE, LAST_RUN, UNFINISHED_RUN, last_run_on, save_run

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from querious.model.finding import Finding
    from querious.model.run import Run


class KeptRun(NamedTuple):
    """A run, and what its page says beyond it."""

    run: Run
    context: Context

    def dump(self) -> str:
        """As a text that another process can read."""
        context = self.context
        text = json_report.dump(self.run, context.target_url, context.schema)
        return json.dumps([text, context.url, sorted(context.headers), context.connection])

    @classmethod
    def load(cls, text: str) -> KeptRun:
        """The inverse of ``dump``."""
        written, url, headers, connection = json.loads(text)
        saved = json_report.load(written)
        target = saved.url if saved.whole else f"{saved.url}?"  # as much as may be told: that there was more
        named = dict.fromkeys(headers, "")
        return cls(saved.run, Context(url, named, tuple(connection), target_url=target, schema=saved.schema))


def keep_runs(texts: Iterable[str], folder: Path) -> str:
    """Save them as the last run of the folder; where that is, empty where it cannot be written or there are none."""
    kept = list(map(KeptRun.load, texts))
    if not kept:
        return ""
    run, context = _as_one(kept)
    before = last_run_on(context.target_url or run.target, run.protocol, folder)
    with suppress(ConfigError):
        save_run(run, json_report.dump(run, context.target_url, context.schema), folder)
        write_file(folder / LAST_PAGE, html(run, replace(context, earlier=before)))
        (folder / UNFINISHED_RUN).unlink(missing_ok=True)  # of a command that was killed before: no longer the last
        return LAST_RUN
    return ""


def _as_one(kept: Sequence[KeptRun]) -> KeptRun:
    """All that was found. Of several APIs nobody can say where to ask a finding again."""
    main = max(kept, key=lambda one: one.run.requests)
    runs = [one.run for one in kept]
    targets = list(dict.fromkeys(run.target for run in runs))
    run = replace(
        main.run,
        target=", ".join(targets),
        findings=tuple(_findings(runs)),
        coverage=reduce(_both, (run.coverage for run in runs)),
        reach=tuple(reach for run in runs for reach in run.reach),
        graph=tuple(dict.fromkeys(step for run in runs for step in run.graph)),
        requests=sum(run.requests for run in runs),
        cases=sum(run.cases for run in runs),
        elapsed=sum(run.elapsed for run in runs),
        outcomes=dict(sum((Counter(run.outcomes) for run in runs), Counter[str]())),
        notes=tuple(dict.fromkeys(note for run in runs for note in run.notes)),
        missing_values=tuple(dict.fromkeys(missing for run in runs for missing in run.missing_values)),
        errors=tuple(error for run in runs for error in run.errors),
        unjudged=next((run.unjudged for run in runs if run.unjudged), ""),
    )
    return KeptRun(run, main.context if len(targets) == 1 else Context())


def _findings(runs: Iterable[Run]) -> Iterable[Finding]:
    """Each once, with how often it showed in all runs."""
    found: dict[str, Finding] = {}
    for run in runs:
        for finding in run.findings:
            name = finding.fingerprint
            found[name] = replace(found[name], count=found[name].count + finding.count) if name in found else finding
    return found.values()


def _both(one: Coverage, other: Coverage) -> Coverage:
    """What either has covered."""
    places = {
        kind: _both_places(one.places.get(kind, CoveredPlaces()), other.places.get(kind, CoveredPlaces()))
        for kind in {**one.places, **other.places}
    }
    witnessed = one.witnessed | other.witnessed
    for covered in places.values():
        witnessed |= covered.witnessed
    return Coverage(
        tuples=one.tuples | other.tuples,
        requested=one.requested | other.requested,
        reached=one.reached | other.reached,
        witnessed=one.witnessed | other.witnessed,
        arguments=one.arguments | other.arguments,
        arguments_used=one.arguments_used | other.arguments_used,
        inputs=one.inputs | other.inputs,
        inputs_used=one.inputs_used | other.inputs_used,
        enums=one.enums | other.enums,
        enums_used=one.enums_used | other.enums_used,
        places=places,
        missing={name: why for name, why in {**one.missing, **other.missing}.items() if name not in witnessed},
        notes=tuple(dict.fromkeys((*one.notes, *other.notes))),
    )


def _both_places(one: CoveredPlaces, other: CoveredPlaces) -> CoveredPlaces:
    return CoveredPlaces(
        one.every | other.every,
        one.requested | other.requested,
        one.reached | other.reached,
        one.witnessed | other.witnessed,
    )
