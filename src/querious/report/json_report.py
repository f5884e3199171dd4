"""A run ↔ the JSON file that machines read and ``querious replay`` runs again.

The format is versioned by its first member, ``"querious": 1``, and described in docs/commands.md. It holds no request
headers; of the response headers only the content type, for others may hold cookies.
"""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Final, NamedTuple

from querious.errors import ConfigError
from querious.model.accepted import AcceptedFinding
from querious.model.coverage import Coverage, CoveredPlaces, Level
from querious.model.finding import Finding, FoldedFinding
from querious.model.json_text import read_json
from querious.model.missing_value import MissingValue
from querious.model.own_error import OwnError
from querious.model.run import Run
from querious.model.severity import Severity
from querious.report.audit_json import AUDIT
from querious.report.curl import bare, secret_parts, shown_target
from querious.report.exchange_json import EXCHANGE
from querious.report.finding_order import ordered
from querious.report.reach_json import GRAPH, REACH
from querious.report.records import (
    ANYTHING,
    FLAG,
    MOMENT,
    OBJECT,
    SECONDS,
    TEXT,
    WHOLE,
    Codec,
    many,
    mapping,
    member_of,
    optional,
    record,
)
from querious.report.state_json import STATE, sequence_from_json, sequence_to_json
from querious.report.traffic_json import TRAFFIC

if TYPE_CHECKING:
    from querious.model.values import JSON

FORMAT: Final = 1
_INDENTED: Final = 4
"""Levels that are written line by line: the run, its findings, one finding, its case."""
_LISTED: Final = 5_000
"""Arguments, input fields and enum values that are named, of each: a large API has a hundred thousand of them, and
nobody reads so many. Those that were not used come first, and ``counts`` tells of all."""
_USED: Final = ("arguments", "inputs", "enums")
"""What is counted beside fields: each has a set of all there are, and one of those that were used."""
_UNSEEN: Final = "unseen"


class Saved(NamedTuple):
    """What a saved file holds."""

    run: Run
    url: str = ""
    """Where the API was, without user and query, which may be secrets; empty for one tested in process."""
    whole: bool = True
    """Whether ``url`` is all of the URL."""
    schema: str = ""
    """The file or glob that the schema was read from; empty if the API was asked."""


def coverage_to_json(coverage: Coverage) -> dict[str, JSON]:
    """Every field with the highest level it came to, everything else with whether it was seen."""
    sets = {kind: (getattr(coverage, kind), getattr(coverage, f"{kind}_used")) for kind in _USED}
    counts = {kind: {"all": len(every), "used": len(used)} for kind, (every, used) in sets.items()}
    for kind, places in coverage.places.items():
        counts[kind] = {"all": len(places.every), **{level.value: len(places.at(level)) for level in Level}}
    operations = CoveredPlaces(coverage.tuples, coverage.requested, coverage.reached, coverage.witnessed)
    named = sorted(coverage.missing.items(), key=lambda entry: (entry[0] not in coverage.tuples, entry))
    return {
        "fields": _levels(operations),
        **{kind: _used(every, used) for kind, (every, used) in sets.items()},
        "places": {kind: _levels(places, _LISTED) for kind, places in coverage.places.items()},
        "missing": dict(sorted(named[:_LISTED])),
        "counts": counts,
        "shares": {level.value: round(coverage.share(level), 4) for level in Level},
        "notes": list(coverage.notes),
    }


def _levels(places: CoveredPlaces, most: int | None = None) -> dict[str, str]:
    """Each with the highest level it came to, by name; of very many those that were not witnessed come first."""
    levels = dict.fromkeys(sorted(places.every - places.witnessed), _UNSEEN)
    levels.update(dict.fromkeys(sorted(places.witnessed), Level.WITNESSED.value))
    for level in (Level.REQUESTED, Level.REACHED):
        levels.update(dict.fromkeys(places.at(level) - places.witnessed, level.value))
    return dict(sorted(list(levels.items())[:most]))


