"""One tree of errors; each carries a cure for the user, an exit code and an HTTP status."""

from __future__ import annotations

from assay.distribution import NAME, install
from assay.secret import redacted

DEBUG = "ASSAY_DEBUG"
"""The variable that shows the traceback of an error that nobody foresaw; it is no setting."""


class AssayError(Exception):
    """Anything assay reports to a user instead of a traceback."""

    exit_code = 1
    http_status = 500

    def __init__(self, message: str, hint: str = "") -> None:
        """Keep what went wrong and what the user can do about it."""
        super().__init__(redacted(message))
        self.hint = redacted(hint)

    def __reduce__(self) -> tuple[object, ...]:
        """Between processes an error travels as it is, whatever its constructor takes."""
        return _copied, (type(self), str(self), self.__dict__)


def _copied(kind: type[AssayError], message: str, facts: dict[str, object]) -> AssayError:
    error = kind.__new__(kind, message)
    error.__dict__.update(facts)
    return error


class InputError(AssayError):
    """The question, a file or an option is not usable as given."""

    exit_code = 2
    http_status = 400


class SettingsError(InputError):
    """A setting is unknown, malformed or contradicts another."""


class IndexMissingError(AssayError):
    """There is no index where one was expected."""

    exit_code = 4
    http_status = 404


class IndexDamagedError(AssayError):
    """The index on disk cannot be read or contradicts itself."""

    exit_code = 5


class IndexBusyError(AssayError):
    """Another process is writing to the index."""

    exit_code = 6
    http_status = 409


class StorageError(AssayError):
    """The disk refused: full, read-only or without permission."""

    exit_code = 7
    http_status = 507


class MissingExtraError(AssayError):
    """An optional package is needed and not installed."""

    exit_code = 8
    http_status = 501

    def __init__(self, package: str, extra: str, distribution: str = NAME) -> None:
        """Name the package and the extra that brings it."""
        super().__init__(
            f"the package '{package}' is needed for this and is not installed",
            hint=install(extra, distribution),
        )


class ModelError(AssayError):
    """A model file is missing, damaged or not of the expected form."""

    exit_code = 9


class BudgetSpentError(AssayError):
    """A run has used up one of its limits."""

    exit_code = 10
    http_status = 503

    def __init__(self, what: str, limit: float) -> None:
        """Name the limit that was reached."""
        super().__init__(
            f"the budget for {what} is spent ({round(limit, 1):g})",
            hint=f"raise the limit for {what}: the setting budget.{what}",
        )
        self.what, self.limit = what, limit


class ServiceError(AssayError):
    """A server that assay depends on is down, slow or speaks nonsense."""

    exit_code = 11
    http_status = 502


class RateLimitedError(ServiceError):
    """A service asks to be left alone for a while."""

    http_status = 503

    def __init__(self, message: str, retry_after: float, hint: str = "") -> None:
        """Keep how many seconds the service asked for."""
        super().__init__(message, hint)
        self.retry_after = retry_after


class UnsafeAddressError(ServiceError):
    """A URL leads where assay refuses to go: a private address, another scheme, an odd port."""
