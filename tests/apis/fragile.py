"""Some fields fail, and a failure hides what is asked beside it, unless it is asked apart.

``Clinic.audit`` always errs and may not be null, so it takes everything up to the root. ``Patient.insurance`` errs for
some patients only. ``Clinic.backup`` takes the whole answer: a 500 without data. ``Patient.record`` and ``Query.staff``
need credentials that nobody has. Everything else has a value somewhere: ``WITNESSABLE``.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from graphql import GraphQLError, GraphQLObjectType, build_schema

from apis.serving import Crash, serve

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

SDL = """
type Query {
  clinic: Clinic!
  wards: [Ward!]!
  patient(number: Int!): Patient
  staff: [Nurse!]
}
type Clinic { name: String! beds: Int! address: Address! audit: Audit! backup: Backup wards: [Ward!]! }
type Address { street: String! city: String! }
type Audit { year: Int! passed: Boolean! }
type Backup { taken: String! }
type Ward { title: String! floor: Int! patients: [Patient!]! head: Nurse! }
type Nurse { name: String! ward: Ward }
type Patient { number: Int! name: String! ward: Ward! insurance: Insurance! record: Record nextOfKin: Patient }
type Insurance { company: String! premium: Float! }
type Record { entries: [String!]! }
"""

FAILING = frozenset({"Clinic.audit", "Clinic.backup", "Patient.record", "Query.staff"})
"""Fields that never have a value; what lies below them alone cannot have one either."""
UNREACHABLE = frozenset({"Audit.year", "Audit.passed", "Backup.taken", "Record.entries"})


@dataclass(frozen=True)
class Ward:
    title: str
    floor: int


@dataclass(frozen=True)
class Patient:
    number: int
    name: str
    ward: int
    insured: bool
    kin: int | None = None


WARDS = (Ward("Children", 1), Ward("Surgery", 2))
PATIENTS = (
    Patient(1, "Ada", 0, insured=False),
    Patient(2, "Ben", 0, insured=True, kin=1),
    Patient(3, "Cleo", 1, insured=False),
    Patient(4, "Dan", 1, insured=False, kin=2),
)


def _errs(*_: Any) -> Any:
    raise AttributeError("'NoneType' object has no attribute 'year'")


def _crashes(*_: Any) -> Any:
    raise Crash


def _forbidden(*_: Any) -> Any:
    raise GraphQLError("You are not authorized to see this.", extensions={"code": "FORBIDDEN"})


def _insurance(patient: Patient, _: Any) -> dict[str, Any]:
    if not patient.insured:
        raise AttributeError("'NoneType' object has no attribute 'company'")
    return {"company": "Mutual", "premium": 12.5}


def _patient(_: Any, __: Any, number: int) -> Patient | None:
    return next((patient for patient in PATIENTS if patient.number == number), None)


RESOLVERS: Mapping[str, Callable[..., Any]] = {
    "Query.clinic": lambda *_: {"name": "Saint Anne", "beds": 80, "address": {"street": "Long Lane 1", "city": "York"}},
    "Query.wards": lambda *_: WARDS,
    "Query.patient": _patient,
    "Query.staff": _forbidden,
    "Clinic.audit": _errs,
    "Clinic.backup": _crashes,
    "Clinic.wards": lambda *_: WARDS,
    "Ward.patients": lambda ward, _: [patient for patient in PATIENTS if WARDS[patient.ward] == ward],
    "Ward.head": lambda ward, _: {"name": f"Head of {ward.title}", "ward": ward},
    "Patient.ward": lambda patient, _: WARDS[patient.ward],
    "Patient.insurance": _insurance,
    "Patient.record": _forbidden,
    "Patient.nextOfKin": lambda patient, _: None if patient.kin is None else _patient(None, None, patient.kin),
}


def schema() -> Any:
    """The schema with its resolvers."""
    built = build_schema(SDL)
    for coordinate, resolve in RESOLVERS.items():
        kind, _, name = coordinate.partition(".")
        built.type_map[kind].fields[name].resolve = resolve
    return built


def tuples() -> frozenset[str]:
    """Every (object, field) of the schema."""
    return frozenset(
        f"{name}.{field}"
        for name, kind in build_schema(SDL).type_map.items()
        if isinstance(kind, GraphQLObjectType) and not name.startswith("__")
        for field in kind.fields
    )


WITNESSABLE = tuples() - FAILING - UNREACHABLE
CALLS = {"Query.patient": [f"(number: {patient.number})" for patient in PATIENTS]}


@contextmanager
def serving() -> Iterator[str]:
    """The API over HTTP; gives its URL."""
    with serve(schema()) as url:
        yield url
