"""What object storage says went wrong, as an error with a cure."""

from __future__ import annotations

from pathlib import Path

from assay.errors import AssayError, IndexBusyError, IndexDamagedError, ServiceError
from assay.indexing.store.s3_address import ENDPOINTS, KEY, KEY_ID, REGIONS, s3_access, shown

_REBUILD = "delete what lies under that address and index the documents again"
# Never a bare number: the port of an address may hold it.
# In the order in which they are looked for: words of the answer, what they mean, and the cure.
_FAULTS: tuple[tuple[tuple[str, ...], str, str], ...] = (
    (("NoSuchBucket",), "there is no such bucket", "make the bucket, or correct --index"),
    (
        ("InvalidAccessKeyId", "SignatureDoesNotMatch", "InvalidToken", "ExpiredToken"),
        "the keys are not accepted",
        f"check {KEY_ID} and {KEY}",
    ),
    (
        (
            "PermanentRedirect",
            "AuthorizationHeaderMalformed",
            "IllegalLocationConstraint",
            "code: 301",
        ),
        "the bucket is in another region",
        f"set {REGIONS[0]} to the region of the bucket",
    ),
    (
        ("AccessDenied", "code: 403", "Unauthenticated", "code: 401"),
        "access is denied",
        "give the keys the right to list, read and write under this address",
    ),
    (
        ("error sending request", "refused", "dns error", "timed out", "connect", "deadline"),
        "the server cannot be reached",
        f"check the network and {ENDPOINTS[1]}",
    ),
    (
        ("SlowDown", "InternalError", "code: 5"),
        "the server is not able to answer now",
        "try again later",
    ),
)
_CONFLICT = ("Precondition", "code: 412", "already exists", "CommitConflict", "commit conflict")


def explain_s3(error: BaseException, folder: Path) -> AssayError:
    """The error to show for a fault of object storage at that address."""
    text, place = str(error), shown(folder)
    if any(word in text for word in _CONFLICT):
        return IndexBusyError(
            f"another process is writing to {place}",
            hint="wait until it has finished, then run this again; the index is whole",
        )
    for words, message, hint in _FAULTS:
        if any(word in text for word in words):
            return ServiceError(f"{place}: {message}{_where()}", hint=hint)
    first_line = (text.splitlines() or [""])[0][:200]
    return IndexDamagedError(f"the index at {place} cannot be read: {first_line}", hint=_REBUILD)


def _where() -> str:
    access = s3_access()
    return f" (server {access.endpoint})" if access.endpoint else f" (region {access.region})"
