"""TLS as the user wants it: which certificates are trusted, and the certificate that we show."""

from __future__ import annotations

import ssl
from pathlib import Path
from typing import TYPE_CHECKING

from querious.errors import ConfigError

if TYPE_CHECKING:
    from querious.model import Settings


def tls_context(settings: Settings) -> ssl.SSLContext:
    """What the standard library needs to know; a ConfigError that names the file where one cannot be used."""
    context = ssl.create_default_context()
    if settings.ca:
        try:
            context.load_verify_locations(cafile=settings.ca)
        except OSError as error:
            raise _unusable("--ca", settings.ca, error, "it must hold certificates in PEM") from None
    if settings.cert:
        _show(context, settings)
    elif settings.cert_key:
        raise ConfigError("--cert-key belongs to a certificate: name that with --cert FILE")
    if settings.insecure:
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    return context


def identity_pem(settings: Settings) -> bytes:
    """Our certificate and its key as one text in PEM; empty if there is none. The files were looked into before."""
    files = dict.fromkeys(filter(None, (settings.cert_key, settings.cert)))
    return b"\n".join(Path(file).read_bytes() for file in files)


def authorities_pem(settings: Settings) -> list[bytes]:
    """The certificates of the authorities that are trusted too, each in PEM; likewise."""
    if not settings.ca:
        return []
    begin = b"-----BEGIN CERTIFICATE-----"
    return [begin + part for part in Path(settings.ca).read_bytes().split(begin)[1:]]


def _show(context: ssl.SSLContext, settings: Settings) -> None:
    try:
        context.load_cert_chain(settings.cert, settings.cert_key or None, password=_no_password)
    except _EncryptedKeyError:
        file = settings.cert_key or settings.cert
        raise ConfigError(
            f"the key in {file} has a password: take it away with openssl pkey -in {file} -out key.pem"
        ) from None
    except OSError as error:
        files = settings.cert if not settings.cert_key else f"{settings.cert} with {settings.cert_key}"
        hint = "the certificate and its key must be PEM and belong together"
        hint += "" if settings.cert_key else "; a key in a file of its own is named with --cert-key"
        raise _unusable("--cert", files, error, hint) from None


class _EncryptedKeyError(Exception):
    """A key that would have to be unlocked. Nobody is asked for passwords in the middle of a test."""


def _no_password() -> str:
    raise _EncryptedKeyError


def _unusable(option: str, file: str, error: OSError, hint: str) -> ConfigError:
    if isinstance(error, ssl.SSLError):
        return ConfigError(f"{option} {file} cannot be used: {hint}")
    return ConfigError(f"{option}: cannot read {file}: {error.strerror or error}")
