"""Run the tests of the modules that were touched since main, or since the last commit where this is main.

The tests of ``src/querious/<room>/<module>.py`` are in ``tests/unit/<room>/test_<module>.py``, or in the other files of
that folder. The first failure ends it, and so does a minute: ``make test`` runs everything.
"""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
ALWAYS = ("tests/unit/test_house.py", "tests/unit/cli/test_documented.py")
SECONDS = 60


def main() -> int:
    """Run pytest for what was touched, and end as it ends."""
    chosen = list(dict.fromkeys([*ALWAYS, *(tests for name in touched() for tests in tests_of(name))]))
    command = [sys.executable, "-m", "pytest", "-n", "2", "--dist", "worksteal", "-x", "-m", "not unmeasured", *chosen]
    process = subprocess.Popen(command, cwd=ROOT)
    try:
        return process.wait(SECONDS)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGINT)
        process.wait()
        print(f"Nothing failed in {SECONDS} s, but not everything was run: make test does.")  # noqa: T201 - a script
        return 0


def touched() -> list[str]:
    """Files that differ from where this branch left main, or from the commit before; new ones too."""
    base = git("merge-base", "HEAD", "main") or git("rev-parse", "HEAD~1")
    if base == git("rev-parse", "HEAD"):
        base = git("rev-parse", "HEAD~1")
    changed = git("diff", "--name-only", base).splitlines()
    return [*changed, *git("ls-files", "--others", "--exclude-standard").splitlines()]


def tests_of(name: str) -> list[str]:
    """The test files for a file: its mirror, or those of the nearest folder; none for what is no module."""
    path = Path(name)
    if name.startswith("tests/unit/") and path.name.startswith("test_"):
        return [name] if (ROOT / path).exists() else []
    if not name.startswith("src/querious/") or path.suffix != ".py":
        return []
    mirrored = Path("tests/unit") / path.relative_to("src/querious")
    mirror = mirrored.with_name(f"test_{path.name}")
    if (ROOT / mirror).exists():
        return [str(mirror)]
    near = sorted((ROOT / mirrored.parent).glob("test_*.py"))
    return [str(found.relative_to(ROOT)) for found in near]


def git(*words: str) -> str:
    """What git says; empty where it fails."""
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
