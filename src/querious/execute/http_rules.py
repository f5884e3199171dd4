"""What every HTTP client here keeps to, so that a run says the same by whichever it was sent."""

from __future__ import annotations

from typing import Final

from querious.version import __version__

USER_AGENT: Final = f"querious/{__version__}"
IDLE: Final = 1.0
"""Seconds that a connection is kept without being used. Shorter than the keep-alive of common servers (gunicorn 2 s;
uvicorn, Node and Apache 5 s), so that we let go of an idle connection before they do and no request meets a closing
door."""
OF_A_SCHEMA: Final = 4
"""How many times as large as another answer that to introspection, whose cases have negative numbers, may be."""
