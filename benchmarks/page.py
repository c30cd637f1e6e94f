"""Measure the demo in Chromium: Lighthouse, the way to the first cards, and decisions of bots.

python benchmarks/page.py lighthouse [--runs 3]   scores on Lighthouse's phone with slow 4G
python benchmarks/page.py start [--runs 3]        seconds from the tap on Play to the table, on 4G
python benchmarks/page.py decisions [--runs 5]    milliseconds that `intermediate` takes in the page

The demo is built first, unless `--built` is given. Figures depend on what else the machine does:
the best and the median run are printed, with the load of the machine. Lighthouse is used if it is
on the path or named by LIGHTHOUSE: `npm install --global lighthouse`.
"""

import argparse
import gzip
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from threading import Thread
from time import perf_counter
from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tools")]

import demo  # noqa: E402 - not on the path before
import dev  # noqa: E402
import engine_build  # noqa: E402

FAST_4G = {
    "offline": False,
    "latency": 165,
    "downloadThroughput": 8_100_000 / 8,
    "uploadThroughput": 1_350_000 / 8,
}
"""What Chromium's developer tools call *Fast 4G*: milliseconds, and bytes in a second."""

PHONE: ViewportSize = {"width": 390, "height": 844}

PATIENCE = 120_000

PLAY = "main form button.primary"

KEPT = "() => navigator.serviceWorker.controller !== null"

SETTLED = 5_000
"""Milliseconds after which Chromium has kept the compiled code of a page."""

CATEGORIES = ("performance", "accessibility", "best-practices")

WORKER = """
const start = async () => {
  const folder = new URL('engine/', self.location.href).href;
  const { loadPyodide, version } = await import(`${folder}pyodide.mjs`);
  const info = { abi_version: '2026_0', arch: 'wasm32', platform: 'emscripten_5_0_3',
    python: '3.14.2', version };
  const python = await loadPyodide({ indexURL: folder, stdLibURL: `${folder}stdlib.zip`,
    packageBaseUrl: folder, lockFileContents: { info, packages: {} } });
  for (const name of ['msgspec.zip', 'engine.zip']) {
    const archive = await (await fetch(folder + name)).arrayBuffer();
    python.unpackArchive(archive, 'zip', { extractDir: '/engine' });
  }
  return python;
};
const started = start();
self.onmessage = async ({ data }) => {
  try {
    self.postMessage((await started).runPython(data));
  } catch (error) {
    self.postMessage(`"${error}"`);
  }
};
"""

ASK = """(code) => new Promise((resolve) => {
  window.worker ??= new Worker('worker.js', { type: 'module' });
  window.worker.onmessage = ({ data }) => resolve(data);
  window.worker.postMessage(code);
})"""

GAME = """
import json, sys, time
if "/engine" not in sys.path:
    sys.path.insert(0, "/engine")
from spadille.bots import load_level
from spadille.game import Game
def times(preset, seed):
    game, found = Game.new(preset, seed=seed), []
    bots = [load_level("intermediate", seed=f"{seed} {seat:d}") for seat in game.rules.seats]
    while game.to_act is not None and len(found) < 120:
        view = game.view(game.to_act)
        begun = time.perf_counter()
        action = bots[view.seat].act(view)
        found.append(1000 * (time.perf_counter() - begun))
        game = game.apply(action)
    return found
"""


class Host(ThreadingHTTPServer):
    """Serves files to browsers that may be closed in the middle of one."""

    def handle_error(self, request: object, client_address: object) -> None:
        """Print the figures only."""


