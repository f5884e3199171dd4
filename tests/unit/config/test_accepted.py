from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from querious.config.accepted import accepted_text, in_force, read_accepted
from querious.model.accepted import AcceptedFinding

if TYPE_CHECKING:
    from pathlib import Path

WORDS = st.text(st.characters(exclude_categories=["Cs"]))
ENTRIES = st.builds(
    AcceptedFinding,
    identifiers=st.lists(WORDS, min_size=1, max_size=3).map(tuple),
    until=st.dates(),
    reason=WORDS,
    title=WORDS,
)


@settings(derandomize=True, deadline=None, max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(entries=st.lists(ENTRIES, max_size=3).map(tuple))
def test_what_is_written_is_read_again(entries: tuple[AcceptedFinding, ...], tmp_path: Path):
    file = tmp_path / "accepted.toml"
    file.write_bytes(accepted_text(entries).encode())
    assert read_accepted(file) == entries


def test_the_last_day_counts():
    entry = AcceptedFinding(("a",), date(2027, 1, 31), "", "")
    assert in_force([entry], date(2027, 1, 31)) == (entry,)
    assert in_force([entry], date(2027, 2, 1)) == ()
