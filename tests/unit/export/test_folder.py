from __future__ import annotations

import pytest

from querious.export import FORMATS, ExampleOrigin, changes, files_of, suite
from querious.export.folder import origin_of

RECORDINGS = [ExampleOrigin.RECORDING]


@pytest.fixture(params=FORMATS)
def files(request, ready, videos, teasers):
    return files_of(suite(ready(videos, teasers)), FORMATS[request.param], "querious export a")


def test_an_empty_folder_gets_everything(files):
    found = changes({}, files, RECORDINGS)
    assert found.new == files
    assert not any((found.changed, found.same, found.edited, found.foreign, found.obsolete, found.kept))


def test_exporting_twice_changes_nothing_also_after_git_changed_line_endings(files):
    for there in (files, {name: text.replace("\n", "\r\n") for name, text in files.items()}):
        found = changes(there, files, RECORDINGS)
        assert found.same == tuple(files)
        assert not any((found.new, found.changed, found.edited))


def test_our_files_are_written_over_and_those_changed_by_hand_are_not(files):
    ours, edited, *_ = files
    there = {ours: files[ours], edited: files[edited] + "\n"}
    assert origin_of(there[ours]) == ("recordings", True)
    assert origin_of(there[edited])[1] is False
    newer = {ours: _renewed(files[ours]), edited: _renewed(files[edited])}
    found = changes(there, newer, RECORDINGS)
    assert list(found.changed) == [ours]
    assert list(found.edited) == [edited]


def _renewed(text: str) -> str:
    """Another content of ours: what is written is not looked at, only what is there."""
    return text + "// more\n"


def test_a_file_without_our_mark_or_of_another_origin_is_foreign(files):
    name = next(iter(files))
    for text in ("mine", "", files[name].replace("querious:recordings:", "querious:findings:")):
        found = changes({name: text}, files, RECORDINGS)
        assert list(found.foreign) == [name]


def test_only_unchanged_files_of_the_same_origin_are_obsolete(files):
    name = next(iter(files))
    support = list(files)[-1]
    there = {"old": files[name], "mine": "def test(): ...", "edited": files[name] + "\n", "support": files[support]}
    found = changes(there, {}, RECORDINGS)
    assert found.obsolete == ("old",)
    assert found.kept == ("edited",)
    assert changes(there, {}, [ExampleOrigin.FINDING]).obsolete == ()
