"""Which proxy requests go through: the one that was named, or that of the environment."""

from __future__ import annotations

import ipaddress
from typing import Final
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

from querious.errors import ConfigError
from querious.execute.addresses import is_loopback
from querious.model.settings import NO_PROXY
from querious.text.urls import without_secrets

_USUAL: Final = ("http", "https")
SOCKS: Final = ("socks4", "socks4a", "socks5", "socks5h")


def proxy_for(url: str, named: str, further: tuple[str, ...] = ()) -> str:
    """The URL of the proxy for an address, with user and password; empty: none. ``further``: schemes it may have too.

    One that was named is for every address, so that traffic to this machine can be looked at too. That of the
    environment is for other machines, but for those of ``NO_PROXY``: an API under test on this machine is meant itself.
    """
    if named == NO_PROXY:
        return ""
    parts = urlsplit(url)
    host = parts.hostname or ""
    if named:
        return _checked(named, "--proxy", further)
    if is_loopback(host):
        return ""
    found = getproxies()
    proxy = found.get(parts.scheme) or found.get("all", "")
    if not proxy or proxy_bypass(parts.netloc.rpartition("@")[2]) or _in_network(host, found.get("no", "")):
        return ""
    return _checked(proxy if "://" in proxy else f"http://{proxy}", "the proxy of the environment", further)


def _checked(proxy: str, whose: str, further: tuple[str, ...]) -> str:
    try:
        parts = urlsplit(proxy)
        usable = parts.scheme in (*_USUAL, *further) and bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
    if not usable:
        raise ConfigError(
            f"{whose}, {without_secrets(proxy)!r:.60}, cannot be used: write it as http://host:port; "
            f"--proxy {NO_PROXY} goes without"
        )
    return proxy


def _in_network(host: str, excepted: str) -> bool:
    """Whether an address lies in a network that ``NO_PROXY`` names, such as 10.0.0.0/8."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    for entry in excepted.split(","):
        try:
            if address in ipaddress.ip_network(entry.strip(), strict=False):
                return True
        except ValueError:
            continue
    return False
