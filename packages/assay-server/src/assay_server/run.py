"""From options to a process that listens: the checks before, uvicorn, and a graceful end."""

from __future__ import annotations

import json
import os
import socket
import tempfile
import threading
import time
import urllib.request
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from assay.config import Settings
from assay.errors import InputError, SettingsError, StorageError
from assay.extras import require
from assay.model_files import MODELS, load_card
from assay_server.guard.keys import KeyFile
from assay_server.options import ServeOptions

HANDED_OVER = "SERVE_HANDED_OVER"
"""The variable by which the first process tells its workers what to serve."""
MAX_CONNECTIONS = 1000
MAX_HEADER_BYTES = 32 * 1024
KEEP_ALIVE_SECONDS = 15
START_SECONDS = 120.0
MAX_SHOWN = 60


def check_binding(options: ServeOptions) -> None:
    """Refuse to be reachable from other machines by everybody."""
    keys = KeyFile(options.keys).keys()  # what cannot be read is told before anything is served
    if keys or not options.never_open:
        return
    raise SettingsError(
        f"{options.host} can be reached from other machines, and there is no key",
        hint="make one with `assay keys add NAME`, or add --insecure if everybody may ask",
    )


def _check_uploads(folder: Path | None) -> None:
    if folder is not None and folder.exists() and not folder.is_dir():
        raise InputError(f"{folder} is no folder", hint="name one for --uploads")


def _check_host(host: str) -> None:
    """Name a host that is none before anything is loaded for it."""
    try:
        socket.getaddrinfo(host, None, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError) as error:
        raise InputError(
            f"--host {host[:MAX_SHOWN]} is no address of this machine",
            hint="127.0.0.1 is for this machine alone, 0.0.0.0 for its networks",
        ) from error


def serve(settings: Settings, options: ServeOptions, announce: Callable[[str], None]) -> None:
    """Serve until a signal says stop; what is being answered is finished first.

    `announce` is told the address once requests are taken.
    """
    uvicorn = require("uvicorn", "serve")
    for package in ("starlette", "prometheus_client"):
        require(package, "serve")
    check_binding(options)
    _check_host(options.host)
    _check_uploads(options.uploads)
    load_card(MODELS / "embedder")  # without our weights it would fail every question and upload
    from assay_server.app import make_app  # noqa: PLC0415 - after the checks
    from assay_server.observe.logs import set_up_logs  # noqa: PLC0415 - after the checks
    from assay_server.work.engines import every_index  # noqa: PLC0415 - needs the extra

    indexes = every_index(settings, options)
    for each in indexes:
        each.check()
    set_up_logs()
    common: dict[str, Any] = {
        "host": options.host,
        "port": options.port,
        "log_config": None,
        "access_log": False,
        "server_header": False,
        "limit_concurrency": MAX_CONNECTIONS,
        "h11_max_incomplete_event_size": MAX_HEADER_BYTES,
        "timeout_keep_alive": KEEP_ALIVE_SECONDS,
        "timeout_graceful_shutdown": max(1, round(options.grace)),
        "http": "h11",
        "loop": "asyncio",
        "ws": "none",
        "lifespan": "on",
    }
    try:
        if options.workers == 1:
            server = _announcing(uvicorn, announce)(
                uvicorn.Config(make_app(indexes, options), **common)
            )
            server.run()
            started = server.started
        else:
            indexes.clear()  # each worker loads its own
            _run_workers(uvicorn, settings, options, common, announce)
            started = True
    except SystemExit:
        started = False
    if not started:
        raise StorageError(
            f"cannot listen on {options.host} port {options.port}",
            hint="is another program using it? choose another with --port",
        )


def _announcing(uvicorn: Any, announce: Callable[[str], None]) -> Any:  # noqa: ANN401 - an extra
    """The class of a Uvicorn server that announces its address once it listens."""

    class Announcing(uvicorn.Server):  # type: ignore[misc]
        async def startup(self, sockets: Any = None) -> None:  # noqa: ANN401 - see above
            await super().startup(sockets=sockets)
            if self.started:
                host, port = self.servers[0].sockets[0].getsockname()[:2]
                announce(f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}")

    return Announcing


def _run_workers(
    uvicorn: Any,  # noqa: ANN401 - an extra
    settings: Settings,
    options: ServeOptions,
    common: dict[str, Any],
    announce: Callable[[str], None],
) -> None:
    """Several processes that listen on one port, until they are told to stop."""
    address = f"http://{options.host}:{options.port}"
    with tempfile.TemporaryDirectory(prefix="assay-metrics-") as numbers:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = numbers
        _hand_over(settings, options)
        waiting = threading.Thread(target=_when_healthy, args=(address, announce), daemon=True)
        waiting.start()
        uvicorn.run("assay_server.run:worker_app", factory=True, workers=options.workers, **common)


def _when_healthy(address: str, announce: Callable[[str], None]) -> None:
    """Announce the address once one of the workers answers there."""
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(f"{address}/v1/health", timeout=5):
                announce(address)
                return
        except OSError:
            time.sleep(0.2)


def worker_app() -> Any:  # noqa: ANN401 - an ASGI application
    """The application of one worker, from what the first process handed over."""
    from assay_server.observe.logs import set_up_logs  # noqa: PLC0415 - in a fresh process

    set_up_logs()
    given = json.loads(os.environ[HANDED_OVER])
    options = ServeOptions(
        **{
            **given["options"],
            "keys": Path(given["options"]["keys"]),
            "uploads": Path(given["options"]["uploads"]) if given["options"]["uploads"] else None,
            "allowed_hosts": tuple(given["options"]["allowed_hosts"]),
            "also": tuple(map(Path, given["options"]["also"])),
        }
    )
    return application(Settings.model_validate(given["settings"]), options)


def application(settings: Settings, options: ServeOptions) -> Any:  # noqa: ANN401 - ASGI
    """The whole server as an ASGI application, guard included."""
    from assay_server.app import make_app  # noqa: PLC0415 - needs the extra
    from assay_server.work.engines import every_index  # noqa: PLC0415 - needs the extra

    return make_app(every_index(settings, options), options)


def _hand_over(settings: Settings, options: ServeOptions) -> None:
    """Divide cores and queue among the workers, and give them one folder for their numbers."""
    cores = settings.scorer.threads or os.cpu_count() or 1
    if options.workers > cores:
        raise InputError(
            f"{options.workers} workers would share {cores} cores",
            hint="one worker keeps all cores busy; more than one for each core only costs memory",
        )
    scorer = settings.scorer.model_copy(update={"threads": max(1, cores // options.workers)})
    shared = settings.model_copy(update={"scorer": scorer})
    each = replace(options, queue=max(1, options.queue // options.workers))
    unset = shared.model_dump(exclude_unset=True)
    given = {"settings": unset, "options": asdict(each)}
    os.environ[HANDED_OVER] = json.dumps(given, default=str)
