"""Log in as the settings say, and give the headers that say who asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from querious.errors import ConfigError
from querious.execute import open_target
from querious.pipeline.loop import run_to_end
from querious.pipeline.readiness import wait_until_ready

if TYPE_CHECKING:
    from collections.abc import Mapping

    from querious.model import Settings


def log_in(target: str, settings: Settings) -> Mapping[str, str]:
    """The headers that go with every request to the API, those of a fresh login among them."""
    if not settings.with_credentials:
        raise ConfigError(
            "there is nothing to log in with; describe the login in querious.toml, under [login], "
            "or give --bearer, --basic, --header or --auth"
        )
    wait_until_ready(target, settings)
    return run_to_end(lambda: _headers(target, settings))


async def _headers(target: str, settings: Settings) -> Mapping[str, str]:
    opened = await open_target(target, settings, graphql=False)
    await opened.client.close()
    if opened.credentials is None:
        raise ConfigError(f"{opened.name} is executed in process, where no header is sent")
    return dict(opened.credentials.headers)
