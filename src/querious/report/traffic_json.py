"""How long answers took, and what came when ↔ JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from querious.model.traffic import BINS, OperationTimes, TimeSlice, Traffic
from querious.report.records import OBJECT, SECONDS, WHOLE, Codec, many, mapping, record

if TYPE_CHECKING:
    from querious.model.values import JSON

QUANTILES: Final = {"p50": 0.5, "p95": 0.95, "p99": 0.99}
_DIGITS: Final = 6


def _bins_to_json(bins: dict[int, int]) -> dict[str, int]:
    return {str(number): count for number, count in sorted(bins.items())}


def _bins_from_json(data: JSON) -> dict[int, int]:
    bins = {int(number): WHOLE.read(count) for number, count in OBJECT.read(data).items()}
    if not all(0 <= number <= BINS for number in bins):
        raise TypeError(f"must have numbers from 0 to {BINS} as names")
    return bins


def _quantile(share: float) -> Any:
    return lambda times: round(times.quantile(share), _DIGITS)


_TIMES: Final = record(
    OperationTimes,
    also={"count": lambda times: times.count, **{name: _quantile(share) for name, share in QUANTILES.items()}},
    longest=Codec(lambda seconds: round(seconds, _DIGITS), SECONDS.read),
    bins=Codec(_bins_to_json, _bins_from_json),
)


def _slice_from_json(data: JSON) -> TimeSlice:
    return TimeSlice(**mapping(WHOLE).read(data))


def _slice_to_json(counts: TimeSlice) -> dict[str, int]:
    """What did not happen is left out."""
    return {name: count for name, count in counts._asdict().items() if count}


TRAFFIC: Final = record(
    Traffic,
    operations=mapping(_TIMES),
    width=SECONDS,
    slices=many(Codec(_slice_to_json, _slice_from_json)),
)
