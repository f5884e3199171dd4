"""The names of what can be chosen or left out, for a shell to offer."""

from __future__ import annotations

from querious.criteria.catalogue import CRITERIA
from querious.growth import MEASURED


def criterion_names() -> list[str]:
    """The criteria, and ``none``."""
    return [*(criterion.name for criterion in CRITERIA), "none"]


def oracle_names() -> list[str]:
    """The oracles of both protocols, relations and variants; those of REST only where its packages are installed."""
    from querious.audit.catalogue import AUDIT_RULES  # noqa: PLC0415 - loaded for a shell alone
    from querious.graphql.federation import FEDERATION_RULES  # noqa: PLC0415 - likewise
    from querious.graphql.oracles.catalogue import CATALOGUE  # noqa: PLC0415 - likewise
    from querious.relations.catalogue import RELATIONS  # noqa: PLC0415 - likewise
    from querious.streams.catalogue import ABOUT  # noqa: PLC0415 - likewise
    from querious.variants.catalogue import VARIANTS  # noqa: PLC0415 - likewise
    from querious.variants.uploads import NAME as UPLOAD  # noqa: PLC0415 - likewise

    relations = ["relations", *(one.name for one in RELATIONS), "variants", *(one.name for one in VARIANTS), UPLOAD]
    names = dict.fromkeys([*(one.name for one in CATALOGUE), *relations, *ABOUT, "state"])
    names |= dict.fromkeys(["audit", *(rule.name for rule in AUDIT_RULES)])
    names |= dict.fromkeys(["federation", *(one.name for one in FEDERATION_RULES), *sorted(MEASURED)])
    try:
        from querious.rest.oracles.catalogue import CATALOGUE as OF_REST  # noqa: PLC0415 - needs an extra
    except ModuleNotFoundError:
        return list(names)
    return list(dict.fromkeys([*names, *(one.name for one in OF_REST)]))
