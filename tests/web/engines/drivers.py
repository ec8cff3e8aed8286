"""Firefox and WebKit at a table: the two remote controls that browsers speak, behind one small `Page`.

Firefox speaks WebDriver BiDi by itself. WebKitGTK has a driver that speaks WebDriver over HTTP; its window needs a
screen, which Xvfb gives where there is none.
"""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

import httpx
from remote import PATIENCE, Page
from websockets.sync.client import ClientConnection, connect

PACKAGES: Final = {"firefox": ("firefox-esr",), "webkit": ("webkit2gtk-driver", "xvfb")}
PROGRAMS: Final = {"firefox": ("firefox-esr", "firefox"), "webkit": ("WebKitWebDriver",)}
ENGINES: Final = tuple(PROGRAMS)


class NoBrowser(Exception):
    """This engine is not on this machine; says what to do about it in one line."""


# --- Firefox: WebDriver BiDi ----------------------------------------------------------------------------------------


class Firefox:
    """A Firefox without a window, and the socket it listens on."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._sent = 0
        self.ask("session.new", capabilities={})

    def ask(self, method: str, **params: object) -> Any:
        """Send a command and return its result."""
        self._sent += 1
        self._socket.send(json.dumps({"id": self._sent, "method": method, "params": params}))
        while True:
            answer = json.loads(self._socket.recv(PATIENCE))
            if answer.get("id") == self._sent:
                break
        if answer["type"] == "error":
            raise AssertionError(f"{method}: {answer['error']}: {answer['message']}")
        return answer["result"]

    def page(self) -> Page:
        """Open a window with cookies and stores of its own."""
        context = self.ask("browser.createUserContext")["userContext"]
        return _FirefoxPage(self, self.ask("browsingContext.create", type="window", userContext=context)["context"])


class _FirefoxPage(Page):
    def __init__(self, browser: Firefox, context: str) -> None:
        self._browser, self._context = browser, context

    def goto(self, url: str) -> None:
        self._browser.ask("browsingContext.navigate", context=self._context, url=url, wait="complete")

    def run(self, function: str, *values: object) -> Any:
        # Plain values travel as JSON both ways, so that BiDi's own way to write them is not needed; an element is true.
        whole = (
            f"(values) => {{ const found = ({function})(...JSON.parse(values)) ?? null;"
            " return JSON.stringify(found instanceof Element ? true : found); }"
        )
        answer = self._browser.ask(
            "script.callFunction",
            functionDeclaration=whole,
            arguments=[{"type": "string", "value": json.dumps(values)}],
            target={"context": self._context},
            awaitPromise=False,
        )
        if answer["type"] == "exception":
            raise AssertionError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def act(self, sources: list[dict[str, Any]]) -> None:
        self._browser.ask("input.performActions", context=self._context, actions=sources)

    def resize(self, width: int, height: int) -> None:
        size = {"width": width, "height": height}
        self._browser.ask("browsingContext.setViewport", context=self._context, viewport=size)

    def focus(self) -> None:
        self._browser.ask("browsingContext.activate", context=self._context)

    def shot(self, path: Path) -> None:
        data = self._browser.ask("browsingContext.captureScreenshot", context=self._context)["data"]
        path.write_bytes(base64.b64decode(data))


@contextmanager
def _firefox() -> Iterator[Firefox]:
    with tempfile.TemporaryDirectory() as profile:
        command = [_program("firefox"), "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port=0"]
        with _running(command, stderr=subprocess.PIPE) as process:
            assert process.stderr
            address = next(
                found[1] for line in process.stderr if (found := re.search(r"BiDi listening on (ws://\S+)", line))
            )
            with connect(f"{address}/session", max_size=None, ping_interval=None) as socket:
                yield Firefox(socket)


# --- WebKit: WebDriver over HTTP ------------------------------------------------------------------------------------


_WINDOW: Final = (
    "data:text/html,<button data-testid=open"
    " onclick=\"open('about:blank','bare','width=800,height=600,toolbar=no,menubar=no')\">Open</button>"
)


class WebKit:
    """WebKitGTK on a screen; every page has a driver and a browser of its own, since a driver knows one at a time."""

    def __init__(self, display: str, closing: ExitStack) -> None:
        self._display, self._closing = display, closing

    def page(self) -> Page:
        """Start a browser, and let it open a window without bars, which can be as small as a phone."""
        driver = self._driver()
        browser = {"binary": _mini_browser(), "args": ["--automation"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": browser}}
        session = f"/session/{driver.ask('POST', '/session', capabilities=wanted)['sessionId']}"
        self._closing.callback(driver.ask, "DELETE", session)
        page = _WebKitPage(driver, session)
        page.goto(_WINDOW)
        (before,) = driver.ask("GET", f"{session}/window/handles")
        page.click("open")
        handles: list[str] = []
        while len(handles) < 2:
            handles = driver.ask("GET", f"{session}/window/handles")
        handles.remove(before)
        driver.ask("POST", f"{session}/window", handle=handles[0])
        return page

    def _driver(self) -> _Driver:
        port = _free_port()
        command = [_program("webkit"), f"--port={port}"]
        self._closing.enter_context(_running(command, stderr=subprocess.DEVNULL, DISPLAY=self._display))
        url = f"http://127.0.0.1:{port}"
        end = time.monotonic() + PATIENCE
        while not _answers(f"{url}/status") and time.monotonic() < end:
            time.sleep(0.05)
        return _Driver(self._closing.enter_context(httpx.Client(base_url=url, timeout=PATIENCE)))


class _Driver:
    def __init__(self, http: httpx.Client) -> None:
        self._http = http

    def ask(self, method: str, path: str, **body: object) -> Any:
        """Send a command and return its value."""
        answer = self._http.request(method, path, json=body if method == "POST" else None)
        value = answer.json()["value"]
        if answer.is_error:
            raise AssertionError(f"{path}: {value['error']}: {value['message']}")
        return value


class _WebKitPage(Page):
    def __init__(self, browser: _Driver, session: str) -> None:
        self._browser, self._session = browser, session

    def goto(self, url: str) -> None:
        self._ask("url", url=url)

    def run(self, function: str, *values: object) -> Any:
        return self._ask("execute/sync", script=f"return ({function})(...arguments)", args=list(values))

    def act(self, sources: list[dict[str, Any]]) -> None:
        self._ask("actions", actions=sources)

    def resize(self, width: int, height: int) -> None:
        # The window has a frame around the page: ask once, see what the page got, ask for the rest.
        for _ in range(5):
            got = self.run("() => [innerWidth, innerHeight]")
            if got == [width, height]:
                return
            window = self._browser.ask("GET", f"{self._session}/window/rect")
            self._ask("window/rect", width=window["width"] + width - got[0], height=window["height"] + height - got[1])
            time.sleep(0.3)  # the window tells the page in its own time

    def focus(self) -> None:
        pass  # a browser of its own is always in front

    def shot(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self._browser.ask("GET", f"{self._session}/screenshot")))

    def _ask(self, command: str, **body: object) -> Any:
        return self._browser.ask("POST", f"{self._session}/{command}", **body)


@contextmanager
def _webkit() -> Iterator[WebKit]:
    _program("webkit")  # says so where there is none
    with ExitStack() as closing:
        yield WebKit(closing.enter_context(_screen()), closing)


@contextmanager
def _screen() -> Iterator[str]:
    """Give a screen: this machine's, or one that nobody looks at."""
    if os.environ.get("DISPLAY"):
        yield os.environ["DISPLAY"]
        return
    if not shutil.which("Xvfb"):
        raise NoBrowser(_advice("webkit"))
    screen = ["Xvfb", "-displayfd", "1", "-screen", "0", "2000x1300x24", "-nolisten", "tcp"]
    with _running(screen, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout
        yield f":{process.stdout.readline().strip()}"


def _mini_browser() -> str:
    found = sorted(Path("/usr").glob("lib*/**/webkit2gtk-4.*/MiniBrowser"))
    if not found:
        raise NoBrowser(_advice("webkit"))
    return str(found[-1])


def _free_port() -> int:
    import socket

    with socket.socket() as there:
        there.bind(("127.0.0.1", 0))
        return int(there.getsockname()[1])


def _answers(url: str) -> bool:
    try:
        return httpx.get(url).is_success
    except httpx.TransportError:
        return False


# --- both -----------------------------------------------------------------------------------------------------------


@contextmanager
def running(engine: str) -> Iterator[Firefox | WebKit]:
    """Run the browser of an engine."""
    with (_firefox if engine == "firefox" else _webkit)() as browser:
        yield browser


def install() -> None:
    """Install what is missing, where this machine's packages can be had; otherwise say what to install."""
    missing = [name for engine in ENGINES if not _found(engine) for name in PACKAGES[engine]]
    if missing and hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for words in (["update"], ["install", "--yes", "--no-install-recommends", *missing]):
            subprocess.run(["apt-get", "-qq", *words], env=quiet, check=True, stdout=subprocess.DEVNULL)


def _found(engine: str) -> str | None:
    return next(filter(None, map(shutil.which, PROGRAMS[engine])), None)


def _program(engine: str) -> str:
    found = _found(engine)
    if not found:
        raise NoBrowser(_advice(engine))
    return found


def _advice(engine: str) -> str:
    return f"no {engine} on this machine; on Debian: apt-get install {' '.join(PACKAGES[engine])}"


@contextmanager
def _running(command: list[str], **options: Any) -> Iterator[subprocess.Popen[str]]:
    """Run a program until the end of the block; capital options are variables of its environment."""
    variables = {name: options.pop(name) for name in list(options) if name.isupper()}
    process = subprocess.Popen(command, text=True, env={**os.environ, **variables}, **options)
    try:
        yield process
    finally:
        process.terminate()
        process.wait()
        for stream in (process.stdout, process.stderr):
            if stream:
                stream.close()


if __name__ == "__main__":
    install()
