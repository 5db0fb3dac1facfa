"""How a server is run: pure data, from the flags of `assay serve`."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from assay_server.guard.hosts import is_loopback
from assay_server.guard.keys import default_keys_file

MEBIBYTE = 1024 * 1024


@dataclass(frozen=True, slots=True)
class ServeOptions:
    """Options of a server: address, access and limits.

    `parallel` questions are answered at a time and `queue` wait; `rate` is requests a minute from
    each client, 0 for no limit; `seconds` is the longest a request may take, waiting included,
    and `silence` how long a body may bring nothing.
    `fetch_from` are web servers of this machine or its network whose pages may be added.
    `also` are further indexes. `tools_only` serves only the tools of MCP and the health checks.
    """

    host: str = "127.0.0.1"
    port: int = 8017
    workers: int = 1
    parallel: int = 2
    queue: int = 64
    rate: float = 600.0
    seconds: float = 120.0
    silence: float = 20.0
    grace: float = 20.0
    uploads: Path | None = None
    max_upload_bytes: int = 64 * MEBIBYTE
    keys: Path = field(default_factory=default_keys_file)
    allowed_hosts: tuple[str, ...] = ()
    fetch_from: tuple[str, ...] = ()
    also: tuple[Path, ...] = ()
    insecure: bool = False
    page: bool = True
    tools_only: bool = False
    log_text: bool = False
    otel: bool = False

    @property
    def never_open(self) -> bool:
        """True where other machines reach the server and not everybody may ask (`insecure`)."""
        return not (is_loopback(self.host) or self.insecure)
