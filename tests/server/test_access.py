from __future__ import annotations

import json
import logging
import stat

import httpx2
import pytest

from assay.cli.main import run
from assay.errors import InputError, SettingsError, StorageError
from assay_server.errors import BusyError
from assay_server.guard.hosts import HostRule
from assay_server.guard.keys import KeyFile, Scope
from assay_server.guard.rates import RateLimit
from assay_server.options import ServeOptions
from assay_server.run import check_binding
from tests.server.live import fake_engines, live, options


@pytest.fixture
def keyed(tmp_path):
    """A server with one key for each scope, and the secrets of the keys."""
    keys = KeyFile(tmp_path / "keys.json")
    secrets = {scope.value: keys.add(scope.value, [scope]) for scope in Scope}
    with live(fake_engines(tmp_path), options(tmp_path)) as server:
        yield server, secrets


def bearing(secret):
    return {"authorization": f"Bearer {secret}"}


@pytest.mark.parametrize(
    ("method", "path", "scope"),
    [
        ("POST", "/v1/ask", "ask"),
        ("POST", "/v1/score", "ask"),
        ("POST", "/v1/verify", "ask"),
        ("POST", "/v1/chat/completions", "ask"),
        ("GET", "/v1/models", "ask"),
        ("POST", "/v1/find", "read"),
        ("GET", "/v1/documents", "read"),
        ("GET", "/v1/text?id=x", "read"),
        ("GET", "/v1/jobs/x", "read"),
        ("GET", "/metrics", "read"),
        ("PUT", "/v1/documents/a.md", "write"),
        ("DELETE", "/v1/documents/a.md", "write"),
    ],
)
def test_every_route_needs_a_key_of_its_scope(keyed, method, path, scope):
    server, secrets = keyed

    def status(headers):
        return server.http.request(method, path, headers=headers).status_code

    assert status({}) == 401
    assert status(bearing("assay_wrong")) == 401
    assert status({"authorization": f"Basic {secrets[scope]}"}) == 401
    for other in set(secrets) - {scope}:
        assert status(bearing(secrets[other])) == 403
    assert status(bearing(secrets[scope])) not in (401, 403)


@pytest.mark.parametrize(
    ("flags", "may"),
    [
        ((), {"ask", "read", "write"}),
        (("--scope", "write"), {"write"}),
        (("--scope", "write", "--scope", "ask"), {"ask", "write"}),
    ],
)
def test_a_key_that_the_command_made_opens_what_it_names(tmp_path, capsys, flags, may):
    assert run(["keys", "add", "team", *flags, "--keys", str(tmp_path / "keys.json")]) == 0
    secret = bearing(capsys.readouterr().out.strip())
    paths = {"ask": "/v1/models", "read": "/v1/documents"}
    with live(fake_engines(tmp_path), options(tmp_path)) as server:
        for scope, path in paths.items():
            assert server.http.get(path, headers=secret).status_code == (
                200 if scope in may else 403
            )
        stored = server.http.put("/v1/documents/a.md", content="Hay.", headers=secret)
        assert stored.status_code == (202 if "write" in may else 403)


def test_the_page_and_the_health_need_no_key(keyed):
    server, _ = keyed
    for path in ("/v1/health", "/v1/ready", "/openapi.json"):
        assert server.http.get(path).status_code == 200


def test_mcp_needs_a_key_that_may_ask_and_read(keyed, tmp_path):
    server, secrets = keyed
    both = KeyFile(tmp_path / "keys.json").add("both", [Scope.ASK, Scope.READ])
    assert server.http.post("/mcp", json={}).status_code == 401
    assert server.http.post("/mcp", json={}, headers=bearing(secrets["ask"])).status_code == 403
    assert server.http.post("/mcp", json={}, headers=bearing(both)).status_code not in (401, 403)


def test_a_removed_key_is_refused_at_once(keyed, tmp_path):
    server, secrets = keyed
    assert server.http.get("/v1/models", headers=bearing(secrets["ask"])).status_code == 200
    KeyFile(tmp_path / "keys.json").remove("ask")
    assert server.http.get("/v1/models", headers=bearing(secrets["ask"])).status_code == 401


