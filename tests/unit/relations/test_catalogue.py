from __future__ import annotations

import re

from querious.relations import RELATIONS


def test_names_are_distinct_and_in_kebab_case():
    names = [relation.name for relation in RELATIONS]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", name) for name in names)


def test_what_others_rest_on_comes_first_and_what_waits_for_all_last():
    assert RELATIONS[0].name == "repetition"
    assert [relation.name for relation in RELATIONS if relation.patient] == [RELATIONS[-1].name] == ["always-empty"]
