"""Figures for Prometheus at /metrics, where the host wants them. Of several workers one answers for all."""

import os
import time
from typing import TYPE_CHECKING, Any

from litestar import Request, Response, get
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send
from litestar.types import Message as Event
from prometheus_client import REGISTRY, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from tabletown.rulekit.language import message
from tabletown.web import counting
from tabletown.web.doors import Forbidden
from tabletown.web.hosting import NO_SUCH_PAGE, Token
from tabletown.web.people import house, secret_of
from tabletown.web.tables import UnknownTable

if TYPE_CHECKING:
    from tabletown.web.house import House

SHARED = "PROMETHEUS_MULTIPROC_DIR"
"""Where workers leave their figures for each other."""
KIND = "text/plain; version=0.0.4; charset=utf-8"
LATENCIES = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)

REQUESTS = Histogram(
    "tabletown_request_seconds", "From a request to the end of its answer", ["method", "route", "status"],
    buckets=LATENCIES,
)  # fmt: skip
GROWING = {
    name: Counter(f"tabletown_{name}", text)
    for name, text in {
        "changes": "What was stored",
        "commits": "Transactions in which it was stored",
        "commit_seconds": "Seconds that these took",
        "not_kept": "What could not be stored, and so has not happened",
        "conflicts": "What was judged again because another server was quicker",
        "bot_moves": "Moves of bots and standing orders",
        "errors": "Lines of the log",
        "turned_away": "Requests that were turned away because more came than could be answered",
        "lag_seconds": "Seconds for which the loop kept others waiting",
    }.items()
}
NOW = {
    name: Gauge(f"tabletown_{name}", text, multiprocess_mode="livesum")
    for name, text in {
        "tables_held": "Tables in memory",
        "pages_open": "Connections of pages",
        "shares_held": "Shares of the tables whose bots, clocks and notices are seen to here, of 16",
        "memory_bytes": "Memory that is held",
        "processor_seconds": "Seconds of a processor that were taken",
        "in_trouble": "1 if nothing can be stored or read",
    }.items()
}
_known: dict[str, float] = {}


def take_note(found: "House") -> None:
    """What the house has come to since the last time."""
    for name, value in counting.counts.as_dict().items():
        GROWING[name].inc(max(0.0, value - _known.get(name, 0.0)))
        _known[name] = value
    for name, value in found.figures().items():
        NOW[name].set(value)


def measured(app: ASGIApp) -> ASGIApp:
    """Every request by its route, which holds no secret."""

    async def around(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.WEBSOCKET:
            await app(scope, receive, send)
            return
        began, status = time.perf_counter(), 0

        async def noting(event: Event) -> None:
            nonlocal status
            if event["type"] == "http.response.start":
                status = event["status"]
            await send(event)

        try:
            await app(scope, receive, noting)
        finally:
            route = str(scope.get("path_template") or "")
            REQUESTS.labels(scope["method"], route, str(status)).observe(time.perf_counter() - began)

    return around


@get("/metrics", include_in_schema=False)
async def metrics(request: Request[Any, Any, Any]) -> Response[bytes]:
    """For whoever has the token, if there is one."""
    token: Token | None = request.app.state.metrics_token
    if not request.app.state.has_metrics:
        raise UnknownTable(NO_SUCH_PAGE)
    if token is not None and not token.fits(secret_of(request)):
        raise Forbidden(message("The figures are for whoever has the token."))
    take_note(house(request))
    registry = REGISTRY
    if SHARED in os.environ:
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return Response(generate_latest(registry), media_type=KIND)


HANDLERS = [metrics]
