from __future__ import annotations

import json
import tomllib
from typing import TYPE_CHECKING

import pytest

from querious.config.project import look_at, proposed_configuration, proposed_target

if TYPE_CHECKING:
    from pathlib import Path


def write(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        file = folder / name.replace("__", "/").replace("_dot_", ".")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return folder


def test_an_application_is_tested_in_process(tmp_path: Path):
    write(tmp_path, requirements_dot_txt="fastapi>=0.1\n# no\nstrawberry_graphql[fastapi]==1\n")
    write(tmp_path, src__shop__api_dot_py="from fastapi import FastAPI\n\napp: FastAPI = FastAPI(title='x')\n")
    project = look_at(tmp_path)
    assert project.frameworks == ("Strawberry", "FastAPI")
    assert project.applications == ("shop.api:app",)
    assert proposed_target(project) == "shop.api:app"


def test_an_apollo_server_is_asked_where_it_listens(tmp_path: Path):
    write(tmp_path, package_dot_json=json.dumps({"dependencies": {"@apollo/server": "4", "graphql": "16"}}))
    assert proposed_target(look_at(tmp_path)) == "http://localhost:4000/graphql"


def test_a_published_port_counts_more_than_a_usual_one(tmp_path: Path):
    write(tmp_path, pyproject_dot_toml='[project]\ndependencies = ["djangorestframework"]\n')
    write(tmp_path, compose_dot_yaml='services:\n  web:\n    ports:\n      - "127.0.0.1:8123:80"\n')
    project = look_at(tmp_path)
    assert project.frameworks == ("Django REST framework",)
    assert proposed_target(project) == "http://localhost:8123"


def test_descriptions_schemas_and_ci_are_found_and_what_others_wrote_is_not(tmp_path: Path):
    write(tmp_path, docs__openapi_dot_yaml="openapi: 3.0.0", node_modules__x__swagger_dot_json="{}")
    write(tmp_path, schema_dot_graphql="type Query {\n  a: Int\n}", query_dot_graphql="query { a }")
    (tmp_path / ".github" / "workflows").mkdir(parents=True)
    project = look_at(tmp_path)
    assert project.descriptions == ("docs/openapi.yaml",)
    assert project.schemas == ("schema.graphql",)
    assert project.ci == ("GitHub",)


@pytest.mark.parametrize("broken", ["{", "[]", '{"dependencies": 5}', "[" * 100_000])
def test_files_that_cannot_be_read_say_nothing(tmp_path: Path, broken: str):
    write(tmp_path, package_dot_json=broken, pyproject_dot_toml=broken, requirements_dot_txt="\0")
    assert look_at(tmp_path).frameworks == ()


@pytest.mark.parametrize("empty", [True, False])
def test_what_is_proposed_is_a_configuration_that_can_be_read(tmp_path: Path, empty: bool):
    if not empty:
        write(tmp_path, package_dot_json='{"dependencies": {"express": "5"}}', openapi_dot_json="{}")
    project = look_at(tmp_path)
    content = tomllib.loads(proposed_configuration(project))
    assert content["targets"]["api"]["target"] == proposed_target(project)
    assert set(content["profiles"]) == {"quick", "thorough", "nightly"}
