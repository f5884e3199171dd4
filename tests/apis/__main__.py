"""``python -m apis NAME``: serve one of the APIs in a process of its own."""

from __future__ import annotations

import sys
import threading
from importlib import import_module


def main(name: str) -> None:
    with import_module(f"apis.{name}").serving() as url:
        print(url, flush=True)  # noqa: T201
        threading.Event().wait()


if __name__ == "__main__":
    main(sys.argv[1])
