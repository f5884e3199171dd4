from __future__ import annotations

import asyncio
import contextlib
import random
import sys
from pathlib import Path
from typing import Any

import pytest

from querious.config import Configuration, load
from querious.config.keys import APART, KEYS, VARIABLES
from querious.config.quantities import duration, rate, share, size, text, texts, truth, unlimited, whole
from querious.config.sources import find_file
from querious.errors import ConfigError
from querious.model import Settings


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", [*sys.path])


def loaded(file: str = "", /, environ: dict[str, str] | None = None, **flags: Any) -> Configuration:
    """With ``file`` as querious.toml; flags by key, underscores for dashes."""
    if file:
        Path("querious.toml").write_text(file, encoding="utf-8")
    given = {key.replace("_", "-"): value for key, value in flags.items()}
    return load(given, directory=Path.cwd(), environ=environ or {}, fresh_seed=lambda: 99)


def error(file: str = "", /, **more: Any) -> str:
    with pytest.raises(ConfigError) as caught:
        loaded(file, **more)
    assert "\n" not in str(caught.value)
    return str(caught.value).replace(f"{Path.cwd()}/", "")


# --- how values are written


@pytest.mark.parametrize(
    ("written", "seconds"),
    [("30s", 30), ("5m", 300), ("1m30s", 90), ("250ms", 0.25), ("1h", 3600), (2.5, 2.5), ("7", 7)],
)
def test_durations(written: Any, seconds: float):
    assert duration(written) == seconds


@pytest.mark.parametrize("written", ["", "x", "5x", "-5s", "0s", 0, True, "5 minutes", "s", None])
def test_what_is_no_duration(written: Any):
    with pytest.raises(ValueError, match="a duration"):
        duration(written)


@pytest.mark.parametrize(("written", "part"), [("95%", 0.95), ("0.95", 0.95), (1, 1.0), (0, 0.0), ("100%", 1.0)])
def test_shares(written: Any, part: float):
    assert share(written) == pytest.approx(part)


@pytest.mark.parametrize("written", ["95", "101%", -0.1, "x%", True])
def test_what_is_no_share(written: Any):
    with pytest.raises(ValueError, match=r"such as 95% or 0\.95"):
        share(written)


def test_sizes_rates_and_numbers():
    assert [size(written) for written in ("64KiB", "16 MB", 5)] == [65536, 16_000_000, 5]
    assert [rate(written) for written in ("50", "2.5/s", 7)] == [50, 2.5, 7]
    assert [whole(0)(written) for written in ("5", 0)] == [5, 0]
    assert unlimited(whole(1))("None") is None
    assert [truth(written) for written in (True, "on", "NO")] == [True, True, False]
    assert texts("a, b") == texts(["a", "b"]) == ("a", "b")


@pytest.mark.parametrize(
    ("read", "written"),
    [
        (size, "0"),
        (size, "5 TB"),
        (size, True),
        (rate, "0"),
        (rate, True),
        (rate, "fast"),
        (whole(1), 0),
        (whole(0), 1.5),
        (whole(0), True),
        (whole(0), "x"),
        (truth, 1),
        (truth, "maybe"),
        (texts, 5),
        (texts, ["a", 1]),
        (texts, ["a", " "]),
        (text, 5),
        (text, ""),
    ],
)
def test_what_cannot_be_read(read: Any, written: Any):
    with pytest.raises(ValueError):
        read(written)


# --- where values come from


def test_without_anything_the_defaults_hold():
    assert loaded() == Configuration(Settings(seed=99))


def test_flags_win_over_the_environment_over_the_file():
    file = "connections = 1\nshrink = 1\nmax-depth = 1"
    environ = {"QUERIOUS_CONNECTIONS": "2", "QUERIOUS_SHRINK": "2"}
    settings = loaded(file, environ=environ, connections="3").settings
    assert (settings.connections, settings.shrink, settings.max_depth) == (3, 2, 1)


