"""A web page or file, fetched to be kept as an upload under a name made of its address."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from urllib.parse import unquote, urldefrag, urlsplit

from assay.adapters.web.addresses import AddressPolicy, checked_url, origin_of
from assay.adapters.web.client import WebClient
from assay.config import SearchSettings
from assay.errors import ServiceError, UnsafeAddressError
from assay_documents.kinds import ENDINGS
from assay_server.errors import ForbiddenError

FETCH_SECONDS = 30.0
MAX_PART = 80
OK = 200
BY_TYPE = {
    "text/html": ".html",
    "application/xhtml+xml": ".html",
    "application/pdf": ".pdf",
    "text/markdown": ".md",
    "text/plain": ".txt",
}
NOT_PUBLIC = (
    "save the page and drop it here; whoever runs the server can name a web server of its own"
    " network with --fetch-from"
)
_NO_NAME = re.compile(r"[^\w.+-]+")


@dataclass(frozen=True, slots=True)
class Fetched:
    """A file from the web, the name it is kept under, and the address where it was found."""

    name: str
    address: str
    body: bytes

    async def chunks(self) -> AsyncIterator[bytes]:
        """The body, as an upload sends it."""
        yield self.body


def fetch(address: str, search: SearchSettings, max_bytes: int, own: Sequence[str] = ()) -> Fetched:
    """What lies at a public address; of this machine and its networks only servers in `own`."""
    if search.web is False:
        raise ForbiddenError(
            "this server connects to no other machine", hint="it was started with --no-web"
        )
    try:
        origin = origin_of(checked_url(address))
        known = origin if origin in (origin_of(checked_url(each)) for each in own) else None
        policy = AddressPolicy(loopback=search.allow_loopback, own=known)
        found = WebClient(policy, FETCH_SECONDS, max_bytes).get(address)
    except UnsafeAddressError as error:
        hint = error.hint or NOT_PUBLIC
        raise ForbiddenError(f"the address cannot be read: {error}", hint=hint) from error
    except ServiceError as error:
        raise ServiceError(f"the address cannot be read: {error}", hint=error.hint) from error
    host = urlsplit(found.url).hostname
    if found.status != OK:
        raise ServiceError(f"{host} replied {found.status}", hint="open the address in a browser")
    if found.cut or not found.body:
        size = f"has more than {max_bytes:,} bytes" if found.cut else "is empty"
        raise ServiceError(f"the file at {host} {size}")
    name = _name(found.url, found.headers.get("content-type", ""))
    return Fetched(name, urldefrag(found.url).url, found.body)


def _name(address: str, content_type: str) -> str:
    """`host/path/page.html`, so that no two pages have one name."""
    parts = urlsplit(address)
    said = [parts.hostname or "", *unquote(parts.path).split("/")]
    named = [_NO_NAME.sub("-", each).strip(".-")[:MAX_PART] for each in said]
    folders = [each for each in named if each]
    if len(folders) == 1:
        folders.append("index")
    if parts.query:
        folders[-1] = f"{folders[-1]}-{_NO_NAME.sub('-', parts.query)[:MAX_PART]}"
    last = folders[-1]
    kind = BY_TYPE.get(content_type.partition(";")[0].strip().lower())
    ending = f".{last.rpartition('.')[2].lower()}" if "." in last else ""
    if ending not in ENDINGS or (kind in {".html", ".pdf"} and ENDINGS[ending] != ENDINGS[kind]):
        folders[-1] = last + (kind or ".html")
    return "/".join(folders)
