"""The web application: its pages and its JSON door, on one house."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from litestar import Litestar, Request, get
from litestar.config.compression import CompressionConfig
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from tabletown.web import api, coaching, covers, devices, health, learning, looking_back, playing, refusing, seating
from tabletown.web import hosting as pages_of_the_host
from tabletown.web.backing_up import Backups
from tabletown.web.doors import bring_table
from tabletown.web.driver import PACE
from tabletown.web.forms import MOST_FORM
from tabletown.web.guarding import Rules, guarded
from tabletown.web.hosting import Token
from tabletown.web.house import House
from tabletown.web.notices import pages as notices
from tabletown.web.notices.means import Means
from tabletown.web.people import READY_TO_SEND
from tabletown.web.warming import warm_up


def make_app(
    database: str,
    pace: float = PACE,
    keep_days: float | None = None,
    elsewhere: str = "",
    rules: Rules | None = None,
    make_ready: Callable[[], Iterable[object]] = warm_up,
    means: Means | None = None,
    hosting: "Hosting | None" = None,
) -> Litestar:
    """`elsewhere` is how links begin that hold on other machines too, if this server can be reached from there.

    `rules` say who may come, by which name and how often; without them everybody may, which is for tests only.
    `make_ready` is gone through before the server says that it is ready. `means` are those by which people are told.
    `hosting` is what the host has for themselves.
    """
    own = hosting or Hosting()
    house = House(database, pace, keep_days, make_ready=make_ready, means=means, backups=own.backups)

    async def open_house(app: Litestar) -> None:
        app.state.house = house
        app.state.address = elsewhere
        app.state.host_token, app.state.metrics_token = own.token, own.metrics_token
        app.state.has_metrics = own.has_metrics
        await house.open()

    app = Litestar(
        route_handlers=[
            *seating.HANDLERS,
            *playing.HANDLERS,
            *coaching.HANDLERS,
            *devices.HANDLERS,
            *looking_back.HANDLERS,
            *covers.HANDLERS,
            *learning.HANDLERS,
            *api.HANDLERS,
            *health.HANDLERS,
            *notices.HANDLERS,
            *pages_of_the_host.HANDLERS,
            *(_metrics().HANDLERS if own.has_metrics else ()),
            openapi,
        ],
        on_startup=[open_house],
        on_shutdown=[house.close],
        before_request=bring_table,
        exception_handlers=refusing.HANDLERS,
        compression_config=CompressionConfig(
            backend="gzip", gzip_compress_level=6, minimum_size=600, exclude_opt_key=READY_TO_SEND
        ),
        openapi_config=OpenAPIConfig(
            title="Tabletown",
            version="1",
            path="/api/schema",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
            description="Play the games of this server from a program: see docs/api.md.",
        ),
        request_max_body_size=MOST_FORM,
        logging_config=None,
    )
    app.asgi_handler = guarded(app.asgi_handler, rules or Rules(), refusing.refused)
    if own.has_metrics:
        app.asgi_handler = _metrics().measured(app.asgi_handler)
        house.note = _metrics().take_note
    return app


@dataclass(frozen=True)
class Hosting:
    """What a host has for themselves: a page, figures, copies."""

    token: Token | None = None
    has_metrics: bool = False
    metrics_token: Token | None = None
    backups: Backups | None = None


def _metrics() -> ModuleType:
    """Imported only where it is wanted: of several workers it must be known first where they leave their figures."""
    from tabletown.web import metrics

    return metrics


@get("/openapi.json", include_in_schema=False, sync_to_thread=False)
def openapi(request: Request[Any, Any, Any]) -> dict[str, Any]:
    """What programs can ask for, as an OpenAPI document."""
    return request.app.openapi_schema.to_schema()
