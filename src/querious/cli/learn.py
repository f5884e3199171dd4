"""``querious learn``."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any, Final

import click
from rich.text import Text

from querious import __version__
from querious.cli import OWN_ERROR, options
from querious.cli.offered_values import targets
from querious.cli.options import option
from querious.cli.output import Words
from querious.cli.own_errors import own_error_lines
from querious.errors import ConfigError
from querious.model.patterns import compile_pattern
from querious.pipeline.learn.use_case import Learning, learn, read_before, save_baseline
from querious.report.curl import shown_target
from querious.text.display import plural, visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from querious.pipeline.learn.use_case import Learned

USUAL: Final = "querious-baseline.json"
_SEED: Final = "0"
_TOLD: Final = 20
"""Changes that are told, by coordinate."""


@click.command(
    epilog="Examples:\n\n\b\n  querious learn http://localhost:8000/graphql\n"
    "  querious learn http://localhost:8000/graphql --only 'Project.*'\n"
    f"  querious run http://localhost:8000/graphql --baseline {USUAL}"
)
@click.argument("target", shell_complete=targets)
@click.option("--output", default=USUAL, metavar="FILE", help=f"File to write. [{USUAL}]")
@click.option("--answers/--no-answers", default=True, help="Record answers, or only what always holds. [yes]")
@option("--only", "Update only this; repeatable.", metavar="PATTERN", many=True)
@option("--volatile", "Ignore what changes by itself; repeatable.", metavar="PATTERN", many=True)
@option("--schema", "File or glob to read the schema from.", metavar="FILE")
@option("--url", "The service, if TARGET is its description.", key="state-url", metavar="URL")
@option("--seed", f"Same seed, same requests. [{_SEED}]")
@options.budget
@option("--allow", "Request only these fields; repeatable.", metavar="PATTERN", many=True)
@option("--deny", "Never request these fields; repeatable.", metavar="PATTERN", many=True)
@options.sending
@option("--seed-values", "Values that exist; repeatable.", metavar="WHERE=VALUE", many=True)
@options.configuring
@options.quiet
def command(
    target: str,
    output: str,
    *,
    answers: bool,
    only: tuple[str, ...],
    volatile: tuple[str, ...],
    config: str | None,
    **flags: Any,
) -> int:
    """Record what a trusted version answers, to compare others with.

    The file holds answers, and what held in all of them, for querious run --baseline FILE. Learning again updates it
    and says what changed: that is how you accept a change. No mutations are sent.

    TARGET is as for querious run.
    """
    configuration = options.configure({**flags, "seed": flags["seed"] or _SEED}, config)
    before = read_before(output)
    if only and before is None:
        raise ConfigError(
            f"--only updates a part of a baseline, and there is none at {output}; learn without --only first"
        )
    words = Words((), quiet=configuration.output.quiet)
    with words.unobeyed():
        shown = visible(shown_target(target))
        words.say([Text(f"querious {__version__}  {shown}  seed {configuration.settings.seed}"), Text()])
        how = Learning(answers, _matcher(only) if only else _everything, _matcher(volatile))
        with words.observe() as observer:
            learned = learn(
                target, configuration.settings, before, how, observer, started=configuration.started, place=output
            )
        if learned.is_empty:
            raise ConfigError(_nothing(learned))
        same = save_baseline(learned, before, output)
        words.say(_told(learned, output, target, updated=before is not None, same=same))
        words.say(own_error_lines(learned.errors))
    return OWN_ERROR if learned.errors else 0


def _nothing(learned: Learned) -> str:
    if not learned.coverage.requested:
        return "nothing learned: the budget was over before the first answer; ask for more with --time or --requests"
    if learned.coverage.witnessed:
        return "nothing learned: too few answers to say what always holds; ask for more with --time or --requests"
    if learned.findings:
        return "nothing learned: every query returned errors; see them with querious run"
    return "nothing learned: every query returned errors. Are credentials missing? Pass them with --header or --bearer"


def _everything(_: str) -> bool:
    return True


def _matcher(patterns: Iterable[str]) -> Callable[[str], bool]:
    """Whether a coordinate, or the place of an invariant, is meant."""
    compiled = [compile_pattern(pattern) for pattern in patterns]
    return lambda coordinate: any(pattern.fullmatch(coordinate) for pattern in compiled)


def _told(learned: Learned, output: str, target: str, *, updated: bool, same: bool) -> Iterator[Text]:
    baseline, coverage = learned.baseline, learned.coverage
    invariants = sum(map(len, baseline.invariants.values()))
    yield Text(
        f"{plural(len(baseline.answers), 'answer')} and {plural(invariants, 'invariant')} "
        f"from {plural(learned.requests, 'request')}."
    )
    things = "fields" if baseline.protocol == "GraphQL" else "operations"
    yield Text(f"{len(coverage.witnessed):,} of {len(coverage.tuples):,} {things} had a value.")
    if baseline.volatile:
        yield Text(f"Ignored, because they change between answers: {visible(', '.join(sorted(baseline.volatile)))}.")
    if updated:
        yield from _changes(learned, same=same)
    if learned.findings:
        yield Text(
            f"note: this version has {plural(len(learned.findings), 'finding')}: look at them with querious run first.",
            "yellow",
        )
    for note in learned.notes:
        yield Text(f"note: {visible(note)}")
    yield Text()
    shown = shlex.quote(shown_target(target))
    again = f"querious run {visible(shown)} --baseline {shlex.quote(output)}"
    yield Text(f"{'Unchanged' if same else 'Written'}: {visible(output)}. Compare another version with it: {again}")


def _changes(learned: Learned, *, same: bool) -> Iterator[Text]:
    changes = learned.changes
    if same:
        yield Text("Nothing changed.")
    if changes.added and not same:
        yield Text(f"{changes.added:,} answers are new.")
    if changes.kept:
        yield Text(f"{changes.kept:,} answers could not be fetched this time and are unchanged.")
    for document in changes.dropped[:_TOLD]:
        yield Text(f"  removed, because it is no longer allowed: {visible(document)[:100]}")
    found = learned.by_coordinate
    for coordinate, about, count in found[:_TOLD]:
        more = f" and {count - 1:,} more" if count > 1 else ""
        yield Text(f"  {visible(coordinate)}: {visible(about)}{more}")
    if len(found) > _TOLD:
        yield Text(f"  … and {len(found) - _TOLD:,} more coordinates")