class Files(SimpleHTTPRequestHandler):
    """Sends plain files, as simple hosts do, but keeps connections open."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        """Print the figures only."""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    ways: dict[str, Callable[[int], None]] = {
        "lighthouse": lighthouse,
        "start": start,
        "decisions": decisions,
    }
    parser.add_argument("what", choices=ways)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--built", action="store_true", help="use the demo in build/demo")
    asked = parser.parse_args()
    if not asked.built:
        demo.build(demo.DEMO)
    ways[asked.what](asked.runs)
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")


@contextmanager
def host(folder: Path) -> Iterator[str]:
    """Yield the address of a host of the files in a folder."""
    with Host(("127.0.0.1", 0), partial(Files, directory=folder)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=dev.find_chromium(), args=["--no-sandbox"])
        yield browser
        browser.close()


# --- Lighthouse ------------------------------------------------------------------------------


def lighthouse(runs: int) -> None:
    program = os.environ.get("LIGHTHOUSE") or shutil.which("lighthouse")
    browser = shutil.which("chromium") or dev.find_chromium()
    if program is None or browser is None:
        sys.exit("this needs Chromium and Lighthouse: npm install --global lighthouse")
    with host(demo.DEMO) as url, tempfile.TemporaryDirectory() as folder:
        reports = [_report(program, browser, url, Path(folder, "report.json")) for _ in range(runs)]
    for category in CATEGORIES:
        scores = [round(100 * report["categories"][category]["score"]) for report in reports]
        print(f"{category}: best {max(scores)}, median {median(scores):g}")
    for name in ("largest-contentful-paint", "total-blocking-time", "cumulative-layout-shift"):
        values = [report["audits"][name]["numericValue"] for report in reports]
        print(f"{name}: best {min(values):.4g}, median {median(values):.4g}")


def _report(program: str, browser: str, url: str, file: Path) -> dict[str, Any]:
    command = [
        *(program, url, "--quiet", "--output=json", f"--output-path={file}"),
        f"--only-categories={','.join(CATEGORIES)}",
        "--chrome-flags=--headless=new --no-sandbox",
    ]
    subprocess.run(command, check=True, env={**os.environ, "CHROME_PATH": browser})
    report: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return report


# --- from Play to the table ------------------------------------------------------------------


def start(runs: int) -> None:
    """Print how long the table takes after an early tap, first with nothing in the browser."""
    found: dict[str, list[float]] = {"first visit": [], "second visit": [], "third visit": []}
    with host(demo.DEMO) as url, chromium() as browser:
        for _ in range(runs):
            context = browser.new_context(viewport=PHONE, has_touch=True)
            page = context.new_page()
            context.new_cdp_session(page).send("Network.emulateNetworkConditions", FAST_4G)
            for times in found.values():
                times.append(_seconds_to_table(page, url))
                page.wait_for_function(KEPT, timeout=PATIENCE)
                page.wait_for_timeout(SETTLED)
            context.close()
    for what, times in found.items():
        print(f"{what}: best {min(times):.1f} s, median {median(times):.1f} s")


def _seconds_to_table(page: Page, url: str) -> float:
    """Tap Play as soon as it is there, and return the seconds until the table is."""
    page.goto(url)
    button = page.locator(PLAY)
    button.wait_for()
    begun = perf_counter()
    button.click()
    page.locator("[data-seat]").first.wait_for(timeout=PATIENCE)
    return perf_counter() - begun


# --- decisions -------------------------------------------------------------------------------


def decisions(runs: int) -> None:
    """Print the time for decisions of four bots, after Python has warmed up in one game."""
    with python_page() as page:
        _times(page, "standard", "warm")
        for preset in ("standard", "puzzle-pirates", "gold-blue", "two-player"):
            games = [_times(page, preset, f"page {run}") for run in range(runs)]
            _print_times(preset, games)


@contextmanager
def python_page() -> Iterator[Page]:
    """Yield a page whose worker runs Python with the engine."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "engine").mkdir()
        for packed in engine_build.ENGINE.glob("*/*.gz"):
            file = folder / "engine" / packed.stem
            file.write_bytes(gzip.decompress(packed.read_bytes()))
        (folder / "index.html").write_text("<!doctype html><title>Python</title>")
        (folder / "worker.js").write_text(WORKER)
        with host(folder) as url, chromium() as browser:
            page = browser.new_page()
            page.goto(url)
            yield page


def _times(page: Page, preset: str, seed: str) -> list[float]:
    code = f"{GAME}json.dumps(times({preset!r}, {seed!r}))"
    answer = json.loads(page.evaluate(ASK, code))
    if isinstance(answer, str):
        sys.exit(answer)
    return sorted(answer)


def _print_times(preset: str, games: list[list[float]]) -> None:
    every = sorted(time for game in games for time in game)
    high = [game[int(0.95 * len(game))] for game in games]
    print(
        f"{preset}: {len(every)} decisions, median {median(every):.1f} ms, "
        f"95th percentile {every[int(0.95 * len(every))]:.1f} ms "
        f"(by game: best {min(high):.1f}, median {median(high):.1f}), slowest {every[-1]:.1f} ms"
    )


if __name__ == "__main__":
    main()
