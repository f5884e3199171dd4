"""Traces of REST calls that are written down, and what a relation tells of them."""

from __future__ import annotations

import json

from querious.model import Exchange, Severity
from querious.model.rest_call import RestArgument, RestCall
from querious.rest.call_requests import call_case
from querious.rest.openapi import RestOperation
from querious.rest.openapi.operations import RestParameter
from querious.rest.relations import REST_RELATIONS, rest_answer

RELATIONS = {relation.name: relation for relation in REST_RELATIONS}
FAULT, SUSPICION = Severity.FAULT, Severity.SUSPICION


def parameter(name, where="query", about="", **keywords):
    return RestParameter(name, where, required=where == "path", schema=keywords, keywords=keywords, about=about)


def answer(path, payload, query=None, status=200, parameters=(), **keys):
    arguments = [RestArgument("path", name, value) for name, value in keys.items()]
    arguments += [RestArgument("query", name, value) for name, value in (query or {}).items()]
    operation = RestOperation("get", path, parameters=tuple(parameters))
    case = call_case(0, RestCall("GET", path, tuple(arguments)), operation)
    body = json.dumps(payload).encode()
    exchange = Exchange(case, status, {"content-type": "application/json"}, body, payload, is_json=True)
    return rest_answer(exchange, operation)


def told(name, *trace):
    return [(mismatch.severity, mismatch.message) for mismatch in RELATIONS[name].check(trace)]
