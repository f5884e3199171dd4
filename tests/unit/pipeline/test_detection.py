from __future__ import annotations

import json
import time

import pytest

from querious import demo
from querious.errors import ConfigError, TargetError
from querious.model import Settings
from querious.model.state_settings import StateSettings
from querious.pipeline.detection import find_api
from servers import answering, respond
from unit.pipeline.rest.conftest import DESCRIPTION, Shop


def protocol(target, **settings):
    return find_api(target, Settings(**settings)).protocol.name


def test_applications_are_asked():
    assert protocol(Shop(faulty=False)) == "REST"
    assert protocol(demo.create_rest_app()) == "REST"
    assert protocol(demo.create_app()) == "GraphQL"


def test_an_address_that_speaks_for_itself_is_not_asked():
    assert protocol("http://127.0.0.1:9/graphql") == "GraphQL"


def test_a_file_is_rest_at_the_address_that_is_given(tmp_path):
    file = tmp_path / "shop.json"
    file.write_text(json.dumps(DESCRIPTION))
    found = find_api(str(file), Settings(state=StateSettings(url="http://shop.example")))
    assert (found.protocol.name, found.target) == ("REST", "http://shop.example")
    assert protocol("http://shop.example", schema=str(file)) == "REST"
    with pytest.raises(ConfigError, match="Give its address with --url"):
        protocol(str(file))


def test_a_description_that_is_not_there_is_told():
    with pytest.raises(ConfigError, match=r"cannot read nothing\.yaml: No such file"):
        protocol("nothing.yaml")


def test_a_schema_of_graphql_is_no_description(tmp_path):
    file = tmp_path / "schema.json"
    file.write_text(json.dumps({"data": {"__schema": {}}}))
    assert protocol("http://shop.example", schema=str(file)) == "GraphQL"


def test_errors_written_like_those_of_graphql_are_not_yet_graphql():
    document = json.dumps({"openapi": "3.0.0", "info": {}, "paths": {"/books": {"get": {}}}}).encode()
    missing = json.dumps({"errors": [{"message": "no such route", "extensions": {"code": "ROUTE"}}]}).encode()

    def answer(handler, body):
        described = handler.command == "GET" and handler.path == "/specs/oas"
        respond(handler, document if described else missing, 200 if described else 404)

    with answering(answer) as url:
        assert protocol(url.replace("/graphql", "/specs/oas")) == "REST"


def test_a_description_that_takes_too_long_is_told_as_such():
    def answer(handler, body):
        time.sleep(0.3)
        respond(handler, b"{}")

    with answering(answer) as url, pytest.raises(TargetError, match=r"/openapi\.json was not answered in time"):
        protocol(url.replace("/graphql", "/openapi.json"), timeout=0.1)


def test_a_service_that_is_slow_at_usual_places_may_still_be_graphql():
    def answer(handler, body):
        time.sleep(0.3 if "json" in handler.path else 0)
        respond(handler, b"{}", 404)

    with answering(answer) as url:
        assert protocol(url.replace("/graphql", "/"), timeout=0.1) == "GraphQL"


def test_a_description_in_yaml_may_say_late_what_it_is():
    schemas = "".join(f"    Schema{number}:\n      type: object\n" for number in range(200))
    document = f"components:\n  schemas:\n{schemas}info: {{title: a, version: '1'}}\nopenapi: 3.1.0\npaths: {{}}\n"

    def answer(handler, body):
        described = handler.command == "GET" and handler.path == "/full-spec"
        respond(handler, document.encode() if described else b"{}", 200 if described else 405, "application/yaml")

    with answering(answer) as url:
        assert protocol(url.replace("/graphql", "/full-spec")) == "REST"


def test_a_description_may_have_a_media_type_of_its_own():
    document = json.dumps({"swagger": "2.0", "info": {"title": "a", "version": "1"}, "paths": {}}).encode()

    def answer(handler, body):
        described = handler.command == "GET" and handler.path == "/swagger/?format=openapi"
        is_wanted = "*/*" in handler.headers["accept"]
        respond(handler, document, 200 if described and is_wanted else 406, "application/openapi+json")

    with answering(answer) as url:
        assert protocol(url.replace("/graphql", "/swagger/?format=openapi")) == "REST"