def test_every_key_can_be_set_in_the_file():
    configuration = loaded(
        """
        schema = "s.graphql"
        seed = 1
        requests = 2
        time = "3m"
        until-coverage = "95%"
        stop_after = 4
        mutations = true
        allow = ["A"]
        deny = ["B"]
        include = ["C"]
        exclude = "D, E"
        connections = 5
        rate = 6
        timeout = "7s"
        max-response-time = "2s"
        max-answer = "8MB"
        insecure = true
        ca = "ca.pem"
        cert = "c.pem"
        cert-key = "k.pem"
        http-proxy = "proxy:3128"
        client = "aiohttp"
        invalid = 0.5
        max-depth = 9
        max-fields = 10
        max-nodes = 11
        skip-oracles = ["x"]
        shrink = 12
        json = "j"
        junit = "-"
        github = false
        quiet = true
        save = false
        bearer = "t"
        cookie = "c"
        [headers]
        X-A = "a"
        [generators]
        DateTime = ["2020-01-01T00:00:00Z"]
        """
    )
    here = Path.cwd()
    assert configuration.settings == Settings(
        schema=str(here / "s.graphql"), seed=1, requests=2, seconds=180, coverage=0.95, stop_after=4, mutations=True,
        allow=("A",), deny=("B",), include=("C",), exclude=("D", "E"), connections=5, rate=6, timeout=7,
        max_response_time=2.0, max_answer=8_000_000, insecure=True,
        ca=str(here / "ca.pem"), cert=str(here / "c.pem"), cert_key=str(here / "k.pem"), proxy="http://proxy:3128", client="aiohttp",
        invalid=0.5, max_depth=9, max_fields=10, max_nodes=11, skip_oracles=("x",),
        shrink=12, headers={"X-A": "a", "Authorization": "Bearer t", "Cookie": "c"},
        generators={"DateTime": ["2020-01-01T00:00:00Z"]},
    )  # fmt: skip
    output = configuration.output
    assert (output.json, output.junit, output.github, output.quiet, output.save) == (
        str(here / "j"),
        "-",
        False,
        True,
        False,
    )
    assert configuration.source == str(here / "querious.toml")


def test_every_key_can_be_set_in_the_environment():
    assert set(VARIABLES.values()) == {*KEYS, *APART} - {"generators", "identities", "login"}
    environ = {"QUERIOUS_TOKEN": "t", "QUERIOUS_HEADERS": "A: 1\n\nB: 2", "QUERIOUS_ALLOW": "X,Y", "QUERIOUS_RATE": ""}
    settings = loaded(environ=environ).settings
    assert settings.headers == {"A": "1", "B": "2", "Authorization": "Bearer t"}
    assert (settings.allow, settings.rate) == (("X", "Y"), None)


def test_naming_one_limit_lifts_the_default_of_the_other():
    assert (loaded(time="5m").settings.seconds, loaded(time="5m").settings.requests) == (300, None)
    assert (loaded(requests="5").settings.seconds, loaded(requests="5").settings.requests) == (None, 5)
    both = loaded("requests = 7", time="5m").settings
    assert (both.seconds, both.requests) == (300, 7)
    assert loaded(requests="none", time="none").settings.seconds is None


def test_flags_not_given_say_nothing():
    assert loaded("mutations = true\nallow = ['A']", mutations=None, allow=()).settings.mutations is True
    assert loaded("mutations = true", mutations=False).settings.mutations is False


def test_headers_are_merged_by_name_whatever_their_case():
    file = '[headers]\nX-A = "file"\nX-B = "file"\nauthorization = "file"'
    settings = loaded(file, environ={"QUERIOUS_TOKEN": "env"}, headers=("x-a: flag: with colon",)).settings
    assert settings.headers == {"x-a": "flag: with colon", "X-B": "file", "Authorization": "Bearer env"}


def test_secrets_of_a_file_come_from_the_environment():
    file = 'bearer = "${TOKEN}"\n[headers]\nX-Key = "a-${KEY}-${KEY}"'
    settings = loaded(file, environ={"TOKEN": "${KEY}", "KEY": "k"}).settings
    assert settings.headers == {"X-Key": "a-k-k", "Authorization": "Bearer ${KEY}"}
    assert error(file, environ={"TOKEN": "t"}) == (
        "querious.toml: headers.X-Key uses ${KEY}, which is not set in the environment"
    )


def test_paths_of_a_file_are_meant_from_there(monkeypatch: pytest.MonkeyPatch):
    Path(".git").mkdir()
    Path("deep/er").mkdir(parents=True)
    Path("hooks.py").write_text("oracles = []")
    top = Path.cwd()
    Path("querious.toml").write_text('schema = "s/*.graphql"\nhooks = "hooks.py"')
    monkeypatch.chdir("deep/er")
    assert load({}, directory=Path.cwd(), environ={}).settings.schema == str(top / "s/*.graphql")


