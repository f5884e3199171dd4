"""All rules, in the order in which they are asked and told.

First whether a query is answered at all and in which media types, for all others rest on that; then what may be asked
by POST, and its parameters; the status of what cannot be executed, and of bodies that cannot be read; then GET and
batches, which a server need not offer; at last what opens it to foreign pages, and what it tells of itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.audit import (
    accept_header,
    batches,
    bodies,
    cross_site,
    disclosure,
    get_requests,
    media_types,
    parameters,
    post_requests,
    request_errors,
)

if TYPE_CHECKING:
    from querious.audit.rule import AuditRule

AUDIT_RULES: Final[tuple[AuditRule, ...]] = (
    post_requests.POST_JSON,
    media_types.GRAPHQL_RESPONSE_TYPE,
    media_types.JSON_RESPONSE_TYPE,
    media_types.STATED_TYPE,
    media_types.STATED_CHARSET,
    media_types.UTF_8_ANSWER,
    media_types.RESULT,
    accept_header.WEIGHTS,
    accept_header.JSON_WEIGHTS,
    accept_header.WILDCARD,
    accept_header.MISSING,
    accept_header.CHARSET,
    accept_header.UNACCEPTABLE,
    accept_header.UNACCEPTABLE_REFUSED,
    post_requests.UTF_8_REQUEST,
    post_requests.UTF_8_ASSUMED,
    post_requests.CONTENT_TYPE_MISSING,
    post_requests.CONTENT_TYPE_UNKNOWN,
    post_requests.UNKNOWN_MEMBER,
    post_requests.METHOD,
    parameters.OPERATION_NAME,
    parameters.VARIABLES,
    parameters.EXTENSIONS,
    parameters.NULLS,
    parameters.QUERY_MISSING,
    parameters.QUERY_TYPE,
    parameters.OPERATION_NAME_TYPE,
    parameters.VARIABLES_TYPE,
    parameters.EXTENSIONS_TYPE,
    request_errors.DATA_STATUS,
    request_errors.NO_DATA_STATUS,
    request_errors.NOT_EXECUTED,
    request_errors.NO_DATA_ENTRY,
    request_errors.PARSING_STATUS,
    request_errors.VALIDATION_STATUS,
    request_errors.OPERATION_STATUS,
    request_errors.VARIABLE_STATUS,
    request_errors.JSON_STATUS,
    bodies.MALFORMED_JSON,
    bodies.EMPTY_BODY,
    bodies.NO_OBJECT,
    bodies.OVERSIZED,
    get_requests.GET_VARIABLES,
    get_requests.GET_OPERATION_NAME,
    get_requests.GET_EXTENSIONS,
    get_requests.GET_EMPTY,
    get_requests.GET_MALFORMED,
    get_requests.GET_MUTATION,
    get_requests.GET_MUTATION_STATUS,
    get_requests.ALLOW,
    batches.CONSISTENT,
    batches.BOUNDED,
    batches.REFUSED,
    cross_site.TEXT,
    cross_site.FORM_FIELDS,
    cross_site.PARTS,
    cross_site.UPLOAD,
    disclosure.SUGGESTIONS,
    disclosure.INTROSPECTION,
)


def audit_rule(name: str) -> AuditRule | None:
    """The rule of this name; None if there is none."""
    return next((rule for rule in AUDIT_RULES if rule.name == name), None)
