"""``querious coverage``."""

from __future__ import annotations

import glob
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.text import Text

from querious.cli import options
from querious.cli.options import option
from querious.cli.output import Words, write
from querious.config.quantities import share
from querious.errors import ConfigError
from querious.graphql.cases import SOURCE_ENDINGS, documents_in_source
from querious.model.coverage import Level
from querious.pipeline.coverage.use_case import compare as compare_recordings
from querious.pipeline.recorded import read_recordings
from querious.pipeline.run import use_case
from querious.report import phrases
from querious.report.console import coverage_table, section
from querious.report.json_report import coverage_to_json
from querious.report.safe_text import visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from querious.model.coverage import Coverage
    from querious.pipeline.coverage.use_case import Compared

_SHOWN = 30
_ENDINGS = (".graphql", ".gql", ".graphqls")
_NOT_OURS = frozenset({"node_modules", "vendor", "site-packages", "__pycache__"})
"""Folders with programs of others: operations inside those are not the user's."""


@click.command(
    epilog="Examples:\n\n\b\n  querious coverage --schema schema.graphql queries/\n"
    "  querious coverage --schema schema.graphql 'src/**/*.graphql' --missing --fail-under 90%"
)
@click.argument("files", nargs=-1, required=True)
@option("--schema", "File or glob. [that of the configuration]", metavar="FILE")
@options.counting
@click.option("--missing", is_flag=True, help="List the fields that no document asks for.")
@option("--compare", "Hold it against what users asked.", metavar="STORE")
@option("--fail-under", "Exit with 1 if fewer fields are asked for.", metavar="SHARE")
@options.json_file
@option("--config", "Settings. [querious.toml, pyproject.toml]", metavar="FILE")
def command(
    files: tuple[str, ...],
    missing: bool,  # noqa: FBT001 - click's
    compare: str | None,
    fail_under: str | None,
    config: str | None,
    **flags: Any,
) -> int:
    """Measure which fields a set of documents asks for.

    FILES are .graphql documents, source code with documents in it such as exported tests, folders of them, or globs.
    Nothing is sent; mutations count too.
    """
    configuration = options.configure({"mutations": True, **flags}, config)
    settings, output = configuration.settings, configuration.output
    if not settings.schema:
        raise ConfigError(
            "no schema to measure against; give --schema FILE (querious schema URL --sdl --output FILE writes one)"
        )
    least = _least(fail_under)
    loaded = use_case.load_schema("", settings)
    documents = dict(_documents(files))
    coverage = use_case.measure(loaded.schema, documents, settings)
    words = Words((output.json,))
    if output.json:
        write(output.json, json.dumps({"querious": 1, "coverage": coverage_to_json(coverage)}, indent=2) + "\n")
    with words.unobeyed():
        words.say(_told(coverage, len(documents), (*loaded.notes, *coverage.notes), missing=missing))
        if compare:
            recordings = read_recordings(compare)
            words.say(_compared(compare_recordings(loaded.schema, coverage, recordings, settings)))
    return 1 if coverage.share(Level.REQUESTED) < least else 0


def _least(given: str | None) -> float:
    try:
        return share(given) if given is not None else 0.0
    except ValueError as error:
        raise ConfigError(f"--fail-under must be {error}, not {given!r:.40}") from None


def _documents(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Each document by the name of its file; those inside source code are numbered."""
    for name in names:
        documents = 0
        for path in sorted(_paths(name)):
            for place, text in _documents_of(path):
                documents += 1
                yield place, text
        if not documents:
            raise ConfigError(
                f"{name}: there are no documents, neither in {', '.join(_ENDINGS)} files nor as text in source code "
                f"({', '.join(SOURCE_ENDINGS)}); name a file, folder or glob"
            )


def _documents_of(path: Path) -> Iterator[tuple[str, str]]:
    try:
        if path.suffix not in SOURCE_ENDINGS:
            yield str(path), path.read_text(encoding="utf-8")
            return
        source = path.read_text(encoding="utf-8", errors="replace")
    except UnicodeDecodeError:
        raise ConfigError(f"{path} is not in UTF-8; is it a GraphQL document?") from None
    except OSError as error:
        raise ConfigError(f"cannot read {path}: {error.strerror or error}") from None
    for number, text in enumerate(documents_in_source(source, path.suffix), 1):
        yield f"{path} ({number})", text


def _paths(name: str) -> Iterator[Path]:
    """A folder stands for the documents and the source code in it, at any depth; a file for itself."""
    path = Path(name)
    if path.is_dir():
        yield from (found for found in path.rglob("*") if _is_measured(found.relative_to(path)) and found.is_file())
    elif path.exists():
        yield path
    else:
        found = glob.glob(name, recursive=True)  # noqa: PTH207 - Path.glob takes no absolute patterns
        yield from (place for place in map(Path, found) if place.is_file())


def _is_measured(path: Path) -> bool:
    """Whether a file of a folder is looked at: documents anywhere, source code where it is the user's own."""
    if path.suffix in _ENDINGS:
        return True
    if path.suffix not in SOURCE_ENDINGS:
        return False
    return not any(part in _NOT_OURS or part.startswith(".") for part in path.parts)


def _compared(compared: Compared) -> Iterator[Text]:
    both = len(compared.covered & compared.used.keys())
    rows = (
        ("asked by users", len(compared.used)),
        ("asked by both", both),
        ("by documents alone", len(compared.covered) - both),
        ("by users alone", len(compared.missing)),
    )
    yield Text()
    yield from section("Fields", (Text(f"  {name:<20}{count:>8,}") for name, count in rows))
    if compared.missing:
        lines = (Text(f"  {calls:>8,}x  {visible(name)}") for name, calls in compared.missing[:_SHOWN])
        yield from section("What users ask for and no document does, the most asked first", lines)
        if len(compared.missing) > _SHOWN:
            yield Text(f"  … and {len(compared.missing) - _SHOWN:,} more", "dim")
    if compared.unused:
        yield Text(
            f"note: {phrases.plural(len(compared.unused), 'recording')} not counted, such as "
            f"{visible(compared.unused[0].name)}: {visible(compared.unused[0].reason)}"
        )


def _told(coverage: Coverage, documents: int, notes: Iterable[str], *, missing: bool) -> Iterator[Text]:
    yield from section(
        f"Coverage of {phrases.plural(documents, 'document')}", coverage_table(coverage, (Level.REQUESTED,))
    )
    unasked = sorted(coverage.tuples - coverage.requested)
    if missing and unasked:
        yield from section("Fields that no document asks for", (Text(f"  {visible(name)}") for name in unasked))
    for note in dict.fromkeys(notes):
        yield Text(f"note: {visible(note)}")
    share_told = phrases.percent(len(coverage.requested), len(coverage.tuples))
    yield Text(f"{share_told} of the fields are asked for; {len(unasked):,} are not.", "bold")
