from __future__ import annotations

from pathlib import Path

FILE = '[headers]\nX-A = "hidden-value"\n[targets.shop]\ntarget = "http://127.0.0.1:1/graphql"\nrate = 7\n'


def test_a_configuration_is_written_once_and_can_be_used(querious, pipeline_run, capsys):
    assert querious("init") == 0
    assert "querious.toml written" in capsys.readouterr().out
    text = Path("querious.toml").read_text(encoding="utf-8")
    assert querious("init") == 2
    assert "--force replaces it" in capsys.readouterr().err
    assert querious("init", "--force") == 0
    assert Path("querious.toml").read_text(encoding="utf-8") == text
    assert querious("run", "api", "--profile", "nightly") == 0
    (target, settings, *_), *_ = pipeline_run.calls
    assert target == "http://localhost:8000"
    assert (settings.seconds, settings.mutations, settings.fail_on) == (3600, True, "new")


def test_what_is_set_is_shown_with_its_place_and_no_secret(querious, capsys, monkeypatch):
    Path("querious.toml").write_text(FILE)
    monkeypatch.setenv("QUERIOUS_RATE", "9")
    assert querious("config", "shop") == 0
    out = capsys.readouterr().out
    assert "target shop: http://127.0.0.1:1/graphql" in out
    lines = {line.split()[0]: line.split()[1:] for line in out.splitlines()[2:]}
    assert lines == {"rate": ["9.0", "QUERIOUS_RATE"], "headers": ["(hidden)", "headers"]}
    assert "hidden-value" not in out


def test_without_a_file_all_is_default(querious, capsys):
    assert querious("config") == 0
    assert "No configuration file was found.\nAll settings have their defaults" in capsys.readouterr().out
    assert querious("config", "--all") == 0
    out = capsys.readouterr().out
    assert "seed                random" in out
    assert all(line.split()[-1] == "default" for line in out.splitlines()[1:])


def test_no_secret_of_a_url_is_shown(querious, capsys, monkeypatch):
    monkeypatch.setenv("KEY", "hidden-key")
    Path("querious.toml").write_text(
        'recordings = "postgresql://ada:hidden-password@db/harvest"\nstate-url = "https://host/api?key=${KEY}"\n'
        '[targets.shop]\ntarget = "https://ada:hidden-password@host/graphql?key=${KEY}"\n'
    )
    assert querious("config", "shop") == 0
    out = capsys.readouterr().out
    assert "target shop: https://host/graphql" in out
    assert "postgresql://db/harvest" in out
    assert "hidden" not in out
