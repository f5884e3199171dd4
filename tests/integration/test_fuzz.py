"""A few seconds of ``make fuzz``, always the same inputs first; and the harness itself."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from bench.fuzz.doors import Door
from bench.fuzz.fuzzing import Fuzzing, failure_of, smaller
from bench.fuzz.mutation import ATOMS, mutate, written

from querious.errors import ConfigError

ROOT = Path(__file__).parents[2]


def test_no_door_fails_within_some_seconds(tmp_path: Path):
    words = [sys.executable, "-m", "bench.fuzz", "--seconds", "12", "--seed", "1"]
    paths = {"PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"}
    done = subprocess.run(words, cwd=tmp_path, env=paths, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("seed 1, 12.0 s")
    assert " 0 distinct failures" in done.stdout


def test_the_same_seed_makes_the_same_inputs():
    one, other = (Door("x", [b'{"a": [1, {"b": null}]}', b"text"], len) for _ in range(2))
    first, second = Random(5), Random(5)
    assert [one.make(first) for _ in range(200)] == [other.make(second) for _ in range(200)]


def test_every_awkward_value_can_be_written():
    assert all(written([atom]) for atom in ATOMS)
    assert b"NaN" in written(["@token:NaN@"])
    assert all(isinstance(mutate(b"", Random(seed), ()), bytes) for seed in range(50))


def breaking(data: bytes) -> None:
    if b"x" in data:
        raise ConfigError("one line")
    if b"7" in data:
        raise KeyError("7")


def test_what_is_no_line_of_ours_is_a_failure_and_made_small():
    door = Door("numbers", [b"123"], breaking)
    assert failure_of(door, b"x7") == ""
    what = failure_of(door, b"1234567890")
    assert what.startswith("KeyError in ")
    assert smaller(door, b"1234567890" * 20, what) == b"7"


@pytest.mark.usefixtures("capsys")
def test_a_failure_is_kept_once(tmp_path: Path):
    fuzzing = Fuzzing([Door("numbers", [b"0"], breaking)], Random(1), tmp_path / "kept")
    for data in (b"117", b"72", b"1"):
        fuzzing._try(fuzzing._doors[0], data)
    (kept,) = (tmp_path / "kept").iterdir()
    assert kept.read_bytes() == b"7"
    assert (fuzzing.inputs["numbers"], len(fuzzing.failures)) == (3, 1)
