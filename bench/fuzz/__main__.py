"""``python -m bench.fuzz --seconds 1800 --seed 7 --door openapi-json``."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path
from random import Random, SystemRandom

from bench.fuzz.doors import doors
from bench.fuzz.fuzzing import Fuzzing
from bench.fuzz.samples import Made
from querious.errors import QueriousError


def main() -> int:
    """Fuzz, tell, and end with 1 if anything failed."""
    asked = _parser().parse_args()
    kept = Path(".querious/fuzz").absolute()
    print(f"seed {asked.seed}, {asked.seconds} s; failing inputs are kept in {kept}")
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        every = doors(Made(Path(folder)))
        chosen = [door for door in every if not asked.door or door.name in asked.door]
        if not chosen:
            print(f"Unknown door. Available: {', '.join(door.name for door in every)}")
            return 2
        if asked.input:
            return _once(asked.input, chosen[0].call)
        fuzzing = Fuzzing(chosen, Random(asked.seed), kept)
        fuzzing.run(asked.seconds)
        os.chdir("/")
    fuzzing.tell()
    return 1 if fuzzing.failures else 0


def _once(name: str, call: object) -> int:
    """An input that was kept, its traceback shown."""
    try:
        call(Path(name).read_bytes())  # type: ignore[operator]
    except QueriousError as error:
        print(f"one line, as it should be: {error}")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench.fuzz", description="Random mutations on every door.")
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--seed", type=int, default=SystemRandom().randrange(10**6))
    parser.add_argument("--door", action="append", help="only this one; repeatable")
    parser.add_argument(
        "--input", help="run this kept input once, with its traceback", type=lambda n: str(Path(n).absolute())
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
