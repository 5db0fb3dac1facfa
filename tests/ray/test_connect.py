"""What is refused before any cluster is asked."""

from __future__ import annotations

import pickle
import socket
import sys
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace

import pytest

from assay.cli.options.cluster import OutsideOnCluster, ray_cluster
from assay.config import Settings
from assay.errors import (
    BudgetSpentError,
    InputError,
    MissingExtraError,
    RateLimitedError,
    ServiceError,
    UnsafeAddressError,
)
from assay_ray.connect import connected
from assay_ray.sent import sent


def test_without_ray_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtraError) as told, connected():
        pass
    assert told.value.hint == "pip install 'assay-rag[ray]'"


def test_the_client_protocol_is_refused_with_a_cure():
    with pytest.raises(InputError, match="client protocol") as told, connected("ray://head:10001"):
        pass
    assert "ray job submit" in told.value.hint


@pytest.mark.ray
@pytest.mark.skipif(find_spec("ray") is None, reason="needs the extra ray")
def test_an_address_where_nobody_listens_is_told_at_once():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    for address in (f"127.0.0.1:{port}", "127.0.0.1:99999999"):
        with pytest.raises(ServiceError, match="cannot join") as told, connected(address):
            pass
        assert "ray status" in told.value.hint


def test_a_ray_that_starts_too_slowly_is_no_fault_of_assay(monkeypatch):
    def init(**_):
        raise Exception("The current node timed out during startup.\nMore")  # as Ray does

    slow = SimpleNamespace(is_initialized=lambda: False, init=init)
    monkeypatch.setitem(sys.modules, "ray", slow)
    with (
        pytest.raises(ServiceError, match=r"does not start .* timed out during startup\.$"),
        connected(),
    ):
        pass


def test_where_the_network_is_forbidden_no_cluster_is_joined():
    off = Settings().search.model_copy(update={"web": False})
    settings = Settings().model_copy(update={"search": off})
    with pytest.raises(UnsafeAddressError), ray_cluster("head:6379", settings):
        pass


def test_ray_beside_search_engines_is_no_search_engine():
    chosen = OutsideOnCluster(engine=["brave", "ray", "searxng"])
    assert chosen.on_ray
    assert chosen.flags()["search"]["engines"] == ["brave", "searxng"]
    assert OutsideOnCluster(engine=["ray"]).flags()["search"]["engines"] is None
    assert not OutsideOnCluster(engine=["brave"]).on_ray


def test_index_knows_two_engines(tmp_path, capsys):
    from assay.cli.main import run

    (tmp_path / "a.txt").write_text("Goats.")
    code = run(["index", str(tmp_path / "a.txt"), "-i", str(tmp_path / "i"), "--engine", "spark"])
    assert code == 2 and "choose local or ray" in capsys.readouterr().err
    assert not Path(tmp_path / "i").exists()


def test_a_worker_gets_the_index_by_a_path_that_every_node_has(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    (tmp_path / "here").mkdir()

    def there(named: str) -> str:
        return str(sent(Settings.model_validate({"index": {"dir": named}})).index.dir)

    assert there("here") == str(tmp_path / "here")
    assert there("named") == str(tmp_path / "data" / "assay" / "indexes" / "named")
    assert there("s3://bucket/index") == str(Path("s3://bucket/index"))
    assert sent(Settings()).scorer.threads == 1


@pytest.mark.parametrize(
    "error",
    [
        InputError("no", hint="yes"),
        MissingExtraError("ray", "ray"),
        BudgetSpentError("seconds", 3),
        RateLimitedError("later", 2.5, "wait"),
    ],
)
def test_an_error_passes_between_processes_whole(error):
    other = pickle.loads(pickle.dumps(error))
    assert (type(other), str(other), vars(other)) == (type(error), str(error), vars(error))
