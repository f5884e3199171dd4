"""The operations of a REST API one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from querious.errors import TargetError
from querious.pipeline.protocol import KnownOperations

if TYPE_CHECKING:
    from querious.model import Case, Request
    from querious.pipeline.rest.api import RestApi


def rest_operations(api: RestApi) -> KnownOperations:
    """As the description has them; its paths stand below that of the service, or of the server that it names."""
    service = api.service.service
    own = urlsplit(service).path.rstrip("/") if isinstance(service, str) and "://" in service else ""
    prefixes = dict.fromkeys((own, api.service.description.base_path.rstrip("/"), ""))

    def case_of(request: Request) -> Case:
        for prefix in prefixes:
            below = request.path.removeprefix(prefix)
            case = api.read_case(request._replace(path=below)) if request.path.startswith(prefix) else None
            if case is not None:
                return case
        path = request.path.partition("?")[0]
        raise TargetError(
            f"could not tell: the description has no operation for {request.method} {path}, so that nothing is "
            "known of what it should answer"
        )

    return KnownOperations(api.chosen_operations(), api.asked_by, case_of)
