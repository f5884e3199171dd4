"""How often the triage blames the right side, on messages that servers and libraries really use.

    python -m bench.triage [--misses]

Two tables of messages lie beside the tests of the triage. Rules are written with a look at the first; the second is
held out, and only its figures are looked at. ``refusal``: the request is to blame, whatever the kind. ``crash``: the
server is. ``unclear``: nobody can tell, so the message must not be taken for a refusal.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, NamedTuple

from bench.table import show
from querious.answers.fault.triage import ErrorKind, classify

SAMPLES = Path(__file__).parent.parent / "tests" / "unit" / "answers" / "fault" / "samples"
_RIGHT = {
    "refusal": frozenset((ErrorKind.USER_ERROR, ErrorKind.INVALID, ErrorKind.AUTHORISATION, ErrorKind.LIMIT)),
    "crash": frozenset((ErrorKind.SERVER_FAULT,)),
    "unclear": frozenset((ErrorKind.UNEXPLAINED, ErrorKind.SERVER_FAULT)),
}


class Sample(NamedTuple):
    """One message, and who is to blame for it."""

    expected: str
    source: str
    error: dict[str, Any]

    @property
    def kind(self) -> ErrorKind:
        """What the triage says."""
        return classify(self.error)

    @property
    def right(self) -> bool:
        """Whether the triage blames the right side."""
        return self.kind in _RIGHT[self.expected]


def samples(name: str) -> list[Sample]:
    """All messages of a table: what is expected, who says so, the rest of the error as JSON, and the words."""
    found = []
    for line in (SAMPLES / name).read_text(encoding="utf-8").splitlines():
        expected, source, rest, message = line.split("\t")
        found.append(Sample(expected, source, {"message": message, **json.loads(rest)}))
    return found


def main() -> None:
    """Print the share of right answers for each table."""
    for name in ("refusals.tsv", "refusals_held_out.tsv"):
        rows = []
        table = samples(name)
        for expected in _RIGHT:
            those = [sample for sample in table if sample.expected == expected]
            right = sum(sample.right for sample in those)
            rows.append([expected, f"{len(those)}", f"{right}", f"{right / len(those):.1%}"])
        show(name, ["expected", "messages", "right", "share"], rows)
        if "--misses" in sys.argv and "held_out" not in name:
            for sample in table:
                if not sample.right:
                    print(f"  {sample.expected} called {sample.kind.value}: {sample.error}")


if __name__ == "__main__":
    main()
