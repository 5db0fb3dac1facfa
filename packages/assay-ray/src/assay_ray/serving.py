"""`assay serve` as replicas of one application on a Ray cluster, by Ray Serve."""

from __future__ import annotations

import logging
import signal
import socket
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from assay.config import Settings
from assay.errors import InputError, MissingExtraError, ServiceError, SettingsError, StorageError
from assay.indexing.names import index_folder
from assay_ray.connect import processors
from assay_ray.sent import sent, settle, threads_of
from assay_server.guard.keys import KeyFile
from assay_server.options import ServeOptions
from assay_server.run import KEEP_ALIVE_SECONDS, application, check_binding

NAME = "assay"
EXTRA = "ray-serve"
PACKAGES = ("ray", "fastapi", "starlette", "uvicorn", "prometheus_client", "aiohttp", "grpc")
REQUESTS_FOR_EACH_PLACE = 6  # questions and quicker requests; the application refuses, not Ray


def check_extra() -> None:
    """Name the extra where a package is missing, before Ray is imported and cannot be told more."""
    for package in PACKAGES:
        if find_spec(package) is None:
            raise MissingExtraError(package, EXTRA)


@dataclass(frozen=True, slots=True)
class Replica:
    """The data that a replica is built from; `keyed` if there were API keys when serving began."""

    settings: Settings
    options: ServeOptions
    folder: str
    keyed: bool

    def app(self) -> Any:  # noqa: ANN401 - an ASGI application
        """The application of the one-process server, with its own guard; called on a node.

        Without its keys it would let everybody in, so a node that has no such file serves nothing.
        """
        from assay_server.observe.logs import set_up_logs  # noqa: PLC0415 - needs the extra

        settle(self.settings, self.folder)
        if self.keyed and not KeyFile(self.options.keys).keys():
            raise SettingsError(
                f"there is no key in {self.options.keys} on the node {socket.gethostname()}",
                hint="put the file on storage that all nodes have under the same path",
            )
        set_up_logs()
        return application(self.settings, self.options)


def serve_on_ray(
    ray: Any,  # noqa: ANN401 - a module
    settings: Settings,
    options: ServeOptions,
    replicas: int | None,
    announce: Callable[[str], None],
) -> None:
    """Serve until a signal says stop; what is being answered is finished first.

    There is one replica at least and `replicas` at most, as many as are busy; without a number, as
    many as the cluster has processors for. Ray replaces one that dies.
    """
    serve = _serve_module()
    check_binding(options)
    _refuse_second(serve)
    options = replace(
        options,
        port=options.port or _free_port(options.host),
        keys=options.keys.absolute(),
        uploads=options.uploads and options.uploads.absolute(),
        also=tuple(map(index_folder, options.also)),
    )
    most = replicas or max(1, processors(ray) // _threads(ray, settings))
    quiet = {"enable_access_log": False, "log_level": "ERROR"}  # paths may name a document
    listening = {
        "host": options.host,
        "port": options.port,
        "keep_alive_timeout_s": KEEP_ALIVE_SECONDS,
    }
    try:
        try:
            serve.start(proxy_location="HeadOnly", http_options=listening, logging_config=quiet)
        except (RuntimeError, TimeoutError, ray.exceptions.RayError) as error:
            raise StorageError(
                f"cannot listen on {options.host} port {options.port}",
                hint="is another program using it? choose another with --port",
            ) from error
        deployed = _deployment(serve, settings, options, most)
        try:
            serve.run(deployed, name=NAME, logging_config=quiet)
        except RuntimeError as error:
            raise ServiceError(f"no replica starts: {_last_line(error)}") from error
        _until_stopped(lambda: announce(_address(options)))
        serve.delete(NAME)  # while the proxy still listens, so that replies reach their askers
    finally:
        serve.shutdown()


def _deployment(serve: Any, settings: Settings, options: ServeOptions, most: int) -> Any:  # noqa: ANN401 - Ray's
    keyed = bool(KeyFile(options.keys).keys())
    replica = Replica(sent(settings), options, str(Path.cwd()), keyed)

    def build() -> Any:  # noqa: ANN401 - an ASGI application
        return replica.app()

    return serve.deployment(
        serve.ingress(build)(),
        name=NAME,
        ray_actor_options={"num_cpus": threads_of(settings)},
        max_ongoing_requests=REQUESTS_FOR_EACH_PLACE * (options.queue + options.parallel),
        autoscaling_config={
            "min_replicas": 1,
            "max_replicas": most,
            "target_ongoing_requests": options.parallel,
        },
        graceful_shutdown_timeout_s=options.grace,
        graceful_shutdown_wait_loop_s=0.2,
    ).bind()


def _until_stopped(ready: Callable[[], None]) -> None:
    """Wait for Ctrl-C or SIGTERM; a second one is no longer waited for."""
    stop = threading.Event()
    before = {
        number: signal.signal(number, lambda *_: stop.set())
        for number in (signal.SIGINT, signal.SIGTERM)
    }
    try:
        ready()
        stop.wait()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _serve_module() -> Any:  # noqa: ANN401 - an extra
    try:
        serve = import_module("ray.serve")
    except ModuleNotFoundError as missing:
        raise MissingExtraError(missing.name or "ray", EXTRA) from missing
    logging.getLogger("ray.serve").setLevel(logging.ERROR)
    return serve


def _refuse_second(serve: Any) -> None:  # noqa: ANN401 - an extra
    """Where Serve runs already its port is settled, and it is not ours to stop."""
    known = serve.status()
    if known.proxies or known.applications:
        raise ServiceError(
            f"Ray Serve runs on this cluster already: {', '.join(known.applications) or 'idle'}",
            hint="end it with `serve shutdown`, or use another cluster",
        )


def _threads(ray: Any, settings: Settings) -> int:  # noqa: ANN401 - a module
    largest = max(int(node["Resources"].get("CPU", 0)) for node in ray.nodes() if node["Alive"])
    if threads_of(settings) > largest:
        raise InputError(
            f"a replica needs {threads_of(settings)} processors, and no node has so many",
            hint=f"set scorer.threads to {largest} at most",
        )
    return threads_of(settings)


def _free_port(host: str) -> int:
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.bind((host, 0))
        return int(probe.getsockname()[1])


def _address(options: ServeOptions) -> str:
    host = f"[{options.host}]" if ":" in options.host else options.host
    return f"http://{host}:{options.port}"


def _last_line(error: Exception) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return (lines or [type(error).__name__])[-1][:300]
