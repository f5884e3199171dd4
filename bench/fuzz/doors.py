"""Every door through which something comes in that we did not write: samples, and what is done with them.

In the order of a user's way: schema, description, settings, values, what servers answer, what runs leave behind.
"""

from __future__ import annotations

import importlib
import io
import json
import random as chance
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from rich.console import Console

from bench.fuzz import samples
from bench.fuzz.mutation import mutate
from bench.fuzz.samples import command
from bench.fuzz.servers import OPENAPI, SDL, SWAGGER, Library, Shop, Spoiler
from querious.config import load
from querious.model import Settings
from querious.model.state_settings import StateSettings
from querious.pipeline.diff.use_case import diff
from querious.pipeline.learn.use_case import learn
from querious.pipeline.run.use_case import replay, run
from querious.pipeline.state.use_case import crud
from querious.report import json_report
from querious.report.console import report
from querious.report.context import Context
from querious.report.junit import junit
from querious.state.journal import read_journal
from querious.state.samples import samples as drawn
from querious.state.templates import read_template

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from querious.model import Run

_REQUESTS = 25
_SECONDS = 5.0


class Door(NamedTuple):
    """One way in."""

    name: str
    seeds: Sequence[bytes]
    call: Callable[[bytes], object]
    """Works in the current folder, which is empty but for ``shop.graphql``."""
    weight: int = 1
    """Its share of the time: runs against a hostile server take a hundred times as long as reading a file."""

    def make(self, random: Random) -> bytes:
        """The next input."""
        if not self.seeds:
            return str(random.getrandbits(40)).encode()
        return mutate(random.choice(self.seeds), random, self.seeds)


def doors(made: samples.Made) -> tuple[Door, ...]:
    """All of them. Those without samples take a number, by which a server decides how to spoil its answers."""
    return (
        Door("schema-sdl", [SDL.encode()], _schema("odd.graphql")),
        Door("schema-introspection", [samples.INTROSPECTION.encode()], _schema("odd.json")),
        Door("openapi-json", [json.dumps(OPENAPI).encode(), json.dumps(SWAGGER).encode()], _openapi("odd.json")),
        Door("openapi-yaml", [_yaml(OPENAPI).encode(), _yaml(SWAGGER).encode()], _openapi("odd.yaml")),
        Door("configuration", [samples.TOML.encode()], _configuration),
        Door("hooks", [samples.HOOKS.encode()], _hooks),
        Door("template", [samples.TEMPLATE.encode()], _template),
        Door("seed-values", [b'{"Query.product.id": ["p1", 5], "Product.made": "2020-01-01"}'], _seed_values),
        Door("learned", [made.learned], _learned),
        Door("baseline", [made.baseline], _baseline),
        Door("answers-run", (), _answers_run, weight=4),
        Door("answers-crud-rest", (), _answers_rest, weight=4),
        Door("answers-crud-graphql", (), _answers_graphql, weight=4),
        Door("answers-diff", (), _answers_diff, weight=4),
        Door("answers-learn", (), _answers_learn, weight=4),
        Door("answers-replay", (), lambda data: replay(made.run.findings, Shop(Spoiler(int(data))), _settings())),
        Door("saved-run", [made.saved], _saved),
        Door("kept-exchanges", [made.kept], _kept),
        Door("journal", [samples.JOURNAL.encode()], lambda data: read_journal(_file("run.jsonl", data))),
        Door("store", [made.store], _store),
        Door("import-har", [samples.HAR.encode()], _import("odd.har")),
        Door("import-lines", [samples.LINES.encode()], _import("odd.jsonl")),
        Door("import-array", [("[" + samples.LINES.replace("\n", ",") + "]").encode()], _import("odd.json")),
        Door("import-manifest", [samples.MANIFEST.encode()], _import("odd.json")),
        Door("import-collection", [samples.COLLECTION.encode()], _import("odd.json")),
        Door("import-usage", [samples.USAGE.encode()], _import("odd.json")),
        Door("import-mitmproxy", [samples.flow()], _import("odd.flow")),
        Door("import-graphql", [samples.QUERY.encode()], _import("odd.graphql")),
    )


def _yaml(value: object) -> str:
    return str(importlib.import_module("yaml").safe_dump(value))


class PartRaisedError(Exception):
    """A part of querious raised, was switched off, and told: no crash, but a fault of ours all the same."""


def sound(result: Any) -> Any:
    """The result of a run, of which no part of ours raised. What a user's hooks raise is theirs."""
    for error in getattr(result, "errors", ()):
        if error.part != "hook":
            place = re.findall(r'/querious/(\S+)", line \d+, in (\w+)', error.traceback)
            raise PartRaisedError(f"{error.title} in {' '.join(place[-1]) if place else 'nowhere'}"[:200])
    return result


