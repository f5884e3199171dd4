"""How many operations of REST APIs are reached, by querious and by Schemathesis, with the same number of requests.

    python -m bench.rest_reach [--only API,…] [--examples N] [--seed N]

Reached means that the operation answered 2xx at least once; the server counts, for both alike. No value is given, but
for the API key of the shop. Schemathesis runs first, with all its phases; querious gets as many requests as it sent.
"""

from __future__ import annotations

import argparse
import sys

from bench.rest_apis import APIS
from bench.schemathesis_run import schemathesis, served
from bench.table import show
from querious.model import Settings
from querious.pipeline.run.use_case import run

_METHODS = ("get", "head", "post", "put", "patch", "delete", "options", "trace", "query")
_ENOUGH = 0.95


def main() -> int:
    """Print the table; 1 if querious reaches too few."""
    options = _options()
    rows, enough = [], True
    for name in options.only.split(",") if options.only else APIS:
        operations = {
            f"{method.upper()} {path}"
            for path, item in APIS[name].document()["paths"].items()
            for method in _METHODS
            if method in item
        }
        peer = schemathesis(name, "", options.seed, options.examples)
        with served(name) as service:
            settings = Settings(
                seed=options.seed, requests=peer.requests, seconds=None, mutations=True, headers=APIS[name].headers
            )
            run(f"{service.url}/openapi.json", settings)
        ours, theirs = operations & service.reached.keys(), operations & peer.reached
        enough &= len(ours) >= _ENOUGH * len(operations)
        shares = [f"{len(reached)} ({len(reached) / len(operations):.0%})" for reached in (ours, theirs)]
        rows.append([name, str(len(operations)), f"{peer.requests:,}", *shares, ", ".join(sorted(operations - ours))])
        print("  ".join(rows[-1]), flush=True)
    head = ["API", "operations", "requests", "querious", "Schemathesis", "not reached by querious"]
    show("Operations that answered 2xx", head, rows)
    return int(not enough)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="How many operations of REST APIs are reached")
    parser.add_argument("--only", default="", help=f"of {', '.join(APIS)}")
    parser.add_argument("--examples", type=int, default=10, help="of Schemathesis, for each operation")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
