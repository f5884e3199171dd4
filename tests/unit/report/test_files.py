from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from querious.errors import ConfigError
from querious.report.files import append_file, write_file

if TYPE_CHECKING:
    from collections.abc import Iterator


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
    with pytest.raises(ConfigError, match=r"Is a directory. Choose another place"):
        write_file(tmp_path, "x")


def test_appending_keeps_what_is_there(tmp_path: Path):
    append_file(tmp_path / "a", "1")
    append_file(tmp_path / "a", "2")
    assert (tmp_path / "a").read_text() == "12"
    with pytest.raises(ConfigError, match="cannot write"):
        append_file(tmp_path, "x")


def rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def _open_umask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.mark.usefixtures("_open_umask")
class TestRights:
    def test_a_new_file_is_for_its_owner_alone(self, tmp_path: Path):
        write_file(tmp_path / "a", "x")
        assert rights(tmp_path / "a") == 0o600

    def test_what_is_source_code_has_the_usual_rights(self, tmp_path: Path):
        write_file(tmp_path / "a", "x", private=False)
        assert rights(tmp_path / "a") == 0o644

    def test_a_file_that_is_there_keeps_the_rights_its_user_gave_it(self, tmp_path: Path):
        (tmp_path / "a").touch(0o640)
        write_file(tmp_path / "a", "x")
        assert rights(tmp_path / "a") == 0o640

    def test_our_own_folder_is_for_its_owner_alone_whatever_it_was_before(self, tmp_path: Path):
        folder = tmp_path / ".querious"
        folder.mkdir(0o755)
        (folder / "last-run.json").touch(0o644)
        write_file(folder / "last-run.json", "x")
        write_file(folder / "crud" / "a", "x")
        assert (rights(folder), rights(folder / "last-run.json")) == (0o700, 0o600)

    def test_a_folder_on_the_way_has_the_usual_rights(self, tmp_path: Path):
        write_file(tmp_path / "reports" / "a", "x")
        assert rights(tmp_path / "reports") == 0o755
