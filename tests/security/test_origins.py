"""What a user names is permitted and nothing beside it, and a key goes to one origin only."""

from __future__ import annotations

import httpx2
import pytest

from assay.adapters.chat.openai_chat import OpenAIChat
from assay.adapters.search.engines import make_engine
from assay.adapters.web.addresses import AddressPolicy, Origin, origin_of
from assay.adapters.web.client import WebClient
from assay.errors import ServiceError, SettingsError, UnsafeAddressError
from assay.secret import Secret
from assay.types import Message, Role
from tests.local_site import Reply, as_json, local_site, page

KEY = "a-key-for-one-origin"


@pytest.fixture
def site():
    with local_site() as running:
        yield running


@pytest.fixture
def other():
    with local_site() as running:
        running.routes["/inside"] = as_json({"web": {"results": []}})
        yield running


def test_an_engine_on_this_machine_works_when_it_is_named(site):
    site.routes["/s"] = as_json({"web": {"results": []}})
    engine = make_engine("brave", {"BRAVE_API_KEY": KEY, "BRAVE_URL": f"{site.url}/s"}, 3.0)
    assert engine.find("tea") == ()
    assert site.asked[0].headers["x-subscription-token"] == KEY


def test_a_named_engine_may_not_send_us_to_another_port_of_this_machine(site, other):
    site.routes["/s"] = Reply(status=302, headers={"location": f"{other.url}/inside"})
    engine = make_engine("brave", {"BRAVE_API_KEY": KEY, "BRAVE_URL": f"{site.url}/s"}, 3.0)
    with pytest.raises(UnsafeAddressError):
        engine.find("tea")
    assert other.asked == []


def test_a_public_address_permits_no_loopback(site):
    policy = AddressPolicy(own=origin_of(httpx2.URL("https://search.example/api")))
    with pytest.raises(UnsafeAddressError):
        WebClient(policy).get(f"{site.url}/s")
    assert site.asked == []


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_key_does_not_survive_a_change_of_port(site, other, status):
    site.routes["/go"] = Reply(status=status, headers={"location": f"{other.url}/inside"})
    client = WebClient(AddressPolicy(loopback=True))
    client.get(f"{site.url}/go", headers={"X-Key": KEY, "Accept": "text/html"})
    assert KEY not in str(other.asked[0].headers)
    assert other.asked[0].headers["accept"] == "text/html"


def test_a_key_survives_a_redirect_within_its_origin(site):
    site.routes["/go"] = Reply(status=302, headers={"location": "/there"})
    site.routes["/there"] = page("yes")
    WebClient(AddressPolicy(loopback=True)).get(f"{site.url}/go", headers={"X-Key": KEY})
    assert site.asked[1].headers["x-key"] == KEY


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("http://a.example/", "https://a.example/"),
        ("http://a.example/", "http://a.example:8080/"),
        ("http://a.example/", "http://b.example/"),
    ],
)
def test_scheme_host_and_port_make_an_origin(one, two):
    assert origin_of(httpx2.URL(one)) != origin_of(httpx2.URL(two))
    assert origin_of(httpx2.URL("HTTPS://A.Example./x")) == Origin("https", "a.example", 443)


@pytest.mark.parametrize(
    "url", ["localhost:8080", "http://me:pw@host/", "file:///etc", "http://h:x/"]
)
def test_an_address_of_an_engine_that_is_none_is_a_setting_that_is_wrong(url):
    with pytest.raises(SettingsError, match="SEARXNG_URL"):
        make_engine("searxng", {"SEARXNG_URL": url}, 1.0)


def test_a_model_server_may_not_send_prompts_or_keys_elsewhere(site, other):
    pytest.importorskip("openai")
    away = f"{other.url}/v1/chat/completions"
    site.routes["/v1/chat/completions"] = Reply(status=307, headers={"location": away})
    model = OpenAIChat("m", f"{site.url}/v1", api_key=Secret(KEY), seconds=3.0)
    with pytest.raises(ServiceError, match="another address"):
        model.complete([Message(Role.USER, "a secret question")])
    assert other.asked == []
    assert len(site.asked) == 1, "what was refused is not tried again"
