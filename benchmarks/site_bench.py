"""The site beside stock Voila, in one run in a real browser.

    python -m benchmarks.site_bench [--rounds 5]

Prints medians: navigation → first widget (the site's deal page and, for the like of it, one Button on both),
click → drawn (one Button on both), a step in the player, and the bytes of a cold page. Both servers run at
the same time and their rounds alternate, so that a busy machine is busy for both. Needs Chromium.
"""

from __future__ import annotations

import argparse
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser.conftest import FLAGS, NOTEBOOKS  # noqa: E402
from tests.site.serving import Server, write_sample  # noqa: E402

BUTTON = "voila/render/en/button.ipynb"
DEAL = "voila/render/en/deal.ipynb?seed=7"
# In the page: time from a click until the answer is in the picture; the frame after it has been drawn.
CLICK = """() => new Promise(resolve => {
  const button = document.querySelector('.jupyter-button'), begin = performance.now();
  const area = document.querySelector('#count').closest('.widget-html, .jupyter-widgets') ?? document.body;
  const observer = new MutationObserver(() => { observer.disconnect(); resolve(performance.now() - begin); });
  observer.observe(area, {childList: true, subtree: true, characterData: true});
  button.click();
})"""
STEP = """() => new Promise(resolve => {
  const next = document.querySelectorAll('.ck-keys button')[3], begin = performance.now();
  next.click();
  document.body.getBoundingClientRect();  // the layout belongs to it
  resolve(performance.now() - begin);
})"""


@contextmanager
def stock(folder: Path) -> Iterator[str]:
    """Voila as it comes, on the same folder."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "voila", str(folder), "--no-browser", f"--port={port}"]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    url = f"http://127.0.0.1:{port}/"
    try:
        end = time.monotonic() + 60
        while not answers(url):
            assert time.monotonic() < end, "stock Voila does not start"
        yield url
    finally:
        server.terminate()
        server.wait(30)


def answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=10):
            return True
    except OSError:
        return False


def visit(
    browser: Browser, url: str, first: str, then: Callable[[Page], list[float]]
) -> tuple[float, float, list[float]]:
    """A new visitor: ms from navigation until `first` is visible, bytes fetched, what `then` gives."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    # what stock Voila asks of other hosts must not count against it
    page.route(lambda asked: "127.0.0.1" not in asked, lambda route: route.abort())
    sizes: dict[str, float] = {}
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.on("Network.loadingFinished", lambda e: sizes.update({e["requestId"]: e["encodedDataLength"]}))
    begin = time.perf_counter()
    page.goto(url, wait_until="commit")
    page.wait_for_selector(first, state="visible", timeout=120_000)
    shown = (time.perf_counter() - begin) * 1000
    found = then(page)
    page.close(run_before_unload=True)
    context.close()
    return shown, sum(sizes.values()), found


def clicks(page: Page) -> list[float]:
    page.wait_for_selector("#count", timeout=60_000)
    return [float(page.evaluate(CLICK)) for _ in range(21)][1:]


def steps(page: Page) -> list[float]:
    asked: list[str] = []
    page.wait_for_load_state("load")
    page.on("request", lambda request: asked.append(request.url))
    found = [float(page.evaluate(STEP)) for _ in range(20)]
    # the tab's icon is fetched whenever the browser has time for it
    asked = [url for url in asked if "icon.svg" not in url]
    assert not asked, f"a step asked the network: {asked}"
    return found


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("--rounds", type=int, default=5)
    rounds = arguments.parse_args().rounds
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        write_sample(Path(folder))
        chromium = shutil.which("chromium") or shutil.which("google-chrome")
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        ours: dict[str, list[tuple[float, float, list[float]]]] = {"deal": [], "button": [], "stock": []}
        with Server(NOTEBOOKS) as site, Server(Path(folder)) as small, stock(Path(folder)) as plain:
            for _ in range(rounds + 1):  # the first round fills the servers' caches
                ours["deal"].append(visit(browser, site.url + DEAL, ".ck-player .ck-card", steps))
                ours["button"].append(visit(browser, small.url + BUTTON, ".jupyter-button", clicks))
                ours["stock"].append(visit(browser, plain + BUTTON, ".jupyter-button", clicks))
        browser.close()
    seen = {name: found[1:] for name, found in ours.items()}
    first = {name: statistics.median(v[0] for v in found) for name, found in seen.items()}
    cold = {name: statistics.median(v[1] for v in found) for name, found in seen.items()}
    act = {name: statistics.median(t for v in found for t in v[2]) for name, found in seen.items()}
    print(f"{'':34}{'cardkit site':>14}{'stock Voila':>14}{'ratio':>8}{'goal':>8}")

    def line(what: str, mine: float, other: float | None, unit: str, goal: str) -> None:
        beside = f"{other:>11.0f} {unit:2}" + f"{mine / other:>8.2f}" if other else " " * 22
        print(f"{what:34}{mine:>11.1f} {unit:2}{beside}{goal:>8}")

    line("navigation → first widget (deal)", first["deal"], first["stock"], "ms", "≤ 1.0")
    line("navigation → one Button", first["button"], first["stock"], "ms", "")
    line("click → drawn (one Button)", act["button"], act["stock"], "ms", "≤ 0.4")
    line("a step in the player", act["deal"], None, "ms", "≤ 16")
    line("cold page: deal", cold["deal"] / 1e3, cold["stock"] / 1e3, "kB", "≤ 2000")
    line("cold page: one Button", cold["button"] / 1e3, cold["stock"] / 1e3, "kB", "≤ 2000")


if __name__ == "__main__":
    main()
