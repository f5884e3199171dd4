"""The questions of REST that can be asked at any size: pages and texts of reads that have worked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from querious.answers.pages import is_size
from querious.growth import Dimension
from querious.growth.dimension import doubling
from querious.model.rest_call import RestArgument
from querious.pipeline.resources.phase import GrowingQuestion, MeasuredAnswer
from querious.rest.call_requests import call_case
from querious.rest.hazards import only_reads
from querious.rest.relations.readable_lists import rows_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from querious.model import Case, Exchange
    from querious.model.rest_call import RestCall
    from querious.model.values import JSON
    from querious.pipeline.rest.api import RestApi
    from querious.rest.cases.callable_operation import CallableOperation, ParameterKind

PAGE: Final = Dimension("Page", "rows of a page", doubling(16, 2048), 1024, "longest page", keeps_to_rows=True)
TEXT_STEPS: Final = Dimension("Text", "characters of a text", tuple(range(12, 30, 2)), in_steps=True)
TEXT: Final = Dimension("LongText", "characters of a text", doubling(64, 4096))
_PLACES: Final = 6
"""Parameters of one kind that are measured."""
_TOO_LONG: Final = frozenset({413, 414, 431})
_SUCCESS: Final = range(200, 300)


def rest_questions(api: RestApi) -> Iterator[GrowingQuestion]:
    """The questions of one API, those that load it least first."""
    reads = [
        plan
        for plan in api.plans.values()
        if only_reads(plan.operation) and plan.method == "GET" and api.recorder.is_reached(plan.coordinate)
    ]
    places = [(plan, kind) for plan in reads for kind in plan.parameters if kind.parameter.where == "query"]
    sizes = [(plan, kind) for plan, kind in places if is_size(kind.parameter.name)]
    texts = [(plan, kind) for plan, kind in places if _is_free_text(kind)]
    for plan, kind in sizes[:_PLACES]:
        yield _question(api, plan, kind, PAGE)
    for plan, kind in texts[:_PLACES]:
        yield _question(api, plan, kind, TEXT_STEPS)
        yield _question(api, plan, kind, TEXT)


def _is_free_text(kind: ParameterKind) -> bool:
    schema = kind.schema
    return schema.types[:1] == ["string"] and schema.merged.keys().isdisjoint({"enum", "const", "format", "pattern"})


def _question(api: RestApi, plan: CallableOperation, kind: ParameterKind, dimension: Dimension) -> GrowingQuestion:
    name = kind.parameter.name
    kept: list[RestCall] = []

    def case_of(number: int, size: int) -> Case:
        if not kept:  # the same call at every size
            kept.append(api.generator.proposed(plan, number, api.pool.begin()).call)
        value: JSON = size if dimension is PAGE else "a" * (size - 1) + "!"
        others = tuple(one for one in kept[0].arguments if (one.where, one.name) != ("query", name))
        call = kept[0]._replace(arguments=(*others, RestArgument("query", name, value)))
        return call_case(number, call, plan.operation, api.service.base)

    read = _read_page if dimension is PAGE else _read_text
    return GrowingQuestion(dimension, f"{plan.coordinate}.{name}", case_of, read)


def _read_page(exchange: Exchange) -> MeasuredAnswer:
    rows = rows_of(exchange.payload) if exchange.status in _SUCCESS else None
    return MeasuredAnswer(refused=rows is None, rows=None if rows is None else len(rows))


def _read_text(exchange: Exchange) -> MeasuredAnswer:
    """Whether anything is found does not matter here: only a text that is too long is refused for its size."""
    return MeasuredAnswer(refused=exchange.status in _TOO_LONG)
