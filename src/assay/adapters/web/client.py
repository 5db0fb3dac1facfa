"""The one HTTP client of assay: guarded, timed, and limited in bytes and redirects."""

from __future__ import annotations

import functools
import ssl
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import httpcore2
import httpx2

from assay.adapters.web.addresses import AddressPolicy, checked_url, origin_of
from assay.adapters.web.deadline import Deadline
from assay.adapters.web.guard import GuardedBackend
from assay.errors import ServiceError

# Servers may send what they like; only these encodings are undone.
ENCODINGS = ("", "identity", "gzip", "x-gzip", "deflate")
USER_AGENT = "assay/0.1 (retrieval that tests its evidence; one question at a time)"


@dataclass(frozen=True, slots=True)
class Response:
    """A response of a web server: `body` is decoded, and `cut` if it was longer than allowed."""

    url: str
    status: int
    headers: Mapping[str, str]
    body: bytes
    cut: bool = False


@dataclass(frozen=True, slots=True)
class WebClient:
    """Fetches over HTTP within limits, from permitted addresses only."""

    policy: AddressPolicy = field(default_factory=AddressPolicy)
    seconds: float = 6.0
    max_bytes: int = 2_000_000
    max_redirects: int = 4
    user_agent: str = USER_AGENT
    tls: ssl.SSLContext | None = None  # whom to trust; the system's authorities when not given

    def get(
        self,
        url: str,
        *,
        params: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
        deadline: Deadline | None = None,
    ) -> Response:
        """The server's answer, after redirects; a ServiceError when there is none."""
        return self._send("GET", url, deadline, params=params, headers=headers)

    def post(
        self, url: str, payload: Mapping[str, Any], *, headers: Mapping[str, str] | None = None
    ) -> Response:
        """The server's answer to a JSON payload; redirects are not followed with it."""
        return self._send("POST", url, None, json=payload, headers=headers)

    def _send(self, method: str, url: str, deadline: Deadline | None, **request: Any) -> Response:  # noqa: ANN401 - the library's own arguments
        at = checked_url(url)
        until = (deadline or Deadline.within(self.seconds)).sooner(self.seconds)
        try:
            for _ in range(self.max_redirects + 1):
                with _client(self, self.policy.towards(at), until) as client:
                    answer = self._once(client, method, at, until, request)
                if isinstance(answer, Response):
                    return answer
                request.pop("params", None)  # a redirect says itself what it wants
                if origin_of(answer) != origin_of(at):
                    request["headers"] = _harmless(request.get("headers"))
                at = checked_url(str(answer))
        except (httpcore2.TimeoutException, httpx2.TimeoutException) as error:
            raise ServiceError(f"{at.host} did not answer in time") from error
        except httpcore2.ConnectError as error:
            raise ServiceError(f"{at.host} cannot be reached: {_reason(error)}") from error
        except (*_HTTP_FAULTS, ssl.SSLError) as error:
            raise ServiceError(f"{at.host} broke off: {_reason(error)}") from error
        raise ServiceError(f"{at.host} redirects more than {self.max_redirects} times")

    def _once(
        self,
        client: httpx2.Client,
        method: str,
        at: httpx2.URL,
        until: Deadline,
        request: Mapping[str, Any],
    ) -> Response | httpx2.URL:
        with client.stream(method, at, **request) as reply:
            if method == "GET" and reply.has_redirect_location:
                return at.join(reply.headers["location"])
            encoding = reply.headers.get("content-encoding", "").strip().lower()
            if encoding not in ENCODINGS:
                raise ServiceError(f"{at.host} sends an encoding that was not asked for")
            body, cut = _read(reply, self.max_bytes, until)
            return Response(str(at), reply.status_code, reply.headers, body, cut)


_HTTP_FAULTS = (
    httpcore2.NetworkError,
    httpcore2.ProtocolError,
    httpcore2.UnsupportedProtocol,
    httpx2.HTTPError,
    httpx2.InvalidURL,
)


class _Transport(httpx2.BaseTransport):
    """Carries requests over a connection pool whose sockets are guarded."""

    def __init__(self, pool: httpcore2.ConnectionPool) -> None:
        self._pool = pool

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        url = request.url
        reply = self._pool.handle_request(
            httpcore2.Request(
                method=request.method,
                url=httpcore2.URL(
                    scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path
                ),
                headers=request.headers.raw,
                content=request.stream,
                extensions=request.extensions,
            )
        )
        return httpx2.Response(
            reply.status,
            headers=reply.headers,
            stream=_Stream(reply),
            extensions=reply.extensions,
        )

    def close(self) -> None:
        self._pool.close()


class _Stream(httpx2.SyncByteStream):
    def __init__(self, reply: httpcore2.Response) -> None:
        self._reply = reply

    def __iter__(self) -> Iterator[bytes]:
        yield from self._reply.iter_stream()

    def close(self) -> None:
        self._reply.close()


def _harmless(headers: Mapping[str, str] | None) -> dict[str, str]:
    """The headers that another server may see: a key is meant for one origin only."""
    return {name: value for name, value in (headers or {}).items() if name.lower() == "accept"}


def _client(settings: WebClient, policy: AddressPolicy, deadline: Deadline) -> httpx2.Client:
    pool = httpcore2.ConnectionPool(
        ssl_context=settings.tls or _system_tls(),
        network_backend=GuardedBackend(policy, deadline),
        max_connections=1,
    )
    return httpx2.Client(
        transport=_Transport(pool),
        headers={"user-agent": settings.user_agent, "accept-encoding": "gzip, deflate"},
        follow_redirects=False,  # each hop is checked by us before it is taken
        trust_env=False,  # a proxy would connect to addresses we cannot check
        timeout=max(0.001, deadline.left),
    )


@functools.cache
def _system_tls() -> ssl.SSLContext:
    return httpx2.create_ssl_context(trust_env=False)


def _read(reply: httpx2.Response, most: int, until: Deadline) -> tuple[bytes, bool]:
    """At most so many decoded bytes: a bomb or an endless page is cut, not swallowed."""
    body = bytearray()
    for chunk in reply.iter_bytes():
        body += chunk
        if len(body) > most:
            return bytes(body[:most]), True
        if until.passed:
            raise httpcore2.ReadTimeout("the time for this page is over")
    return bytes(body), False


def _reason(error: Exception) -> str:
    """A short cause without the URL, which may carry a key."""
    return str(error).partition("\n")[0][:120] or type(error).__name__
