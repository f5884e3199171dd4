"""Descriptions with something wrong or outlandish in them, and APIs that answer by their description."""

from __future__ import annotations

import json

import pytest
import yaml
from bench.described_api import DescribedApi
from bench.hostile_documents import MUTATIONS, hostile_document

from querious.errors import ConfigError
from querious.model import Settings
from querious.pipeline.rest.description import read_described
from querious.pipeline.run.use_case import run
from querious.rest.openapi import read_openapi

SAMPLE = (1, 3, 7, 12, 36, 61, 99, 149, 283)


@pytest.mark.parametrize("seed", SAMPLE)
def test_a_hostile_description_is_read_and_walked_without_an_error_of_querious(seed, tmp_path):
    path = tmp_path / "openapi.yaml"
    path.write_text(yaml.dump(hostile_document(seed)))
    description = read_described(path)
    found = run(DescribedApi(description), settings(path, mutations=True, skip_oracles=("state", "relations")))
    assert list(found.faults) == []
    assert list(found.errors) == []
    if description.unusable:
        assert any("cannot be called as described" in note for note in found.notes)


def test_an_unreadable_version_is_told_in_one_line():
    with pytest.raises(ConfigError, match=r"declares version \[\]"):
        read_openapi(json.dumps(hostile_document(24)), "h.json")


def test_every_mutation_can_follow_every_other():
    for seed in range(120):
        assert hostile_document(seed) is not None
    assert len(MUTATIONS) == len(set(MUTATIONS))


def settings(path, **more) -> Settings:
    return Settings(schema=str(path), requests=25, seconds=None, invalid=0.0, seed=1, shrink=0, **more)
