"""Logs as JSON lines: event, request, client; no question or answer unless `log_text` is set."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Any

NAME = "assay_server"


class JsonLines(logging.Formatter):
    """One JSON object for each record; `extra={"facts": {...}}` adds its fields."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as one line."""
        when = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, Any] = {
            "time": when,
            "level": record.levelname.lower(),
            "event": record.getMessage(),
        }
        line |= getattr(record, "facts", {})
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=True, default=str)


def set_up_logs(level: str = "info") -> None:
    """Send the server's and uvicorn's records to stderr as JSON lines."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name in (NAME, "uvicorn", "uvicorn.error", "mcp"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level.upper() if name == NAME else "WARNING")
    logging.getLogger("uvicorn.access").disabled = True  # requests are logged here, with their ids


def log(event: str, **facts: object) -> None:
    """Write one line."""
    logging.getLogger(NAME).info(event, extra={"facts": facts})


def log_fault(event: str, **facts: object) -> None:
    """Write one line with the traceback of the error being handled."""
    logging.getLogger(NAME).exception(event, extra={"facts": facts})