def _used(every: frozenset[str], used: frozenset[str]) -> dict[str, bool]:
    """Each with whether it was used, by name; of very many the unused ones, then the first of the others."""
    named = every if len(every) <= _LISTED else [*sorted(every - used), *sorted(used)][:_LISTED]
    return {name: name in used for name in sorted(named)}


def _coverage_from_json(data: JSON) -> Coverage:
    content = OBJECT.read(data)
    operations = _places_from_json(content.get("fields", {}))
    sets = {}
    for kind in _USED:
        seen = OBJECT.read(content.get(kind, {}))
        sets[kind] = frozenset(seen)
        sets[f"{kind}_used"] = frozenset(name for name, used in seen.items() if used)
    return Coverage(
        tuples=operations.every,
        requested=operations.requested,
        reached=operations.reached,
        witnessed=operations.witnessed,
        places=mapping(Codec(_levels, _places_from_json)).read(content.get("places", {})),
        missing=mapping(TEXT).read(content.get("missing", {})),
        notes=many(TEXT).read(content.get("notes", [])),
        **sets,
    )


def _places_from_json(data: JSON) -> CoveredPlaces:
    """A level includes those before it."""
    order = [_UNSEEN, *(level.value for level in Level)]
    ranks = {name: order.index(level) for name, level in OBJECT.read(data).items()}
    seen = {level: frozenset(name for name, rank in ranks.items() if rank >= order.index(level)) for level in Level}
    return CoveredPlaces(frozenset(ranks), seen[Level.REQUESTED], seen[Level.REACHED], seen[Level.WITNESSED])


_SEQUENCE: Final = Codec(sequence_to_json, sequence_from_json)


def _write_folded(one: FoldedFinding) -> dict[str, JSON]:
    written: dict[str, JSON] = _FOLDED_BRIEFLY.write(one)
    return written if one.finding is None else {**written, "finding": finding_to_json(one.finding)}


def _read_folded(data: JSON) -> FoldedFinding:
    one: FoldedFinding = _FOLDED_BRIEFLY.read(data)
    whole = OBJECT.read(data).get("finding")
    return one if whole is None else replace(one, finding=_finding_from_json(whole))


_FOLDED_BRIEFLY: Final = record(
    FoldedFinding,
    called={"fingerprint": "id"},
    fingerprint=TEXT,
    severity=member_of(Severity),
    oracle=TEXT,
    coordinate=TEXT,
    message=TEXT,
    count=WHOLE,
)
_FINDING: Final = record(
    Finding,
    severity=member_of(Severity),
    oracle=TEXT,
    coordinate=TEXT,
    message=TEXT,
    path=TEXT,
    excerpt=TEXT,
    count=WHOLE,
    shrunk=FLAG,
    reproduced=optional(FLAG),
    exchange=EXCHANGE,
    trace=many(EXCHANGE),
    sequence=optional(_SEQUENCE),
    deployment=FLAG,
    others=many(Codec(_write_folded, _read_folded)),
)


def finding_to_json(finding: Finding) -> dict[str, JSON]:
    """A finding, as it stands in the file: its case and response beside the rest."""
    written = {"id": finding.fingerprint, **_FINDING.write(finding)}
    written |= written.pop("exchange")
    return written if finding.sequence else _without(written, "sequence")


def _finding_from_json(data: JSON) -> Finding:
    content = OBJECT.read(data)
    finding: Finding = _FINDING.read(
        {**content, "exchange": {"case": content["case"], "response": content["response"]}}
    )
    return finding


def _without(written: dict[str, JSON], name: str) -> dict[str, JSON]:
    return {key: value for key, value in written.items() if key != name}


def _read_day(data: JSON) -> date:
    return date.fromisoformat(TEXT.read(data))


