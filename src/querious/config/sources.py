"""The places where values come from: a file, the environment, the flags."""

from __future__ import annotations

import base64
import difflib
import re
import tomllib
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from querious.config.keys import APART, COMMAND_TABLES, FLAGS, KEYS, VARIABLES
from querious.errors import ConfigError
from querious.text.urls import is_http

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from pathlib import Path

EXTENDS: Final = "extends"
PROFILES: Final = "profiles"
TARGETS: Final = "targets"
TARGET: Final = "target"
"""Of a table of ``TARGETS``: what is tested."""
_REFERENCE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
_HUGE = 10**40
_STATE = "state"
_AUTHORIZATION = "Authorization"
_HEADER_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")


def _basic(pair: str) -> str:
    return f"Basic {base64.b64encode(pair.encode()).decode('ascii')}"


_SHORTHANDS: Final[Mapping[str, tuple[str, Callable[[str], str]]]] = {
    "basic": (_AUTHORIZATION, _basic),
    "bearer": (_AUTHORIZATION, "Bearer {}".format),
    "cookie": ("Cookie", str),
}
"""Keys that are headers written shorter: which, and how the value is written there."""


class ChosenTables(NamedTuple):
    """Which of the tables of a file count, beside the file itself."""

    profile: str = ""
    target: str = ""


NOTHING_CHOSEN: Final = ChosenTables()


class Source(NamedTuple):
    """The values of one place, by key; keys are known, values not yet read."""

    values: Mapping[str, Any]
    label: Callable[[str], str]
    """Key → what the user calls it there."""
    folder: Path
    """What paths are relative to."""

    def wrong(self, key: str, expected: str, value: object = None) -> ConfigError:
        """The one line that says where which value is wrong. Secrets are kept out by leaving out ``value``."""
        shown = "" if value is None else f", not {_shown(value)}"
        return ConfigError(f"{self.label(key)} must be {expected}{shown}")

    def read(self, key: str) -> Any:
        """The value of a key of the table."""
        value = self.values[key]
        try:
            result = KEYS[key].read(value)
        except ValueError as error:
            raise self.wrong(key, str(error), None if KEYS[key].secret else value) from None
        if not KEYS[key].path:
            return result
        return (
            {name: self._placed(file) for name, file in result.items()}
            if isinstance(result, dict)
            else self._placed(result)
        )

    def _placed(self, file: str) -> str:
        """Where a file is; standard output and URLs are no files."""
        return file if file == "-" or "://" in file else str(self.folder / file)

    def headers(self) -> Iterator[tuple[str, str]]:
        """Header names and values, checked; ``bearer`` and ``cookie`` are headers written shorter."""
        for name, value in self._pairs():
            if not _HEADER_NAME.fullmatch(name) or _CONTROL.search(value):
                raise self.wrong("headers", "of the form 'Name: value', in one line")
            try:
                value.encode("latin-1")
            except UnicodeEncodeError:
                raise self.wrong("headers", f"in Latin-1, which the value of {name} is not") from None
            yield name, value

    def _pairs(self) -> Iterator[tuple[str, str]]:
        given = self.values.get("headers", {})
        if isinstance(given, str):
            given = tuple(filter(str.strip, given.splitlines()))
        if isinstance(given, tuple):
            given = dict(self._split(line) for line in given)
        if not isinstance(given, dict) or not all(isinstance(value, str) for value in given.values()):
            raise self.wrong("headers", "a table of names and texts")
        yield from given.items()
        for key, (name, written) in _SHORTHANDS.items():
            value = self.values.get(key, "")
            if not isinstance(value, str):
                raise self.wrong(key, "a text in quotes")
            if key == "basic" and value and ":" not in value:
                raise self.wrong(key, "of the form USER:PASSWORD")
            if key in self.values:
                yield name, written(value)

    def _split(self, line: str) -> tuple[str, str]:
        name, colon, value = line.partition(":")
        if not colon:
            raise self.wrong("headers", "of the form 'Name: value'")
        return name.strip(), value.strip()


def from_flags(flags: Mapping[str, Any], folder: Path) -> Source:
    """Flags have the keys of the file; None and an empty tuple mean not given."""
    given = {key: value for key, value in flags.items() if value is not None and value != ()}
    return Source(given, lambda key: FLAGS.get(key, f"--{key}"), folder)