def test_a_schema_may_be_at_a_url():
    assert loaded(schema="http://h/schema.graphql").settings.schema == "http://h/schema.graphql"


# --- which file


def test_the_search_goes_up_to_the_root_of_the_repository_and_no_further():
    top = Path.cwd()
    (top / "repository/a/b").mkdir(parents=True)
    (top / "querious.toml").touch()
    assert find_file(top / "repository/a/b") is None
    assert find_file(top) == top / "querious.toml"
    (top / "repository/.git").touch()
    assert find_file(top / "repository/a/b") is None
    project = top / "repository/pyproject.toml"
    project.write_text("[tool.other]")
    assert find_file(top / "repository/a/b") is None
    project.write_text("[tool.querious]\nseed = 5")
    assert find_file(top / "repository/a/b") == project
    (top / "repository/a/querious.toml").touch()
    assert find_file(top / "repository/a/b") == top / "repository/a/querious.toml"


def test_a_table_of_pyproject_is_read():
    Path("pyproject.toml").write_text("[tool.querious]\nseed = 5")
    assert loaded().settings.seed == 5


def test_a_file_can_be_named_or_refused():
    Path("querious.toml").write_text("seed = 1")
    Path("other.toml").write_text("seed = 2")
    assert load({}, directory=Path.cwd(), environ={}, file="other.toml").settings.seed == 2
    assert load({}, directory=Path.cwd(), environ={}, file="").settings.seed == 0
    Path("pyproject.toml").touch()
    with pytest.raises(ConfigError, match=r"pyproject.toml has no table \[tool.querious\]"):
        load({}, directory=Path.cwd(), environ={}, file="pyproject.toml")


# --- what is wrong is told in one line


@pytest.mark.parametrize(
    ("file", "told"),
    [
        ("reqests = 5", "querious.toml: unknown key 'reqests'; did you mean requests?"),
        ("zzzzzz = 5", "querious.toml: unknown key 'zzzzzz'; docs/configuration.md lists all"),
        ('requests = "many"', "querious.toml: requests must be a whole number from 1 to 1,000,000,000,000, not 'many'"),
        ("time = true", "querious.toml: time must be a duration such as 30s, 5m or 1m30s, at most a year, not 'True'"),
        ("headers = 5", "querious.toml: headers must be a table of names and texts"),
        ("[headers]\nA = 5", "querious.toml: headers must be a table of names and texts"),
        ('[headers]\n"A B" = "secret"', "querious.toml: headers must be of the form 'Name: value', in one line"),
        ('[headers]\nA = "secret\\u0000"', "querious.toml: headers must be of the form 'Name: value', in one line"),
        ('[headers]\nA = "\\u4e00"', "querious.toml: headers must be in Latin-1, which the value of A is not"),
        ("bearer = 5", "querious.toml: bearer must be a text in quotes"),
        ("hooks = 5", "querious.toml: hooks must be the name of a Python file"),
        ("generators = 5", "querious.toml: generators must be a table of names and values"),
        (
            "[generators]\nA = []",
            "querious.toml: generators: A must be a list of values or, in a hooks file, a function",
        ),
    ],
)
def test_a_wrong_value_is_told_with_its_place(file: str, told: str):
    assert error(file) == told


