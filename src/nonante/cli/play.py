"""``nonante play``: a server for yourself, and the browser on it."""

from __future__ import annotations

import threading
import webbrowser

import click

from ..host import Limits
from ..server import Links, create_app, default_database, lan_url_of, listen, open_store, run, start_journal, url_of

HERE = ("127.0.0.1", "localhost")
EVERYWHERE = "0.0.0.0"  # noqa: S104 - only where --lan asks for it


@click.command()
@click.option("--port", default=0, type=click.IntRange(0, 65535), help="By default a free one.")
@click.option("--lan", is_flag=True, help="Let others in your network join by link or QR code.")
@click.option("--database", metavar="URL", help="sqlite:///PATH; by default in your own data folder.")
@click.option("--browser/--no-browser", default=True, help="Whether to open the browser.")
def command(port: int, lan: bool, database: str | None, browser: bool) -> None:
    """Play in the browser, alone or with computer players; with --lan also with people on other devices."""
    listener = listen(EVERYWHERE if lan else HERE[0], port)
    limits = Limits()
    with listener:
        url, others = url_of(listener), lan_url_of(listener)
        start_journal()
        store = open_store(database or default_database())
        app = create_app(store, limits, hosts=() if lan else HERE, links=Links(share=others))

        def ready() -> None:
            click.echo(f"Play at {url}   (Ctrl-C ends; running games are kept)")
            if others:
                click.echo(f"Others in your network: {others}")
            if browser:
                threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()

        run(app, listener, ready, limits)
