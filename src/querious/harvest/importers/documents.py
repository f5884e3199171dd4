"""Written documents: one file, or a folder of ``.graphql`` files whose operations share their fragments."""

from __future__ import annotations

import contextlib
from collections import defaultdict
from typing import IO, TYPE_CHECKING, Final, NamedTuple

from querious.harvest.importers.operations import ImportedOperation
from querious.harvest.normal_form import fragments_in, fragments_used, name_of, operations_in
from querious.text.canonical import parsed, printed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from graphql import FragmentDefinitionNode, OperationDefinitionNode

ENDINGS: Final = frozenset((".graphql", ".gql", ".graphqls"))
_LARGEST: Final = 8 * 1024 * 1024
"""Bytes of one file."""
_MOST_FILES: Final = 100_000


class WrittenDocument(NamedTuple):
    """The text of a file."""

    text: str
    shared: Mapping[str, FragmentDefinitionNode] = {}
    """The fragments of all files of a folder."""
    ambiguous: frozenset[str] = frozenset()
    """Names under which files of the folder define different fragments."""
    place: str = ""
    """The file in its folder, and a colon."""


def documents_in(folder: Path) -> list[Path]:
    """The files of a folder, in the order of their names. ValueError if there are none."""
    files = sorted(path for path in folder.rglob("*") if path.suffix in ENDINGS and path.is_file())[:_MOST_FILES]
    if not files:
        raise ValueError(f"no {', '.join(sorted(ENDINGS))} files in {folder}; name files of other kinds one by one")
    return files


def folder_documents(folder: Path) -> Iterator[WrittenDocument]:
    """The documents of a folder, in the order of their names."""
    files = documents_in(folder)
    shared: dict[str, FragmentDefinitionNode] = {}
    texts: dict[str, set[str]] = defaultdict(set)
    for path in files:
        with contextlib.suppress(ValueError):
            for name, fragment in fragments_in(parsed(_text(path))).items():
                shared[name] = fragment
                texts[name].add(printed([fragment]))
    ambiguous = frozenset(name for name, different in texts.items() if len(different) > 1)
    for path in files:
        yield WrittenDocument(_text(path), shared, ambiguous, f"{path.relative_to(folder)}: ")


def file_document(file: IO[bytes]) -> Iterator[WrittenDocument]:
    """The one document of a file."""
    yield WrittenDocument(_read(file))


def document_operations(document: WrittenDocument) -> list[ImportedOperation]:
    """The operations of one document, each with its fragments; none for a file of fragments or types."""
    try:
        return _operations(document) if document.text.strip() else []
    except ValueError as error:
        raise ValueError(f"{document.place}{error}") from None


def _operations(document: WrittenDocument) -> list[ImportedOperation]:
    if len(document.text) > _LARGEST:
        raise ValueError(f"more than {_LARGEST // 1024 // 1024} MiB")
    content = parsed(document.text)
    operations = operations_in(content)
    if len(operations) > 1 and not all(map(name_of, operations)):
        raise ValueError("several operations, and one has no name")
    return [ImportedOperation(_whole(one, fragments_in(content), document), "", name_of(one)) for one in operations]


def _whole(
    operation: OperationDefinitionNode, own: Mapping[str, FragmentDefinitionNode], document: WrittenDocument
) -> str:
    """An operation with the fragments that it uses: those of its own file first."""
    fragments = {**document.shared, **own}
    used = sorted(fragments_used(operation, fragments))
    for name in used:
        if name not in fragments:
            raise ValueError(f"fragment {name} is defined nowhere")
        if name in document.ambiguous and name not in own:
            raise ValueError(f"fragment {name} is defined differently in several files")
    return printed([operation, *(fragments[name] for name in used)])


def _text(path: Path) -> str:
    with contextlib.suppress(OSError), path.open("rb") as file:
        return _read(file)
    return ""


def _read(file: IO[bytes]) -> str:
    return file.read(_LARGEST + 1).decode("utf-8-sig", "replace")
