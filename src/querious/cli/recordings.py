"""What ``querious replay`` does with a store of recordings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.text import Text

from querious.cli import COULD_NOT_RUN, options
from querious.cli.output import Words
from querious.errors import ConfigError
from querious.model.recording import CALL
from querious.pipeline.detection import headers_kept, is_description
from querious.pipeline.recorded import read_recordings
from querious.pipeline.replay.use_case import replay_recordings
from querious.report import phrases
from querious.report.console import report
from querious.report.context import Context
from querious.report.curl import connection_options
from querious.report.layout import section
from querious.text.display import plural, shorten, visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from querious.model import Settings
    from querious.pipeline.recorded import Unused
    from querious.pipeline.replay.use_case import Failing, Replayed

_SHOWN = 20
_LONGEST = 200
_NAMES = 5


def replay_store(place: str, target: str | None, config: str | None, flags: Mapping[str, Any]) -> int:
    """Ask all recordings; 1 if any fails, 2 if none does but some could not be told."""
    if not target:
        raise ConfigError("recordings do not say where they were sent; pass --target TARGET")
    flags = {"requests": "none", "time": "none", **{name: value for name, value in flags.items() if value is not None}}
    configuration = options.configure({"seed": 0, **flags}, config)
    words = Words(quiet=configuration.output.quiet)
    if _are_calls(place, configuration.settings.schema):
        return _replay_calls(place, target, configuration.settings, words)
    with words.unobeyed():
        with words.observe() as observer:
            recordings = read_recordings(place)
            replayed = replay_recordings(recordings, target, configuration.settings, observer)
        context = Context(
            url=target if "://" in target else "",
            headers=configuration.header_names,
            connection=connection_options(configuration.settings),
            identities=configuration.identity_headers,
            replay="",
            next_step="",
        )
        words.say(report(replayed.run, context, words.console))
        words.say(_told(replayed))
    if replayed.metrics.failing:
        return 1
    run = replayed.run
    return COULD_NOT_RUN if replayed.untold or run.unjudged or not run.cases else 0


def _are_calls(place: str, schema: str) -> bool:
    """Whether REST calls are to be sent: the schema describes them, or nothing else was recorded."""
    if schema:
        return is_description(schema)
    kinds = {recording.kind for recording in read_recordings(place)}
    return kinds == {CALL}


def _replay_calls(place: str, target: str, settings: Settings, words: Words) -> int:
    from querious.pipeline.replay.recorded_calls import replay_calls  # noqa: PLC0415 - needs the packages of an extra

    with words.unobeyed():
        done = replay_calls(read_recordings(place, headers_kept(settings.schema)), target, settings)
        words.say(_outcome(done.failing, done.untold, done.unused))
        words.say([_verdict(len(done.failing), len(done.untold), done.sent)])
    if done.failing:
        return 1
    return COULD_NOT_RUN if done.untold or not done.sent else 0


def _outcome(failing: Sequence[Failing], untold: Sequence[Failing], unused: Sequence[Unused]) -> Iterator[Text]:
    if failing:
        yield from section(f"{plural(len(failing), 'recording')} failed", _reasons(failing))
    if untold:
        yield from section(f"Could not tell of {plural(len(untold), 'recording')}", _reasons(untold))
    if unused:
        yield from section(f"{plural(len(unused), 'recording')} not sent", _reasons(unused))


def _told(replayed: Replayed) -> Iterator[Text]:
    yield Text()
    yield from _outcome(replayed.failing, replayed.untold, replayed.unused)
    yield from section(
        "The study's ten metrics", (Text(f"  {name:<24}{number:>12}") for name, number in replayed.metrics.rows())
    )
    ours = replayed.run.coverage
    share = phrases.percent(len(ours.requested), len(ours.tuples))
    yield Text(f"{len(ours.requested):,} of {len(ours.tuples):,} reachable fields are requested ({share}).")
    yield _verdict(replayed.metrics.failing, len(replayed.untold), replayed.run.cases)


def _verdict(failing: int, untold: int, sent: int) -> Text:
    """What came of all recordings, in a sentence."""
    if not sent:
        return Text("Nothing was replayed: no recording could be sent.", "bold yellow")
    told = f"{failing:,} of {plural(sent, 'recording')} failed."
    if untold:
        told += f" Could not tell of {untold:,}."
    return Text(told, "bold red" if failing else "bold yellow" if untold else "bold green")


def _reasons(rows: Sequence[Failing | Unused]) -> Iterator[Text]:
    """A line for each reason, the most frequent first, with some of the recordings it is true of."""
    named: dict[str, list[str]] = {}
    for row in rows:
        named.setdefault(row.reason, []).append(row.name)
    ordered = sorted(named.items(), key=lambda item: (-len(item[1]), item[0]))
    for reason, names in ordered[:_SHOWN]:
        told = ", ".join(visible(name) for name in list(dict.fromkeys(names))[:_NAMES])
        yield Text(f"  {len(names):>5,}x  {shorten(visible(reason), _LONGEST)}")
        yield Text(f"          {shorten(told, _LONGEST)}", "dim")
    if len(ordered) > _SHOWN:
        yield Text(f"  … and {len(ordered) - _SHOWN:,} more reasons", "dim")
