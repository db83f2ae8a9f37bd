"""The web application: its pages and its JSON door, on one house."""

from collections.abc import Callable, Iterable
from typing import Any

from litestar import Litestar, Request, get
from litestar.config.compression import CompressionConfig
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from tabletown.web import api, coaching, covers, devices, health, learning, looking_back, playing, refusing, seating
from tabletown.web.doors import bring_table
from tabletown.web.driver import PACE
from tabletown.web.forms import MOST_FORM
from tabletown.web.guarding import Rules, guarded
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
) -> Litestar:
    """`elsewhere` is how links begin that hold on other machines too, if this server can be reached from there.

    `rules` say who may come, by which name and how often; without them everybody may, which is for tests only.
    `make_ready` is gone through before the server says that it is ready. `means` are those by which people are told.
    """
    house = House(database, pace, keep_days, make_ready=make_ready, means=means)

    async def open_house(app: Litestar) -> None:
        app.state.house = house
        app.state.address = elsewhere
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
    return app


@get("/openapi.json", include_in_schema=False, sync_to_thread=False)
def openapi(request: Request[Any, Any, Any]) -> dict[str, Any]:
    """What programs can ask for, as an OpenAPI document."""
    return request.app.openapi_schema.to_schema()
