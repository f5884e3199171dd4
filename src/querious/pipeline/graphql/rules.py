"""Which rules a run of a GraphQL API holds answers to: all that there are, but for those that are left out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from querious.access import ACCESS_RULES
from querious.audit.catalogue import AUDIT_RULES
from querious.graphql.federation import FEDERATION_RULES
from querious.graphql.oracles import CATALOGUE
from querious.growth import MEASURED
from querious.pipeline.audit.auditor import AUDIT
from querious.pipeline.run.session import chosen_rules
from querious.relations import RELATIONS
from querious.streams.catalogue import ABOUT as STREAM_RULES
from querious.variants import VARIANTS
from querious.variants.uploads import NAME as UPLOADS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from querious.graphql.federation import FederationRule
    from querious.oracles import Oracle
    from querious.relations import Relation
    from querious.variants import FormVariant

_STATE: Final = "state"


@dataclass(frozen=True, slots=True)
class GraphqlRules:
    """Those that are kept, by who holds them."""

    oracles: Sequence[Oracle[Any]]
    relations: Sequence[Relation]
    every_relation: Sequence[Relation]
    """Those that are left out too: what they have found once is replayed."""
    federation: Sequence[FederationRule]
    variants: Sequence[FormVariant]
    access: frozenset[str]
    streams: frozenset[str]
    resources: frozenset[str]
    uploads: bool
    state: bool
    """Whether collections are tested by sequences, where changes are permitted."""
    audit: bool
    not_audited: Sequence[str]
    """Rules of an audit that are left out of it."""


def kept_rules(skipped: Iterable[str]) -> GraphqlRules:
    """All but these; a ConfigError where one of them is none."""
    groups = _groups()
    of_groups = [name for group in groups.values() for name in group]
    oracles = [oracle.name for oracle in CATALOGUE]
    every = sorted([*oracles, *of_groups, *STREAM_RULES, *MEASURED, UPLOADS, *groups, _STATE])
    kept = chosen_rules(every, tuple(skipped))

    def of(group: str) -> frozenset[str]:
        return kept.intersection(groups[group]) if group in kept else frozenset()

    relations, federation, variants, audited = of("relations"), of("federation"), of("variants"), of(AUDIT)
    return GraphqlRules(
        oracles=[one for one in CATALOGUE if one.name in kept],
        relations=[one for one in RELATIONS if one.name in relations],
        every_relation=RELATIONS,
        federation=[one for one in FEDERATION_RULES if one.name in federation],
        variants=[one for one in VARIANTS if one.name in variants],
        access=of("access"),
        streams=kept.intersection(STREAM_RULES),
        resources=kept & MEASURED,
        uploads=UPLOADS in kept,
        state=_STATE in kept,
        audit=bool(audited),
        not_audited=[name for name in groups[AUDIT] if name not in audited],
    )


def _groups() -> dict[str, list[str]]:
    """Rules that can be left out together, by the name of all."""
    return {
        "relations": [one.name for one in RELATIONS],
        "federation": [one.name for one in FEDERATION_RULES],
        "variants": [one.name for one in VARIANTS],
        "access": [one.name for one in ACCESS_RULES],
        AUDIT: [one.name for one in AUDIT_RULES],
    }
