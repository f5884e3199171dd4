"""Small files that are what their types say, and names that files have, plain and odd."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from querious.model.values import JSON

_PNG: Final = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
_PDF: Final = "%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"
KNOWN_FILES: Final[dict[str, dict[str, JSON]]] = {
    "image/png": {"filename": "querious.png", "base64": _PNG, "type": "image/png"},
    "application/pdf": {"filename": "querious.pdf", "content": _PDF, "type": "application/pdf"},
    "text/plain": {"filename": "querious.txt", "content": "querious\n", "type": "text/plain"},
    "text/csv": {"filename": "querious.csv", "content": "name,pages\nquerious,1\n", "type": "text/csv"},
    "application/json": {"filename": "querious.json", "content": '{"querious": 1}', "type": "application/json"},
}
"""Small files that are what their types say."""
ORDINARY_NAMES: Final = ("a file.txt", "it's.txt", "ünïcödé-файл-文件.txt")
"""Names that people give to files."""
ODD_NAMES: Final = (
    'quoted "name".txt',
    "../querious.txt",
    "..\\querious.txt",
    "querious",
    ".querious",
    "a;b=c,d&e.txt",
    "%41%00.txt",
    "querious.tar.gz",
    f"{'q' * 250}.txt",
    f"{'q' * 1_000}.txt",
)


def renamed(file: dict[str, JSON], name: str) -> dict[str, JSON]:
    """The file under another name, with the ending that it has where the name ends as one of text."""
    ending = str(file["filename"]).rpartition(".")[2]
    return {**file, "filename": name.removesuffix("txt") + ending if name.endswith(".txt") else name}
