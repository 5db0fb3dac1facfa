from __future__ import annotations

import re
from functools import cache

import jsonschema
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from hypothesis.strategies._internal import regex as made_of
from schemathesis.pytest.lazy import get_all_tests

from assay.engine import checked_question
from assay.errors import InputError
from assay_server.app import ENDPOINTS
from assay_server.openapi import describe
from tests.server.live import fake_engines, live, options

BAD_REQUEST, TOO_LARGE = 400, 413
DESCRIBED = describe(ENDPOINTS)
OPERATIONS = [(path, method) for path, known in DESCRIBED["paths"].items() for method in known]
schemathesis.checks.load_all_checks()
METHODS = [schemathesis.checks.CHECKS.get_one("unsupported_method")]  # is tested elsewhere


@pytest.fixture(autouse=True, scope="module")
def patterns_prepared_once():
    """Hypothesis takes a second for each use of the pattern of a question, in every request."""
    prepared = cache(made_of.regex_strategy)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(made_of, "regex_strategy", prepared)
        yield


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("openapi")
    with live(fake_engines(folder), options(folder, max_upload_bytes=100_000)) as server:
        yield server


@settings(
    max_examples=20,
    deadline=None,
    derandomize=True,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
)
def fits(case, server):
    reply = case.call(base_url=server.url, timeout=30)
    assert reply.status_code < 500 or "retry-after" in reply.headers, reply.content
    if reply.status_code != TOO_LARGE:  # said before anything else is looked at
        case.validate_response(reply, excluded_checks=METHODS)


@pytest.mark.parametrize(("path", "method"), OPERATIONS)
def test_no_request_that_fits_the_schema_breaks_the_server(path, method, server):
    # With `schema.parametrize` each worker would make all requests, to know which tests there are.
    schema = schemathesis.openapi.from_dict(DESCRIBED).include(path=path, method=method.upper())
    (made,) = get_all_tests(schema=schema, test_func=fits, settings=None, given_kwargs=None)
    _, asked = made.ok()
    asked(server=server)


def test_the_description_is_served_and_is_open_api(server):
    described = server.http.get("/openapi.json").json()
    assert described["openapi"] == "3.1.0"
    assert set(described["paths"]) >= {"/v1/ask", "/v1/chat/completions", "/metrics"}
    names = [
        operation["operationId"]
        for path in described["paths"].values()
        for operation in path.values()
    ]
    assert len(names) == len(set(names)) == len(ENDPOINTS)


def test_examples_fit_their_schemas():
    described = describe(ENDPOINTS)
    for endpoint in ENDPOINTS:
        if endpoint.example is not None and endpoint.path != "/v1/ask":
            jsonschema.validate(endpoint.example, dict(endpoint.reply))
    examples = [
        field["examples"][0]
        for form in described["components"]["schemas"].values()
        for field in form["properties"].values()
        if "examples" in field
    ]
    assert examples


@pytest.mark.parametrize("wordless", ["?!", "\u2665", "\u3002", "\u0301", "\U0001f642", "\ue000"])
def test_what_the_schema_takes_for_no_question_is_none(server, wordless):
    pattern = describe(ENDPOINTS)["components"]["schemas"]["AskBody"]["properties"]["question"]
    assert not re.search(pattern["pattern"], wordless)
    assert server.http.post("/v1/ask", json={"question": wordless}).status_code == BAD_REQUEST
    with pytest.raises(InputError):
        checked_question(wordless)


@pytest.mark.parametrize("word", ["a", "7", "\u6f22", "\u0663", "\u00bd", "\u2082", "\u00e9?!"])
def test_whatever_has_a_letter_or_a_digit_is_one(server, word):
    assert server.http.post("/v1/ask", json={"question": word}).status_code < BAD_REQUEST
    said = [{"role": "user", "content": word}, {"role": "user", "content": "?!"}]
    asked = {"model": "assay/crag", "messages": said}
    assert server.http.post("/v1/chat/completions", json=asked).status_code < BAD_REQUEST
