from __future__ import annotations

import pytest
from graphql import build_schema

from querious.errors import ConfigError
from querious.export import Example
from querious.pipeline.export.files import FORMAT_NAMES, check_format, order_hint, order_of, write_suite
from querious.pipeline.export.use_case import Wish, export


@pytest.fixture
def done():
    examples = [Example("query A { a }", {}), Example("query B { a b }", {})]
    return export(build_schema("type Query { a: Int b: Int }"), examples, Wish())


@pytest.mark.parametrize("name", FORMAT_NAMES)
def test_a_suite_is_written_once_and_found_as_it_was(done, tmp_path, name):
    check_format(name)
    first = write_suite(done, str(tmp_path), name, "querious export a")
    assert {path.name for path in tmp_path.iterdir()} == set(first.new)
    again = write_suite(done, str(tmp_path), name, "querious export a")
    assert sorted(again.same) == sorted(first.new)


def test_what_was_changed_by_hand_is_written_over_by_force_alone(done, tmp_path):
    write_suite(done, str(tmp_path), "pytest", "again")
    file = tmp_path / "test_a.py"
    file.write_text(file.read_text() + "# mine\n")
    assert list(write_suite(done, str(tmp_path), "pytest", "again").edited) == ["test_a.py"]
    assert file.read_text().endswith("# mine\n")
    write_suite(done, str(tmp_path), "pytest", "again", force=True)
    assert not file.read_text().endswith("# mine\n")


def test_what_is_obsolete_is_removed_when_asked_for(done, tmp_path):
    write_suite(done, str(tmp_path), "pytest", "again")
    (tmp_path / "test_old.py").write_text((tmp_path / "test_a.py").read_text())
    assert write_suite(done, str(tmp_path), "pytest", "again").obsolete == ("test_old.py",)
    write_suite(done, str(tmp_path), "pytest", "again", prune=True)
    assert not (tmp_path / "test_old.py").exists()


def test_the_order_names_the_files_in_their_folder(done):
    assert order_of(done, "tests/api", "pytest").splitlines() == [
        "tests/api/test_b.py::test_b",
        "tests/api/test_a.py::test_a",
    ]
    assert order_hint("pytest", "order.txt") == "pytest @order.txt"


def test_an_unknown_format_and_a_folder_that_is_none_are_told_in_one_line(done, tmp_path):
    with pytest.raises(ConfigError, match=r"^Unknown format 'rspec'\. Available: pytest"):
        check_format("rspec")
    file = tmp_path / "file"
    file.write_text("")
    with pytest.raises(ConfigError, match="choose another folder"):
        write_suite(done, str(file), "pytest", "again")
