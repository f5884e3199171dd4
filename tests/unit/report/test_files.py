from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from querious.errors import ConfigError
from querious.report.files import append_file, write_file


def test_a_file_is_written_whole_and_nothing_is_left_beside_it(tmp_path: Path):
    write_file(tmp_path / "new" / "a.json", "é")
    write_file(tmp_path / "new" / "a.json", "later")
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["a.json"]
    assert (tmp_path / "new" / "a.json").read_text(encoding="utf-8") == "later"


def test_a_failed_writing_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "a").write_text("old")
    monkeypatch.setattr("pathlib.Path.replace", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left")))
    with pytest.raises(ConfigError, match=r"cannot write .*a: No space left"):
        write_file(tmp_path / "a", "new")
    assert [path.name for path in tmp_path.iterdir()] == ["a"]
    assert (tmp_path / "a").read_text() == "old"


def test_a_link_stays_a_link(tmp_path: Path):
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write_file(tmp_path / "link", "x")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "x"


def test_what_is_no_file_is_written_to_and_not_replaced():
    write_file(os.devnull, "x")
    assert stat.S_ISCHR(Path(os.devnull).stat().st_mode)


def test_a_folder_is_refused_in_one_line(tmp_path: Path):
    with pytest.raises(ConfigError, match=r"Is a directory; choose another place"):
        write_file(tmp_path, "x")


def test_appending_keeps_what_is_there(tmp_path: Path):
    append_file(tmp_path / "a", "1")
    append_file(tmp_path / "a", "2")
    assert (tmp_path / "a").read_text() == "12"
    with pytest.raises(ConfigError, match="cannot write"):
        append_file(tmp_path, "x")
