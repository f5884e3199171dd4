"""Whether a service may be loaded: this machine and its containers may, others where the configuration names them."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from querious.errors import ConfigError
from querious.execute.addresses import is_near

if TYPE_CHECKING:
    from querious.model import Settings


def check_consent(settings: Settings, url: str) -> None:
    """A ConfigError where ``--resources`` is asked for and the service is somebody else's."""
    host = urlsplit(url).hostname or ""
    if not settings.resources or not host or is_near(host) or host in settings.resources_hosts:
        return
    raise ConfigError(
        f"--resources loads a service, and {host} is neither this machine nor a container beside it. "
        f'Whoever may load it says so in querious.toml: resources-hosts = ["{host}"].'
    )
