"""The errors that only a server has, such as too many requests or a missing key."""

from __future__ import annotations

from assay.errors import AssayError, IndexMissingError, InputError


class BusyError(AssayError):
    """There is more to do than the server takes on; come back in `retry_after` seconds."""

    http_status = 429

    def __init__(self, message: str, retry_after: float) -> None:
        """Keep how long to wait."""
        super().__init__(message, f"try again in {retry_after:.0f} seconds")
        self.retry_after = retry_after


class TooLateError(BusyError):
    """The answer did not come within the time that a request may take."""

    http_status = 503


class ClosingError(BusyError):
    """The server is about to stop and takes no new work."""

    http_status = 503


class KeyMissingError(InputError):
    """No key was given, or one that the server does not know."""

    http_status = 401


class ForbiddenError(InputError):
    """The key, the host name or the origin of a request does not allow it."""

    http_status = 403


class NotFoundError(InputError):
    """There is nothing of this name."""

    http_status = 404


class NoDocumentsError(IndexMissingError):
    """Nothing was indexed or uploaded yet, which a server that may create its index allows for."""

    def __init__(self, index: str) -> None:
        """Say how documents come in."""
        ways = "drop files onto the page, PUT them to /v1/documents/NAME"
        hint = f"{ways}, or run: assay index PATH --index {index}"
        super().__init__("there are no documents yet", hint)


class ConflictError(InputError):
    """What is asked contradicts itself, or what is there already."""

    http_status = 409


class TooLargeError(InputError):
    """A body is longer than the server reads."""

    http_status = 413


class WrongTypeError(InputError):
    """A body is not of the type that the endpoint reads."""

    http_status = 415


class SlowBodyError(InputError):
    """A body did not arrive in time."""

    http_status = 408
