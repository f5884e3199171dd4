"""Written documents: one file, or a folder of ``.graphql`` files whose operations share their fragments."""

from __future__ import annotations

from typing import IO, TYPE_CHECKING, Final

from graphql import FragmentDefinitionNode, FragmentSpreadNode, GraphQLError, OperationDefinitionNode, parse, print_ast
from graphql.language import Visitor, visit

from querious.harvest.importers.found import ImportedOperation, ImportEntry

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from graphql import DocumentNode, Node

ENDINGS: Final = frozenset((".graphql", ".gql", ".graphqls"))
_LARGEST: Final = 8 * 1024 * 1024
"""Bytes of one file."""
_MOST_FILES: Final = 100_000


def documents_in(folder: Path) -> list[Path]:
    """The files of a folder, in the order of their names. ValueError if there are none."""
    files = sorted(path for path in folder.rglob("*") if path.suffix in ENDINGS and path.is_file())[:_MOST_FILES]
    if not files:
        raise ValueError(f"no {', '.join(sorted(ENDINGS))} files in {folder}; name files of other kinds one by one")
    return files


def read_folder(folder: Path) -> Iterator[ImportEntry]:
    """One entry per file, in the order of their names."""
    files = documents_in(folder)
    shared = _Fragments()
    for path in files:
        shared.add(_read(path))
    for number, path in enumerate(files, 1):
        entry = _entry(number, _read(path), shared)
        yield entry._replace(bad=f"{path.relative_to(folder)}: {entry.bad}") if entry.bad else entry


def read_document(file: IO[bytes]) -> Iterator[ImportEntry]:
    """The operations of one file."""
    yield _entry(1, _text(file), _Fragments())


def operation_names(document: str) -> list[str]:
    """The names of the operations in a document, empty for an anonymous one; none if it is not GraphQL."""
    try:
        definitions = parse(document, no_location=True).definitions
    except (GraphQLError, RecursionError):
        return []
    operations = [node for node in definitions if isinstance(node, OperationDefinitionNode)]
    return [node.name.value if node.name else "" for node in operations]


def _read(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return _text(file)
    except OSError:
        return ""


def _text(file: IO[bytes]) -> str:
    return file.read(_LARGEST + 1).decode("utf-8-sig", "replace")


class _Fragments:
    """The fragments of a folder. Of one name there may be several; only if they differ it matters which is meant."""

    def __init__(self) -> None:
        self._texts: dict[str, set[str]] = {}

    def add(self, text: str) -> None:
        for name, fragment in _fragments(_parsed(text)).items():
            self._texts.setdefault(name, set()).add(print_ast(fragment))

    def missing(self, document: DocumentNode, operation: Node) -> str:
        """Those that an operation uses and its own file does not have. ValueError if it is not clear which."""
        own = _fragments(document)
        texts: list[str] = []
        wanted, known = _spread(operation), set[str]()
        while wanted:
            name = wanted.pop()
            if name in known:
                continue
            known.add(name)
            if name in own:
                wanted |= _spread(own[name])
                continue
            found = self._texts.get(name, set())
            if len(found) != 1:
                raise ValueError(f"fragment {name} is defined {'differently in several files' if found else 'nowhere'}")
            (text,) = found
            texts.append(text)
            wanted |= _spread(parse(text, no_location=True))
        return "\n".join(sorted(texts))


def _entry(number: int, text: str, shared: _Fragments) -> ImportEntry:
    """The operations of one document; none for a file of fragments or types."""
    if len(text) > _LARGEST:
        return ImportEntry(number, bad=f"more than {_LARGEST // 1024 // 1024} MiB")
    try:
        document = parse(text, no_location=True)
        operations = [node for node in document.definitions if isinstance(node, OperationDefinitionNode)]
        if len(operations) > 1 and not all(node.name for node in operations):
            return ImportEntry(number, bad="several operations, and one has no name")
        found = []
        for node in operations:
            whole = f"{text}\n{shared.missing(document, node)}"
            found.append(ImportedOperation(whole, {}, operation_name=node.name.value if node.name else ""))
        return ImportEntry(number, found)
    except GraphQLError as error:
        return ImportEntry(
            number, bad="" if not text.strip() else f"not GraphQL: {' '.join(error.message.split())[:150]}"
        )
    except RecursionError:
        return ImportEntry(number, bad="nested too deeply")
    except ValueError as error:
        return ImportEntry(number, bad=str(error))


def _parsed(text: str) -> DocumentNode | None:
    try:
        return parse(text, no_location=True) if len(text) <= _LARGEST else None
    except (GraphQLError, RecursionError):
        return None


def _fragments(document: DocumentNode | None) -> Mapping[str, FragmentDefinitionNode]:
    definitions = document.definitions if document is not None else ()
    return {node.name.value: node for node in definitions if isinstance(node, FragmentDefinitionNode)}


def _spread(node: Node) -> set[str]:
    """The names of the fragments that a part of a document uses."""
    names: set[str] = set()

    class _Spreads(Visitor):
        def enter_fragment_spread(self, spread: FragmentSpreadNode, *_: object) -> None:
            names.add(spread.name.value)

    visit(node, _Spreads())
    return names
