"""The workspace to measure on, in a process of its own: prints its address, and serves until it is ended.

python -m bench.doors_server [FAULT]
"""

from __future__ import annotations

import sys
import threading

from querious.demo import start_doors


def main() -> None:
    with start_doors(sys.argv[1:]) as demo:
        print(demo.url, flush=True)
        threading.Event().wait()


if __name__ == "__main__":
    main()