@pytest.mark.parametrize(
    ("file", "told"),
    [
        ("connections = 1000000", "connections must be a whole number from 1 to 1,000, not '1000000'"),
        ("max-depth = 100000", "max-depth must be a whole number from 1 to 100, not '100000'"),
        (f"seed = {'9' * 4000}", "seed must be a whole number from 0 to 999,999,999,999,999,999, not a number that"),
        (f"seed = 0x{'f' * 5000}", "seed must be a whole number from 0 to 999,999,999,999,999,999, not a number that"),
        (f"seed = {'9' * 5000}", "is not valid TOML: Exceeds the limit"),
        (f"time = {'9' * 400}", "time must be a duration such as 30s"),
        ("time = inf", "time must be a duration such as 30s"),
        ("timeout = '999999h'", "timeout must be a duration such as 30s, 5m or 1m30s, at most a year"),
        ("rate = '0.0000000001'", "rate must be requests per second, such as 50: from 0.001 to 1,000,000"),
        ("max-answer = '999999999999GiB'", "max-answer must be a size such as 64KiB or 16MB, at most 1024GiB"),
        ("until-coverage = nan", "until-coverage must be a share such as 95%"),
        ('schema = "a\\u0000b"', "schema must be a text in quotes"),
        (f"a = {'[' * 5000}{']' * 5000}", "is not valid TOML: it is nested too deeply"),
        (f"a = {'[' * 5000}", "is not valid TOML: it is nested too deeply"),
        ("[seed-values]\n'User.born' = 2020-01-01", "User.born has a value of type date, which is not JSON"),
    ],
)
def test_an_absurd_value_is_told_with_what_is_allowed(file: str, told: str):
    assert told in error(file)


ODD = ("true", "5", "-5", "5.5", "nan", "inf", "'x'", "[]", "[5]", "{}", "{a = 5}", "2020-01-01", "12:00:00", "[[]]")


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("key", [*KEYS, *APART])
def test_a_value_of_any_type_is_taken_or_refused(key: str, odd: str):
    with contextlib.suppress(ConfigError):
        loaded(f"{key} = {odd}")


@pytest.mark.parametrize("key", sorted({*VARIABLES.values()} - {"bearer", "cookie"}))
@pytest.mark.parametrize("odd", ["9" * 5000, "-1", "\udcff", "é", "[" * 3000, "none", "1e400", "\t"])
def test_a_variable_of_any_text_is_taken_or_refused(key: str, odd: str):
    variable = next(name for name, meant in VARIABLES.items() if meant == key)
    with contextlib.suppress(ConfigError):
        loaded(environ={variable: odd})


def test_a_wrong_flag_or_variable_is_told_by_its_name():
    assert error(time="soon").startswith("--time must be a duration")
    assert error(skip_oracles=("",)).startswith("--skip-oracle must be")
    assert error(headers=("hunter2",)) == "--header must be of the form 'Name: value'"
    assert error(environ={"QUERIOUS_RATE": "x"}).startswith("QUERIOUS_RATE must be requests per second")
    assert error(environ={"QUERIOUS_HEADERS": "hunter2"}) == "QUERIOUS_HEADERS must be of the form 'Name: value'"


def test_a_file_that_cannot_be_read_is_told():
    assert error("seed = ").startswith("querious.toml is not valid TOML: ")
    Path("querious.toml").write_bytes(b"\xff")
    assert error() == "querious.toml is not UTF-8; save it as UTF-8"
    with pytest.raises(ConfigError, match=r"cannot read .*missing.toml: No such file"):
        load({}, directory=Path.cwd(), environ={}, file="missing.toml")


def test_a_variable_that_means_nothing_is_a_note():
    assert loaded(environ={"QUERIOUS_TOKN": "secret", "OTHER": ""}).notes == (
        "unknown environment variable QUERIOUS_TOKN; did you mean QUERIOUS_TOKEN?",
    )


# --- the hooks file


def hooked(code: str, name: str = "hooks.py") -> Settings:
    Path(name).write_text(code, encoding="utf-8")
    return loaded('[generators]\nA = [1]\nB = ["toml"]', hooks=name).settings


def test_hooks_give_generators_oracles_and_headers():
    settings = hooked(
        "generators = {'B': lambda random: random.randint(5, 5), '*.id': ('1', '2')}\n"
        "def polite(exchange):\n    return 'rude'\n"
        "oracles = [polite]\n"
        "def headers():\n    return {'X-Fresh': 'hunter2'}\n"
    )
    assert settings.generators["A"] == [1]
    assert settings.generators["B"](random.Random(1)) == 5
    assert settings.generators["*.id"] == ("1", "2")
    assert [(oracle.__name__, oracle(None)) for oracle in settings.oracles] == [("polite", "rude")]
    assert settings.renew is not None
    assert Configuration(settings).header_names == {}
    assert settings.renew() == {"X-Fresh": "hunter2"}
    assert Configuration(settings).header_names == {"X-Fresh": ""}


def test_headers_may_be_a_coroutine_function():
    renew: Any = hooked("async def headers():\n    return {'A': 'b'}").renew
    assert asyncio.run(renew()) == {"A": "b"}


