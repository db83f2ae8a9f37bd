"""The connection of a page, held by a program: patient, as the machine may be busy."""

from functools import partial

from websockets.sync import client

from tools.running import PATIENCE

connect = partial(client.connect, open_timeout=PATIENCE, proxy=None)