def from_environment(environ: Mapping[str, str], folder: Path) -> Source:
    """``QUERIOUS_*``; an empty variable counts as not given."""
    given = {key: environ[variable] for variable, key in VARIABLES.items() if environ.get(variable)}
    names = {key: variable for variable, key in VARIABLES.items()}
    return Source(given, lambda key: names[key], folder)


def unknown_variables(environ: Mapping[str, str]) -> Iterator[str]:
    """A note for every ``QUERIOUS_*`` that means nothing: other programs may own it, so it is no error."""
    for variable in sorted(environ):
        if variable.startswith("QUERIOUS_") and variable not in VARIABLES and not _is_of_command(variable):
            yield f"unknown environment variable {variable}{_nearest(variable, VARIABLES)}"


def _is_of_command(variable: str) -> bool:
    """Whether a command reads it, this one or another."""
    words = variable.split("_")
    return variable in {"QUERIOUS_STORE", "QUERIOUS_PROFILE"} or (len(words) > 2 and words[1].lower() in COMMAND_TABLES)  # noqa: PLR2004


def command_values(path: Path, name: str, known: Iterable[str]) -> dict[str, Any]:
    """A command's own table in a file: by option, underscores for dashes."""
    table = (_table(path, _parse(path)) or {}).get(name, {})
    if not isinstance(table, dict):
        raise ConfigError(f"{path}: {name} must be a table, [{name}]")
    values = {key.replace("-", "_"): value for key, value in table.items()}
    for key in values:
        if key not in known:
            raise ConfigError(f"{path}: unknown key '{name}.{key}'{_nearest(key, known)}")
    return values


def from_file(path: Path, environ: Mapping[str, str], chosen: ChosenTables = NOTHING_CHOSEN) -> list[Source]:
    """``querious.toml``, or the table ``tool.querious`` of a ``pyproject.toml``, and the files that it extends.

    What is closer to the matter comes first: the chosen target, the chosen profile, the file itself, what it extends.
    """
    sources: dict[str, list[Source]] = {TARGETS: [], PROFILES: [], "": []}
    for file, table in _with_extended(path):
        for kind, name in ((TARGETS, chosen.target), (PROFILES, chosen.profile)):
            named = _named_tables(file, table, kind)
            if name in named:
                sources[kind].append(_source(file, named[name], environ, f"{kind}.{name}."))
        sources[""].append(_source(file, table, environ, ""))
    return [source for kind in (TARGETS, PROFILES, "") for source in sources[kind]]


def names_in(path: Path, kind: str) -> list[str]:
    """The names of all targets or profiles that a file and those that it extends know."""
    return [name for file, table in _with_extended(path) for name in _named_tables(file, table, kind)]


def _with_extended(path: Path) -> Iterator[tuple[Path, dict[str, Any]]]:
    """The file and those that it extends, each with its table, the nearest first."""
    seen: set[Path] = set()
    while True:
        if path.resolve() in seen:
            raise ConfigError(f"{path} extends itself; leave out one of the lines 'extends'")
        seen.add(path.resolve())
        table = _table(path, _parse(path))
        if table is None:
            raise ConfigError(f"{path} has no table [tool.querious]; add it, or name another file")
        yield path, table
        base = table.get(EXTENDS)
        if base is None:
            return
        if not isinstance(base, str) or not base:
            raise ConfigError(f"{path}: {EXTENDS} must be the name of a file")
        path = path.parent / base


def _named_tables(file: Path, table: Mapping[str, Any], kind: str) -> dict[str, dict[str, Any]]:
    named = table.get(kind, {})
    if not isinstance(named, dict) or not all(isinstance(one, dict) for one in named.values()):
        raise ConfigError(f"{file}: {kind} must hold tables, such as [{kind}.nightly]")
    return named


def _source(file: Path, table: Mapping[str, Any], environ: Mapping[str, str], place: str) -> Source:
    """One table as a source; ``place`` is what comes before its keys in messages."""
    own = (EXTENDS, TARGETS, PROFILES) if not place else (TARGET,) if place.startswith(TARGETS) else ()
    left_out = {*COMMAND_TABLES, *own} if not place else {*own}
    values = _flattened({key: value for key, value in table.items() if key not in left_out})
    known = (*KEYS, *APART)
    for key in values:
        if key not in known:
            raise ConfigError(f"{file}: unknown key {f'{place}{key}'!r:.60}{_nearest(key, (*known, *own))}")
    source = Source(values, lambda key: f"{file}: {place}{_in_table(key)}", file.parent)
    return source._replace(values=_filled(source, environ))