def test_hooks_may_import_what_stands_beside_them_and_use_dataclasses():
    Path("beside_the_hooks.py").write_text("VALUES = [7]")
    settings = hooked(
        "from __future__ import annotations\nfrom dataclasses import dataclass\nfrom beside_the_hooks import VALUES\n"
        "@dataclass\nclass Point:\n    x: int\ngenerators = {'P': VALUES}"
    )
    assert settings.generators["P"] == [7]


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("x = 1\ndef (:", "hooks.py:2: invalid syntax"),
        (
            "x = 1\n\nimport no_such_module_here",
            "hooks.py:3: ModuleNotFoundError: No module named 'no_such_module_here'",
        ),
        ("def f():\n    raise KeyError\nf()", "hooks.py:2: KeyError"),
        ("import sys\nsys.exit(0)", "hooks.py:2: called sys.exit, which a hooks file must not do"),
        ("class Odd(BaseException): pass\nraise Odd('x')", "hooks.py:2: Odd: x"),
        (
            "class Odd(Exception):\n    def __str__(self): return 1 / 0\nraise Odd",
            "hooks.py:3: Odd",
        ),
        (f"x = {'(' * 1000}", "hooks.py:1: too many nested parentheses"),
        (f"x = {'-' * 100_000}1", "hooks.py is nested too deeply for Python"),
        (
            "def __getattr__(name): raise KeyError",
            "hooks.py defines none of generators, oracles, headers; see docs/configuration.md",
        ),
        ("x = 1", "hooks.py defines none of generators, oracles, headers; see docs/configuration.md"),
        ("x = '\0'", "hooks.py:1: source code string cannot contain null bytes"),
        ("oracles = 5", "hooks.py: oracles must be a list of functions"),
        ("oracles = [5]", "hooks.py: oracles must be a list of functions"),
        ("headers = {'A': 'hunter2'}", "hooks.py: headers must be a function that returns a dictionary"),
        (
            "generators = {'A': 'text'}",
            "hooks.py: generators: A must be a list of values or, in a hooks file, a function",
        ),
    ],
)
def test_an_error_in_the_hooks_file_is_told_with_its_line(code: str, told: str):
    Path("hooks.py").write_text(code)
    assert error(hooks="hooks.py") == told


def test_a_hook_that_fails_later_is_told_with_its_line():
    settings = hooked("generators = {\n'A': lambda random: 1 / 0}\ndef headers():\n    return 5")
    with pytest.raises(ConfigError, match=r"hooks.py:2: ZeroDivisionError: division by zero"):
        settings.generators["A"](random.Random(1))
    assert settings.renew is not None
    with pytest.raises(ConfigError, match=r"hooks.py: headers\(\) must return a dictionary of strings"):
        settings.renew()


@pytest.mark.parametrize("code", ["sys.exit()", "raise GeneratorExit", "raise asyncio.CancelledError"])
def test_a_hook_cannot_end_the_program(code: str):
    settings = hooked(
        f"import asyncio, sys\ndef f(*_):\n    {code}\noracles = [f]\ngenerators = {{'A': f}}\nheaders = f"
    )
    assert settings.renew is not None
    for call in (settings.oracles[0], settings.generators["A"], settings.renew):
        with pytest.raises(ConfigError, match=r"hooks.py:3: "):
            call(*(() if call is settings.renew else (None,)))


def test_a_coroutine_of_a_hook_cannot_end_the_program_either():
    renew: Any = hooked("import sys\nasync def headers():\n    sys.exit()").renew
    with pytest.raises(ConfigError, match=r"hooks.py:3: called sys.exit"):
        asyncio.run(renew())


def test_an_error_that_a_hook_words_itself_stays_as_it_is():
    settings = hooked(
        "from querious.errors import ConfigError\ndef o(exchange):\n    raise ConfigError('so')\noracles = [o]"
    )
    with pytest.raises(ConfigError, match=r"^so$"):
        settings.oracles[0](None)


def test_a_hooks_file_that_is_not_there_is_told():
    assert error(hooks="nowhere.py") == "cannot read nowhere.py: No such file or directory"


def test_reports_are_given_the_names_of_headers_only():
    assert loaded(headers=("A: hunter2",)).header_names == {"A": ""}
