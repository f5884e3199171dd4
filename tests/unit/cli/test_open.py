from __future__ import annotations

from pathlib import Path

import pytest

from querious.cli.open import has_screen


@pytest.fixture
def opened(monkeypatch):
    """The addresses that a browser was asked to open."""
    addresses = []
    monkeypatch.setattr("webbrowser.open", lambda address: not addresses.append(address))
    return addresses


@pytest.fixture
def page():
    """That of the last run."""
    Path(".querious").mkdir()
    place = Path(".querious/last-run.html")
    place.write_text("<!doctype html>")
    return place.resolve()


def test_the_page_of_the_last_run_is_opened(querious, opened, page, monkeypatch, capsys):
    monkeypatch.setenv("DISPLAY", ":0")
    assert querious("open") == 0
    assert opened == [page.as_uri()]
    assert "Opened" in capsys.readouterr().out


def test_without_a_browser_its_path_is_told(querious, opened, page, monkeypatch, capsys):
    monkeypatch.setattr("querious.cli.open.has_screen", lambda *_: False)
    assert querious("open") == 0
    assert opened == []
    assert str(page) in capsys.readouterr().out.replace("\n", "")


def test_without_a_run_there_is_nothing_to_open(querious, opened, capsys):
    assert querious("open") == 2
    assert opened == []
    assert "no run was saved here. Start one with querious run TARGET" in capsys.readouterr().err.replace("\n", " ")


@pytest.mark.parametrize(
    ("platform", "environ", "expected"),
    [
        ("darwin", {}, True),
        ("win32", {}, True),
        ("linux", {}, False),
        ("linux", {"DISPLAY": ""}, False),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("linux", {"BROWSER": "firefox"}, True),
    ],
)
def test_a_browser_needs_a_screen(platform, environ, expected):
    assert has_screen(platform, environ) is expected
