"""A process that closes its client may end at once, whatever pyreqwest's thread is at."""

from __future__ import annotations

import subprocess
import sys

SLOWLY_WOKEN = """
import asyncio, threading, time
from querious.execute import Credentials
from querious.execute.http import HttpClient
from querious.model import Operation, Settings, graphql_case

OURS = threading.get_ident()
CASE = graphql_case(0, Operation("query", "", "Query", ()), "{a}", {})


class Loop(asyncio.SelectorEventLoop):
    def _write_to_self(self):  # whoever wakes it is kept in it for a while, without the interpreter
        super()._write_to_self()
        if threading.get_ident() != OURS:
            time.sleep(0.3)


async def answer(reader, writer):
    await reader.readuntil(b"\\r\\n\\r\\n")
    writer.write(b"HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\n\\r\\n{}")


async def scenario():
    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    client = HttpClient(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/", Settings(), Credentials({}))
    exchange = await client.send(CASE)
    await client.close()
    server.close()
    return exchange.status


with asyncio.Runner(loop_factory=Loop) as runner:
    print(runner.run(scenario()))
"""


def test_the_thread_that_wakes_the_loop_has_left_python_once_the_client_is_closed():
    done = subprocess.run([sys.executable, "-c", SLOWLY_WOKEN], capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout) == (0, "200\n"), done.stderr