def test_a_damaged_key_file_opens_no_door(keyed, tmp_path):
    server, secrets = keyed
    (tmp_path / "keys.json").write_text("{}")
    assert server.http.get("/v1/models").status_code == 507
    assert server.http.get("/v1/models", headers=bearing(secrets["ask"])).status_code == 507


def test_keys_are_kept_as_hashes_in_a_file_only_its_owner_reads(tmp_path):
    keys = KeyFile(tmp_path / "deep" / "keys.json")
    secret = keys.add("team", [Scope.READ, Scope.ASK])
    raw = keys.path.read_text()
    assert secret not in raw and secret.removeprefix("assay_") not in raw
    assert stat.S_IMODE(keys.path.stat().st_mode) == 0o600
    found = keys.find(secret)
    assert found is not None and found.scopes == (Scope.ASK, Scope.READ)
    assert keys.find(secret + "x") is None and keys.find("") is None


def test_a_key_needs_a_name_of_its_own(tmp_path):
    keys = KeyFile(tmp_path / "keys.json")
    keys.add("team", [Scope.ASK])
    for name in ("team", "", "a b", "../x", "-x", "ä"):
        with pytest.raises(InputError):
            keys.add(name, [Scope.ASK])
    with pytest.raises(InputError):
        keys.remove("nobody")


def test_a_key_file_that_cannot_be_written_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError):
        KeyFile(tmp_path / "file" / "keys.json").add("team", [Scope.ASK])


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.4", "::", "example.org"])
def test_a_wider_address_needs_a_key_or_a_decision(tmp_path, host):
    keys = tmp_path / "keys.json"
    with pytest.raises(SettingsError) as refused:
        check_binding(ServeOptions(host=host, keys=keys))
    assert "assay keys add" in refused.value.hint
    check_binding(ServeOptions(host=host, keys=keys, insecure=True))
    KeyFile(keys).add("team", [Scope.ASK])
    check_binding(ServeOptions(host=host, keys=keys))


@pytest.mark.parametrize("host", ["127.0.0.1", "127.9.9.9", "::1", "localhost"])
def test_loopback_needs_none(tmp_path, host):
    check_binding(ServeOptions(host=host, keys=tmp_path / "keys.json"))


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "", "a b", "[::1"])
def test_a_foreign_host_name_is_refused_as_in_dns_rebinding(faked, host):
    reply = faked.http.get("/v1/health", headers={"host": host})
    assert reply.status_code in (400, 403)  # 400: the server itself takes it for no host at all


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:80", "127.0.0.1:1", "[::1]:8017"])
def test_own_names_and_addresses_are_welcome(faked, host):
    assert faked.http.get("/v1/health", headers={"host": host}).status_code == 200


def test_a_name_can_be_allowed():
    HostRule(["Assay.Example."]).check("assay.example:443", None, None)


def test_pages_of_other_sites_may_not_use_the_server(faked):
    for headers in (
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://localhost:1"},
        {"sec-fetch-site": "cross-site"},
    ):
        reply = faked.http.post("/v1/ask", json={"question": "x"}, headers=headers)
        assert reply.status_code == 403
        assert "access-control-allow-origin" not in reply.headers
    own = {"origin": faked.url, "sec-fetch-site": "same-origin"}
    assert faked.http.post("/v1/ask", json={"question": "x"}, headers=own).status_code == 200


def test_every_reply_carries_the_headers_that_bind_a_browser(faked):
    for path in ("/v1/health", "/nothing", "/openapi.json"):
        headers = faked.http.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


def test_a_rate_is_kept_by_client_and_refills():
    now = [0.0]
    limit = RateLimit(60, clock=lambda: now[0])
    for _ in range(10):
        limit.take("a")
    with pytest.raises(BusyError) as refused:
        limit.take("a")
    assert refused.value.retry_after == 1
    limit.take("b")
    now[0] += 1
    limit.take("a")


def test_whoever_asks_too_often_is_told_to_wait(tmp_path):
    with live(fake_engines(tmp_path), options(tmp_path, rate=6)) as server:
        assert server.ask().status_code == 200
        reply = server.ask()
        assert reply.status_code == 429 and int(reply.headers["retry-after"]) >= 1
        assert server.http.get("/v1/health").status_code == 200


