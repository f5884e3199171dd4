from __future__ import annotations

import pytest

from querious.errors import ConfigError
from querious.pipeline.export.sources import Gathered, shown_source, usual_source


def test_documents_in_a_folder_are_examples(tmp_path):
    (tmp_path / "one.graphql").write_text("query One { a }")
    gathered = Gathered()
    gathered.read(str(tmp_path))
    assert [example.label for example in gathered.examples] == ["One"]
    assert (gathered.left_out, gathered.schema, gathered.url) == ([], "", "")


def test_what_is_no_source_is_told_in_one_line(tmp_path):
    with pytest.raises(ConfigError, match="name a store, a file of recordings or a saved run"):
        Gathered().read(str(tmp_path / "gone.json"))
    saved = tmp_path / "run.json"
    saved.write_bytes(b'{"querious": 1, "version": "\xff"}')
    with pytest.raises(ConfigError, match="is not a saved run"):
        Gathered().read(str(saved))
    other = tmp_path / "other.xyz"
    other.write_text("nonsense")
    with pytest.raises(ConfigError, match="querious harvest import"):
        Gathered().read(str(other))


def test_without_a_source_the_usual_store_is_taken(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("QUERIOUS_STORE", raising=False)
    with pytest.raises(ConfigError, match="name what to export"):
        usual_source()
    monkeypatch.setenv("QUERIOUS_STORE", "postgresql://user:secret@host/db")
    assert usual_source() == "postgresql://user:secret@host/db"
    assert "secret" not in shown_source(usual_source())
    assert shown_source("traffic.har") == "traffic.har"
