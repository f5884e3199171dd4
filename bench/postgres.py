"""A private PostgreSQL in a temporary folder, for the bench and the tests."""

from __future__ import annotations

import contextlib
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psycopg

if TYPE_CHECKING:
    from collections.abc import Iterator

_LONGEST_START = 30.0
_UNPRIVILEGED = "nobody"
_INITDB = ("-U", "admin", "-A", "scram-sha-256", "-E", "UTF8", "--no-locale", "--no-sync")


def binaries() -> Path | None:
    """The folder with initdb and postgres; None where PostgreSQL is not installed."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: path.parent.name.zfill(4), reverse=True)
    found = shutil.which("initdb")
    folders = [*debian, *([Path(found).resolve().parent] if found else [])]
    return next((folder for folder in folders if (folder / "initdb").exists() and (folder / "postgres").exists()), None)


@contextlib.contextmanager
def cluster() -> Iterator[str]:
    """Gives the URL of its administrator, with a password. It ends with the process that started it."""
    folder = binaries()
    if folder is None:
        raise FileNotFoundError("PostgreSQL is not installed")
    user = pwd.getpwnam(_UNPRIVILEGED) if os.geteuid() == 0 else None
    identity: dict[str, Any] = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []} if user else {}
    place = Path(tempfile.mkdtemp(prefix="querious-postgres-"))
    password = secrets.token_hex(8)
    try:
        (place / "password").write_text(password, encoding="ascii")
        if user:
            for path in (place, place / "password"):
                os.chown(path, user.pw_uid, user.pw_gid)
        _initialise(folder, place, identity)
        with _serving(folder, place, identity, password) as url:
            yield url
    finally:
        shutil.rmtree(place, ignore_errors=True)


def _initialise(folder: Path, place: Path, identity: dict[str, Any]) -> None:
    """Root is refused by initdb; another user reads only what is its own."""
    done = subprocess.run(
        [folder / "initdb", "-D", place / "data", f"--pwfile={place / 'password'}", *_INITDB],
        cwd="/",
        capture_output=True,
        text=True,
        check=False,
        **identity,
    )
    if done.returncode:
        raise OSError(f"initdb failed: {done.stderr.strip()[-300:]}")


@contextlib.contextmanager
def _serving(folder: Path, place: Path, identity: dict[str, Any], password: str) -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    settings = {
        "listen_addresses": "127.0.0.1",
        "port": str(port),
        "unix_socket_directories": "",
        "fsync": "off",
        "max_connections": "60",
        "shared_buffers": "32MB",
    }
    dying = ["setpriv", "--pdeathsig", "INT"] if shutil.which("setpriv") else []
    options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
    with (
        (place / "log").open("wb") as log,
        subprocess.Popen(
            [*dying, folder / "postgres", "-D", place / "data", *options], cwd="/", stdout=log, stderr=log, **identity
        ) as process,
    ):
        try:
            url = f"postgresql://admin:{password}@127.0.0.1:{port}/postgres"
            _await(url, process, place / "log")
            yield url
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(_LONGEST_START)


def _await(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + _LONGEST_START
    while True:
        try:
            psycopg.connect(url, connect_timeout=2).close()
        except psycopg.OperationalError:
            if process.poll() is not None or time.monotonic() > deadline:
                raise OSError(f"PostgreSQL does not start: {log.read_text(errors='replace')[-300:]}") from None
            time.sleep(0.05)
        else:
            return
