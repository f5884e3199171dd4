"""Whether what lies here can be released: the version is told, the archives hold what they must and nothing else.

    python ci/release_check.py dist

``make release-check`` builds into that folder first. Prints what is wrong, and ends with 1 if anything is.
"""

from __future__ import annotations

import email
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]
NEEDED = (
    "querious/__init__.py",
    "querious/py.typed",
    "querious/report/html/template.html",
    "querious/export/support/rest-checks.ts",
    "querious/export/support/RestChecks.php",
    "querious/demo/schema.graphql",
)
"""What is no Python, and would be missed only by who asks for it."""
IN_SOURCE = ("LICENSE", "README.md", "CHANGELOG.md", "pyproject.toml", "frontend/package.json")
UNWANTED = re.compile(r"(^|/)(__pycache__|node_modules|\.env|\.querious|\.git)(/|$)|\.(pyc|sqlite|pem|key)$")
LARGEST = 5_000_000


def version(root: Path) -> str:
    """The version that the package says it is."""
    text = (root / "src/querious/version.py").read_text(encoding="utf-8")
    found = re.search(r'__version__ = "([^"]+)"', text)
    return found[1] if found else ""


def untold(root: Path) -> Iterator[str]:
    """What the changelog lacks: its first section is that of this version, with the day of the release."""
    text = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    first = re.search(r"^## (.+)$", text, re.MULTILINE)
    heading = first[1] if first else ""
    if not re.fullmatch(rf"{re.escape(version(root))} \(\d{{4}}-\d\d-\d\d\)", heading):
        yield f"CHANGELOG.md begins with the section {heading!r}; it must be '{version(root)} (YYYY-MM-DD)'"


def uncommitted(root: Path) -> Iterator[str]:
    """What is not committed, and a tag that is there already."""
    for line in _git(root, "status", "--porcelain").splitlines():
        yield f"not committed: {line[3:]}"
    if _git(root, "tag", "--list", f"v{version(root)}"):
        yield f"the tag v{version(root)} is there already; raise the version in src/querious/version.py"


def wrong_archives(folder: Path, expected: str) -> Iterator[str]:
    """What is wrong with the wheel and the source distribution in a folder."""
    wheels, sources = sorted(folder.glob("*.whl")), sorted(folder.glob("*.tar.gz"))
    if len(wheels) != 1 or len(sources) != 1:
        yield f"{folder} must hold one wheel and one source distribution; empty it and build again"
        return
    with zipfile.ZipFile(wheels[0]) as wheel:
        held = {one.filename: one.file_size for one in wheel.infolist()}
        (metadata,) = (name for name in held if name.endswith(".dist-info/METADATA"))
        told = email.message_from_bytes(wheel.read(metadata))["Version"]
    if told != expected:
        yield f"the wheel is of version {told}, not {expected}"
    tops = {name.split("/")[0] for name in held}
    yield from (f"the wheel holds {top}" for top in tops if top != "querious" and not top.endswith(".dist-info"))
    yield from (f"the wheel lacks {name}" for name in NEEDED if name not in held)
    yield from _unwanted("the wheel", held)
    with tarfile.open(sources[0]) as archive:
        packed = {one.name.partition("/")[2]: one.size for one in archive.getmembers() if one.isfile()}
    yield from (f"the source distribution lacks {name}" for name in IN_SOURCE if name not in packed)
    yield from _unwanted("the source distribution", packed)


def _unwanted(archive: str, held: dict[str, int]) -> Iterator[str]:
    for name, size in held.items():
        if UNWANTED.search(name):
            yield f"{archive} holds {name}"
        elif size > LARGEST:
            yield f"{archive} holds {name} of {size:,} bytes"


def _git(root: Path, *arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True, check=True)  # noqa: S603, S607
    return done.stdout.strip("\n")


def main(folder: str) -> int:
    """Print what is wrong; 1 if anything is."""
    wrong = [*untold(ROOT), *uncommitted(ROOT), *wrong_archives(Path(folder), version(ROOT))]
    for line in wrong:
        print(line)  # noqa: T201 - its one purpose
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
