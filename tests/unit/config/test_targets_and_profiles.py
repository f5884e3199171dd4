from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from querious.config import load
from querious.errors import ConfigError

if TYPE_CHECKING:
    from querious.config import Configuration

FILE = """
time = "60s"
rate = 5
[headers]
X-A = "file"
[targets.shop]
target = "https://${HOST}/graphql"
rate = 7
[targets.shop.headers]
X-B = "${TOKEN}"
[profiles.nightly]
time = "30m"
rate = 6
mutations = true
"""
ENVIRON = {"HOST": "shop.example", "TOKEN": "t"}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "querious.toml").write_text(FILE)
    return tmp_path


def loaded(environ: dict[str, str] = ENVIRON, flags: dict[str, Any] | None = None, **named: Any) -> Configuration:
    return load(flags or {}, directory=Path.cwd(), environ=environ, **named)


def test_the_target_wins_over_the_profile_over_the_file():
    chosen = loaded(target="shop", profile="nightly")
    assert chosen.target == "https://shop.example/graphql"
    assert (chosen.settings.rate, chosen.settings.seconds, chosen.settings.mutations) == (7, 1800, True)
    assert chosen.settings.headers == {"X-A": "file", "X-B": "t"}
    assert loaded(profile="nightly").settings.rate == 6
    assert loaded().settings.rate == 5


def test_flags_and_the_environment_win_over_all_of_them():
    chosen = loaded({**ENVIRON, "QUERIOUS_TIME": "3s"}, {"rate": "9"}, target="shop", profile="nightly")
    assert (chosen.settings.rate, chosen.settings.seconds) == (9, 3)


def test_the_profile_can_stand_in_the_environment():
    assert loaded({**ENVIRON, "QUERIOUS_PROFILE": "nightly"}).settings.mutations


def test_what_is_no_target_of_the_file_is_itself_the_target():
    assert loaded(target="http://localhost:4000/graphql").target == "http://localhost:4000/graphql"


def test_a_target_that_is_not_asked_for_needs_no_variable():
    assert loaded({}).settings.rate == 5


def test_a_file_extends_another_which_counts_least(folder: Path):
    (folder / "base").mkdir()
    (folder / "base" / "common.toml").write_text(
        'connections = 3\nrate = 1\nschema = "s.graphql"\n[profiles.quick]\ntime = "1s"\n'
    )
    (folder / "querious.toml").write_text(f'extends = "base/common.toml"\n{FILE}')
    settings = loaded(profile="quick").settings
    assert (settings.connections, settings.rate, settings.seconds) == (3, 5, 1)
    assert settings.schema == str(folder / "base" / "s.graphql")


def test_a_description_named_as_target_is_meant_relative_to_the_file(folder: Path):
    (folder / "api.yaml").write_text("openapi: 3.0.0")
    (folder / "querious.toml").write_text('[targets.api]\ntarget = "api.yaml"\n')
    assert loaded(target="api").target == str(folder / "api.yaml")


def test_every_value_says_where_it_comes_from(folder: Path):
    origins = loaded({**ENVIRON, "QUERIOUS_SEED": "1"}, {"rate": "9"}, target="shop", profile="nightly").origins
    file = folder / "querious.toml"
    assert origins["rate"] == "--rate"
    assert origins["seed"] == "QUERIOUS_SEED"
    assert origins["time"] == f"{file}: profiles.nightly.time"
    assert origins["headers"] == f"{file}: targets.shop.headers"


@pytest.mark.parametrize(
    ("text", "named", "told"),
    [
        (FILE, {"profile": "nigthly"}, "has no profile 'nigthly'; it has nightly"),
        ("", {"profile": "x"}, "has no profile 'x'; it has none"),
        ('extends = "querious.toml"', {}, "extends itself"),
        ("extends = 5", {}, "extends must be the name of a file"),
        ('extends = "gone.toml"', {}, "cannot read"),
        ("profiles = 5", {"profile": "x"}, "profiles must hold tables"),
        ("[targets.a]\nrate = 1", {"target": "a"}, "targets.a.target must be a URL, a file or package.module:name"),
        ('[targets.a]\ntarget = "x:y"\nrat = 1', {"target": "a"}, "unknown key 'targets.a.rat'; did you mean rate?"),
        ('[profiles.a]\ntime = "x"', {"profile": "a"}, "profiles.a.time must be a duration"),
        ('[targets.a]\ntarget = "${NOT_SET}"', {"target": "a"}, "NOT_SET"),
    ],
)
def test_what_is_wrong_is_told_in_one_line_with_its_place(folder: Path, text: str, named: dict[str, str], told: str):
    (folder / "querious.toml").write_text(text)
    with pytest.raises(ConfigError) as caught:
        loaded({}, **named)
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_profile_needs_a_file(folder: Path):
    (folder / "querious.toml").unlink()
    with pytest.raises(ConfigError, match="no configuration file that could have a profile 'x'"):
        loaded(profile="x")
