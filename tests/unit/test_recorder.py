from __future__ import annotations

import subprocess
import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from harvested import posted
from querious.recorder import read_settings, record_to
from querious.store import open_store

if TYPE_CHECKING:
    from pathlib import Path


def test_what_is_recorded_is_in_the_store_that_was_named(tmp_path: Path):
    place = str(tmp_path / "harvest.sqlite")
    recorder = record_to(place)
    recorder.record(posted("{ a }"), 200, 0.1, 0.0)
    assert recorder.close(20)
    with open_store(place, create=False) as store:
        assert [recording.document for recording in store.recordings()] == ["{a}"]


def test_importing_it_loads_no_database_and_no_django():
    code = "import sys, querious.recorder; print({'sqlalchemy', 'psycopg', 'django'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_an_unknown_key_of_the_settings_is_told():
    with pytest.raises(ValueError, match="QUERIOUS_HARVEST has no 'stores': there are store, paths, allow, deny"):
        read_settings(SimpleNamespace(QUERIOUS_HARVEST={"stores": 1}))
