"""A Ray cluster for the length of one run: one that is there, or one on this machine alone."""

from __future__ import annotations

import logging
import os
import socket
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from secrets import token_hex
from typing import Any

from assay.errors import InputError, ServiceError
from assay.extras import require

CLIENT = "ray://"
LOCAL = "local"
ANSWER_SECONDS = 5.0  # in which somebody listens at an address; Ray itself tries for minutes


@contextmanager
def connected(address: str | None = None) -> Iterator[Any]:
    """The module `ray`, connected; afterwards it is not, and a Ray of our own has ended.

    Without an address Ray is started on this machine. A program that is connected already stays
    so, and its cluster is used.
    """
    if address is not None and address.startswith(CLIENT):
        raise InputError(
            f"{address} is the address of Ray's client protocol, which lacks what is needed here",
            hint="run assay on a machine of the cluster, by `ray job submit` or with --ray-address"
            " auto",
        )
    if address == LOCAL:
        address = None
    set_variables(own=address is None)
    ray = require("ray", "ray")
    if ray.is_initialized():
        yield ray
        return
    _connect(ray, address)
    try:
        _refuse_no_processors(ray, address)
        yield ray
    finally:
        ray.shutdown()


def set_variables(*, own: bool) -> None:
    """Set the variables that Ray reads at import: no reports; a private cluster if it is ours.

    Whoever reaches a Ray cluster can run any code in it, so ours listens on the loopback address
    only, and asks for the token of this run.
    """
    variables = {"RAY_USAGE_STATS_ENABLED": "0"}  # else it reports over the network how it is used
    if own:
        variables["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"  # on Linux: no cluster, so loopback
        variables["RAY_AUTH_TOKEN"] = token_hex(32)
        if "ray" not in sys.modules:  # too late otherwise; then Ray itself asks for the token
            variables["RAY_AUTH_MODE"] = "token"
    for name, value in variables.items():
        os.environ.setdefault(name, value)


def processors(ray: Any) -> int:  # noqa: ANN401 - a module
    """How many processors the nodes of the cluster have now; nodes come and go."""
    return int(ray.cluster_resources().get("CPU", 0))


def _connect(ray: Any, address: str | None) -> None:  # noqa: ANN401 - a module
    own = {"address": LOCAL, "include_dashboard": False}
    joined = own if address is None else {"address": address}
    try:
        _knock(address)
        with warnings.catch_warnings():  # of Lance, which does not know that Ray forks to execute
            warnings.filterwarnings("ignore", "lance is not fork-safe")
            ray.init(**joined, log_to_driver=False, logging_level=logging.ERROR)
    except (
        Exception
    ) as error:  # what Ray raises when a node starts too slowly has no class of its own
        reason = (str(error).strip().splitlines() or [type(error).__name__])[0][:300]
        if address is None:
            raise ServiceError(f"Ray does not start on this machine: {reason}") from error
        raise ServiceError(
            f"cannot join the Ray cluster at {address}: {reason}",
            hint="run it on a machine of the cluster, with the Ray and the Python it runs; `ray"
            " status` shows whether the cluster is up",
        ) from error


def _knock(address: str | None) -> None:
    """OSError when nobody listens at HOST:PORT; other addresses, such as `auto`, are for Ray."""
    host, _, port = (address or "").rpartition(":")
    if host and port.isdecimal():
        socket.create_connection((host.strip("[]"), int(port)), ANSWER_SECONDS).close()


def _refuse_no_processors(ray: Any, address: str | None) -> None:  # noqa: ANN401 - a module
    if processors(ray) < 1:
        raise ServiceError(
            f"the Ray cluster at {address or 'this machine'} offers no processor",
            hint="add a node that has some: ray start --address HOST:6379",
        )