def test_the_log_names_requests_and_holds_no_text(faked, caplog):
    with caplog.at_level(logging.INFO, "assay_server"):
        reply = faked.http.post(
            "/v1/ask", json={"question": "Secret goats?"}, headers={"x-request-id": "mine-1"}
        )
        faked.http.get("/v1/text?id=secret-name")
    assert reply.headers["x-request-id"] == "mine-1"
    lines = [(record.getMessage(), record.facts) for record in caplog.records]
    assert "mine-1" in {facts["request_id"] for _, facts in lines}
    written = json.dumps(lines)
    assert "goats" not in written and "hay" not in written and "secret-name" not in written


def test_the_log_holds_text_when_that_is_asked_for(tmp_path, caplog):
    with (
        live(fake_engines(tmp_path), options(tmp_path, log_text=True)) as server,
        caplog.at_level(logging.INFO, "assay_server"),
    ):
        server.ask()
    assert "What do goats eat?" in {record.facts.get("question") for record in caplog.records}


def test_a_request_id_that_could_forge_a_line_is_replaced(faked):
    headers = {"x-request-id": "a b"}
    assert faked.http.get("/v1/health", headers=headers).headers["x-request-id"] != "a b"


def test_unknown_paths_and_methods_are_errors_like_all_others(faked):
    for reply in (faked.http.get("/v1/nothing"), faked.http.get("/v1/ask")):
        assert reply.status_code in (404, 405)
        assert reply.json()["error"]["code"] == reply.status_code


def test_a_server_of_tools_only_has_no_other_door(tmp_path):
    with live(fake_engines(tmp_path), options(tmp_path, tools_only=True, page=False)) as server:
        assert server.http.get("/v1/health").status_code == 200
        assert server.ask().status_code == 404
        assert httpx2.get(f"{server.url}/").status_code == 404


def test_a_file_of_keys_that_is_gone_lets_nobody_in(keyed, tmp_path, caplog):
    caplog.set_level("INFO")
    server, secrets = keyed
    assert server.http.get("/v1/documents").status_code == 401
    (tmp_path / "keys.json").rename(tmp_path / "elsewhere.json")
    reply = server.http.get("/v1/documents")
    assert reply.status_code == 507 and "cannot be read" in reply.json()["error"]["message"]
    assert str(tmp_path) not in reply.text
    told = [each.facts["error"] for each in caplog.records if each.getMessage() == "keys"]
    assert "are gone" in told[0]
    (tmp_path / "elsewhere.json").rename(tmp_path / "keys.json")
    assert server.http.get("/v1/documents").status_code == 401
    reply = server.http.get("/v1/strategies", headers=bearing(secrets["ask"]))
    assert reply.status_code == 200


def test_whoever_removes_the_last_key_opens_nothing(keyed, tmp_path):
    server, secrets = keyed
    keys = KeyFile(tmp_path / "keys.json")
    for name in secrets:
        keys.remove(name)
    assert server.http.get("/v1/documents").status_code == 401
    assert server.http.get("/v1/documents", headers=bearing(secrets["read"])).status_code == 401
    (tmp_path / "keys.json").unlink()
    assert server.http.get("/v1/documents").status_code == 401
    new = KeyFile(tmp_path / "keys.json").add("new", [Scope.READ])
    assert server.http.get("/v1/documents", headers=bearing(new)).status_code == 200


def test_without_its_last_key_a_server_for_other_machines_is_closed(tmp_path):
    keys = KeyFile(tmp_path / "keys.json")
    keys.add("team", [Scope.READ])
    with live(fake_engines(tmp_path), options(tmp_path, host="0.0.0.0")) as server:
        keys.remove("team")
        assert server.http.get("/v1/documents").status_code == 401


def test_keys_that_cannot_be_read_are_told_before_anything_is_served(tmp_path):
    (tmp_path / "keys.json").write_text("{")
    with pytest.raises(StorageError, match="cannot be read"):
        check_binding(options(tmp_path))
