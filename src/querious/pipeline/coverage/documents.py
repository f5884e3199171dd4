"""Files, folders and globs → the GraphQL documents in them, those inside source code too."""

from __future__ import annotations

import glob
from pathlib import Path
from typing import TYPE_CHECKING

from querious.errors import ConfigError
from querious.graphql.cases import SOURCE_ENDINGS, documents_in_source

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_ENDINGS = (".graphql", ".gql", ".graphqls")
_NOT_OURS = frozenset({"node_modules", "vendor", "site-packages", "__pycache__"})
"""Folders with programs of others: operations inside those are not the user's."""


def read_documents(names: Iterable[str]) -> Iterator[tuple[str, str]]:
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
        raise ConfigError(f"{path} is not UTF-8; is it a GraphQL document?") from None
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