_ACCEPTED: Final = record(
    AcceptedFinding,
    called={"identifiers": "ids"},
    identifiers=many(TEXT),
    until=Codec(date.isoformat, _read_day),
    reason=TEXT,
    title=TEXT,
)
_RUN: Final = record(
    Run,
    version=TEXT,
    target=Codec(shown_target, TEXT.read),
    seed=WHOLE,
    requests=WHOLE,
    cases=WHOLE,
    elapsed=SECONDS,
    ended=TEXT,
    interrupted=FLAG,
    protocol=TEXT,
    fail_on=TEXT,
    accepted=many(_ACCEPTED),
    known=many(TEXT),
    baseline=TEXT,
    unjudged=TEXT,
    state=optional(STATE),
    audit=optional(AUDIT),
    findings=many(Codec(finding_to_json, _finding_from_json)),
    coverage=Codec(coverage_to_json, _coverage_from_json),
    reach=many(REACH),
    graph=GRAPH,
    outcomes=mapping(WHOLE),
    oracles=mapping(mapping(WHOLE)),
    missing_values=many(record(MissingValue, coordinate=TEXT, advice=TEXT)),
    notes=many(TEXT),
    errors=many(record(OwnError, part=TEXT, name=TEXT, message=TEXT, traceback=TEXT)),
    production=mapping(WHOLE),
    begun=optional(MOMENT),
    traffic=TRAFFIC,
)
_SAVED: Final = record(Saved, run=ANYTHING, url=TEXT, whole=FLAG, schema=TEXT)


def dump(run: Run, url: str = "", schema: str = "") -> str:
    """The file's text, in ASCII, so that every string comes back as it was."""
    shown = replace(run, target=url or run.target, findings=tuple(ordered(run.findings)))
    written = _RUN.write(shown)
    content = {
        "querious": FORMAT,
        "version": run.version,
        "target": written["target"],
        "url": bare(url),
        "whole": not any(secret_parts(url)),
        "schema": schema,
        **written,
    }
    for part in ("state", "audit"):
        if content[part] is None:
            del content[part]
    return _written(content) + "\n"


def _written(value: JSON, level: int = 0) -> str:
    """JSON with a line for each member down to those of a case.

    What is below, such as the tree of an operation, stands in one line: with a line for each of its parts a report of
    many findings would be several times as large.
    """
    before = "  " * (level + 1)
    if level < _INDENTED and isinstance(value, dict) and value:
        lines = [f"{before}{_compact(name)}: {_written(item, level + 1)}" for name, item in value.items()]
        return "{\n" + ",\n".join(lines) + f"\n{before[2:]}}}"
    if level < _INDENTED and isinstance(value, list) and value:
        lines = [f"{before}{_written(item, level + 1)}" for item in value]
        return "[\n" + ",\n".join(lines) + f"\n{before[2:]}]"
    return _compact(value)


def _compact(value: JSON) -> str:
    return json.dumps(value, ensure_ascii=True, allow_nan=False)


def load(text: str, name: str = "the file") -> Saved:
    """The inverse of ``dump``; ``name`` is for the message if it is no saved run."""
    try:
        content = read_json(text)
    except ValueError:
        raise ConfigError(f"{name} is not JSON. Name a file that querious run --json wrote.") from None
    if not isinstance(content, dict) or "querious" not in content:
        raise ConfigError(f"{name} is not a saved run. Name a file that querious run --json wrote.")
    if content["querious"] != FORMAT:
        raise ConfigError(
            f"{name} has format {content['querious']!r:.40}, but this querious reads format {FORMAT}; run again"
        )
    try:
        saved: Saved = _SAVED.read({**content, "run": _RUN.read(content)})
    except KeyError as error:
        raise ConfigError(f"{name} is damaged: it has no {error.args[0]!s:.40}; run again") from None
    except (TypeError, ValueError, AttributeError, RecursionError) as error:
        raise ConfigError(f"{name} is damaged: {error!s:.80}; run again") from None
    return saved


def load_unfinished(text: str, name: str = "the file") -> Saved:
    """The findings of a run that was killed; a last line that was not written whole is left out."""
    head, *lines = text.splitlines() or [""]
    findings = []
    for line in lines:
        try:
            findings.append(read_json(line))
        except ValueError:
            break
    try:
        content = {**read_json(head), "findings": findings}
    except (ValueError, TypeError):
        raise ConfigError(f"{name} holds no findings; run again") from None
    return load(json.dumps(content), name)