def target_in(path: Path, name: str, environ: Mapping[str, str]) -> str:
    """What the target of this name is; the name itself where the files know no such target."""
    for file, table in _with_extended(path):
        entry = _named_tables(file, table, TARGETS).get(name)
        if entry is None:
            continue
        target = entry.get(TARGET)
        if not isinstance(target, str) or not target:
            raise ConfigError(f"{file}: {TARGETS}.{name}.{TARGET} must be a URL, a file or package.module:name")
        target = _with_variables(f"{file}: {TARGETS}.{name}.{TARGET}", target, environ)
        is_file = not is_http(target) and (file.parent / target).is_file()
        return str(file.parent / target) if is_file else target
    return name


def _flattened(table: Mapping[str, Any]) -> dict[str, Any]:
    """By key; those of the table ``[state]`` have it in their name, and underscores do for dashes."""
    values: dict[str, Any] = {}
    for key, value in table.items():
        if key == _STATE and isinstance(value, dict):
            values |= {f"{_STATE}-{name.replace('_', '-')}": inner for name, inner in value.items()}
        else:
            values[key.replace("_", "-")] = value
    return values


def _in_table(key: str) -> str:
    table, _, name = key.partition("-")
    return f"{table}.{name}" if table == _STATE else key


def find_file(folder: Path) -> Path | None:
    """The nearest configuration file, from here up to the root of the repository.

    Outside a repository only this folder is searched: a file that somebody left in a shared folder above may not
    decide, for it can name Python code to run.
    """
    folders = [folder, *folder.parents]
    root = next((place for place in folders if (place / ".git").exists()), folder)
    for place in folders[: folders.index(root) + 1]:
        if (place / "querious.toml").is_file():
            return place / "querious.toml"
        project = place / "pyproject.toml"
        if project.is_file() and _table(project, _parse(project)) is not None:
            return project
    return None


def _parse(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise ConfigError(f"{path} is not UTF-8; save it as UTF-8") from None
    except RecursionError:
        raise ConfigError(f"{path} is not valid TOML: it is nested too deeply") from None
    except ValueError as error:  # TOMLDecodeError, and what Python says of numbers that are too long
        raise ConfigError(f"{path} is not valid TOML: {error!s:.120}") from None
    except OSError as error:
        raise ConfigError(f"cannot read {path}: {error.strerror or error}") from None


def _table(path: Path, content: dict[str, Any]) -> dict[str, Any] | None:
    if path.name != "pyproject.toml":
        return content
    tool = content.get("tool", {})
    table = tool.get("querious") if isinstance(tool, dict) else None
    return table if isinstance(table, dict) else None


def _filled(source: Source, environ: Mapping[str, str]) -> dict[str, Any]:
    """The values with ``${NAME}`` taken from the environment, so that no secret has to stand in the file."""

    def fill(key: str, value: Any) -> Any:
        if isinstance(value, dict):
            return {name: fill(f"{key}.{name}", inner) for name, inner in value.items()}
        if isinstance(value, list):
            return [fill(key, inner) for inner in value]
        return _with_variables(source.label(key), value, environ) if isinstance(value, str) else value

    return {key: fill(key, value) for key, value in source.values.items()}


def _with_variables(place: str, text: str, environ: Mapping[str, str]) -> str:
    missing = next((name for name in _REFERENCE.findall(text) if name not in environ), "")
    if missing:
        raise ConfigError(f"{place} uses ${{{missing}}}, which is not set in the environment")
    return _REFERENCE.sub(lambda match: environ[match[1]], text)


def _shown(value: object) -> str:
    """A value for a message. Python does not write numbers of thousands of digits, so none is asked to."""
    if isinstance(value, int) and abs(value) >= _HUGE:
        return "a number that large"
    return f"{str(value)!r:.60}" if isinstance(value, str | int | float) else f"{type(value).__name__}"


def _nearest(word: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(word, list(known), n=1, cutoff=0.5)
    return f"; did you mean {near[0]}?" if near else "; docs/configuration.md lists all"