def _settings(**more: object) -> Settings:
    given = {"schema": "shop.graphql", "requests": _REQUESTS, "seconds": _SECONDS, "shrink": 10, **more}
    return Settings(**given)  # type: ignore[arg-type]


def _file(name: str, data: bytes) -> Path:
    path = Path(name)
    path.write_bytes(data)
    return path


def _schema(name: str) -> Callable[[bytes], object]:
    def call(data: bytes) -> None:
        _file(name, data)
        command("schema", name)
        sound(run(Shop(_nothing), _settings(schema=name, requests=8, mutations=True)))

    return call


def _nothing(_status: int, _answer: object) -> tuple[int, str, bytes]:
    return 200, "application/json", b'{"data": null}'


def _openapi(name: str) -> Callable[[bytes], object]:
    def call(data: bytes) -> None:
        _file(name, data)
        command("crud", name, "--url", "http://127.0.0.1:9", "--dry-run")

    return call


def _configuration(data: bytes) -> None:
    _file("querious.toml", data)
    try:
        load({}, directory=Path.cwd(), environ={"TOKEN": "t"})
        load({}, directory=Path.cwd(), environ={"QUERIOUS_TIME": data[:50].decode("latin-1").replace("\0", "")})
    finally:
        Path("querious.toml").unlink()


def _hooks(data: bytes) -> None:
    _file("hooks.py", data)
    settings = load({"hooks": "hooks.py", "schema": "shop.graphql"}, directory=Path.cwd(), environ={}, file="").settings
    given = {"generators": settings.generators, "oracles": settings.oracles, "renew": settings.renew}
    run(Shop(), _settings(requests=8, **given))  # what the hooks raise is theirs


def _template(data: bytes) -> None:
    template = read_template(data.decode("utf-8", "replace"), "template.json")
    list(drawn(template.strategy({}), 2, 1))
    template.dump()


def _seed_values(data: bytes) -> None:
    _file("values.json", data)
    settings = load({"seed-values": ("values.json",)}, directory=Path.cwd(), environ={}, file="").settings
    sound(run(Shop(), _settings(requests=8, seed_values=settings.seed_values)))


def _learned(data: bytes) -> None:
    _file("learned.json", data)
    sound(run(Shop(), _settings(requests=8, learned="learned.json")))


def _baseline(data: bytes) -> None:
    _file("baseline.json", data)
    sound(run(Shop(), _settings(requests=15, baseline="baseline.json")))


def _answers_run(data: bytes) -> None:
    seed = int(data)
    found = sound(run(Shop(Spoiler(seed)), _settings(requests=60, mutations=seed % 2 == 0, seed=seed % 1000)))
    _reported(found)


def _reported(found: Run) -> None:
    """In every form, and read back."""
    junit(found, Context())
    list(report(found, Context(), Console(file=io.StringIO())))
    json_report.load(json_report.dump(found))


def _answers_rest(data: bytes) -> None:
    sound(
        crud(
            Library(Spoiler(int(data))),
            Settings(requests=150, seconds=_SECONDS, state=_CRUD),
            journal=Path("crud.jsonl"),
        )
    )


def _answers_graphql(data: bytes) -> None:
    sound(crud(Shop(Spoiler(int(data))), Settings(schema="shop.graphql", requests=100, seconds=_SECONDS, state=_CRUD)))


_CRUD = StateSettings(tests=4, steps=8, parallel=1)


def _answers_diff(data: bytes) -> None:
    sound(diff(Shop(Spoiler(int(data))), Shop(Spoiler(int(data) + 1)), _settings(requests=60)))


def _answers_learn(data: bytes) -> None:
    sound(learn(Shop(Spoiler(int(data))), _settings(requests=60)))


def _saved(data: bytes) -> None:
    saved = json_report.load(data.decode("utf-8", "replace"))
    _reported(saved.run)
    replay(saved.run.findings, Shop(), _settings())
    _file("saved.json", data)
    command("export", "saved.json", "--schema", "shop.graphql", "--output", "exported", "--force")


def _kept(data: bytes) -> None:
    _file("kept.jsonl", data)
    command("look", "kept.jsonl", "--failing")
    command("look", "kept.jsonl", "--case", str(chance.Random(len(data)).randrange(30)))


def _store(data: bytes) -> None:
    for path in Path().glob("odd.sqlite*"):
        path.unlink()
    _file("odd.sqlite", data)
    _file("log.jsonl", samples.LINES.encode())
    for words in (
        ("stats",),
        ("list", "--json", "-"),
        ("prune", "--min-calls", "2"),
        ("import", "log.jsonl"),
        ("stats",),
    ):
        command("harvest", *words, "--store", "odd.sqlite")


def _import(name: str) -> Callable[[bytes], object]:
    def call(data: bytes) -> None:
        _file(name, data)
        Path("imported.sqlite").unlink(missing_ok=True)
        command("harvest", "import", name, "--store", "imported.sqlite")

    return call
